import Foundation
import TestSupport
import Testing

@testable import LubdubSupport

@Suite struct JSONParserTests {
  @Test func `Values of every kind are read`() throws {
    let text = """
      {"null": null, "yes": true, "no": false, "list": [1, -2.5, 1e3, 0.1E-2, []],
       "text": "a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é", "empty": {}}
      """
    let value = try JSONParser.parse(text.utf8)
    #expect(value["null"] == .null)
    #expect(value["yes"]?.bool == true)
    #expect(value["no"]?.bool == false)
    #expect(value["list"]?.array == [1, -2.5, 1000, 0.001, []])
    #expect(value["text"]?.string == "a\"\\/\u{8}\u{C}\n\r\té😀é")
    #expect(value["empty"]?.object?.isEmpty == true)
    #expect(value["none"] == nil)
  }

  @Test(arguments: [
    "", " ", "[", "]", "{", "}", "[1,]", "{\"a\":1,}", "[1 2]", "{\"a\" 1}", "{a:1}", "{1:2}",
    "{\"a\":1,\"a\":2}", "[1]x", "01", "-", "+1", ".5", "5.", "1e", "1e+", "0x10", "NaN",
    "Infinity", "-Infinity", "1e400", "-1e400", "\"", "\"\n\"", "\"\t\"", "\"\\x\"", "\"\\u12\"",
    "\"\\u12G4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "tru", "nul", "True",
    "'a'", "[1]]", "{\"a\":}", "[,1]", "// x\n1", "1 2", "\u{A0}1", "--1", "[\"a\"\"b\"]",
    "{\"a\":1 \"b\":2}", "\"\\u+123\"",
  ])
  func `Text that RFC 8259 does not allow is rejected`(text: String) {
    #expect(throws: JSONError.self) { try JSONParser.parse(text.utf8) }
  }

  @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3]])
  func `Invalid UTF-8 is rejected`(bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    #expect(throws: JSONError.self) { try JSONParser.parse([quote] + bytes + [quote]) }
  }

  @Test func `A syntax error has a line and a column`() {
    let error = #expect(throws: JSONError.self) { try JSONParser.parse("{\n  \"a\": x\n}".utf8) }
    #expect(error?.line == 2)
    #expect(error?.column == 8)
    #expect(error?.description == "line 2, column 8: expected a value")
  }

  @Test(
    "A missing or extra comma and an early end are reported on their own line",
    arguments: [
      ("[\n1\n2]", "line 2, column 2: expected \",\" or \"]\""),
      ("[1 2]", "line 1, column 4: expected \",\" or \"]\""),
      ("{\"a\": 1,\n}", "line 1, column 8: a comma is not allowed before \"}\""),
      ("[1,\n\n", "line 1, column 4: the document ends where a value is expected"),
      ("[1\n", "line 1, column 3: expected \",\" or \"]\""),
    ])
  func lines(text: String, error: String) {
    let thrown = #expect(throws: JSONError.self) { try JSONParser.parse(text.utf8) }
    #expect(thrown?.description == error)
  }

  @Test func `Nesting is limited, and deep nesting does not exhaust the stack`() throws {
    let limit = JSONParser.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONParser.parse(nested(limit).utf8)
    #expect(throws: JSONError.self) { try JSONParser.parse(nested(limit + 1).utf8) }
    let endless = String(repeating: "[{\"a\":", count: 1_000_000)
    #expect(throws: JSONError.self) { try JSONParser.parse(endless.utf8) }
  }

  @Test func `A byte-order mark is skipped at the start and rejected elsewhere`() throws {
    #expect(try JSONParser.parse("\u{FEFF}1".utf8) == 1)
    #expect(throws: JSONError.self) { try JSONParser.parse("1\u{FEFF}".utf8) }
  }

  @Test func `Random text is rejected, or survives writing and reading`() throws {
    for seed in 1...20_000 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "1", "-0", "2.5e-3", "true", "null", " ",
        "\\u00e9", "\\ud800", "\n", "é", "\u{0}",
      ]
      let text = (0..<Int(generator.next() % 20)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      guard let value = try? JSONParser.parse(text.joined().utf8) else { continue }
      #expect(try JSONParser.parse(JSONWriter.encode(value)) == value, "seed \(seed)")
    }
  }
}
