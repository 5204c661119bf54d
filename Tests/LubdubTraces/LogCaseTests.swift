import Lubdub
import LubdubExtras
import LubdubGround
import Testing

@testable import LubdubTraces

/// Situations that people report: what is right for each, with a small log of each kind.
@Suite struct LogCaseTests {
  private func read(
    _ text: String, _ mapping: String? = nil, pieces: Int = 1 << 20,
    _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    var options = ReadOptions(formats: .all)
    if let mapping { options.columns = try ColumnMapping(mapping) }
    change(&options)
    var parser = TraceParser(options: options)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try parser.feed(Array(bytes[start..<min(start + pieces, bytes.count)]))
    }
    try parser.finish()
    var records: [TraceRecord] = []
    parser.take(into: &records)
    return (records, parser.report)
  }

  private func proposal(_ text: String) -> ReadError.Proposal? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return (error as? ReadError)?.proposal
    }
  }

  private func rows(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  // MARK: JSON

  @Test(
    "A number that is not finite costs its member alone",
    arguments: ["NaN", "Infinity", "nan", "-nan", "-inf", "1e999", "null"])
  func nonFinite(word: String) throws {
    let log = rows(20) {
      "{\"ts\": \(1_766_000_000 + $0), \"dist\": 2.5, \"azimuth\": \(word), \"peer\": \"a\"}"
    }
    #expect(proposal(log)?.columns == "t=ts,range=dist,peer=peer")
    let found = try read(log, "t=ts,range=dist,peer=peer")
    #expect(found.records.count == 20 && found.report.rejected == 0)
    let phone = rows(20) {
      "{\"timestampMillis\": \(1000 * $0), \"technology\": \"uwb\", \"distance_m\": 2.5, \"azimuth\": \(word)}"
    }
    #expect(try read(phone).records.count == 20)
  }

  @Test(
    "Lines before the rows of a trace of ours are rejected, and the rows are read",
    arguments: ["{\"type\":\"session\"}", "logger 1.0", "[1, 2"])
  func firstLine(line: String) throws {
    let log = line + "\n" + rows(5) { "{\"t_s\": \($0), \"range_m\": 2}" }
    for pieces in [1, 7, 1 << 20] {
      let found = try read(log, pieces: pieces)
      #expect(found.records.count == 5 && found.report.rejected == 1)
    }
  }

  @Test(
    "A log that nothing reads is refused once, whatever states its separator",
    arguments: ["sep=^", "sep=:", "sep=;"])
  func refused(first: String) {
    #expect(throws: ReadError.self) {
      try read(first + "\ntime^rssi\n" + rows(5) { "\($0)^-60" })
    }
  }

  @Test("Members of other names beside t_s are read by a mapping, and one is proposed")
  func otherNames() throws {
    let log = rows(9) {
      "{\"t_s\": \(Double($0) / 10), \"distance_cm\": \(400 - $0), \"tag\": \"a\"}"
    }
    let mapping = "t=t_s,range=distance_cm:cm,peer=tag"
    #expect(proposal(log)?.columns == mapping)
    #expect(try read(log, mapping).records.compactMap(\.sample.range).first == 4)
    // A mapping whose columns the trace has not leaves it as it is.
    let ours = rows(3) { "{\"t_s\": \($0), \"range_m\": 2}" }
    #expect(try read(ours, mapping).records.count == 3)
  }

  // MARK: Columns

  @Test("Rows with more fields than the header are rejected, unless those are empty")
  func longerRows() throws {
    let log =
      "ms,v,dist\n"
      + rows(6) { $0 < 3 ? "\(100 * $0),3.9,2.5,," : "\(100 * $0),3.9,7,2.5" }
    let found = try read(log, "t=ms,range=dist")
    #expect(found.report.rejections[.columnCount]?.lines == [5, 6, 7])
    #expect(found.records.map(\.sample.range) == [2.5, 2.5, 2.5])
    let comma = "zeit,distanz\n" + rows(5) { "0,\($0),3,98" }
    #expect(proposal(comma) == nil)
    #expect(try read(comma, "t=zeit,range=distanz").report.rejections[.columnCount]?.count == 5)
  }

  @Test("A document over several lines is not a trace, though lines of it have times")
  func document() {
    let text = "{\n  \"felt\": [\n    {\"peer\": \"desk\", \"t_s\": 0.6}\n  ]\n}\n"
    let error = #expect(throws: ReadError.self) { try read(text) }
    #expect(error?.kind == .unrecognised)
  }

  @Test("A record with an open quote is rejected as a whole, and the rows behind it are read")
  func openQuote() throws {
    let log = "t,note,range\n0,a,1\n1,\"two\nlines\",5\n2,c,3\n3,\"d,4\n4,e,5\n"
    for isSingle in [false, true] {
      let found = try read(log, "t=t,range=range") { $0.readsSingly = isSingle }
      #expect(found.records.map(\.sample.range) == [1, 3, 5])
      #expect(found.report.rejections[.damaged]?.lines == [3, 6])
      #expect(found.report.ignored == 1)
    }
  }

  @Test("By place, a line that cannot be read is a rejected row and takes none with it")
  func byPlace() throws {
    let log = "0.0,4.0\n0.1,err\n0.2,3.9\nboot ok\n0.3,3.8\n0.4,3,7\n0.5,3.6\n"
    let found = try read(log, "t=1,range=2")
    #expect(found.records.map(\.sample.range) == [4, 3.9, 3.8, 3.6])
    #expect(found.report.rejections[.notANumber]?.lines == [2])
    #expect(found.report.rejections[.columnCount]?.lines == [4, 6])
    #expect(throws: ReadError.self) { try read(log, "t=1,range=2") { $0.strict = true } }
    let headed = "time,dist\n0,1\ntime,dist\n1,2\n"
    let repeated = try read(headed, "t=1,range=2")
    #expect(repeated.records.count == 2 && repeated.report.rejected == 0)
    #expect(repeated.report.ignored == 1)
  }

  @Test("Two columns name a link together")
  func joinedNames() throws {
    let log =
      "t,tag,anchor,d\n"
      + rows(40) {
        "\(Double($0) / 10),T\($0 / 2 % 2),A\($0 % 2),\($0.isMultiple(of: 2) ? 1.5 : 9.5)"
      }
    let found = try read(log, "t=t,range=d,peer=tag+anchor")
    #expect(found.report.peers.map(\.name) == ["T0+A0", "T0+A1", "T1+A0", "T1+A1"])
    #expect(proposal(log)?.columns.contains("peer=tag+anchor") ?? false)
    let json = rows(2) { "{\"t\": \($0), \"d\": 2, \"tag\": \"T\", \"anchor\": \($0)}" }
    let lines = try read(json, "t=t,range=d,peer=tag+anchor")
    #expect(lines.report.peers.map(\.name) == ["T+0", "T+1"])
  }

  // MARK: Proposals

  @Test(
    "The unit of times suits the radio, and the proposal says which one it took",
    arguments: [
      (10.0, "rssi", "t=timestamp,rssi=rssi"), (60, "rssi", "t=timestamp,rssi=rssi"),
      (1000, "rssi", "t=timestamp:ms,rssi=rssi"), (10_000, "rssi", "t=timestamp:ms,rssi=rssi"),
      (300_000, "rssi", "t=timestamp:us,rssi=rssi"),
      (2_000_000, "rssi", "t=timestamp:us,rssi=rssi"),
      (100, "range", "t=timestamp:ms,range=range"),
      (100_000, "range", "t=timestamp:us,range=range"),
      (1e8, "range", "t=timestamp:ns,range=range"), (0.1, "range", "t=timestamp,range=range"),
      (0.1 / 86_400, "range", "t=timestamp:excel,range=range"),
    ] as [(Double, String, String)])
  func timeUnits(step: Double, name: String, columns: String) {
    let log =
      "timestamp,\(name)\n"
      + rows(30) { "\(46_000 + Double($0) * step),\(name == "rssi" ? "-60" : "2.5")" }
    let found = proposal(log)
    #expect(found?.columns == columns)
    #expect(found?.notes.contains { $0.hasPrefix("timestamp is taken for") } ?? false)
  }

  @Test("A column of times is not dropped for a few bad ones, and not without a word")
  func keptTimes() {
    let dates =
      "time,rssi\n0000-00-00 00:00:00,-60\n" + rows(30) { "2026-11-22 14:27:\(10 + $0),-61" }
    #expect(proposal(dates)?.columns == "t=time:iso,rssi=rssi")
    let strange = "time,rssi\n" + rows(30) { "day \($0),-61" }
    #expect(proposal(strange)?.needsRate ?? false)
    #expect(proposal(strange)?.notes.contains { $0.contains("time, which holds") } ?? false)
    let wide =
      "time;A0;A1;A2\n"
      + rows(30) { "\(Double($0) / 10);4.0;\($0 % 3 == 0 ? "-" : "3.5");3.0" }
    #expect(proposal(wide)?.columns == "t=time,range=A0|A1|A2")
  }

  @Test(
    "Where columns are named and cannot be read, the refusal says why",
    arguments: [
      ("time,dist", "0,1,3,98", "the rows have 4 columns where the header has 2"),
      ("time,rssi", "1,strong", "not read is rssi, which holds \"strong\", no number"),
      ("time,rssi,distance", "1,4.0,-60", "t=time,range=distance reads 0 of the first"),
      ("timestamp,rssi", "1.766E+12,-60", "perhaps in milliseconds"),
    ])
  func obstacles(header: String, row: String, said: String) {
    let error = #expect(throws: ReadError.self) { try read(header + "\n" + rows(30) { _ in row }) }
    #expect(
      error?.proposal == nil && error?.message.contains(said) ?? false, "\(error?.message ?? "")")
  }

  @Test("A column that rises beside ranges is not dropped without a word")
  func ticks() {
    let log = "ticks,distance\n" + rows(30) { "\(1_000_000_000_000 + $0 * 639_000_000),2.5" }
    let found = proposal(log)
    #expect(found?.needsRate ?? false)
    #expect(found?.notes.contains { $0.contains("ticks, another time") } ?? false)
  }

  @Test("Marks of thousands before decimals are seen, as in 1.000,5")
  func thousands() {
    let log = "Zeit;Entfernung\n" + rows(30) { "1.00\($0 / 10),\($0 % 10);4,0" }
    #expect(proposal(log)?.columns == "t=Zeit,range=Entfernung")
    #expect(proposal(log)?.thousandsMark == "." && proposal(log)?.usesDecimalComma ?? false)
  }

  @Test("A proposal for JSON lines behind a line of text reads them")
  func textBeforeMembers() throws {
    let log =
      "debug: scan begins\n"
      + rows(30) { "{\"ts\":\(Double($0) / 10),\"meas\":{\"distance_mm\":2\($0)00}}" }
    let columns = try #require(proposal(log)?.columns)
    let found = try read(log, columns)
    #expect(found.records.count == 30 && found.report.rejected == 1)
  }

  @Test("Without a header, a number may stand behind its name")
  func namedValues() throws {
    let log = rows(30) { "t=\(Double($0) / 10) scan RSSI=-6\($0 % 5) tag:7" }
    let found = try read(log, "t=1,rssi=3,peer=4")
    #expect(found.records.count == 30 && found.records[4].sample.rssi == -64)
    #expect(found.report.peers.map(\.name) == ["tag:7"])
  }

  // MARK: Forms of time

  @Test(
    "Times are read in their usual forms",
    arguments: [
      ("2026-11-25 13:12:11 UTC", "iso"), ("2026-11-25T13:12:11z", "iso"),
      ("2026-11-25 13:12:11 GMT", "iso"), ("2026-11-25 14:12:11 Z+0100", "iso"),
      ("2026-11-25 14:12:11 UTC+1", "iso"), ("20261125T131211Z", "iso"),
      ("20261125T141211.000+01", "iso"), ("Wed Nov 25 13:12:11 2026", "iso"),
      ("Wed Nov 25 13:12:11 UTC 2026", "iso"), ("Wed, 25 Nov 2026 13:12:11 +0000", "iso"),
      ("Wed, 25 Nov 2026 13:12:11 GMT", "iso"), ("11/25/2026, 1:12:11\u{202F}PM", "mdy"),
      ("11/25/2026 1:12:11\u{A0}p.m.", "mdy"), ("11/25/26 1:12:11 pm", "mdy"),
      ("25.11.2026 13:12:11", "dmy"), ("2026\u{2011}11\u{2011}25 13:12:11", "iso"),
    ])
  func timeForms(text: String, form: String) {
    let bytes = Array(text.utf8)[...]
    let read = CalendarForm(rawValue: form).flatMap { CivilTime.nanoseconds(bytes, as: $0) }
    #expect(read == 1_795_612_331_000_000_000)
  }

  @Test("A spreadsheet's minutes and seconds are read")
  func minutes() {
    #expect(CivilTime.nanoseconds(Array("12:11.5".utf8)[...], as: .clock) == 731_500_000_000)
    #expect(CivilTime.nanoseconds(Array("12:11".utf8)[...], as: .clock) == 43_860_000_000_000)
  }

  @Test(
    "What is not a time is not read as one",
    arguments: [
      "Wed Nov 25 2026", "13:72:11", "2026-11-25 14:12:11 PM x1", "day 7", "2026-11-25 13",
    ])
  func noTimes(text: String) {
    #expect(CivilTime.nanoseconds(Array(text.utf8)[...], as: .iso) == nil)
  }

  @Test("The comma of a time with thousandths separates no field")
  func timeComma() throws {
    let log =
      "asctime,level,distance\n" + rows(20) { "2026-11-22 02:27:\(10 + $0),512,INFO,2.5" }
    #expect(proposal(log)?.columns == "t=asctime:iso,range=distance")
    let found = try read(log, "t=asctime:iso,range=distance")
    #expect(found.records.count == 20 && found.records[0].sample.range == 2.5)
    let second = found.records[0].sample.time.value.truncatingRemainder(dividingBy: 1)
    #expect((second - 0.512).magnitude < 1e-6)
  }

  @Test("Numbers are read with the minus signs and spaces of Unicode")
  func unicodeNumbers() throws {
    let log = "t,rssi\n0,\u{2212}60\n1,\u{2013}61\u{A0}\n2,-62\n"
    #expect(try read(log, "t=t,rssi=rssi").records.map(\.sample.rssi) == [-60, -61, -62])
  }

  @Test("A number with an exponent is read whole")
  func exponents() {
    #expect(Array("1.6e+001 EE".utf8)[...].leadingNumber.nanoseconds == 16_000_000_000)
    #expect(Array("9.2e-001".utf8)[...].leadingNumber.decimal == 0.92)
    #expect(Array("-59 eE".utf8)[...].leadingNumber.decimal == -59)
    #expect(Array("5e".utf8)[...].leadingNumber.decimal == 5)
  }

  @Test(
    "A time that no clock has costs its row, and ends no process",
    arguments: ["-9000000000000000", "-90000000000000000", "9223372036854775807", "-1e300"])
  func strangeTime(time: String) throws {
    let log =
      "timestamp,distance,azimuth,elevation\n" + rows(10) { "176600000\($0).0,2.5,0.1,0.2" }
      + "\(time),2.5,0.1,0.2\n" + rows(10) { "176600001\($0).0,2.5,0.1,0.2" }
    let found = try read(log)
    #expect(found.records.count == 20 && found.report.rejected == 1)
  }

  // MARK: Clocks

  @Test(
    "A leap costs its row, and gives the same rows however the bytes come",
    arguments: ["csv", "ndjson"])
  func leap(form: String) throws {
    var times = (0..<400).map { Double($0) / 10 }
    for place in 300..<400 { times[place] += 3600 }
    times[250] = 900
    let isCSV = form == "csv"
    var log = isCSV ? "t_s,range_m\n" : ""
    for time in times {
      log += isCSV ? "\(time),2.5\n" : "{\"t_s\": \(time), \"range_m\": 2.5}\n"
    }
    let whole = try read(log)
    #expect(whole.records.count == 399)
    #expect(whole.report.rejections[.timeAhead]?.lines == [isCSV ? 252 : 251])
    #expect(whole.report.warnings == ["clock set: +3,600 s at line \(isCSV ? 302 : 301)"])
    #expect((whole.records.last?.sample.time.value ?? 0) < 41)
    for pieces in [1, 13, 1000] {
      let cut = try read(log, pieces: pieces)
      #expect(cut.records == whole.records && cut.report == whole.report)
    }
    for change in [{ $0.strict = true }, { $0.clock = .refuse }] as [(inout ReadOptions) -> Void] {
      #expect(throws: ReadError.self) { try read(log, nil, change) }
    }
    // Rows that are read singly are the same.
    #expect(try read(log) { $0.readsSingly = true }.records == whole.records)
    let kept = try read(log) { $0.clock = .keep }
    #expect(kept.report.warnings.isEmpty && kept.report.rejections[.timeBackwards]?.count == 49)
  }
}
