import Foundation
import TestSupport
import Testing

@testable import LubdubSignals

/// The matrix with these eigenvalues whose eigenvectors two reflections from a seed give.
private func hermitian(_ values: [Double], seed: UInt64) -> [Complex] {
  let order = values.count
  var matrix = (0..<order * order).map {
    $0 % (order + 1) == 0 ? Complex(values[$0 / order]) : Complex(0)
  }
  for number in 0..<2 as Range<UInt64> {
    let vector = zip(noise(order, seed: seed + number), noise(order, seed: seed + 77 + number)).map
    { Complex($0, $1) }
    let scale = 2 / vector.reduce(0) { $0 + $1.squaredMagnitude }
    let reflection = (0..<order * order).map { place in
      Complex(place % (order + 1) == 0 ? 1 : 0) - vector[place / order]
        * vector[place % order].conjugate * scale
    }
    matrix = product(product(reflection, matrix, order), reflection, order)
  }
  return matrix
}

private func product(_ left: [Complex], _ right: [Complex], _ order: Int) -> [Complex] {
  (0..<order * order).map { place in
    (0..<order).reduce(Complex(0)) {
      $0 + left[place / order * order + $1] * right[$1 * order + place % order]
    }
  }
}

@Suite struct HermitianEigenTests {
  @Test(arguments: [1, 2, 3, 4, 10, 25, 75])
  func `The eigenvalues are those that the matrix was made from`(_ order: Int) throws {
    let kinds: [(String, (Int) -> Double)] = [
      ("spread", { Double($0 * $0) - 7 }), ("two", { $0 < 2 ? 3 - Double($0) : 0 }),
      ("equal", { _ in 2 }), ("decades", { pow(10, -Double($0 % 12)) }),
    ]
    for (name, value) in kinds {
      let values = (0..<order).map(value).sorted(by: >)
      let eigen = try #require(HermitianEigen(hermitian(values, seed: 3), order: order))
      let size = values.map(abs).max() ?? 1
      for (found, expected) in zip(eigen.values, values) {
        #expect(abs(found - expected) < 1e-13 * Double(order) * size, "\(name)")
      }
    }
  }

  @Test func `Diagonal and zero matrices are solved`() {
    let diagonal = [3, 0, 0, 0, -1, 0, 0, 0, 2].map { Complex($0) }
    let solved = HermitianEigen(diagonal, order: 3)?.values ?? []
    for (found, expected) in zip(solved, [3.0, 2, -1]) { #expect(abs(found - expected) < 1e-15) }
    #expect(solved.count == 3)
    let zero = [Complex](repeating: Complex(0), count: 16)
    #expect(HermitianEigen(zero, order: 4)?.values == [0, 0, 0, 0])
  }

  @Test func `Numbers that are not finite or too large have no eigenvalues`() {
    #expect(HermitianEigen([Complex(.nan)], order: 1) == nil)
    #expect(HermitianEigen([Complex(1e200)], order: 1) == nil)
  }
}
