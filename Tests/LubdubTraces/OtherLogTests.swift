import Lubdub
import LubdubExtras
import LubdubGround
import Testing

@testable import LubdubTraces

/// Logs as strangers write them: each reads as the walk that it was made of, or is refused with the cure.
@Suite struct OtherLogTests {
  typealias Row = (place: Int, time: Double, range: Double)

  /// Somebody who walks up and down, ten ranges a second for a minute.
  private static let walk: [Row] = (0..<600).map {
    ($0, Double($0) / 10, 4.0 - Double(abs($0 % 100 - 50)) * 0.07)
  }
  /// The same with rows that come up to 0.3 s late.
  private static let late = walk.map { (key: 2 * $0.place + ($0.place % 4 == 0 ? 7 : 0), row: $0) }
    .sorted { ($0.key, $0.row.place) < ($1.key, $1.row.place) }.map { $0.row }

  private func read(
    _ bytes: [UInt8], _ mapping: String? = nil, _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    var options = ReadOptions(formats: .all)
    options.columns = try mapping.map { (text) throws(ColumnMapping.Fault) in
      try ColumnMapping(text)
    }
    options.cures = [.columns: "say which columns they are", .order: "--reorder"]
    change(&options)
    let log = try ReadLog(bytes, options: options)
    return (log.records, log.report)
  }

  private func table(_ header: String, _ rows: [Row], _ text: (Row) -> String) -> [UInt8] {
    Array((header + "\n" + rows.map { text($0) + "\n" }.joined()).utf8)
  }

  private func refusal(_ bytes: [UInt8]) throws -> ReadError {
    let error = #expect(throws: ReadError.self) { try read(bytes) }
    return try #require(error)
  }

  private func proposed(
    _ bytes: [UInt8]
  ) throws -> (records: [TraceRecord], proposal: ReadError.Proposal) {
    let refusal = try refusal(bytes)
    let proposal = try #require(refusal.proposal, "\(refusal.message)")
    let found = try read(bytes, proposal.columns) { options in
      options.sorts = proposal.sorts
      if proposal.needsRate { options.period = 0.1 }
      options.takesLinkClocks = true
    }
    return (found.records, proposal)
  }

  private func expect(
    _ records: [TraceRecord], _ said: String, count: Int = 600, within tolerance: Double = 1e-3
  ) {
    #expect(records.count == count, "\(said)")
    let start = records.first?.sample.time.value ?? 0
    let isSame = zip(records, Self.walk).allSatisfy { record, row in
      (record.sample.time.value - start - row.time).magnitude < tolerance
        && ((record.sample.range?.value ?? 0) - row.range).magnitude < 6e-3
    }
    #expect(isSame, "\(said)")
  }

  private static func whole(_ value: Double) -> Int { Int(value.rounded()) }

  // MARK: Order and clocks

  @Test(
    "Rows that are newest first, or late, and a counter that turns over give the walk",
    arguments: [65_536, 4_294_967_296], [true, false])
  func turnedAndUnsorted(period: Int, isReversed: Bool) throws {
    let rows = isReversed ? Self.walk.reversed() : Self.late
    func count(_ row: Row) -> Int { (period - 20_000 + Self.whole(row.time * 1000)) % period }
    let other = table("tick_ms,distance_cm", rows) { "\(count($0)),\(100 * $0.range)" }
    let found = try proposed(other)
    expect(found.records, found.proposal.columns)
    let own = table("t_s,range_m", rows) { "\(Double(count($0)) / 1000),\($0.range)" }
    let ours = try read(own) { $0.sorts = !isReversed }
    expect(ours.records, "\(ours.report)")
    #expect(ours.report.clockJumps.count == 1)
  }

  @Test("Newest first, and an hour set back: the rows follow each other")
  func summerTime() throws {
    let log = table("t_s,range_m", Self.walk.reversed()) {
      "\(10_000 + $0.time - ($0.time >= 20 ? 3600 : 0)),\($0.range)"
    }
    let found = try read(log)
    expect(found.records, "\(found.report)")
    #expect(found.report.warnings.contains { $0.hasPrefix("clock set: -3,600 s") })
  }

