import Testing

@testable import Lubdub

@Suite("Normal distribution")
struct NormalDistributionTests {
  /// Reference values: Abramowitz and Stegun, table 26.1 and 26.5.
  @Test(arguments: [
    (0.5, 0), (0.75, 0.674489750196082), (0.8, 0.841621233572914), (0.9, 1.281551565544600),
    (0.975, 1.959963984540054), (0.995, 2.575829303548901), (0.999, 3.090232306167813),
  ])
  func `Quantiles agree with tables`(probability: Double, expected: Double) {
    #expect(abs(NormalDistribution.quantile(probability) - expected) < 1e-12)
    #expect(abs(NormalDistribution.quantile(1 - probability) + expected) < 1e-12)
  }

  @Test func `The 95% interval uses the 0.975 quantile`() {
    #expect(abs(NormalDistribution.quantile95 - NormalDistribution.quantile(0.975)) < 1e-15)
  }

  @Test func `The rough cumulative probability is exact to 1.5e-7`() {
    for step in -800...800 {
      let z = Double(step) / 100
      let found = NormalDistribution.roughCumulative([z, -z])
      let wanted = NormalDistribution.cumulative(z)
      #expect(abs(found.x - wanted) < 1.5e-7 && abs(found.y - (1 - wanted)) < 1.5e-7, "\(z)")
    }
  }

  @Test func `Quantile and cumulative probability are inverse`() {
    for permille in 1..<1000 {
      let probability = Double(permille) / 1000
      let back = NormalDistribution.cumulative(NormalDistribution.quantile(probability))
      #expect(abs(back - probability) < 1e-14)
    }
  }
}
