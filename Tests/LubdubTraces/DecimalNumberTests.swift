import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

@Suite struct DecimalNumberTests {
  @Test func `A million printed random doubles are read back bit for bit`() {
    var generator = SeededGenerator(seed: 20)
    var failures = 0
    for _ in 0..<Thoroughness.rounds(1_000_000) {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      if parse(number.description) != .number(number) { failures += 1 }
    }
    #expect(failures == 0, "seed 20")
  }

  @Test func `Random doubles of everyday size are read back by both readers`() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<Thoroughness.rounds(200_000) {
      let number = (generator.unit() - 0.3) * pow(10, Double(generator.next() % 12))
      let text = number.description
      #expect(parse(text) == .number(number), "\(text), seed 21")
      if let plain = plain(text) { #expect(plain == number, "\(text), seed 21") }
    }
  }

  @Test func `Decimals of up to five digits with a point anywhere match strtod`() {
    var failures: [String] = []
    for digits in 0..<100_000 {
      for point in 0...5 {
        let text = Self.decimal(digits, point: point)
        let expected = strtod(text, nil)
        let isRight =
          Self.isJSON(text)
          ? plain(text) == expected && parse(text) == .number(expected)
          : plain(text) == nil && parse(text) == .number(expected)
        if !isRight { failures.append(text) }
      }
    }
    #expect(failures.isEmpty, "\(failures.prefix(5))")
  }

  @Test func `Random texts of up to 25 digits with exponents match strtod`() {
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<Thoroughness.rounds(300_000) {
      let text = Self.random(using: &generator)
      let expected = strtod(text, nil)
      let parsed = parse(text)
      #expect(
        parsed == (expected.isFinite ? .number(expected) : .notFinite), "\(text), seed 22")
      if let plain = plain(text) { #expect(plain == expected, "\(text), seed 22") }
    }
  }

  @Test(arguments: [
    "9007199254740993", "9007199254740993.0", "9007199254740992.999", "9007199254740991.5",
    "1.00000000000000011102230246251565", "1.0000000000000001110223024625156540423631668090820",
    "0.500000000000000166533453693773481063544750213623046875", "4503599627370496.5",
    "4503599627370497.5", "1152921504606846977", "18446744073709551615", "18446744073709551616",
    "2.2250738585072011e-308", "5e-324", "2.4703282292062327e-324", "1.7976931348623157e308",
    "0.000000000000000000000000000000000001", "1e22", "1e23", "123456789012345678e-19",
  ])
  func `Numbers near the middle of two doubles are rounded to even`(text: String) {
    #expect(parse(text) == .number(strtod(text, nil)))
    if let plain = plain(text) { #expect(plain == strtod(text, nil)) }
  }

  @Test func `The plain reader accepts all numbers of up to 19 digits and 19 decimals`() {
    var generator = SeededGenerator(seed: 24)
    for _ in 0..<Thoroughness.rounds(300_000) {
      let count = 1 + Int(generator.next() % 19)
      let digits = (0..<count).map { _ in String(generator.next() % 10) }
      let point = 1 + Int(generator.next() % UInt64(count))
      let text = digits[..<point].joined() + "." + digits[point...].joined()
      guard Self.isJSON(text) else { continue }
      #expect(plain(text) == strtod(text, nil), "\(text), seed 24")
    }
  }

  @Test func `The sign of zero is kept`() {
    guard case .number(let zero) = parse("-0.0") else {
      Issue.record("-0.0 is a number")
      return
    }
    #expect(zero == 0 && zero.sign == .minus)
  }

  @Test(
    "Text that is not a number and numbers that are not finite have different reasons",
    arguments: [
      ("", DecimalNumber.Parsed.malformed), (".", .malformed), ("-", .malformed),
      ("0x10", .malformed), ("0x1p3", .malformed), ("1,5", .malformed), ("1.5 ", .malformed),
      (" 1.5", .malformed), ("1e", .malformed), ("1e+", .malformed), ("1.2.3", .malformed),
      ("+-1", .malformed), ("1_000", .malformed), ("٣", .malformed), ("nan(0x1)", .malformed),
      ("nan", .notFinite), ("-NaN", .notFinite), ("Infinity", .notFinite), ("+inf", .notFinite),
      ("1e400", .notFinite), ("-1e400", .notFinite), ("1e99999999999999999999", .notFinite),
      ("1e-400", .number(0)), ("0e99999999999999999999", .number(0)), ("5.", .number(5)),
      (".5", .number(0.5)), ("+2", .number(2)), ("1E2", .number(100)),
    ])
  func malformed(text: String, expected: DecimalNumber.Parsed) {
    #expect(parse(text) == expected)
  }

  @Test func `The plain reader accepts only digits, a sign, and one point`() {
    var generator = SeededGenerator(seed: 23)
    for _ in 0..<Thoroughness.rounds(300_000) {
      let count = 1 + Int(generator.next() % 24)
      let alphabet = Array("0123456789..,-+eE /:\u{7F}xé\0".utf8)
      let bytes = (0..<count).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }
      let points = bytes.count { $0 == UInt8(ascii: ".") }
      let digits = bytes.count { (0x30...0x39).contains($0) }
      let hasSign = bytes.first == UInt8(ascii: "-")
      let isPlain = points <= 1 && digits + points + (hasSign ? 1 : 0) == count && digits > 0
      if !isPlain { #expect(plain(bytes) == nil, "\(bytes), seed 23") }
    }
  }

  private func parse(_ text: String) -> DecimalNumber.Parsed {
    Array(text.utf8).withUnsafeBytes { DecimalNumber.parse($0) }
  }

  private func plain(_ text: String) -> Double? { plain(Array(text.utf8)) }

  /// The number from the reader of plain rows, which needs a line end; `nil` if the reader doesn't use all bytes.
  private func plain(_ bytes: [UInt8]) -> Double? {
    let line = bytes + [0x0A] + [UInt8](repeating: UInt8(ascii: "7"), count: LineBytes.margin)
    return line.withUnsafeBytes { buffer in
      DecimalNumber.powersOfTen.withUnsafeBufferPointer { powers in
        guard var place = buffer.baseAddress, let powers = powers.baseAddress else { return nil }
        let end = place + bytes.count
        let number = ShortNumber.read(&place, powers: powers)
        return place == end ? number : nil
      }
    }
  }

  /// Whether a number of digits and at most one point is valid in JSON too: no leading zero, and digits on both sides of the
  /// point.
  private static func isJSON(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty } && (parts[0] == "0" || !parts[0].hasPrefix("0"))
  }

  private static func decimal(_ digits: Int, point: Int) -> String {
    let text = String(digits)
    let padded = String(repeating: "0", count: max(0, 6 - text.count)) + text
    let place = padded.index(padded.endIndex, offsetBy: -point)
    return point == 0 ? text : "\(padded[..<place]).\(padded[place...])"
  }

  private static func random(using generator: inout SeededGenerator) -> String {
    let count = 1 + Int(generator.next() % 25)
    let digits = (0..<count).map { _ in Character(String(generator.next() % 10)) }
    var text = String(digits)
    if generator.unit() < 0.7 {
      let place = text.index(text.startIndex, offsetBy: Int(generator.next() % UInt64(count)))
      text.insert(".", at: place)
    }
    if generator.unit() < 0.5 { text += "e\(Int(generator.next() % 640) - 320)" }
    return text
  }
}