  @Test("Shuffled rows of a counter that turned over are refused with the cure")
  func shuffledTurn() throws {
    let rows = Self.walk.map { Self.walk[$0.place * 7919 % 600] }
    let log = table("t_s,range_m", rows) {
      "\(Double((50_000 + Self.whole($0.time * 1000)) % 65_536) / 1000),\($0.range)"
    }
    let error = #expect(throws: ReadError.self) { try read(log) { $0.sorts = true } }
    #expect(error?.message.contains("turned over after 65.536 s") ?? false, "\(error as Any)")
    let kept = try read(log) { ($0.sorts, $0.clock) = (true, .keep) }
    #expect(kept.records.count == 600)
  }

  @Test(
    "Of counters, the one counts whose period suits the pace", arguments: [16_777_216, 17_207_401])
  func periods(period: Int) throws {
    let log = table("tick_us,distance_cm", Self.walk) {
      "\((period - 3_000_000 + Self.whole($0.time * 1e6)) % period),\(100 * $0.range)"
    }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns, within: 1e-4)
  }

  @Test(
    "The clock of one link is set while the other runs on", arguments: [-3600.0, 3600, -20, 50])
  func oneLinkSet(jump: Double) throws {
    let log = table("t_s,range_m,peer", Self.walk) { row in
      let isSecond = row.place % 2 == 1
      let time = row.time + 100 + (isSecond && row.time > 30 ? jump : 0)
      return "\(time),\(row.range),\(isSecond ? "T2" : "T1")"
    }
    let found = try read(log) { $0.takesLinkClocks = true }
    let place = found.report.peers.firstIndex { $0.name == "T2" }
    for link in [0, 1] as [NameTable.Index] {
      let rows = found.records.filter { $0.peer == link }
      #expect(rows.count == 300, "\(found.report)")
      let wanted = Self.walk.filter { $0.place % 2 == Int(link) }
      let isSame = zip(rows, wanted).allSatisfy {
        ($0.sample.time.value - 100 - $1.time).magnitude < 0.25
      }
      #expect(isSame, "\(found.report)")
    }
    #expect(place == 1 && found.report.clockJumps.count == 1 && found.report.rejected == 0)
  }

  @Test("A stamp of one link that leaps alone costs its row, and the links keep one clock")
  func oneLinkLeaps() throws {
    let log = table("t_s,range_m,peer", Self.walk) { row in
      "\(row.time + 100 + (row.place == 301 ? 3600 : row.place == 401 ? -50 : 0)),\(row.range),T\(row.place % 2)"
    }
    let found = try read(log) { $0.takesLinkClocks = true }
    #expect(found.report.accepted == 598 && !found.report.linksDiffer)
    #expect(found.report.rejections[.timeAhead]?.lines == [303])
    #expect(found.report.rejections[.timeBackwards]?.lines == [403])
  }

  @Test(
    "Late rows are reported with the cure, and rows that come twice count once where rows are put in order"
  )
  func lateAndDoubled() throws {
    let log = table("t_s,range_m", Self.late) { "\($0.time),\($0.range)" }
    let found = try read(log)
    #expect(found.report.rejected > 100 && found.report.rejected < 600)
    #expect(found.report.warnings.contains { $0.hasSuffix("s late; --reorder 0.5 reads them") })
    let doubled = table("t_s,range_m", Self.late + Self.late) { "\($0.time),\($0.range)" }
    let sorted = try read(doubled) { $0.sorts = true }
    expect(sorted.records, "\(sorted.report)")
    let twice = table("t_s,range_m", Self.late.flatMap { [$0, $0] }) { "\($0.time),\($0.range)" }
    let windowed = try read(twice) { $0.reorderingWindow = 0.5 }
    expect(windowed.records, "\(windowed.report)")
    for report in [sorted.report, windowed.report] {
      #expect(report.duplicates == 600 && report.accepted == 600)
      #expect(report.warnings.contains { $0.hasPrefix("600 rows said the same") })
    }
  }

  // MARK: Columns

  @Test(
    "A clock in two columns is added, in tables and in JSON lines",
    arguments: [
      ("sec,usec", "t=sec+usec"), ("time_s,time_ms", "t=time_s+time_ms"),
      ("time,ms", "t=time+ms"), ("timestamp,ms", "t=timestamp+ms:iso"),
    ])
  func splitClock(names: String, columns: String) throws {
    let parts = names.split(separator: ",")
    func values(_ row: Row) -> (String, Int) {
      let (whole, rest) = (Int(row.time), Self.whole(row.time * 1000) % 1000)
      let clock = "2024-05-03T10:00:\(whole < 10 ? "0" : "")\(whole)"
      return (
        names.hasPrefix("timestamp") ? clock : "\(1_714_730_000 + whole)",
        names.hasSuffix("usec") ? 1000 * rest : rest
      )
    }
    let csv = table("\(names),dist_m", Self.walk) {
      "\(values($0).0),\(values($0).1),\($0.range)"
    }
    let lines = table("", Self.walk) {
      let first = names.hasPrefix("timestamp") ? "\"\(values($0).0)\"" : values($0).0
      return
        "{\"\(parts[0])\": \(first), \"\(parts[1])\": \(values($0).1), \"dist_m\": \($0.range)}"
    }
    for log in [csv, lines] {
      let found = try proposed(log)
      #expect(found.proposal.columns.hasPrefix(columns), "\(found.proposal)")
      expect(found.records, found.proposal.columns)
    }
    let error = #expect(throws: ReadError.self) { try read(csv, "t=\(parts[0])+dist,range=dist_m") }
    #expect(error != nil)
  }

  @Test(
    "Values without a header that stand behind names are known by them",
    arguments: [" ", ","], ["t", "time", "unix"])
  func keyed(separator: String, name: String) throws {
    let log = Self.walk.map { row in
      [
        "\(name):\(Self.whole(1000 * row.time))", "dist=\(row.range)",
        "RSSI=-\(50 + row.place % 9)",
      ]
      .joined(separator: separator) + "\n"
    }
    let found = try proposed(Array(log.joined().utf8))
    #expect(found.proposal.columns == "t=1:ms,range=2,rssi=3")
    expect(found.records, found.proposal.columns)
  }

  @Test(
    "Units that stand below a name, or beside the value, are taken",
    arguments: [
      ("{\"range\": {\"mm\": V}}", 1000.0, "range.mm:mm"),
      ("{\"data\": {\"range\": {\"cm\": V}}}", 100, "data.range.cm:cm"),
      ("{\"distance\": {\"value\": V, \"unit\": \"cm\"}}", 100, "distance.value:cm"),
    ])
  func nestedUnits(form: String, scale: Double, column: String) throws {
    let parts = form.split(separator: "V")
    let log = table("", Self.walk) { row in
      "{\"time_ms\": \(Self.whole(1000 * row.time)), " + parts[0].dropFirst()
        + "\(Self.whole(row.range * scale))" + parts[1]
    }
    let found = try proposed(log)
    #expect(found.proposal.columns.hasSuffix("range=\(column)"), "\(found.proposal)")
    expect(found.records, found.proposal.columns)
  }

  @Test("Levels of any name are taken, and columns that may name the links are named")
  func levelsAndLinks() throws {
    let log = table("tempo_ms;Gegenstelle;distanza_mm;potenza", Self.walk) { row in
      "\(Self.whole(1000 * row.time));\(row.place % 2 == 0 ? "a" : "b");\(Self.whole(1000 * row.range));"
        + "-\(50 + row.place % 20)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns.hasSuffix("rssi=potenza"), "\(found.proposal)")
    #expect(found.proposal.notes.contains("Gegenstelle may name the links: peer=Gegenstelle"))
    #expect(found.proposal.notes.contains("potenza is taken for the level"))
    let mixed = table("time_ms,box,distance_cm", Self.walk) { row in
      let range = row.range + (row.place % 2 == 0 ? 0 : 8)
      return "\(Self.whole(1000 * row.time)),\(row.place % 2 == 0 ? "a" : "b"),\(100 * range)"
    }
    let links = try proposed(mixed)
    #expect(links.proposal.columns.hasSuffix("peer=box"), "\(links.proposal)")
  }

  @Test("A level and a truth for each link are of the links, and a second clock is named")
  func wide() throws {
    let log = table("time_ms,host_ms,d1_cm,rssi1,d2_cm,rssi2", Self.walk) { row in
      let time = Self.whole(1000 * row.time)
      return "\(time),\(time + 77),\(100 * row.range),-50,\(100 * row.range + 200),-60"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=time_ms:ms,range=d1_cm:cm|d2_cm:cm,rssi=rssi1|rssi2")
    #expect(found.proposal.notes.contains("left out: host_ms, another time"), "\(found.proposal)")
    #expect(found.records.count == 1200)
  }

  @Test("A unit in a name that nobody knows is said", arguments: ["cs", "100ms", "ticks"])
  func oddUnits(unit: String) throws {
    let log = table("time_\(unit),distance_m", Self.walk) { "\($0.place),\($0.range)" }
    let error = try refusal(log)
    let said = "the unit of time_\(unit), \(unit), is not known"
    #expect(error.proposal?.notes.contains(said) ?? false, "\(error)")
    let found = try read(log, "t=time_\(unit),range=distance_m")
    #expect(found.report.warnings.contains("\(said); it is read in s"))
  }

  @Test("A length that may be the range, and stamps of digits alone, are taken")
  func lengthAndDigits() throws {
    let log = table("Zeit_ms;Länge_cm", Self.walk) {
      "\(Self.whole(1000 * $0.time));\(100 * $0.range)"
    }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns)
    let digits = table("time,distance", Self.walk) { row in
      let thousandths = Self.whole(1000 * row.time)
      return "202405031000\(String(100_000 + thousandths).dropFirst()),\(row.range)"
    }
    let stamped = try proposed(digits)
    #expect(stamped.proposal.columns.hasPrefix("t=time:iso"))
    expect(stamped.records, stamped.proposal.columns)
  }

  // MARK: Refusals

  @Test(
    "JSON that is not one object a line is refused with what makes lines of it",
    arguments: [
      ("[{\"t\": 0, \"dist\": 1},\n{\"t\": 1, \"dist\": 2}]", "jq -c '.[]'"),
      ("[\n  {\n    \"t\": 0,\n    \"dist\": 1\n  }\n]", "jq -c '.[]'"),
      ("[[0, 1.5], [1, 1.6]]", "jq -r '.[] | @csv'"),
      ("[0, 1.5]\n[1, 1.6]\n", "jq -r '@csv'"),
      ("{\"device\": \"x\", \"samples\": [{\"t\": 0, \"dist\": 1}]}", "jq -c '.samples[]'"),
      ("{\n \"samples\": [\n  {\n \"t\": 0, \"dist\": 1}]}", "jq -c '.samples[]'"),
      ("{\"t\": 0, \"dist\": 1}{\"t\": 1, \"dist\": 2}", "jq -c ."),
      ("{\"t\": [0, 1], \"range\": [1, 2]}", "jq -r '[.t, .NAME] | transpose[] | @csv'"),
      ("{\"t_s\": 0.1, \"range_m\": 1.5,}", "its JSON breaks in column 28"),
    ])
  func shapes(text: String, cure: String) throws {
    let error = try refusal(Array(text.utf8))
    #expect(error.message.contains("; ") && error.message.contains(cure), "\(error)")
    #expect(error.proposal == nil)
  }

  @Test("Links of a list whose order changes are refused with what makes a line of each")
  func changingLists() throws {
    let log = table("", Self.walk) { row in
      let one = "{\"id\": \"A\", \"dist\": \(row.range)}"
      let two = "{\"id\": \"B\", \"dist\": \(row.range + 2)}"
      let list = row.place % 3 == 0 ? "\(two), \(one)" : "\(one), \(two)"
      return "{\"ts\": \(row.place * 100), \"anchors\": [\(list)]}"
    }
    let error = try refusal(log)
    #expect(error.proposal == nil && error.message.contains(".anchors[] | $l + ."), "\(error)")
  }

  @Test("Text above a header is dropped by tail, and a table of unknown names asks for them")
  func aboveHeader() throws {
    for count in [1, 70] {
      let text = (0..<count).map { "line \($0): text\n" }.joined()
      let own = Array(text.utf8) + table("t_s,range_m", Self.walk) { "\($0.time),\($0.range)" }
      #expect(try refusal(own).message.contains("tail -n +\(count + 1) FILE"))
      let other =
        Array(text.utf8)
        + table("time_ms,distance_m", Self.walk) { "\($0.place * 100),\($0.range)" }
      let error = try refusal(other)
      #expect((error.proposal != nil) == (count == 1), "\(error)")
      #expect(error.message.contains("tail -n +\(count + 1) FILE") == (count > 1))
    }
    let unknown = table("foo,bar", Self.walk) { "x\($0.place),\($0.range)" }
    #expect(try refusal(unknown).message.hasSuffix("; say which columns they are"))
  }

  @Test("Columns that are asked for of a trace of ours, which it does not have, are refused")
  func columnsOfOurs() throws {
    let log = table("t_s,range_m", Self.walk) { "\($0.time),\($0.range)" }
    #expect(try read(log, "t=time,range=dist").records.count == 600)
    let error = #expect(throws: ReadError.self) {
      try read(log, "t=time,range=dist") { $0.needsColumns = true }
    }
    #expect(error?.message.contains("dist, time, are not there") ?? false, "\(error as Any)")
  }

  @Test("A few bytes of zero are no binary log, and NaN beside a level is counted")
  func damaged() throws {
    let zeros = table("time_ms,distance_cm,rssi", Self.walk) {
      "\($0.place * 100),\($0.place % 40 == 20 ? "\0\0\0" : "\(100 * $0.range)"),-60"
    }
    #expect(try refusal(zeros).proposal != nil)
    let log = table("t_s,range_m,rssi_dbm", Self.walk) {
      "\($0.time),\($0.place % 10 == 0 ? "NaN" : "\($0.range)"),-60"
    }
    let found = try read(log) { ($0.readsSingly, $0.countsNaN) = (true, true) }
    #expect(found.report.leftOut[.notFinite]?.count == 60 && found.report.accepted == 600)
    #expect(try read(log).report.leftOut.isEmpty)
  }

  // MARK: What is easily taken for something else

  @Test(
    "Whole seconds of today are no milliseconds, however seldom they come",
    arguments: [1, 5, 10, 60, 600])
  func wholeSeconds(step: Int) throws {
    let log = table("timestamp,distance_m,rssi", Self.walk) {
      "\(1_764_148_200 + step * $0.place),\($0.range),-60"
    }
    let found = try proposed(log)
    #expect(found.records.count == 600)
    #expect(found.records.last?.sample.time.value == 1_764_148_200 + Double(599 * step))
  }

  @Test("Seconds with nanoseconds beside them are one time", arguments: ["nsec", "nanosec"])
  func secondsAndNanoseconds(name: String) throws {
    let log = table("sec,\(name),distance_m", Self.walk) {
      let time = Self.whole($0.time * 10)
      return "\(1_764_148_200 + time / 10),\(time % 10 * 100_000_000),\($0.range)"
    }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns)
  }

  @Test(
    "A length that goes on, or is of the last row, is not the range where another is",
    arguments: ["total_distance_m", "last_distance_m", "target_distance_m"])
  func rareLengths(name: String) throws {
    let log = table("time,\(name),range_m", Self.walk) {
      "\($0.time),\(500 + $0.place),\($0.range)"
    }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns)
  }

  @Test("A clock in brackets before each line is the clock", arguments: [true, false])
  func brackets(isCalendar: Bool) throws {
    func stamp(_ row: Row) -> String {
      let tenths = Self.whole(row.time * 10)
      let second = tenths / 10 < 10 ? "0\(tenths / 10)" : "\(tenths / 10)"
      return isCalendar
        ? "[2025-11-26 09:10:\(second).\(tenths % 10)00]" : "I (\(100 * tenths)) uwb:"
    }
    // For twenty seconds there is nothing.
    let rows = Self.walk.filter { $0.time < 20 || $0.time >= 40 }
    let log = Array(rows.map { "\(stamp($0)) dist=\($0.range) rssi=-60\n" }.joined().utf8)
    let found = try proposed(log)
    #expect(found.proposal.needsRate == false, "\(found.proposal)")
    let times = found.records.map { $0.sample.time.value - found.records[0].sample.time.value }
    #expect(times.count == 400)
    #expect(zip(times, rows).allSatisfy { ($0 - $1.time).magnitude < 1e-6 }, "\(found.proposal)")
  }

  @Test(
    "Devices that differ in their levels are taken apart by an unknown column",
    arguments: ["sn", "source_name", "bssid"])
  func levels(name: String) throws {
    let names = name == "sn" ? ["1001", "1002"] : ["left", "right"]
    let log = table("time,\(name),rssi", Self.walk) {
      "\($0.time),\(names[$0.place % 2]),\($0.place.isMultiple(of: 2) ? -50 : -85)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns.contains("peer=\(name)"), "\(found.proposal)")
    let channels = table("time,ch,rssi", Self.walk) {
      "\($0.time),\(37 + $0.place % 3),\(-60 - $0.place % 5)"
    }
    #expect(try !proposed(channels).proposal.columns.contains("peer"))
  }

  @Test("A column that marks rows is named, in tables and lines, of ours and of others")
  func marks() throws {
    let ours = try read(table("t_s,range_m,valid", Self.walk) { "\($0.time),\($0.range),1" })
    let lines = Self.walk.map { "{\"t_s\":\($0.time),\"range_m\":\($0.range),\"valid\":true}\n" }
    let tidy = try read(Array(lines.joined().utf8))
    let other = try read(
      table("ms,cm,Status", Self.walk) { "\(100 * $0.place),\(100 * $0.range),OK" },
      "t=ms:ms,range=cm:cm")
    for found in [ours, tidy, other] {
      #expect(found.records.count == 600)
      #expect(
        found.report.warnings.contains { $0.lowercased().contains("not read: \"") },
        "\(found.report)")
    }
  }

  @Test(
    "Another header below rows of data does not advise to drop them, and names what is not read then"
  )
  func secondHeader() throws {
    let first = table("uptime,value", Self.walk) { "\($0.time),\($0.range)" }
    let second = table("t_s,range_m", Self.walk) { "\(60 + $0.time),\($0.range)" }
    let message = try refusal(first + second).message
    #expect(message.contains("another header is line 602: read each part by itself"), "\(message)")
    let other = try read(
      second + table("t_s,rssi_dbm,range_cm", Self.walk) { "\(200 + $0.time),-60,\($0.range)" })
    #expect(other.report.warnings.contains { $0.contains("not read: \"range_cm\"") })
  }

  @Test(
    "What stands before the values of a line is named with the command that makes a table of them",
    arguments: [
      ("\u{1B}[33m", "sed 's/\\x1b\\[[0-9;]*[A-Za-z]//g'"), ("09:10:TT -> ", "sed 's/ -> /,/'"),
      ("[2025-11-26 09:10:TT] ", "sed 's/^\\[\\([^]]*\\)\\] */\\1,/'"),
      ("+RANGE: ", "sed 's/^.*: //'"),
      ("Nov 26 09:10:00 board uwbd[312]: ", "sed 's/^.*: //'"),
      ("2025-11-26T09:10:TT: ", "sed 's/: */,/'"),
    ])
  func prefixes(before: String, cure: String) throws {
    let rows = Self.walk.map { row in
      let second = "\(10 + row.place / 20).\(500 + row.place % 20)"
      return before.split(separator: "TT", omittingEmptySubsequences: false).joined(
        separator: second)
        + "\(Self.whole(row.time * 1000)),\(Self.whole(row.range * 100)),-60\n"
    }
    let error = try refusal(Array(rows.joined().utf8))
    #expect(error.proposal == nil && error.message.contains("\(cure) FILE"), "\(error.message)")
  }

  @Test(
    "What stands before an object is named with the command that leaves objects",
    arguments: [
      ("uwb/tag ", "sed 's/^[^{]*//'"),
      ("2025-11-26T09:10:10Z uwb ", "sed 's/^\\([^ ]*\\)[^{]*{/{\"t\": \"\\1\", /'"),
    ])
  func objects(before: String, cure: String) throws {
    let lines = Self.walk.map { "\(before){\"ts\": \($0.time), \"distance_m\": \($0.range)}\n" }
    let message = try refusal(Array(lines.joined().utf8)).message
    #expect(message.contains("\(cure) FILE"), "\(message)")
    let hash = table("# time_s,distance_m", Self.walk) { "\($0.time),\($0.range)" }
    #expect(try proposed(hash).proposal.columns == "t=1,range=2")
    let cold = table("# temp,dist_cm", Self.walk) { "\(20 + $0.place % 2),\($0.range)" }
    #expect(try refusal(cold).proposal == nil)
  }

  @Test(
    "Units behind numbers are read, each by its own",
    arguments: ["m", " m", "cm", " mm", "Cm"])
  func unitsInValues(unit: String) throws {
    let scale = ["m": 1.0, "cm": 100, "mm": 1000][unit.lowercased().filter { $0 != " " }] ?? 0
    let log = table("time,range,rssi", Self.walk) {
      "\(Self.whole($0.time * 1000)) ms,\($0.range * scale)\(unit),-60 dBm"
    }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns)
    #expect(found.records.allSatisfy { $0.sample.rssi == DBm(-60) })
    let lines = Self.walk.map {
      "{\"time\": \"\($0.time) s\", \"range\": \"\($0.range * scale)\(unit)\"}\n"
    }
    expect(try proposed(Array(lines.joined().utf8)).records, unit)
  }

  @Test(
    "Fractions without their first zeros, steps of time and ticks of 100 ns are refused with the cure"
  )
  func oddTimes() throws {
    let rows = (0..<300).map { (second: $0 / 20, milli: $0 % 20 * 50 + $0 / 20) }
    func refused(_ header: String, _ row: (Int) -> String) throws -> String {
      let error = try refusal(Array((header + (0..<300).map { row($0) + "\n" }.joined()).utf8))
      #expect(error.proposal == nil)
      return error.message
    }
    let bare = try refused("time,distance_m\n") { "\(rows[$0].second).\(rows[$0].milli),3.0" }
    #expect(bare.contains("sprintf(\"%s.%03d\",a[1],a[2])"), "\(bare)")
    let steps = try refused("distance_m,dt_ms\n") { "3.0,\(100 + $0 % 7)" }
    #expect(steps.contains("NR==1{$2=\"t_ms\"}NR>1{$2=t+=$2}1"), "\(steps)")
    let ticks = try refused("timestamp,distance_m\n") {
      "\(134_085_570_000_000_000 + $0 * 1_000_000),3.0"
    }
    #expect(ticks.contains("drop the last digit"), "\(ticks)")
  }

  @Test("Stamps in the forms of loggers are times", arguments: [0, 1, 2])
  func stamps(form: Int) throws {
    let log = table("timestamp,distance_m", Self.walk) { row in
      let tenths = Self.whole(row.time * 10)
      let second = tenths / 10 < 10 ? "0\(tenths / 10)" : "\(tenths / 10)"
      let stamp = [
        "20251126T0910\(second).\(tenths % 10)00", "2025-11-26t09:10:\(second).\(tenths % 10)z",
        "09:10:\(second):\(tenths % 10)00",
      ][form]
      return "\(stamp),\(row.range)"
    }
    let found = try proposed(log)
    #expect(!found.proposal.needsRate)
    expect(found.records, found.proposal.columns)
  }

  @Test(
    "Without a header, lengths in cm and a column that counts rows are known, and a cut line is skipped"
  )
  func bareTables() throws {
    let centimetres = Self.walk.map {
      "\($0.place),\(Self.whole($0.time * 1000)),\(Self.whole($0.range * 100)),-60\n"
    }
    let whole = try proposed(Array(centimetres.joined().utf8))
    #expect(whole.proposal.columns == "t=2:ms,range=3:cm,rssi=4")
    expect(whole.records, "cm")
    let cut = try proposed(Array(("4,-63\n" + centimetres.joined()).utf8))
    #expect(cut.proposal.columns == "t=2:ms,range=3:cm,rssi=4")
    expect(cut.records, "cut")
    let parts = table("time,distance", Self.walk) { "\($0.time),\($0.range * 100 + 30)" }
    #expect(try proposed(parts).proposal.columns == "t=time,range=distance:cm")
  }

  @Test("UTF-16 without a mark, and ranges beside levels that are none, are read")
  func oddBytes() throws {
    let log = table("time,distance_m,signal", Self.walk) {
      "\($0.time),\($0.range),\(40 + $0.place % 3)"
    }
    for isBig in [false, true] {
      let found = try proposed(log.flatMap { isBig ? [0, $0] : [$0, 0] })
      #expect(found.proposal.columns == "t=time,range=distance_m")
      #expect(found.proposal.notes.contains { $0.contains("signal, whose 40 is no level") })
      expect(found.records, found.proposal.columns)
    }
    let byte = try read(table("t_s,range_m,rssi_dbm", Self.walk) { "\($0.time),\($0.range),-128" })
    #expect(byte.records.allSatisfy { $0.sample.range != nil && $0.sample.rssi == nil })
  }

  @Test("A proposal names every column that it does not read, and later members too")
  func unread() throws {
    let log = table("time,x,distance_m,Gerät", Self.walk) { "\($0.time),7,\($0.range),a" }
    #expect(try proposed(log).proposal.notes.contains { $0 == "not used: x" })
    let lines = Self.walk.map {
      "{\"ts\": \($0.time), \"\($0.place < 300 ? "dist" : "distance")\": \($0.range), \"rssi\": -60, \"valid\": true}\n"
    }
    let found = try read(Array(lines.joined().utf8), "t=ts,range=dist,rssi=rssi")
    #expect(found.report.warnings.contains("not read: \"distance\", first in line 301"))
    #expect(found.report.warnings.contains { $0.hasPrefix("not read: \"valid\"") })
  }

  @Test("A window of order says so only where it reads most of the late rows; else all are sorted")
  func shuffled() throws {
    let rows = (0..<600).map { Self.walk[$0 * 191 % 600] }
    let found = try read(table("t_s,range_m", rows) { "\($0.time),\($0.range)" })
    #expect(
      !found.report.warnings.contains { $0.contains("reads them") }, "\(found.report.warnings)")
    #expect(found.report.warnings.contains { $0.contains("; --reorder all puts rows in order") })
  }
}
