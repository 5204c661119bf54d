import Foundation
import LubdubSignals
import Testing

@Suite struct LombScargleTests {
  @Test func `rotations give what sines and cosines give`() throws {
    let times = (0..<101).map { Double($0) * 0.83 + 0.1 * sin(Double($0 * $0)) }
    let values = times.map { 3 * sin(2 * .pi * 0.13 * $0) + cos(2 * .pi * 0.31 * $0) - 0.02 }
    let found = try LombScargle(
      times: times, values: values, from: 0.003, spacing: 0.001, count: 398)
    for index in stride(from: 0, to: 398, by: 13) {
      let expected = Self.power(times, values, 2 * .pi * (0.003 + 0.001 * Double(index)))
      #expect(abs(found.power[index] - expected) <= 1e-9 * max(1, expected))
    }
  }

  @Test func `settings out of their range are refused`() {
    #expect(throws: SpectraError.self) {
      try LombScargle(times: [], values: [], from: 0.1, spacing: 0.1, count: 3)
    }
    #expect(throws: SpectraError.self) {
      try LombScargle(times: [1, 2], values: [1], from: 0.1, spacing: 0.1, count: 3)
    }
    #expect(throws: SpectraError.self) {
      try LombScargle(times: [1], values: [1], from: .nan, spacing: 0.1, count: 3)
    }
  }

  /// Lomb's formula, term by term.
  private static func power(_ times: [Double], _ values: [Double], _ omega: Double) -> Double {
    let shift =
      atan2(
        times.reduce(0) { $0 + sin(2 * omega * $1) }, times.reduce(0) { $0 + cos(2 * omega * $1) })
      / (2 * omega)
    let cosines = times.map { cos(omega * ($0 - shift)) }
    let sines = times.map { sin(omega * ($0 - shift)) }
    func part(_ base: [Double]) -> Double {
      let projection = zip(values, base).reduce(0) { $0 + $1.0 * $1.1 }
      return projection * projection / base.reduce(0) { $0 + $1 * $1 }
    }
    return (part(cosines) + part(sines)) / 2
  }
}
