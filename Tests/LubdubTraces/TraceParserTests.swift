import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

@Suite struct TraceParserTests {
  @Test(
    "A text that is not a trace is rejected with its reason",
    arguments: [
      ("", ReadError.Kind.empty, "the file is empty"),
      ("\n\n  \n", .empty, "only blank lines"),
      ("time,distance\n1,2\n", .unrecognised, "found \"time,distance\""),
      ("t_s,label\n1,2\n", .unrecognised, "expected a CSV header"),
      ("\u{0}\u{1}\u{2}binary\u{0}\n", .unrecognised, "binary data"),
      ("just one word", .unrecognised, "found \"just one word\""),
      ("PK\u{3}\u{4}rest", .unrecognised, "zip archive"),
    ])
  func refusal(text: String, kind: ReadError.Kind, part: String) {
    for pieces in [1, 1 << 20] {
      let error = #expect(throws: ReadError.self) { try read(text, pieces: pieces) }
      #expect(error?.kind == kind)
      #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
      #expect(error?.description.hasPrefix("walk.csv") == true)
    }
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func `UTF-16 with a mark is read like UTF-8`(encoding: String.Encoding) throws {
    let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
    let text = "t_s,range_m,peer\n0,1,\u{1F600}\n1,2,b\n"
    let bytes = mark + Array(text.data(using: encoding) ?? Data())
    for pieces in [1, bytes.count] {
      let found = try read(bytes, pieces: pieces)
      #expect(try found.records == read(text).records)
      #expect(found.report.peers.map(\.name) == ["\u{1F600}", "b"])
    }
  }

  @Test func `A header without rows is an empty trace, with a warning`() throws {
    for text in ["t_s,range_m\n", "t_s,range_m"] {
      let (records, report) = try read(text)
      #expect(records.isEmpty)
      #expect(report.warnings == ["the trace has no rows"])
    }
  }

  @Test func `JSON lines give the same records as CSV`() throws {
    let csv = """
      t_s,source,range_m,rssi_dbm,truth_m,event,channel,peer
      0.5,uwb,1.25,-60.5,1.5,,9,A1
      1,ble,,-70,,,37,
      2,uwb,,,,disconnected,,

      """
    let lines = """
      {"t_s":0.5,"source":"uwb","range_m":1.25,"rssi_dbm":-60.5,"truth_m":1.5,"channel":9,"peer":"A1"}

      {"t_s":1,"rssi_dbm":-70,"channel":37,"other":{"a":[1,2]}, "range_m": null}
      {"t_s":2,"event":"disconnected"}
      """
    let expected = try read(csv).records.map(\.sample)
    #expect(try read(lines).records.map(\.sample) == expected)
    #expect(try read(lines, pieces: 1).records.map(\.sample) == expected)
    #expect(try read(lines).report.format == "ndjson")
  }

  @Test(arguments: [
    ("{\"t_s\":1,\"range_m\":\"abc\"}", RejectionReason.notANumber), ("{\"t_s\":1,", .notJSON),
    ("[1,2]", .notJSON), ("{\"range_m\":1}", .missingTime),
    ("{\"t_s\":1,\"range_m\":NaN}", .notFinite), ("{\"t_s\":1,\"range_m\":1e400}", .notFinite),
    ("{\"t_s\":1,\"range_m\":-1}", .negativeRange),
    ("{\"t_s\":1,\"range_m\":-1.5}", .negativeRange),
    ("{\"t_s\":1,\"range_m\":1,\"truth_m\":-0.5}", .negativeRange),
    ("{\"t_s\":-1,\"range_m\":1}", .timeBackwards),
    ("{\"t_s\":1,\"channel\":1.5}", .unknownChannel),
    ("{\"t_s\":1,\"source\":\"x\"}", .unknownSource),
  ])
  func `A bad JSON line is rejected with its reason`(line: String, reason: RejectionReason) throws {
    let (records, report) = try read(
      "{\"t_s\":0,\"range_m\":1}\n\(line)\n{\"t_s\":2,\"range_m\":1}\n")
    #expect(records.count == 2)
    #expect(report.rejections[reason]?.lines == [2])
  }

  @Test func `Compressed input is read like its content, in pieces of any size`() throws {
    let text = "t_s,range_m\n" + (0..<5000).map { "\($0),\($0 % 7).5\n" }.joined()
    let expected = try read(text).records
    let compressed = try gzip(Array(text.utf8))
    for pieces in [1, 3, 1000, 1 << 20] {
      #expect(try read(compressed, pieces: pieces).records == expected)
    }
    let two = try gzip(Array(text.utf8.prefix(10_000))) + gzip(Array(text.utf8.dropFirst(10_000)))
    #expect(try read(two, pieces: 77).records == expected)
    let cut = try read(Array(compressed.dropLast(20)))
    #expect(cut.report.warnings.contains("the compressed data is cut short"))
    // The last row of data that is cut is a part of one, which may say contact.
    for missing in 9...60 {
      let rows = try read(Array(compressed.dropLast(missing)), pieces: 1 << 20)
      #expect(rows.records == Array(expected.prefix(rows.records.count)))
      #expect(rows.report.rejected <= 1)
    }
    var damaged = compressed
    damaged[damaged.count / 2] ^= 0xFF
    damaged[damaged.count / 2 + 1] ^= 0xFF
    let error = #expect(throws: ReadError.self) { try read(damaged) }
    #expect(error?.kind == .damagedCompression)
  }

  @Test func `An unknown format name is rejected with the known names`() {
    var options = ReadOptions()
    options.format = "nope"
    let error = #expect(throws: ReadError.self) { try read("t_s,range_m\n", options: options) }
    #expect(error?.kind == .unknownFormat)
    #expect(error?.message.contains("csv, ndjson") == true)
  }

  @Test func `Random bytes are rejected or read, and never trap`() {
    for seed in 1...2000 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let start = ["", "t_s,range_m\n", "{\"t_s\":1}\n", "t_s;rssi_dbm;event\r\n"]
      var bytes = Array((start.randomElement(using: &generator) ?? "").utf8)
      let alphabet = Array("0123456789.,-;\"\n\r\t eE{}[]:tsrange_muwble\u{0}é".utf8)
      for _ in 0..<Int(generator.next() % 400) {
        bytes.append(alphabet.randomElement(using: &generator) ?? 0)
      }
      let whole = try? read(bytes)
      let pieces = try? read(bytes, pieces: 1)
      #expect(whole?.records == pieces?.records, "seed \(seed)")
      #expect(whole?.report == pieces?.report, "seed \(seed)")
    }
  }

