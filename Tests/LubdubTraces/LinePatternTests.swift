import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

/// Lines of a form that a pattern describes.
@Suite struct LinePatternTests: WalkLogs {
  private static func values(_ pattern: String, _ line: String) throws -> [String]? {
    let pattern = try LinePattern(pattern)
    var match = LineMatch()
    match.take(line.utf8)
    guard pattern.match(&match) else { return nil }
    return match.places.map { match.text[$0].trimmed.string }
  }

  @Test(
    "A value and * end before the first occurrence of the text that follows",
    arguments: [
      ("t={t} *range={range}", "t=1.5 id=3 range=2.25", ["1.5", "2.25"]),
      ("t={t} *range={range}", "t=1.5 range=2.25", ["1.5", "2.25"]),
      ("t={t} *range={range}", "t=1.5 range=1 range=2", ["1.5", "1 range=2"]),
      ("t={t} *range={range} *", "t=1.5 range=1 range=2", ["1.5", "1"]),
      ("t={t} *range={range} *", "t=1.5 range=1", ["1.5", "1"]),
      ("{t:iso} r:{range}m", "2026-11-26 10:00:00,5 r:2m ok", ["2026-11-26 10:00:00,5", "2"]),
      ("*dist {range} cm", "  boot\t dist \t 230   cm", ["230"]),
      ("I ({t:ms}) *d={range}", "\u{1B}[0;32mI (12) uwb: d=3\u{1B}[0m", ["12", "3"]),
      ("{{{t}, {range}} **", "{1, 2} ** 3", ["1", "2"]),
      ("*aab{range}.", "aaab7.", ["7"]), ("*{range}", "2", nil),
      ("t={t} r={range}", " xt=1 r=2", nil), ("t={t} r={range}", "t=1  s=2", nil),
    ] as [(String, String, [String]?)])
  func values(pattern: String, line: String, values: [String]?) throws {
    if pattern == "*{range}" {
      #expect(throws: LinePattern.Fault.self) { try LinePattern(pattern) }
    } else {
      #expect(try Self.values(pattern, line) == values)
    }
  }

  @Test(arguments: [
    ("t={t} r={rnge}", "column 9: there is no field \"rnge\""),
    ("t={t} r={distance}", "column 9: there is no field \"distance\"; did you mean range?"),
    ("t={t:cm} r={range}", "column 3: t in cm; its units are s, ms"),
    ("t={t} é r={range", "column 11: this brace is not closed; write } after the field"),
    ("{t}{range}", "column 4: a value or * follows another; write the text between them"),
    ("{t} *{range}", "column 6: a value or * follows another"),
    ("{range} {range}", "column 9: {range} appears twice"),
    ("t={t} *", "column 8: the pattern measures nothing; add {range}, {rssi}, or {event}"),
    ("", "column 1: the pattern measures nothing"),
  ])
  func `An error gives position, rule, and fix`(pattern: String, message: String) throws {
    let fault = #expect(throws: LinePattern.Fault.self) { try LinePattern(pattern) }
    let said = try #require(fault)
    #expect(said.description.hasPrefix(message), "\(said)")
    #expect(said.description.hasPrefix("column \(said.column): "))
  }

  /// The result by text search only: each literal is searched for at one position after another.
  private static func slowly(_ parts: [(literal: String, isField: Bool?)], _ line: String)
    -> [String]?
  {
    func single(_ text: String) -> [Character] {
      var found: [Character] = []
      for letter in text.map({ $0 == "\t" ? " " : $0 })
      where letter != " " || found.last != " " { found.append(letter) }
      return found
    }
    var text = single(line)
    if text.first == " " { text.removeFirst() }
    if text.last != " " { text.append(" ") }
    var (values, open) = ([String](), Bool?.none)
    var place = 0
    for (index, part) in parts.enumerated() {
      let literal = single(part.literal)
      let isAnywhere = index > 0
      var found: Int?
      for start in place...text.count where found == nil && (isAnywhere || start == 0) {
        if start + literal.count <= text.count,
          Array(text[start..<(start + literal.count)]) == literal
        {
          found = start
        }
      }
      if literal.isEmpty, isAnywhere { found = text.count }
      guard let found else { return nil }
      if open == true { values.append(String(text[place..<found])) }
      place = found + literal.count
      open = part.isField
    }
    return values
  }

