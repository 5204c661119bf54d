import JSON
import Testing

@Suite("Base85")
struct Base85Tests {
  /// Reads as web/bytes.js does: what is missing of the last group counts as its largest character.
  static func decoded(_ text: String) -> [UInt8] {
    let alphabet = Array(
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-.:;=?@^_`{|}~")
    let digits = text.compactMap { alphabet.firstIndex(of: $0) }
    return stride(from: 0, to: digits.count, by: 5).flatMap { start -> [UInt8] in
      let group = digits[start..<min(start + 5, digits.count)]
      let word = (0..<5).reduce(UInt64(0)) { word, place in
        word * 85 + UInt64(place < group.count ? group[start + place] : 84)
      }
      return (0..<group.count - 1).map { UInt8(truncatingIfNeeded: word >> UInt64(24 - 8 * $0)) }
    }
  }

  @Test("bytes of every length come back, in characters that HTML leaves alone")
  func roundTrip() {
    var state: UInt32 = 7
    for count in 0...300 {
      let bytes = (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
      }
      let text = bytes.withUnsafeBytes { Base85.encode($0) }
      #expect(Self.decoded(text) == bytes, "\(count) bytes")
      #expect(!text.contains { "<>&\"'\\".contains($0) })
      #expect(text.utf8.count == count / 4 * 5 + (count % 4 > 0 ? count % 4 + 1 : 0))
    }
    #expect([UInt8](repeating: 255, count: 4).withUnsafeBytes { Base85.encode($0) } == "|NsC0")
  }
}
