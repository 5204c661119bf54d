import CTraceText
import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

/// Numbers and rows, read with the vector instructions of every kind of processor available here.
@Suite struct TraceTextTests {
  private static let levels: [Int32] = [0, 1]

  @Test(arguments: levels)
  func `Numbers of a column match strtod at every vector level`(level: Int32) {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<Thoroughness.rounds(6000) {
      let count = Int.random(in: 1...64, using: &generator)
      let longest = [4, 8, 9, 17, 24, 26].randomElement(using: &generator) ?? 8
      let texts = (0..<count).map { _ in NastyNumber.make(upTo: longest, using: &generator) }
      check(texts, level, "seed 31")
      // A comma as the decimal mark makes no difference but where there is one already.
      let others = texts.map { $0.replacing(",", with: "x") }
      check(others, level, "seed 31, decimal comma", point: UInt8(ascii: ","))
    }
  }

  @Test(arguments: levels)
  func `Halves between doubles are rounded to even at every vector level`(level: Int32) {
    var generator = SeededGenerator(seed: 32)
    for _ in 0..<Thoroughness.rounds(2000) {
      let texts = (0..<64).map { _ in NastyNumber.half(using: &generator) }
      check(texts, level, "seed 32")
    }
  }

  @Test(arguments: levels)
  func `Signed decimals of up to four digits match at every vector level`(level: Int32) {
    for start in stride(from: 0, to: 10_000, by: 16) {
      let texts = (start..<start + 16).flatMap { number in
        (0...3).map { point in
          var text = String(number)
          text.insert(".", at: text.index(text.startIndex, offsetBy: min(point, text.count)))
          return number % 2 == 0 ? text : "-" + text
        }
      }
      check(texts, level, "\(start)")
    }
  }

  @Test(arguments: levels)
  func `Words of a column are found at every vector level`(level: Int32) {
    var generator = SeededGenerator(seed: 34)
    let words = ["", "uwb", "ble", " \"uwb\"", "NA", "UWB", "uwbs", "bleacher", "null\0", "\0"]
    for _ in 0..<Thoroughness.rounds(1000) {
      let count = Int.random(in: 1...64, using: &generator)
      let texts = (0..<count).map { _ in words[Int(generator.next() % UInt64(words.count))] }
      let first = words[Int.random(in: 1...6, using: &generator)]
      let second = words[Int.random(in: 8...9, using: &generator)]
      let found = withFields(texts) { fields in
        text_functions_at(level).find_words(fields, key(first), key(second))
      }
      for (row, text) in texts.enumerated() {
        let bit: UInt64 = 1 << UInt64(row)
        #expect((found.first & bit != 0) == (text == first), "seed 34")
        #expect((found.second & bit != 0) == (text == second), "seed 34")
        #expect((found.empty & bit != 0) == text.isEmpty, "seed 34")
      }
    }
  }