  @Test("A file that unpacks to far more than its size is rejected with the bound to change")
  func bomb() throws {
    // 20 MB in 20 kB: the blank lines alone are never held.
    let bomb = try gzip(
      Array("t_s,range_m\n0,1\n".utf8) + Array(repeating: 0x0A, count: 20_000_000))
    let error = #expect(throws: ReadError.self) { try read(bomb) }
    #expect(error?.kind == .tooMuch)
    #expect(
      error?.message.contains("LUBDUB_BOUNDS=ratio=N") == true, "\(String(describing: error))")
    // Repeats that are less than 16 MiB are rows as others are.
    let short = try gzip(Array("t_s,range_m\n".utf8) + Array("0,1\n".utf8) * 1_000_000)
    #expect(try read(short).report.accepted == 1_000_000)
  }

  @Test("A compressed file is read in blocks of limited size")
  func compressedInPieces() throws {
    let bytes = try gzip(Array("t_s,range_m\n".utf8) + Array("0,1\n".utf8) * 1_000_000)
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(filePath: path))
    var reader = try TraceReader(path: path)
    var (block, rows, largest): ([TraceRecord], Int, Int) = ([], 0, 0)
    while try reader.nextBlock(into: &block) {
      (rows, largest) = (rows + block.count, max(largest, block.count))
    }
    #expect(rows == 1_000_000 && largest < 100_000, "\(largest)")
  }

  private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "trace")
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = [file.path]
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: folder.appending(path: "trace.gz")))
  }
}

