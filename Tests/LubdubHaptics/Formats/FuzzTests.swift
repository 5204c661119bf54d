import Foundation
import TestSupport
import Testing

@testable import LubdubHaptics

/// Damaged files are rejected or read, but never end the process.
@Suite struct FuzzTests {
  @Test(arguments: HapticFormat.allCases)
  func `Readers survive a thousand damaged files`(_ format: HapticFormat) throws {
    var generator = SeededGenerator(seed: 20)
    var seeds: [[UInt8]] = []
    for seed in 0..<8 {
      var random = RandomTimelines(seed: UInt64(seed))
      var options = ExportOptions()
      options.androidStyle = ExportOptions.AndroidStyle.allCases[seed % 4]
      let document = TimelineDocument(random.separated())
      if let bytes = try? format.encode(document, options: options).bytes { seeds.append(bytes) }
    }
    // The shortest show most in a given time; some formats have none below 6,000 bytes.
    seeds.sort { $0.count < $1.count }
    seeds = Array(seeds.prefix(max(3, seeds.count { $0.count < 6000 })))
    seeds += Self.samples(of: format)
    for round in 0..<(Thoroughness.isFull ? 100_000 : 1000) {
      var bytes = seeds[round % seeds.count]
      Self.damage(&bytes, &generator)
      _ = FileKind.recognize(bytes).check(bytes)
      guard let document = try? format.decode(bytes) else { continue }
      if round.isMultiple(of: 10), document.timeline.duration.value < 100 {
        _ = try? format.encode(document)
      }
    }
  }

  private static func samples(of format: HapticFormat) -> [[UInt8]] {
    let ending = format.fileExtension
    let files = Recordings.files(in: "haptics", endings: [ending])
    return files.compactMap { try? [UInt8](Data(contentsOf: $0)) }.filter { $0.count < 3000 }
  }

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let tokens = [
      "-1", "1e308", "1e-320", "-0.0", "9007199254740993", "-9223372036854775808",
      "9223372036854775807", "18446744073709551616", "-1e300", "0", "null", "[]", "{}", "\"", "<",
      "&#0;", "]]>",
    ]
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let length = min(Int.random(in: 1...20, using: &generator), bytes.count - place)
      switch Int.random(in: 0...5, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(place..<place + length)
      case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 3: bytes.removeSubrange(place...)
      case 4:
        let token = tokens[Int.random(in: 0..<tokens.count, using: &generator)]
        bytes.insert(contentsOf: token.utf8, at: place)
      default:
        // A whole number becomes another.
        var digits: [Int] = []
        var place = 0
        while place < bytes.count {
          if bytes[place] >= 0x30, bytes[place] <= 0x39 { digits.append(place) }
          place += 1
        }
        guard let digit = digits.randomElement(using: &generator) else { continue }
        let end = bytes[digit...].firstIndex { !"0123456789.eE".utf8.contains($0) } ?? bytes.count
        let token = tokens[Int.random(in: 0..<10, using: &generator)]
        bytes.replaceSubrange(digit..<end, with: token.utf8)
      }
    }
  }
}
