import Foundation
import TestSupport
import Testing

/// The cyclic Jacobi iteration, the oracle: each rotation makes one off-diagonal number zero.
private func jacobiValues(_ matrix: [Complex], order: Int) -> [Double] {
  var a = matrix
  for _ in 0..<12 {
    for p in 0..<order {
      for q in (p + 1)..<max(order, p + 1) where a[p * order + q].magnitude > 1e-300 {
        let beside = a[p * order + q]
        let phase = beside * (1 / beside.magnitude)
        let difference = a[q * order + q].real - a[p * order + p].real
        let angle = difference == 0 ? .pi / 4 : 0.5 * atan(2 * beside.magnitude / difference)
        let (c, s) = (cos(angle), sin(angle))
        for k in 0..<order {
          let (x, y) = (a[k * order + p], a[k * order + q] * phase.conjugate)
          a[k * order + p] = x * c + y * -s
          a[k * order + q] = x * s + y * c
        }
        for k in 0..<order {
          let (x, y) = (a[p * order + k], a[q * order + k] * phase)
          a[p * order + k] = x * c + y * -s
          a[q * order + k] = x * s + y * c
        }
      }
    }
  }
  return (0..<order).map { a[$0 * order + $0].real }.sorted(by: >)
}

/// A Hermitian matrix from a seed; with a rank, the sum of that many outer products.
private func hermitian(_ order: Int, rank: Int? = nil, seed: UInt64) -> [Complex] {
  let rank = rank ?? order
  let real = noise(order * rank, seed: seed)
  let imaginary = noise(order * rank, seed: seed + 77)
  func entry(_ row: Int, _ term: Int) -> Complex {
    Complex(real[row * rank + term], imaginary[row * rank + term])
  }
  return (0..<order * order).map { place in
    (0..<rank).reduce(Complex(0)) { sum, term in
      let sign = rank == order && !term.isMultiple(of: 2) ? -1.0 : 1.0
      return sum + entry(place / order, term) * entry(place % order, term).conjugate * sign
    }
  }
}

@Suite struct HermitianEigenTests {
  @Test(arguments: [1, 2, 3, 4, 10, 25])
  func `The eigenvalues match Jacobi's iteration`(_ order: Int) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let matrix = hermitian(order, rank: seed == 3 ? min(2, order) : nil, seed: seed)
      let eigen = try HermitianEigen(matrix, order: order)
      let oracle = jacobiValues(matrix, order: order)
      let size = oracle.map(abs).max() ?? 1
      for (found, expected) in zip(eigen.values, oracle) {
        #expect(abs(found - expected) < 1e-9 * size, "seed \(seed)")
      }
    }
  }

  @Test func `Diagonal and zero matrices are solved`() throws {
    let diagonal = [3, 0, 0, 0, -1, 0, 0, 0, 2].map { Complex($0) }
    #expect(try HermitianEigen(diagonal, order: 3).values == [3, 2, -1])
    let zero = [Complex](repeating: Complex(0), count: 16)
    #expect(try HermitianEigen(zero, order: 4).values == [0, 0, 0, 0])
  }

  @Test func `Invalid matrices and values that are not finite are rejected`() {
    #expect(throws: SpectraError.self) { try HermitianEigen([], order: 0) }
    #expect(throws: SpectraError.self) { try HermitianEigen([Complex(1)], order: 2) }
    #expect(throws: SpectraError.self) { try HermitianEigen([Complex(.nan)], order: 1) }
    #expect(throws: SpectraError.self) { try HermitianEigen([Complex(1e200)], order: 1) }
  }
}