  private func key(_ text: String) -> UInt64 {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap { FieldText($0, count: bytes.count).key } ?? 0
    }
  }

  @Test func `All vector levels find the same rows`() {
    var generator = SeededGenerator(seed: 33)
    let alphabet = Array("1,1,1;\n\n\r2.-\"# ".utf8)
    for _ in 0..<Thoroughness.rounds(20_000) {
      let columns = Int.random(in: 2...5, using: &generator)
      let ends: [UInt8] = [[0x0A], [0x0D, 0x0A]].randomElement(using: &generator) ?? [0x0A]
      let nasty = generator.unit() < 0.5 ? 0.02 : 0
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 1...70, using: &generator) {
        for column in 0..<columns {
          if column > 0 { text.append(UInt8(ascii: ",")) }
          let width = Int.random(in: 0...9, using: &generator)
          text += (0..<width).map { _ in
            generator.unit() < nasty ? alphabet.randomElement(using: &generator) ?? 0x31 : 0x31
          }
        }
        text += ends
      }
      let found = Self.levels.map { findRows(text, columns: columns, level: $0) }
      #expect(found[0] == plainRows(text, columns: columns), "seed 33")
      #expect(found.allSatisfy { $0 == found[0] }, "seed 33")
    }
  }

  /// Reads numbers as a column, short ones and long ones.
  private func check(
    _ texts: [String], _ level: Int32, _ source: String, point: UInt8 = UInt8(ascii: ".")
  ) {
    let functions = text_functions_at(level)
    var short = [Double](repeating: .nan, count: 64)
    var long = short
    let written = point == UInt8(ascii: ".") ? texts : texts.map { $0.replacing(".", with: ",") }
    let (shortSeen, longSeen) = withFields(written, point: point) { fields in
      (
        functions.read_short(fields, &short),
        functions.read_long(fields, DecimalDivisor.all, &long)
      )
    }
    for (row, text) in texts.enumerated() {
      let bit: UInt64 = 1 << UInt64(row)
      let kind = NastyNumber.kind(of: text)
      let expected = strtod(text, nil).bitPattern
      let isShort = shortSeen.taken & bit != 0
      let isLong = longSeen.taken & bit != 0
      #expect(isShort == (kind == .short), "\(text), \(source)")
      #expect(isLong == (kind != .other), "\(text), \(source)")
      if isShort { #expect(short[row].bitPattern == expected, "\(text), \(source)") }
      if isLong { #expect(long[row].bitPattern == expected, "\(text), \(source)") }
      #expect((shortSeen.empty & bit != 0) == text.isEmpty, "\(text), \(source)")
      #expect((longSeen.empty & bit != 0) == text.isEmpty, "\(text), \(source)")
    }
    let isLong = texts.contains { $0.utf8.count > 8 }
    #expect(shortSeen.has_long == isLong && longSeen.has_long == isLong, "\(source)")
  }

  /// Texts as the fields of a column.
  private func withFields<Result>(
    _ texts: [String], point: UInt8 = UInt8(ascii: "."),
    _ body: (UnsafePointer<text_fields>) -> Result
  ) -> Result {
    let margin = [UInt8](repeating: UInt8(ascii: "7"), count: CSVKernel.margin)
    var bytes = margin
    var marks = [UInt32(bytes.count - 1)]
    for text in texts {
      bytes += Array(text.utf8)
      marks.append(UInt32(bytes.count))
      bytes.append(UInt8(ascii: ","))
    }
    bytes += margin
    return bytes.withUnsafeBufferPointer { bytes in
      marks.withUnsafeBufferPointer { marks in
        let fields = text_fields(
          origin: bytes.baseAddress, starts: marks.baseAddress,
          ends: marks.baseAddress.map { $0 + 1 },
          start_stride: 1, end_stride: 1, gap: 0, point: point, count: Int64(texts.count))
        return withUnsafePointer(to: fields, body)
      }
    }
  }

  /// The separators and the line feed of each row found.
  private func findRows(_ text: [UInt8], columns: Int, level: Int32) -> [Int] {
    let margin = [UInt8](repeating: 0x0A, count: CSVKernel.margin)
    let bytes = margin + text + margin
    var feeds = [UInt32](repeating: 7, count: 64 + Int(text_mark_slack))
    var separators = [UInt32](repeating: 7, count: 64 * columns + Int(text_mark_slack))
    return bytes.withUnsafeBufferPointer { bytes in
      feeds.withUnsafeMutableBufferPointer { feeds in
        separators.withUnsafeMutableBufferPointer { separators in
          guard let first = bytes.baseAddress.map({ $0 + margin.count }),
            let last = text.lastIndex(of: 0x0A)
          else { return [] }
          var rows = text_rows()
          rows.origin = first - 1
          rows.feeds = feeds.baseAddress
          rows.separators = separators.baseAddress
          rows.separator = UInt8(ascii: ",")
          rows.columns = Int64(columns)
          let count = Int(text_functions_at(level).find_rows(&rows, first + last, 64))
          return (0..<count).flatMap { row in
            let marks = (0..<columns - 1).map { column in
              separators[row * (columns - 1) + column]
            }
            return (marks + [feeds[row + 1]]).map { Int($0) - 1 }
          }
        }
      }
    }
  }

  /// The rows, found byte by byte.
  private func plainRows(_ text: [UInt8], columns: Int) -> [Int] {
    var rows: [Int] = []
    var count = 0
    var start = 0
    var hasReturns: Bool?
    while count < 64, let end = text[start...].firstIndex(of: 0x0A) {
      let line = text[start..<end]
      let hasReturn = line.last == 0x0D
      let first = text[start]
      guard first > 0x23 || first == 0x22, line.count(where: { $0 == 0x2C }) == columns - 1,
        !line.dropLast().contains(0x0D), hasReturns ?? hasReturn == hasReturn
      else { break }
      hasReturns = hasReturn
      count += 1
      rows += line.indices.filter { text[$0] == 0x2C } + [end]
      start = end + 1
    }
    return rows
  }
}

/// Texts that are numbers, or nearly.
private enum NastyNumber {
  enum Kind {
    /// A text of up to eight characters.
    case short
    /// A text of up to 24 characters after the sign, with 19 significant digits.
    case long
    case other
  }

  static func make(upTo longest: Int, using generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...longest, using: &generator)
    let zeros = generator.unit() < 0.2 ? Int.random(in: 0...count, using: &generator) : 0
    var digits = (0..<count).map { place in
      place < zeros ? "0" : Character(String(generator.next() % 10))
    }
    if count > 0, generator.unit() < 0.8 {
      digits[Int(generator.next() % UInt64(count))] = "."
    }
    if count > 1, generator.unit() < 0.4 { digits[0] = "-" }
    if count > 1, generator.unit() < 0.1 { digits[Int(generator.next() % 2)] = " " }
    if count > 0, generator.unit() < 0.1 {
      let strange = Array("..--+eE /:,\u{7F}\u{0}\"x")
      digits[Int(generator.next() % UInt64(count))] =
        strange.randomElement(using: &generator) ?? "."
    }
    return String(digits)
  }

  /// A number exactly between two doubles, or next to such a number.
  static func half(using generator: inout SeededGenerator) -> String {
    // 54 bits, the lowest one set, divided by a small power of two.
    let bits = (generator.next() >> 10) | 1 << 53 | 1
    let places = Int(generator.next() % 4)
    let (quotient, rest) = bits.quotientAndRemainder(dividingBy: 1 << UInt64(places))
    let power = (0..<places).reduce(1 as UInt64) { power, _ in power * 10 }
    let fraction = String(rest * power >> UInt64(places))
    let zeros = String(repeating: "0", count: max(0, places - fraction.count))
    let text = places == 0 ? "\(quotient)" : "\(quotient).\(zeros)\(fraction)"
    guard places > 0, generator.unit() < 0.4 else { return text }
    return String(text.dropLast()) + String(generator.next() % 10)
  }

  static func kind(of text: String) -> Kind {
    let bare = text.utf8.dropFirst(text.hasPrefix(" ") ? 1 : 0)
    let digits = bare.first == UInt8(ascii: "-") ? bare.dropFirst() : bare
    let points = digits.count { $0 == UInt8(ascii: ".") }
    let isNumber =
      !digits.isEmpty && points <= 1 && digits.last != UInt8(ascii: ".")
      && digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard isNumber else { return .other }
    if text.utf8.count <= 8 { return .short }
    let counted = digits.filter { $0 != UInt8(ascii: ".") }.drop { $0 == 0x30 }
    return digits.count <= 24 && counted.count <= 19 ? .long : .other
  }
}