@Suite struct StretchTests {
  @Test func `Separate chunks give the result of a single reading, even with bad rows`() throws {
    for seed in 100...180 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let trace = RandomTrace.make(rows: 600, using: &generator)
      let expected = try read(trace)
      let size = 500 + Int(generator.next() % 20_000)
      let cut = try readInStretches(trace, size: size)
      #expect(cut.records.count == expected.records.count, "seed \(seed)")
      let pairs = zip(cut.records, expected.records)
      let different = pairs.first { $0 != $1 }
      #expect(different == nil, "seed \(seed)")
      #expect(cut.report == expected.report, "seed \(seed)")
    }
  }

  @Test func `A chunk whose first row goes back in time is read again`() throws {
    var text = "t_s,range_m\n"
    for row in 0..<3000 { text += "\(row < 1500 ? row + 1000 : row + 500),1.5\n" }
    let expected = try read(text)
    #expect(expected.report.clockJumps.lines == [1502])
    #expect(expected.report.rejected == 0)
    for size in [1000, 5000, 50_000] {
      let cut = try readInStretches(Array(text.utf8), size: size)
      #expect(cut.records == expected.records)
      #expect(cut.report == expected.report)
    }
  }

  @Test func `A link that first appears inside a chunk keeps its place in the table`() throws {
    var text = "t_s,range_m,peer\n"
    for row in 0..<4000 { text += "\(row),1.5,\(row < 2500 ? "a" : "b\(row % 3)")\n" }
    let expected = try read(text)
    #expect(expected.report.peers.map(\.rows) == [2500, 500, 500, 500])
    for size in [700, 6000, 20_000] {
      let cut = try readInStretches(Array(text.utf8), size: size)
      #expect(cut.records == expected.records)
      #expect(cut.report == expected.report)
    }
  }

  @Test func `Strict reading of chunks ends at the same row as sequential reading`() throws {
    var text = "t_s,range_m\n"
    for row in 0..<2000 { text += "\(row),\(row == 1777 ? "far" : "1.5")\n" }
    var options = ReadOptions()
    options.strict = true
    let error = #expect(throws: ReadError.self) {
      try readInStretches(Array(text.utf8), size: 3000, options: options)
    }
    #expect(error?.line == 1779)
  }

  private func readInStretches(
    _ bytes: [UInt8], size: Int, options: ReadOptions = ReadOptions()
  ) throws(ReadError) -> (records: [TraceRecord], report: ReadReport) {
    var parser = TraceParser(path: "walk.csv", options: options)
    var records: [TraceRecord] = []
    var block: [TraceRecord] = []
    var following: [TraceRecord] = []
    // Used for every chunk, as its memory is while a file is read.
    let chunk = TraceChunk(capacity: size)
    var start = 0
    while start < bytes.count {
      let piece = bytes[start..<min(start + size, bytes.count)]
      if let context = parser.context {
        chunk.bytes.replaceSubrange(..<piece.count, with: piece)
        chunk.count = piece.count
        chunk.read(context)
        try parser.join(chunk, into: &following)
      } else {
        try parser.feed(Array(piece))
      }
      parser.take(into: &block)
      block += following
      parser.note(&block)
      records += block
      following = []
      start += size
    }
    try parser.finish()
    parser.take(into: &block)
    parser.note(&block)
    parser.conclude()
    return (records + block, parser.report)
  }
}

private func * (_ bytes: [UInt8], _ count: Int) -> [UInt8] {
  Array(repeatElement(bytes, count: count).joined())
}
