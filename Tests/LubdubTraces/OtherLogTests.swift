import Lubdub
import LubdubExtras
import LubdubGround
import Testing

@testable import LubdubTraces

/// Logs as strangers write them: each reads as the walk that it was made of, or is refused with the cure.
@Suite struct OtherLogTests: WalkLogs {
  /// The same with rows that come up to 0.3 s late.
  private static let late = walk.map { (key: 2 * $0.place + ($0.place % 4 == 0 ? 7 : 0), row: $0) }
    .sorted { ($0.key, $0.row.place) < ($1.key, $1.row.place) }.map { $0.row }

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
    #expect(found.proposal.columns == "t=1:ms,range=2")
    expect(found.records, found.proposal.columns)
  }

  @Test(
    "One number that stands for no measurement is left out of the rows that a proposal reads, and several are not",
    arguments: [("-999", "-999", true), ("1e30", "1e30", true), ("-500", "-999", false)])
  func absentNumbers(one: String, other: String, isProposed: Bool) throws {
    let log = table("time_ms,range_cm", Self.walk) { row in
      let absent = row.place % 8 == 0 ? one : other
      let range = row.place % 4 == 0 ? absent : "\(Self.whole(100 * row.range))"
      return "\(Self.whole(1000 * row.time)),\(range)"
    }
    let found = try refusal(log)
    #expect(found.proposal?.columns == (isProposed ? "t=time_ms:ms,range=range_cm:cm" : nil))
  }

  @Test("A first row with a stamp is no header")
  func stampInHeader() throws {
    let log = Self.walk.map { row in
      "12:00:\(row.place % 600 < 100 ? "0" : "")\(Double(row.place % 600) / 10) ADV from C4:7C RSSI -\(60 + row.place % 7)dBm\n"
    }
    #expect(try refusal(Array(log.joined().utf8)).proposal?.columns == "t=1:clock,rssi=6")
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

  @Test("Columns that may name the links are named")
  func unnamedLinks() throws {
    let log = table("tempo_ms;Gegenstelle;distanza_mm;potenza", Self.walk) { row in
      "\(Self.whole(1000 * row.time));\(row.place % 2 == 0 ? "a" : "b");\(Self.whole(1000 * row.range));"
        + "-\(50 + row.place % 20)"
    }
    let found = try proposed(log)
    #expect(found.proposal.notes.contains("Gegenstelle may name the links: peer=Gegenstelle"))
    let mixed = table("time_ms,box,distance_cm", Self.walk) { row in
      let range = row.range + (row.place % 2 == 0 ? 0 : 8)
      return "\(Self.whole(1000 * row.time)),\(row.place % 2 == 0 ? "a" : "b"),\(100 * range)"
    }
    let error = try refusal(mixed)
    #expect(
      error.proposal == nil && error.message.contains("or the column of the links, perhaps box"))
  }

  @Test("The ranges of several links are of the links; their levels and a second clock are named")
  func wide() throws {
    let log = table("time_ms,host_ms,d1_cm,rssi1,d2_cm,rssi2", Self.walk) { row in
      let time = Self.whole(1000 * row.time)
      return "\(time),\(time + 77),\(100 * row.range),-50,\(100 * row.range + 200),-60"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=time_ms:ms,range=d1_cm:cm|d2_cm:cm")
    #expect(found.proposal.notes.contains("not used: host_ms, another time, rssi1, rssi2"))
    #expect(found.records.count == 1200)
  }

  @Test("A unit in a name that nobody knows is said", arguments: ["ds", "100ms", "ticks"])
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
    "A range in JSON is found by what it is a measurement of, and by the unit alone",
    arguments: [
      (
        "\"elapsedRealtimeNanos\": NS, \"distance\": {\"measurement\": M, \"error\": 0.1}",
        "t=elapsedRealtimeNanos:ns,range=distance.measurement"
      ),
      ("\"at\": {\"ns\": NS}, \"result\": {\"m\": M}", "t=at.ns:ns,range=result.m"),
      (
        "\"at\": {\"ns\": NS}, \"results\": [{\"peer\": \"A\", \"m\": M}, {\"peer\": \"B\", \"m\": 2.5}]",
        "t=at.ns:ns,range=results.0.m|results.1.m"
      ),
    ])
  func measured(members: String, columns: String) throws {
    let lines = Self.walk.map { row in
      let members = members.replacing("NS", with: "\(Int(row.time * 1e9))")
      return "{\(members.replacing("M", with: "\(row.range)"))}\n"
    }
    #expect(try proposed(Array(lines.joined().utf8)).proposal.columns == columns)
  }

  @Test("Text above a header is refused with its line, and a table of unknown names asks for them")
  func aboveHeader() throws {
    for count in [1, 40] {
      let text = Array((0..<count).map { "line \($0): text\n" }.joined().utf8)
      let own = text + table("t_s,range_m", Self.walk) { "\($0.time),\($0.range)" }
      let line = "the header is line \(count + 1): remove the lines above it"
      #expect(try refusal(own).message.contains(line))
      let other = table("time_ms,distance_m", Self.walk) { "\($0.place * 100),\($0.range)" }
      #expect(try refusal(text + other).proposal?.columns == "t=time_ms:ms,range=distance_m")
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
    "Columns of another header below rows of data that are not read are named"
  )
  func secondHeader() throws {
    let second = table("t_s,range_m", Self.walk) { "\(60 + $0.time),\($0.range)" }
    let other = try read(
      second + table("t_s,rssi_dbm,range_cm", Self.walk) { "\(200 + $0.time),-60,\($0.range)" })
    #expect(other.report.warnings.contains { $0.contains("not read: \"range_cm\"") })
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