  @Test func `Random patterns match a slow search, in linear time`() throws {
    var random = SeededGenerator(seed: 4)
    func word(_ most: Int) -> String {
      String(
        (0..<Int.random(in: 1...most, using: &random)).map { _ in
          "aab  \tb".randomElement(using: &random) ?? "a"
        })
    }
    let fields = ["{range}", "{t}", "{rssi}", "{peer}"]
    var found = 0
    for _ in 0..<800 {
      var parts: [(literal: String, isField: Bool?)] = []
      var (text, used) = ("", 0)
      let count = Int.random(in: 1...4, using: &random)
      for place in 0...count {
        let isLast = place == count
        var literal = isLast && Bool.random(using: &random) ? "" : word(4)
        if place == 0 { literal = String(literal.drop { $0 == " " || $0 == "\t" }) }
        while isLast, let end = literal.last, end == " " || end == "\t" { literal.removeLast() }
        let isField = place == 0 || Bool.random(using: &random)
        text += literal
        if !isLast {
          text += isField ? fields[used] : "*"
          used += isField ? 1 : 0
        }
        parts.append((literal, isLast ? nil : isField))
      }
      let pattern = try LinePattern(text)
      for _ in 0..<10 {
        let line = parts.map { $0.literal + (Bool.random(using: &random) ? word(6) : "") }.joined()
        var match = LineMatch()
        match.take(line.utf8)
        let isFound = pattern.match(&match)
        let values =
          isFound ? match.places.map { String(decoding: match.text[$0], as: UTF8.self) } : nil
        #expect(values == Self.slowly(parts, line), "\(text) in \(line)")
        #expect(match.steps <= 2 * match.text.count)
        found += isFound ? 1 : 0
      }
    }
    #expect(found > 800)
  }

  @Test func `A line with many near matches takes at most two steps per byte`() throws {
    let near = String(repeating: "a", count: 400)
    let pattern = try LinePattern("*\(near)b{range} *\(near)c")
    for count in [1_000, 10_000, 60_000] {
      var match = LineMatch()
      match.take(String(repeating: "a", count: count).utf8)
      #expect(!pattern.match(&match))
      #expect(match.steps <= 2 * (count + 1), "\(match.steps)")
    }
  }

  // MARK: Reading

  /// The patterns of docs/how-to/read-lines.md, and the line of a row for each.
  typealias Form = (pattern: String, line: @Sendable (Row) -> String)

  static func clock(_ row: Row) -> String {
    let second = 10 + row.place / 10
    return "10:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
  }
  static let forms: [Form] = [
    (
      "* {t:clock} *D Uwb*range={range:m} *",
      { row in
        "11-26 \(clock(row)).\(row.place % 10)00  1234  1260 D Uwb     : range=\(row.range) rssi=-60"
      }
    ),
    (
      "{t:iso} *uwbd[*range to {peer}: {range:cm} cm",
      {
        "2026-11-26T\(clock($0)).\($0.place % 10)00+01:00 board uwbd[312]: range to tag 3: \($0.range * 100) cm"
      }
    ),
    (
      "I ({t:ms}) *: dist={range:mm}",
      { "\u{1B}[0;32mI (\($0.place * 100)) uwb: dist=\(whole($0.range * 1000))\u{1B}[0m" }
    ),
    (
      "{t:clock} -> *Range: {range:m} m",
      {
        "\(clock($0)).\($0.place % 10)00 -> from: 1782\t Range: \($0.range) m\t RX power: -80.1 dBm"
      }
    ),
    ("*t={t:s} *range={range:m} *", { "level=info t=\($0.time) id=7 range=\($0.range) q=0.9" }),
  ]

  private func log(_ form: Form) -> [UInt8] {
    Array(
      Self.walk.map { form.line($0) + ($0.place % 3 == 0 ? "\nboot ok, 5 of 7\n" : "\n") }.joined()
        .utf8)
  }

  @Test(arguments: forms.indices)
  func `The guide's patterns read the walk and count the other lines`(place: Int) throws {
    let form = Self.forms[place]
    let pattern = try LinePattern(form.pattern)
    let found = try read(log(form)) { ($0.pattern, $0.needsColumns) = (pattern, true) }
    expect(found.records, "\(found.report)")
    #expect(found.report.ignored == 200 && found.report.rejected == 0)
    #expect(found.report.format == "pattern")
  }

  @Test func `Pieces of any size, UTF-16, and gzip give the same rows`() throws {
    var options = ReadOptions(formats: .deviceLogs)
    options.pattern = try LinePattern(Self.forms[4].pattern)
    let text = log(Self.forms[4])
    let wide: [UInt8] = [0xFF, 0xFE] + text.flatMap { byte -> [UInt8] in [byte, 0] }
    for (bytes, size) in [(text, 1), (text, 7), (text, text.count), (wide, 3)] {
      let log = try ReadLog(bytes, chunk: size, options: options)
      expect(log.records, "\(log.report)")
      #expect(log.report.ignored == 200)
    }
  }

