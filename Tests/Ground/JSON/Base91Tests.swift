import JSON
import Testing

@Suite("Base91")
struct Base91Tests {
  /// Reads as web/bytes.js does.
  static func decoded(_ text: String) -> [UInt8] {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%()*+,./:;>=?@[]^_`{|}~\"'-"
    )
    var bytes: [UInt8] = []
    var first: Int?
    var (bits, count) = (0, 0)
    for digit in text.compactMap({ alphabet.firstIndex(of: $0) }) {
      guard let low = first else {
        first = digit
        continue
      }
      let value = low + 91 * digit
      first = nil
      bits |= value << count
      count += value & 8191 > 88 ? 13 : 14
      while count > 7 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        count -= 8
      }
    }
    if let first { bytes.append(UInt8(truncatingIfNeeded: bits | first << count)) }
    return bytes
  }

  @Test("bytes of every length come back, in characters that a script of HTML leaves alone")
  func roundTrip() {
    var state: UInt32 = 7
    for count in 0...400 {
      let bytes = (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
      }
      let text = bytes.withUnsafeBytes { Base91.encode($0) }
      #expect(Self.decoded(text) == bytes, "\(count) bytes")
      #expect(!text.contains { "<&\\".contains($0) })
      #expect(Double(text.utf8.count) <= 1.231 * Double(count) + 2)
    }
  }
}
