import JSON
import TestSupport
import Testing

@Suite("Base91")
struct Base91Tests {
  @Test("bytes of every length come back, in characters that a script of HTML leaves alone")
  func roundTrip() {
    var state: UInt32 = 7
    for count in 0...400 {
      let bytes = (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
      }
      let text = bytes.withUnsafeBytes { Base91.encode($0) }
      #expect(base91Decoded(text) == bytes, "\(count) bytes")
      #expect(!text.contains { "<&\\".contains($0) })
      #expect(Double(text.utf8.count) <= 1.231 * Double(count) + 2)
    }
  }
}
