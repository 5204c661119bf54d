import TestSupport
import Testing

@testable import LubdubSupport

@Suite struct JSONWriterTests {
  @Test func `Members are sorted by name, and equal values give equal bytes`() {
    let value: JSONValue = ["b": 1, "a": [true, .null, "x"], "ä": 2, "B": 0.5]
    let line = String(decoding: JSONWriter.encode(value, lineLength: nil), as: UTF8.self)
    #expect(line == "{\"B\": 0.5, \"a\": [true, null, \"x\"], \"b\": 1, \"ä\": 2}\n")
  }

  @Test func `Numbers are as short as possible and are read back exactly`() throws {
    let known: [(Double, String)] = [
      (0, "0"), (-0.0, "-0.0"), (1, "1"), (-12, "-12"), (0.1, "0.1"), (1e21, "1e+21"),
      (9_007_199_254_740_991, "9007199254740991"), (.leastNonzeroMagnitude, "5e-324"),
      (.nan, "null"),
      (.infinity, "null"),
    ]
    for (number, text) in known { #expect(JSONWriter.text(of: number) == text) }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<100_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let again = try JSONParser.parse(JSONWriter.encode(.number(number))).number
      #expect(again?.bitPattern == number.bitPattern, "\(number), seed 3")
    }
  }

  @Test func `Text with any character is read back exactly`() throws {
    for code in 0...0x2FF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let value = JSONValue.string("a\(scalar)b")
      #expect(try JSONParser.parse(JSONWriter.encode(value)) == value)
    }
  }

  @Test func `Printed documents escape control characters and bidirectional marks`() throws {
    let name = "a\u{1B}\u{7F}\u{85}\u{9B}\u{61C}\u{200E}\u{2028}\u{202E}\u{2066}ä\u{1F497}"
    let bytes = JSONWriter.encode([name: .string(name)], lineLength: nil)
    let text = String(decoding: bytes.dropLast(), as: UTF8.self)
    #expect(!text.unicodeScalars.contains { $0.isHidden }, "\(text)")
    #expect(text.contains("a\\u001b\\u007f\\u0085") && text.contains("\\u202e"), "\(text)")
    #expect(try JSONParser.parse(bytes) == [name: .string(name)])
  }

  @Test func `Long values are split into lines and keep their value`() throws {
    let value: JSONValue = [
      "list": .array((0..<60).map { .number(Double($0)) }), "name": "x",
      "nested": ["deep": .array((0..<50).map { ["n": .number(Double($0))] })],
    ]
    let bytes = JSONWriter.encode(value)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count > 50)
    #expect(lines.allSatisfy { $0.count <= 101 })
    #expect(try JSONParser.parse(bytes) == value)
    #expect(JSONWriter.encode(value, lineLength: nil).count { $0 == UInt8(ascii: "\n") } == 1)
  }
}