  @Test func `An unreadable value rejects its row, and units and links work as usual`() throws {
    let text = """
      t=0 r=150 from=a b
      t=x r=150 from=a
      t=200 r=far from=a
      t=300 r= from=a
      note
      t=400 r=1.5 m from=c
      t=500 r=-1 from=a
      """
    var options = ReadOptions(formats: .deviceLogs)
    options.pattern = try LinePattern("t={t:ms} r={range:cm} from={peer}")
    options.needsColumns = true
    let log = try ReadLog(Array((text + "\n").utf8), options: options)
    #expect(log.records.map(\.sample.range) == [1.5, nil, 1.5])
    #expect(log.records.map(\.sample.time) == [0, 0.3, 0.4])
    #expect(log.records.map { $0.peer } == [0, 1, 2])
    #expect(log.report.rejections[.notANumber]?.lines == [2, 3])
    #expect(log.report.ignored == 1)
    let columns = try ReadLog(
      Array("t,r,from\n0,150,a b\nx,150,a\n200,far,a\n300,,a\n400,1.5 m,c\n500,-1,a\n".utf8),
      options: {
        var options = ReadOptions(formats: .deviceLogs)
        options.columns = try ColumnMapping("t=t:ms,range=r:cm,peer=from")
        return options
      }())
    #expect(log.records.map(\.sample) == columns.records.map(\.sample))
    #expect(
      log.report.rejections.mapValues(\.example) == columns.report.rejections.mapValues(\.example))
  }

  @Test func `A pattern without {t} requires a rate; a pattern can contain a date and a recording`()
    throws
  {
    var options = ReadOptions(formats: .deviceLogs)
    options.pattern = try LinePattern("r={range}")
    options.needsColumns = true
    let bytes = Array("r=1\nx\nr=2\n".utf8)
    #expect(throws: ReadError.self) { try ReadLog(bytes, options: options) }
    options.period = 0.5
    #expect(try ReadLog(bytes, options: options).records.map(\.sample.time) == [0, 0.5])
    options = ReadOptions(formats: .deviceLogs)
    options.pattern = try LinePattern("{date:dmy} {t:clock} run {recording}: {range:m} m")
    options.pattern?.usesDecimalComma = true
    let found = try ReadLog(
      Array("26.11.2026 10:00:00,5 run 1: 1,25 m\n27.11.2026 10:00:00,5 run 2: 2,5 m\n".utf8),
      options: options)
    #expect(found.records.map(\.sample.range) == [1.25, 2.5])
    #expect(found.report.recordings == ["1", "2"] && found.report.carriesRecordings)
  }

  @Test func `A pattern in a settings file does not affect Lubdub traces`() throws {
    let own = table("t_s,range_m", Self.walk) { "\($0.time),\($0.range)" }
    let pattern = try LinePattern("t={t} range={range}")
    let found = try read(own) { $0.pattern = pattern }
    expect(found.records, "\(found.report)")
    let lines = Self.walk.map { "t=\($0.time) range=\($0.range)\n" }
    expect(try read(Array(lines.joined().utf8)) { $0.pattern = pattern }.records, "pattern")
  }

  /// Consoles whose lines differ in their words, so that they don't form a table.
  private static let consoles: [(pattern: String, line: @Sendable (Row) -> String)] = [
    (
      "[{t:clock}]*ifft: {range},",
      { row in
        let tenths = whole(row.time * 10)
        let second = (tenths / 10 < 10 ? "0" : "") + "\(tenths / 10).\(tenths % 10)00,000"
        let distance = row.place % 9 == 0 ? "rtt: \(row.range + 1)" : "rtt: nan"
        return "[00:00:\(second)] <inf> app: Distance on path 0: "
          + "ifft: \(row.range), phase_slope: \(row.range - 0.1), \(distance)"
      }
    ),
    (
      "I ({t:ms})*dist={range:mm} mm",
      { row in
        let word = row.place % 2 == 0 ? "" : "once again, "
        return "I (\(whole(row.time * 1000))) uwb: \(word)dist=\(whole(row.range * 1000)) mm, ok"
      }
    ),
    (
      "*time={t} *range={range:cm}cm",
      { row in
        let word = row.place % 2 == 0 ? "A" : "A B"
        return "tag \(word): time=\(row.time) id=7 range=\(whole(row.range * 100))cm"
      }
    ),
  ]

  @Test(
    "Lines with values after names get a pattern that reads them",
    arguments: consoles.indices)
  func proposal(of place: Int) throws {
    let console = Self.consoles[place]
    let log = Self.walk.map { console.line($0) + "\n" }.joined()
    let message = try refusal(log).message
    #expect(message.contains("--pattern '\(console.pattern)'"), "\(message)")
    let found = try read(log) { $0.pattern = try? LinePattern(console.pattern) }
    expect(found.records, console.pattern)
  }
}
