import Lubdub
import LubdubExtras
import LubdubGround
import TestSupport
import Testing

@testable import LubdubTraces

/// Damaged logs: nothing ends the process, no row is unaccounted for, and how the bytes come makes no difference.
@Suite struct MutationTests {
  /// A small log, how it is read, and whether each of its lines is one row, one header or none.
  private struct Base {
    let bytes: [UInt8]
    var columns: String?
    var hasHeader = true
    var countsLines = true
  }

  private static let bases: [Base] = {
    func rows(_ row: (Double) -> String) -> String {
      (0..<12).map { row(Double($0) / 10) + "\n" }.joined()
    }
    func base(
      _ text: String, _ columns: String? = nil, hasHeader: Bool = true
    ) -> Base { Base(bytes: Array(text.utf8), columns: columns, hasHeader: hasHeader) }
    return [
      base("t_s,source,range_m,rssi_dbm,peer\n" + rows { "\($0),uwb,\(4 - $0),-60,\"a b\"" }),
      base("t_s;range_m;event\n" + rows { "\($0);1.5;" }),
      base(
        "time,distance_cm,RSSI\n" + rows { "2026-11-22 02:27:1\($0),250,-60" },
        "t=time:iso,range=distance_cm:cm,rssi=RSSI"),
      base(
        "ms;dist;tag;anchor\n" + rows { "\(1000 * $0);2,5;T;A" },
        "t=ms:ms,range=dist,peer=tag+anchor"),
      base(rows { "\($0),2.5" }, "t=1,range=2", hasHeader: false),
      base(rows { "{\"t_s\": \($0), \"range_m\": 2.5, \"peer\": \"a\"}" }, hasHeader: false),
      base(rows { "{\"ts\": \($0), \"d\": {\"m\": 2.5}}" }, "t=ts,range=d.m", hasHeader: false),
    ]
      + HandMadeLog.all.filter { $0.bytes.count < 2000 }.map {
        Base(bytes: $0.bytes, countsLines: false)
      }
  }()

  private static let words = [
    "NaN", "-nan", "Infinity", "1e999", "1e-400", "-1", "127", "4294967295", "-2147483648", "0x1p3",
    "\"", "\"\"", ",", ";",
    "\t", "|", " ", "{", "}", "[", ":", "\\u0000", "\u{2212}5", "\u{202F}", "12:00", "2026-13-45",
    "\r", "\n", "\r\n", "#", "sep=;\n",
    "t_s,range_m\n", "null", "-",
  ].map { Array($0.utf8) }

  private static func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.next() % 3 {
      guard !bytes.isEmpty else { return bytes }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
      let line = Int.random(in: 0..<lines.count, using: &random)
      let other = Int.random(in: 0..<lines.count, using: &random)
      let word = words.randomElement(using: &random) ?? []
      switch random.next() % 9 {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.replaceSubrange(place..<place, with: word)
      case 2:
        // One number, name or word becomes another.
        let end =
          bytes[place...].firstIndex { !($0 >= 0x30 || $0 == 0x2E || $0 == 0x2D) } ?? bytes.count
        bytes.replaceSubrange(place..<end, with: word)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + Int(random.next() % 40)))
      case 4:
        lines.insert(lines[line], at: other)
        bytes = Array(lines.joined(separator: [0x0A]))
      case 5:
        lines.swapAt(line, other)
        bytes = Array(lines.joined(separator: [0x0A]))
      case 6: bytes.removeLast(bytes.count - place)
      case 7:
        // A separator becomes another.
        let marks = Array(",;\t| ".utf8)
        let from = marks[Int(random.next() % 5)]
        let to = marks[Int(random.next() % 5)]
        bytes = bytes.map { $0 == from ? to : $0 }
      default:
        // A digit becomes another, as in a time that leaps.
        if let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
          bytes[digit] = UInt8.random(in: 0x30...0x39, using: &random)
        }
      }
    }
    return bytes
  }

  private struct Outcome: Equatable {
    var records: [TraceRecord] = []
    var report = ReadReport()
    var error: ReadError?
  }

  private static func read(_ bytes: [UInt8], _ options: ReadOptions, pieces: Int) -> Outcome {
    var outcome = Outcome()
    var parser = TraceParser(options: options)
    do throws(ReadError) {
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + pieces)
        try parser.feed(Array(bytes[start..<end]))
        start = end
      }
      try parser.finish()
    } catch {
      outcome.error = error
    }
    parser.take(into: &outcome.records)
    outcome.report = parser.report
    return outcome
  }

  /// Lines that end with LF, CR LF or CR, and what follows the last end.
  private static func lineCount(_ bytes: [UInt8]) -> Int {
    var count = 0
    for place in bytes.indices where bytes[place] == 0x0A || bytes[place] == 0x0D {
      if bytes[place] == 0x0D || place == 0 || bytes[place - 1] != 0x0D { count += 1 }
    }
    return count + (bytes.last.map { $0 != 0x0A && $0 != 0x0D ? 1 : 0 } ?? 0)
  }

  @Test("Ten thousand damaged logs are read to their ends, with every line in the account")
  func damaged() throws {
    var random = SeededGenerator(seed: 43)
    let runs = Thoroughness.isFull ? 1_000_000 : 10_000
    for run in 0..<runs {
      let base = Self.bases[run % Self.bases.count]
      let bytes = Self.mutate(base.bytes, &random)
      var options = ReadOptions(formats: .all)
      options.columns = try base.columns.map { (text) throws in try ColumnMapping(text) }
      let outcome = Self.read(bytes, options, pieces: max(1, bytes.count))
      let report = outcome.report
      if base.countsLines, outcome.error == nil,
        report.format.hasSuffix("csv") || report.format.hasSuffix("ndjson")
      {
        let lines = Self.lineCount(bytes)
        let rows = report.accepted + report.rejected + report.ignored
        #expect(
          (lines - 1...lines).contains(rows),
          "run \(run): \(String(decoding: bytes, as: UTF8.self))")
      }
      for (record, next) in zip(outcome.records, outcome.records.dropFirst()) where base.countsLines
      {
        #expect(next.sample.time >= record.sample.time, "run \(run)")
      }
      guard run % 8 < 2 else { continue }
      let pieces = Int.random(in: 1...40, using: &random)
      let cut = Self.read(bytes, options, pieces: pieces)
      #expect(cut == outcome, "run \(run): \(String(decoding: bytes, as: UTF8.self))")
      _ = LogPreview(bytes)
    }
  }
}
