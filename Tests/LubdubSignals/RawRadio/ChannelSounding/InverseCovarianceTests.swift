import Foundation
import Lubdub
import LubdubWorkbench
import Testing

@testable import LubdubSignals

@Suite struct InverseCovarianceTests {
  /// Combs with gaps, combs of every second and third slot, and random slots, with few and many missing.
  static let masks: [[Int]] = {
    var random = SplitMix64(seed: 3)
    let drawn = [0.3, 0.6, 0.95].map { share in
      (0..<ToneGrid.count).filter { _ in random.uniform(0...1) < share }
    }
    let combs = [
      Array(0..<75), (0..<75).filter { !(21...23).contains($0) },
      Array(stride(from: 1, to: 75, by: 2)),
      Array(stride(from: 2, to: 75, by: 3)), (0..<75).filter { $0 / 3 % 2 == 0 }, [0, 74], [40],
    ]
    return combs + drawn
  }()

  @Test(arguments: masks.indices)
  func `The inverse times the covariance is the identity for every mask`(_ number: Int) throws {
    let slots = Self.masks[number]
    let noise = 0.01
    let kernel = EchoKernel(tails: EchoKernel.tails, share: 0.4, .oneWay)
    let inverse = InverseCovariance(kernel, slots: slots, noise: noise)
    func inverseEntry(_ row: Int, _ column: Int) -> ComplexLanes {
      row >= column
        ? inverse.entries[InverseCovariance.start(of: row) + column]
        : inverse.entries[InverseCovariance.start(of: column) + row].conjugate
    }
    for row in slots.indices {
      for column in stride(from: 0, to: slots.count, by: 9) {
        var sum = ComplexLanes.zero
        for place in slots.indices {
          let lag = slots[place] - slots[column]
          var entry = lag >= 0 ? kernel.lags[lag] : kernel.lags[-lag].conjugate
          if lag == 0 { entry.real += noise }
          sum = sum + inverseEntry(row, place) * entry
        }
        let expected = SIMD4(repeating: row == column ? 1.0 : 0)
        #expect(((sum.real - expected).magnitudeOfAll + sum.imaginary.magnitudeOfAll) < 1e-10)
      }
    }
  }

  /// The determinant by eigenvalues.
  @Test(arguments: masks.indices)
  func `The determinant is the product of the eigenvalues`(_ number: Int) throws {
    let slots = Self.masks[number]
    let kernel = EchoKernel(tails: EchoKernel.tails, share: 0.4, .twoWay)
    let inverse = InverseCovariance(kernel, slots: slots, noise: 0.01)
    let numbers = slots.flatMap { row in
      slots.map { column -> Complex in
        let lag = kernel.lags[abs(row - column)]
        let entry = Complex(lag.real.z, row >= column ? lag.imaginary.z : -lag.imaginary.z)
        return row == column ? entry + Complex(0.01) : entry
      }
    }
    let values = try #require(HermitianEigen(numbers, order: slots.count)).values
    let expected = values.reduce(0) { $0 + log($1) }
    #expect(abs(inverse.logDeterminant.z - expected) < 1e-9 * max(1, abs(expected)))
  }
}

extension SIMD4<Double> {
  /// The sum of the absolute values.
  fileprivate var magnitudeOfAll: Double { abs(x) + abs(y) + abs(z) + abs(w) }
}
