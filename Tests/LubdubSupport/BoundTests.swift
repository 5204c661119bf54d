import Foundation
import TestSupport
import Testing

@testable import LubdubSupport

@Suite struct BoundTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  @Test func `The page on limits has the table of the code`() throws {
    #expect(try Self.text("docs/limits.md").contains(Bound.table), "\(Bound.table)")
  }

  @Test func `The tests and checks that SECURITY.md names exist`() throws {
    let files = try #require(regularFiles(below: Self.root.appending(path: "Tests").path))
    let suites = Set(files.compactMap { $0.split(separator: "/").last?.dropLast(".swift".count) })
    let words = try Self.text("SECURITY.md").split(separator: "`")
    let named = words.filter { $0.hasSuffix("Tests") }
    #expect(named.count > 10)
    for name in named { #expect(suites.contains(name), "\(name)") }
    for path in words where path.hasPrefix("tools/bench/") {
      let file = Self.root.appending(path: String(path)).path
      #expect(FileManager.default.isExecutableFile(atPath: file), "\(path)")
    }
  }

  @Test func `Every bound has a unique name and is listed`() {
    #expect(Set(Bound.all.map(\.name)).count == Bound.all.count)
    #expect(Bound.all.allSatisfy { $0.usual > 0 && $0.most == $0.usual })
  }

  @Test func `A bound can be changed by name, unless it is fixed`() throws {
    #expect(try Bound.parse("") == [:])
    #expect(try Bound.parse("sound=90000,rows=1e8") == ["sound": 90_000, "rows": 100_000_000])
    #expect(Bound.sound.rule.contains("LUBDUB_BOUNDS=sound=N"))
    #expect(!Bound.line.rule.contains("LUBDUB_BOUNDS"))
  }

  @Test(arguments: [
    "sound", "sound=", "sound=x", "sound=0", "sound=-1", "sound=nan", "sound=inf", "line=5",
    "x=5",
    "sound=1e300", "sound=1=2",
  ])
  func `Invalid changes of bounds are rejected`(_ text: String) {
    #expect(throws: Bound.BoundFault.self) { try Bound.parse(text) }
  }

  @Test func `Characters that move the cursor, end a line, or turn text are escaped`() {
    #expect("desk, Ünï 🫀 שלום".visible == "desk, Ünï 🫀 שלום")
    #expect("a\nb\tc\u{7F}".visible == "a\\u{a}b\\u{9}c\\u{7f}")
    #expect("\u{1B}[31m\u{9B}".visible == "\\u{1b}[31m\\u{9b}")
    for hidden: Unicode.Scalar in [
      "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}",
      "\u{2069}",
    ] {
      #expect(String(hidden).visible == "\\u{\(String(hidden.value, radix: 16))}")
    }
  }

  @Test func `A comment of any text is one line and shows all visible characters`() {
    var random = SeededGenerator(seed: 67)
    for _ in 0..<Thoroughness.rounds(100_000) {
      let text = RandomText.next(&random)
      let comment = text.hashComment
      #expect(comment.utf8.starts(with: "# ".utf8) && comment == comment.visible, "\(text.visible)")
      #expect(comment.unicodeScalars.allSatisfy { !$0.isHidden }, "\(text.visible)")
    }
  }

  @Test(
    arguments: [
      (0.0, 0), (-0.0, 0), (0.9, 0), (-0.9, 0), (.leastNonzeroMagnitude, 0), (41.5, 41),
      (-41.5, -41),
      (9_007_199_254_740_992, 9_007_199_254_740_992), (9.3e18, .max), (-9.3e18, .min),
      (-9_223_372_036_854_775_808, .min), (1e300, .max), (-1e300, .min), (.infinity, .max),
      (-.infinity, .min), (.nan, 0), (.signalingNaN, 0),
    ] as [(Double, Int)])
  func `A number of any size becomes the nearest whole number`(number: Double, whole: Int) {
    #expect(Int(clamping: number) == whole)
    #expect(UInt8(clamping: number) == UInt8(clamping: whole))
  }

  @Test func `Times of day beyond the range of 64 bits are missing`() {
    var days = DayCount()
    let hour: Int64 = 3_600_000_000_000
    let times = (0..<330_000).map { days.nanoseconds([23, 10, 17][$0 % 3] * hour) }
    #expect(times.first == 23 * hour && times.last == .some(nil))
    #expect(zip(times, times.dropFirst()).allSatisfy { ($0 ?? .max) <= ($1 ?? .max) })
  }

  @Test func `Creating a folder also creates its parents, and a file can be removed`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: root) }
    try makeFolder(at: root + "/one/two")
    try makeFolder(at: root + "/one/two")
    #expect(isFolder(at: root + "/one/two"))
    try writeFile([1], to: root + "/file")
    #expect(throws: FileError.self) { try makeFolder(at: root + "/file") }
    #expect(throws: FileError.self) { try makeFolder(at: root + "/file/below") }
    try removeFile(at: root + "/file")
    #expect(throws: FileError.self) { try removeFile(at: root + "/file") }
  }
}
