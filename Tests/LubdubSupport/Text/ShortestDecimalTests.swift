import TestSupport
import Testing

@Suite struct ShortestDecimalTests {
  private func text(_ number: Double) -> String {
    var bytes: [UInt8] = []
    bytes.appendLine(capacity: LineBuffer.numberLength) {
      $0.append(number, then: UInt8(ascii: ","))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [7, 8])
  func `Numbers of every magnitude match the standard library's text`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Thoroughness.rounds(200_000) {
      let fraction = Double.random(in: 0..<1, using: &generator)
      let scaled = Double(
        sign: .plus, exponent: Int.random(in: -14...34, using: &generator),
        significand: 1 + fraction)
      let decimal =
        (fraction * 1e9).rounded() / [1, 1e3, 1e6, 1e9].randomElement(using: &generator)!
      let binary = (fraction * 1e9).rounded() / 512
      for number in [scaled, -scaled, decimal, decimal.nextUp, decimal.nextDown, binary] {
        #expect(text(number) == JSONWriter.text(of: number) + ",", "seed \(seed)")
      }
    }
  }

  @Test(
    "Zeros, extremes, and numbers out of range match the standard library's text",
    arguments: [
      0, -0.0, 1, 0.001, 0.001.nextDown, 0.001.nextUp, 1e9, 1e9.nextDown, 0.1, 0.3, 0.5, 1e-5,
      1e300,
      -1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123456789.001953125,
      9_007_199_254_740_992, .nan,
      .infinity,
    ])
  func ends(number: Double) {
    #expect(text(number) == JSONWriter.text(of: number) + ",")
  }
}
