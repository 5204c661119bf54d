import TestSupport
import Testing

@Suite("Constant-velocity filter")
struct ConstantVelocityFilterTests {
  /// The filter with matrices, from the textbook: F P F' + Q, K = P H' / S, P - K H P.
  struct MatrixFilter {
    var x = [0.0, 0.0]
    var p = [[0.0, 0.0], [0.0, 0.0]]

    mutating func predict(_ h: Double, q: Double) {
      let f = [[1, h], [0, 1]]
      x = [x[0] + h * x[1], x[1]]
      let fp = Self.product(f, p)
      let transposed = [[1, 0], [h, 1]]
      p = Self.product(fp, transposed)
      p[0][0] += q * h * h * h / 3
      p[0][1] += q * h * h / 2
      p[1][0] += q * h * h / 2
      p[1][1] += q * h
    }

    mutating func fold(_ z: Double, r: Double) {
      let s = p[0][0] + r
      let gain = [p[0][0] / s, p[1][0] / s]
      let innovation = z - x[0]
      x = [x[0] + gain[0] * innovation, x[1] + gain[1] * innovation]
      let row = p[0]
      for i in 0..<2 { for j in 0..<2 { p[i][j] -= gain[i] * row[j] } }
    }

    static func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
      (0..<2).map { i in (0..<2).map { j in a[i][0] * b[0][j] + a[i][1] * b[1][j] } }
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `The kernel equals the matrix form`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var kernel = ConstantVelocityKernel(distance: 2.0, distanceVariance: 0.01, velocityVariance: 1)
    var matrix = MatrixFilter(x: [2, 0], p: [[0.01, 0], [0, 1]])
    for _ in 0..<1000 {
      let h = 0.2 * random.unit()
      let z = 2 + random.sumOfTwelve()
      kernel.predict(step: h, processNoise: 0.7)
      matrix.predict(h, q: 0.7)
      kernel.fold(z, variance: 0.04)
      matrix.fold(z, r: 0.04)
      #expect(abs(kernel.distance - matrix.x[0]) < 1e-12, "seed \(seed)")
      #expect(abs(kernel.velocity - matrix.x[1]) < 1e-11, "seed \(seed)")
      #expect(abs(kernel.distanceVariance - matrix.p[0][0]) < 1e-13, "seed \(seed)")
      #expect(abs(kernel.covariance - matrix.p[1][0]) < 1e-12, "seed \(seed)")
      #expect(abs(kernel.velocityVariance - matrix.p[1][1]) < 1e-11, "seed \(seed)")
    }
  }

  @Test func `The gate drops an outlier, and the filter restarts after ten outliers`() throws {
    var filter = ConstantVelocityFilter(gate: 6.63)
    for step in 0..<50 { filter.update(2, at: Seconds(Double(step) * 0.1)) }
    let used = (0..<10).map { filter.update(40, at: Seconds(5 + Double($0) * 0.01)) }
    #expect(used == Array(repeating: false, count: 9) + [true])
    let estimate = try #require(filter.estimate(at: 5.1))
    #expect(abs(estimate.distance.value - 40) < 0.01)
  }
}
