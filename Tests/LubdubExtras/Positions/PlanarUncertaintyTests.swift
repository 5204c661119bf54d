import Lubdub
import LubdubExtras
import Testing

@Suite struct PlanarUncertaintyTests {
  @Test(arguments: [
    (0.0, 5.0, 5.0, 0.393469340), (5, 5, 5, 0.267120196), (50, 5, 50, 0.480027810),
    (45, 5, 50, 0.828237403), (80, 4, 80, 0.490023322), (85, 4, 80, 0.101285743),
    (90, 10, 80, 0.144792868), (300, 15, 300, 0.490023322), (10, 10, 2, 0.012070062),
  ])
  func `The probability within a circle equals SciPy's ncx2`(
    distance: Double, deviation: Double, radius: Double, expected: Double
  ) {
    let found = PlanarUncertainty.probability(
      within: Meters(radius), at: Meters(distance), deviation: Meters(deviation))
    #expect(abs(found - expected) < 1e-9)
  }

  @Test func `At the center, the probability follows the Rayleigh distribution`() {
    for radius in stride(from: 0.1, through: 30, by: 0.7) {
      let exact = 1 - exponential(-radius * radius / 18)
      let found = PlanarUncertainty.probability(within: Meters(radius), at: 0, deviation: 3)
      #expect(abs(found - exact) < 1e-11)
    }
  }

  @Test func `The probability stays in 0 to 1, grows with radius, and falls with distance`() {
    for distance in [0.0, 0.3, 40, 4000] {
      var last = 0.0
      for radius in stride(from: 0.0, through: 4100, by: 20.5) {
        let found = PlanarUncertainty.probability(
          within: Meters(radius), at: Meters(distance), deviation: 1.7)
        #expect(found >= last - 1e-12 && found <= 1)
        last = found
      }
    }
  }

  @Test func `A point exactly at the radius is inside`() {
    #expect(PlanarUncertainty.probability(within: 80, at: 80, deviation: 0) == 1)
    #expect(PlanarUncertainty.probability(within: 80, at: 80.001, deviation: 0) == 0)
  }

  @Test func `A stated accuracy converts to the deviation of one axis`() {
    #expect(abs(StatedAccuracy.android.axisDeviation(15.09592).value - 10) < 1e-6)
    #expect(abs(StatedAccuracy.web.axisDeviation(24.47747).value - 10) < 1e-6)
    #expect(abs(StatedAccuracy.axisDeviation(dilution: 2, rangeError: 5).value - 7.0711) < 1e-4)
  }

  private func exponential(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    let half = x / 64
    for k in 1...30 {
      term *= half / Double(k)
      sum += term
    }
    return (0..<6).reduce(sum) { value, _ in value * value }
  }
}
