import CLubdub
import Foundation
import LubdubC
import TestSupport
import Testing

@Suite("The bench in C")
struct BenchInterfaceTests {
  private static func dataset(_ name: String) -> String {
    Recordings.packageRoot.appending(path: "datasets/\(name).csv").path
  }

  private static func trace(_ path: String, _ options: String = "{}") -> Answer {
    Answer(lubdub_trace(path, path.utf8.count, options, options.utf8.count))
  }

  private static func trace(text: String, _ options: String = "{}") -> Answer {
    let bytes = Array(text.utf8)
    return Answer(lubdub_trace_bytes(bytes, bytes.count, options, options.utf8.count))
  }

  private static func score(paths: [String], _ rest: String = "") -> Answer {
    let list = paths.map { "\"\($0)\"" }.joined(separator: ", ")
    let options = "{\"paths\": [\(list)]\(rest)}"
    return Answer(lubdub_score(nil, 0, options, options.utf8.count))
  }

  @Test func `The version equals the version of the tool`() {
    #expect(lubdub_version().map { String(cString: $0) } == "0.2.0")
  }

  @Test func `A trace is returned in columns, and empty columns are left out`() {
    let answer = Self.trace(text: "t_s,range_m,rssi_dbm,truth_m\n0,1.5,,\n1,,-60,\n2,2,,\n")
    #expect(answer.status == LUBDUB_OK)
    #expect(answer.numbers("time") == [0, 1, 2])
    #expect(answer.bytes("kind") == [0, 1, 0])
    #expect(answer.numbers("range")[0] == 1.5)
    #expect(answer.numbers("power").map(\.isNaN) == [true, false, true])
    #expect(!answer.names.contains("truth"))
    #expect(answer.json("input")?["rows_accepted"] == 3)
  }

  /// The answer for a table of numbers, and of the peer of each row.
  private static func table(
    _ columns: [(String, [Double])], peers: [String] = [], _ options: String = "{}"
  ) -> Answer {
    var list: [lubdub_column] = []
    var (names, numbers): ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<Double>]) = (
      [], []
    )
    for (name, values) in columns {
      names.append(strdup(name))
      numbers.append(.allocate(capacity: values.count))
      numbers.last?.initialize(from: values, count: values.count)
      var column = lubdub_column()
      (column.name, column.numbers) = (
        UnsafePointer(names.last ?? nil), numbers.last.map { UnsafePointer($0) }
      )
      list.append(column)
    }
    defer {
      names.forEach { free($0) }
      numbers.forEach { $0.deallocate() }
    }
    let rows = columns.first?.1.count ?? 0
    guard !peers.isEmpty else {
      return Answer(lubdub_trace_table(list, list.count, rows, options, options.utf8.count))
    }
    let known = Array(Set(peers)).sorted()
    let texts = known.map { UnsafePointer<CChar>?(strdup($0)) }
    defer { texts.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
    let places = peers.map { Int32(known.firstIndex(of: $0) ?? -1) }
    return "peer".withCString { name in
      places.withUnsafeBufferPointer { places in
        texts.withUnsafeBufferPointer { texts in
          var column = lubdub_column()
          (column.name, column.places) = (name, places.baseAddress)
          (column.texts, column.text_count) = (texts.baseAddress, texts.count)
          let all = list + [column]
          return Answer(lubdub_trace_table(all, all.count, rows, options, options.utf8.count))
        }
      }
    }
  }

  @Test func `Rows of a table are checked like rows of a file and count from 0`() {
    let plain = Self.table([
      ("t_s", [0, 0.1, 0.2]), ("range_m", [1, .nan, 2]), ("rssi_dbm", [.nan, -60, .nan]),
    ])
    #expect(plain.status == LUBDUB_OK)
    #expect(plain.names == ["kind", "input", "report", "notes"])
    #expect(plain.bytes("kind") == [0, 1, 0])
    let odd = Self.table([
      ("t_s", [0, 0.1, 0.05, .nan, 0.2, .infinity]), ("range_m", [1, 2e6, 1, 1, 3, 1]),
      ("truth_m", [1, 1, 1, 1, -1, 1]),
    ])
    #expect(odd.numbers("time") == [0, 0.05, 0.2])
    #expect(odd.json("report")?["rejected"] == 3)
    #expect(odd.json("report")?["rejections"]?.array?.last?["rows"] == [5])
    let text = "t_s,range_m,truth_m\n0,1,1\n0.1,2e6,1\n0.05,1,1\n,1,1\n0.2,3,-1\ninf,1,1\n"
    let file = Self.trace(text: text)
    for name in ["time", "kind", "range", "truth"] {
      #expect(odd.bytes(name) == file.bytes(name), "\(name)")
    }
    let sorted = Self.table([("t_s", [0.2, 0, 0.1]), ("range_m", [3, 1, 2])], "{\"sort\": true}")
    #expect(sorted.numbers("range") == [1, 2, 3])
    #expect(sorted.bytes("row") == [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0])
    let links = Self.table(
      [("t_s", [0, 1, 2]), ("range_m", [1, 2, 1])], peers: ["desk", "door", "desk"])
    #expect(links.numbers("time") == [0, 2])
    let mapped = Self.table(
      [("ms", [0, 100]), ("cm", [150, 151])], "{\"columns\": \"t=ms:ms,range=cm:cm\"}")
    #expect(mapped.numbers("range") == [1.5, 1.51])
    #expect(Self.table([("ms", [0, 100])]).text("message").contains("a trace has times"))
  }

  @Test func `Lines with a pattern give the same rows as columns, in one piece and in several`() {
    let lines = (0..<30).map { "I (\(100 * $0)) uwb: d=\(150 + $0) from A\nboot\n" }.joined()
    let table = "t,d,id\n" + (0..<30).map { "\(100 * $0),\(150 + $0),A\n" }.joined()
    let options = "{\"pattern\": \"I ({t:ms}) *d={range:cm} from {peer}\"}"
    let found = Self.trace(text: lines, options)
    let columns = Self.trace(text: table, "{\"columns\": \"t=t:ms,range=d:cm,peer=id\"}")
    #expect(found.numbers("range").count == 30)
    for part in ["time", "kind", "range"] { #expect(found.bytes(part) == columns.bytes(part)) }
    #expect(
      Self.read(Array(lines.utf8), by: 7, options).last?.bytes("range") == found.bytes("range"))
    let unknown = Self.trace(text: lines, "{\"pattern\": \"d={rnge}\"}")
    #expect(unknown.status == LUBDUB_BAD_ARGUMENT)
    #expect(unknown.text("message").contains("pattern: column 3: there is no field"))
    let both = Self.trace(text: lines, "{\"pattern\": \"d={range}\", \"columns\": \"t=t\"}")
    #expect(both.status == LUBDUB_BAD_ARGUMENT)
  }

  @Test func `Scoring without truth is rejected, and given costs are accepted as scores`() throws {
    let blind = FileManager.default.temporaryDirectory.appending(path: "blind-\(UUID()).csv")
    try "t_s,range_m\n0,1\n0.1,1\n".write(to: blind, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: blind) }
    let answer = Self.score(paths: [blind.path])
    #expect(answer.status == LUBDUB_NOTHING_TO_DO)
    #expect(answer.text("message").contains("no recording has truth_m"))
    let both = Self.score(paths: ["approach", "retreat"].map(Self.dataset), ", \"jobs\": 2")
    let one = Self.score(paths: ["approach", "retreat"].map(Self.dataset))
    #expect(
      both.bytes("scores") == one.bytes("scores") && both.bytes("total") == one.bytes("total"))
    let unit = "{\"costs\": [3, null]}"
    let scores = Answer(lubdub_unit(nil, 0, unit, unit.utf8.count))
    #expect(scores.status == LUBDUB_OK && !scores.text("scores").isEmpty)
  }

  @Test func `A file and its bytes are read alike, in many blocks`() throws {
    let path = Self.dataset("approach-100hz")
    let file = Self.trace(path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let bytes = Self.trace(text: text, "{\"name\": \"approach-100hz.csv\"}")
    #expect(file.numbers("time").count > 1000)
    for name in file.names { #expect(file.bytes(name) == bytes.bytes(name), "\(name)") }
  }

  @Test func `One link is selected, and with all links each row names its link`() {
    let text = "t_s,range_m,peer\n0,1,desk\n1,2,door\n2,1,desk\n"
    #expect(Self.trace(text: text).numbers("time") == [0, 2])
    #expect(Self.trace(text: text, "{\"all\": true}").json("peers") == ["desk", "door"])
    let missing = Self.trace(text: text, "{\"peer\": \"hall\"}")
    #expect(missing.status == LUBDUB_BAD_TRACE)
    #expect(missing.text("message").contains("no link \"hall\""))
  }

  private static func read(_ bytes: [UInt8], by count: Int, _ options: String = "{}") -> [Answer] {
    var reading: OpaquePointer?
    var answers = [Answer(lubdub_reading_make(options, options.utf8.count, &reading))]
    for start in stride(from: 0, to: bytes.count, by: count) {
      let piece = Array(bytes[start..<min(start + count, bytes.count)])
      answers.append(Answer(lubdub_reading_feed(reading, piece, piece.count)))
    }
    answers.append(Answer(lubdub_reading_finish(reading)))
    lubdub_reading_release(reading)
    return answers
  }

  @Test func `A trace in pieces reads like the whole, and several links need a choice`() throws {
    let text = try String(contentsOfFile: Self.dataset("ceremony"), encoding: .utf8)
    let whole = Self.trace(text: text)
    for count in [1, 7, 4096, 1 << 20] {
      let answers = Self.read(Array(text.utf8), by: count)
      #expect(answers.allSatisfy { $0.status == LUBDUB_OK })
      for name in whole.names {
        #expect(answers.last?.bytes(name) == whole.bytes(name), "\(name) in pieces of \(count)")
      }
    }
    let links = Array("t_s,range_m,peer\n0,1,desk\n1,2,door\n2,1,desk\n".utf8)
    let asking = try #require(Self.read(links, by: 9).last)
    #expect(asking.names == ["link", "note"])
    #expect(asking.text("link") == "desk")
    #expect(Self.read(links, by: 9, "{\"peer\": \"desk\"}").last?.numbers("time") == [0, 2])
    let refused = try #require(Self.read(Array("no,header\n1,2\n".utf8), by: 4).last)
    #expect(refused.status == LUBDUB_BAD_TRACE)
    #expect(lubdub_status(lubdub_reading_feed(nil, nil, 0)) == LUBDUB_BAD_ARGUMENT)
  }

  @Test func `The preview of an unknown table gives a role for each column`() {
    func preview(_ text: String) -> JSONValue? {
      let bytes = Array(text.utf8)
      return Answer(lubdub_reading_preview(bytes, bytes.count)).json("table")
    }
    let rows = (0..<9).map { "\(100 * $0);\(150 + $0),5;-6\($0)" }.joined(separator: "\n")
    let table = preview("zeit_ms;Distanz_cm;RSSI\n\(rows)\n")
    #expect(table?["titles"] == ["zeit_ms", "Distanz_cm", "RSSI"])
    #expect(table?["rows"]?.array?.first == ["0", "150,5", "-60"])
    #expect(
      table?["roles"] == [
        ["field": "t", "unit": "ms"], ["field": "range", "unit": "cm"], .null,
      ])
    #expect(table?["proposal"]?["decimalComma"] == true)
    #expect(table?["units"]?["range"]?.array?.first == "m")
    #expect(preview("a,b\nx,y\nz,w\n")?["proposal"] == .null)
    #expect(preview("") == nil)
  }

  @Test func `Scores of a path equal those of a run`() {
    let path = Self.dataset("walk-by")
    let answer = Self.score(paths: [path])
    let score = answer.json("scores")?.array?.first
    #expect(score?["name"] == "walk-by")
    #expect(score?["dataset"] == "datasets")
    #expect((score?["range"]?["rmse_m"]?.number ?? 9) < 0.5)
    #expect(answer.json("total")?["zones"] == score?["zones"])
  }

  @Test func `A broken file in a folder is reported, and a folder of broken files is rejected`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("no trace\n".utf8).write(to: folder.appending(path: "broken.csv"))
    let none = Self.score(paths: [folder.path])
    #expect(none.status == LUBDUB_NOTHING_TO_DO)
    #expect(none.text("message").contains("broken.csv is left out"), "\(none.text("message"))")
    try FileManager.default.copyItem(
      atPath: Self.dataset("approach-1hz"), toPath: folder.appending(path: "walk.csv").path)
    let one = Self.score(paths: [folder.path])
    #expect(one.status == LUBDUB_OK)
    #expect(one.json("scores")?.array?.count == 1)
    #expect(one.text("notes").contains("1 of 2 files could not be read"), "\(one.text("notes"))")
  }

  @Test func `A search ends on request and returns the best result so far`() {
    let options =
      "{\"paths\": [\"\(Self.dataset("approach-1hz"))\"], \"budget\": 8, "
      + "\"over\": [[\"zones.range.falseChangeInterval\", [10, 1000]]], \"jobs\": 1}"
    var watch = lubdub_watch(stop: 1, done: 0, total: 0)
    let cut = withUnsafeMutablePointer(to: &watch) { watch in
      lubdub_watched_by(watch)
      defer { lubdub_watched_by(nil) }
      return Answer(lubdub_tune(nil, 0, options, options.utf8.count, nil))
    }
    #expect(cut.status == LUBDUB_OK, "\(cut.text("message"))")
    #expect(cut.bytes("complete") == [0])
    #expect(cut.json("settings")?["zones.range.falseChangeInterval"] != nil)
  }

  @Test func `A search asks its host and ends with the host's reason`() {
    let options =
      "{\"paths\": [\"\(Self.dataset("approach-1hz"))\"], \"budget\": 8}"
    for (answer, reason) in [
      (#"{"workers": 0}"#, "there are no workers"), ("{", "an answer is not JSON"),
      (#"{"error": "the roof is on fire"}"#, "the roof is on fire"),
    ] {
      let found = answer.withCString { text in
        var host = lubdub_host(context: UnsafeMutableRawPointer(mutating: text)) {
          context, question in
          question.map { String(cString: $0) } == "{\"workers\": true}\n"
            ? UnsafePointer(context?.assumingMemoryBound(to: CChar.self)) : nil
        }
        return Answer(lubdub_tune(nil, 0, options, options.utf8.count, &host))
      }
      #expect(found.status == LUBDUB_BAD_ARGUMENT)
      #expect(found.text("message").contains(reason), "\(found.text("message"))")
    }
  }

  @Test func `A call reports its progress and ends when its host asks`() {
    let path = Self.dataset("approach")
    let options = "{\"paths\": [\"\(path)\"]}"
    var watch = lubdub_watch()
    withUnsafeMutablePointer(to: &watch) { watch in
      lubdub_watched_by(watch)
      defer { lubdub_watched_by(nil) }
      #expect(Self.trace(path).status == LUBDUB_OK)
      #expect(watch.pointee.done > 0)
      #expect(watch.pointee.done <= watch.pointee.total)
      watch.pointee.stop = 1
      #expect(Self.trace(path).status == LUBDUB_STOPPED)
      #expect(Answer(lubdub_score(nil, 0, options, options.utf8.count)).status == LUBDUB_STOPPED)
      #expect(
        Answer(lubdub_calibrate(nil, 0, options, options.utf8.count)).status == LUBDUB_STOPPED)
      var time = 0.0
      var kind: UInt8 = 0
      var range = 1.0
      let run = withUnsafePointer(to: &time) { time in
        withUnsafePointer(to: &kind) { kind in
          withUnsafePointer(to: &range) { range in
            var rows = lubdub_rows()
            (rows.count, rows.times, rows.kinds, rows.ranges) = (1, time, kind, range)
            return Answer(lubdub_run_any(&rows, nil, 0))
          }
        }
      }
      #expect(run.status == LUBDUB_STOPPED)
    }
    #expect(Self.trace(path).status == LUBDUB_OK)
  }

  @Test func `Searched settings need an order, so an object of them is rejected`() {
    let options =
      "{\"paths\": [\"\(Self.dataset("approach-1hz"))\"], \"over\": {\"zones.range.falseChangeInterval\": [10, 1000]}}"
    let refused = Answer(lubdub_tune(nil, 0, options, options.utf8.count, nil))
    #expect(refused.status == LUBDUB_BAD_SETTINGS)
    #expect(refused.text("message").contains("a list of pairs"), "\(refused.text("message"))")
  }

  @Test func `Invalid arguments give a message`() {
    #expect(Self.trace("").status == LUBDUB_BAD_ARGUMENT)
    #expect(Self.trace("/nowhere.csv").text("message").hasPrefix("/nowhere.csv"))
    #expect(Self.trace(text: "").status == LUBDUB_BAD_TRACE)
    #expect(Self.trace(text: "t_s\n", "{\"rate\": \"x\"}").status == LUBDUB_BAD_ARGUMENT)
    #expect(Answer(lubdub_score(nil, 0, nil, 0)).status == LUBDUB_NOTHING_TO_DO)
    #expect(Answer(lubdub_score(nil, 1, nil, 0)).text("message") == "recordings is null")
    #expect(Self.score(paths: ["/nowhere.csv"]).status == LUBDUB_BAD_TRACE)
    let wrong = Self.score(paths: [], ", \"settings\": {\"zones\": {\"edgse\": 1}}")
    #expect(wrong.status == LUBDUB_BAD_SETTINGS)
    #expect(Answer(lubdub_pipeline_advance(nil, 0)).text("message") == "pipeline is null")
    #expect(lubdub_pipeline_next_deadline(nil).isNaN)
    lubdub_pipeline_release(nil)
    #expect(lubdub_part(nil, "x", nil) == nil)
  }

  @Test func `A pipeline continues from call to call and reports its decisions`() {
    var pipeline: OpaquePointer?
    #expect(Answer(lubdub_pipeline_make(nil, 0, &pipeline)).status == LUBDUB_OK)
    defer { lubdub_pipeline_release(pipeline) }
    var decisions: [JSONValue] = []
    for index in 0..<30 {
      let (time, range, kind) = (Double(index) * 0.1, 0.5, UInt8(0))
      withUnsafePointer(to: time) { time in
        withUnsafePointer(to: range) { range in
          withUnsafePointer(to: kind) { kind in
            var rows = lubdub_rows()
            (rows.count, rows.times, rows.ranges, rows.kinds) = (1, time, range, kind)
            let answer = Answer(lubdub_pipeline_process(pipeline, &rows))
            #expect(answer.bytes("reception") == [0])
            decisions += answer.json("decisions")?.array ?? []
          }
        }
      }
    }
    #expect(decisions.contains { $0["record"] == "zone_change" && $0["to"] == 2 })
    #expect(lubdub_pipeline_next_deadline(pipeline) > 2.8)
    let plan = Answer(lubdub_pipeline_plan(pipeline, 4)).numbers("beat_time")
    let later = Answer(lubdub_pipeline_advance(pipeline, 4.5)).json("decisions")?.array ?? []
    let beats = later.filter { $0["record"] == "beat" }.compactMap { $0["t_s"]?.number }
    #expect(zip(plan, beats).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(!plan.isEmpty)
  }

  @Test(arguments: [
    ("no JSON", "options are not JSON"),
    (#"{"by": "lubdub 0"}"#, "would differ in their last digits"),
    (
      #"{"candidates": [{}], "recordings": [1], "calibrations": [null]}"#,
      "names a missing recording"
    ),
    (
      #"{"candidates": [{}], "recordings": ["x"], "calibrations": [null]}"#,
      "names a missing recording"
    ),
    (#"{"candidates": [{}], "recordings": [0]}"#, "not a calibration for each"),
    (#"{"recordings": [0], "calibrations": [null]}"#, "no candidates"),
    (#"{"candidates": [{"uwb.gate": -1}]}"#, "uwb.gate"),
    (#"{"candidates": [{}], "recordings": [0], "calibrations": [{"unknown": 1}]}"#, "unknown"),
  ])
  func `A unit that names unknown parts is rejected`(unit: String, reason: String) {
    let refused = Self.unit(unit)
    #expect(refused.status != LUBDUB_OK)
    #expect(refused.text("message").contains(reason), "\(refused.text("message"))")
    let good = Self.unit(#"{"candidates": [{}, {}], "recordings": [0], "calibrations": [null]}"#)
    #expect(!good.bytes("scores").isEmpty)
  }

  @Test(arguments: [(2e6, "implausible-range"), (-1, "negative-range"), (.infinity, "not-finite")])
  func `A row with an impossible value is rejected by its rule`(range: Double, rule: String) {
    let text = Self.trace(text: "t_s,range_m\n0,1\n1,\(range)\n").json("report")
    let rejection = text?["rejections"]?.array?.first
    #expect(rejection?["reason"]?.string == rule, "\(String(describing: text))")
    let refused = Self.unit(#"{"recordings": [0]}"#, ranges: [1, range])
    #expect(refused.status == LUBDUB_BAD_ARGUMENT)
    let message = refused.text("message")
    #expect(message.contains("row 1: range_m is \(range); "), "\(message)")
  }

  private static func unit(_ unit: String, ranges: [Double] = [1, 2]) -> Answer {
    let (times, kinds) = ([0.0, 1], [UInt8](repeating: 0, count: 2))
    return times.withUnsafeBufferPointer { times in
      kinds.withUnsafeBufferPointer { kinds in
        ranges.withUnsafeBufferPointer { ranges in
          var recording = lubdub_recording()
          recording.rows.count = 2
          recording.rows.times = times.baseAddress
          recording.rows.kinds = kinds.baseAddress
          recording.rows.ranges = ranges.baseAddress
          return Answer(lubdub_unit(&recording, 1, unit, unit.utf8.count))
        }
      }
    }
  }
}
