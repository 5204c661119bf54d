import Lubdub
import LubdubExtras
import LubdubGround
import Testing

@testable import LubdubTraces

/// Logs with names of their own, in no order, with counters: what is proposed reads the right rows, and what is not read is
/// named.
@Suite struct MessyLogTests {
  private func read(
    _ text: String, _ mapping: String? = nil, _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    var options = ReadOptions(formats: .all)
    options.columns = try mapping.map { (text) throws(ColumnMapping.Fault) in
      try ColumnMapping(text)
    }
    options.recordingColumns = ReadOptions.usualRecordingColumns
    change(&options)
    var parser = TraceParser(options: options)
    try parser.feed(Array(text.utf8))
    try parser.finish()
    var records: [TraceRecord] = []
    parser.take(into: &records)
    return (records, parser.report)
  }

  private func refusal(_ text: String) -> ReadError? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error as? ReadError
    }
  }

  /// Times with pauses, in s, and ranges of somebody who walks up and down.
  private static let walk: [(time: Double, range: Double)] = (0..<600).map { row in
    let time = Double(row + 9 * (row / 40)) / 10
    let place = Double(abs(row % 100 - 50))
    return (time, 4.0 - place * 0.07)
  }

  /// A number of rows that come in no order, the same each time.
  private static let shuffled = (0..<600).map { walk[$0 * 7919 % 600] }

  /// The rows as the proposal reads them.
  private func proposed(
    _ log: String
  ) throws -> (records: [TraceRecord], report: ReadReport, proposal: ReadError.Proposal) {
    let refusal = refusal(log)
    let proposal = try #require(refusal?.proposal, "\(refusal?.message ?? "read as it is")")
    let found = try read(log, proposal.columns) { options in
      options.columns?.usesDecimalComma = proposal.usesDecimalComma
      options.columns?.thousandsMark = proposal.thousandsMark
      options.sorts = proposal.sorts
      if proposal.needsRate { options.period = 0.1 }
    }
    return (found.records, found.report, proposal)
  }

  private func expectWalk(_ records: [TraceRecord], _ said: String) {
    #expect(records.count == 600, "\(said)")
    let start = records.first?.sample.time.value ?? 0
    let isSame = zip(records, Self.walk).allSatisfy { record, wanted in
      let late = record.sample.time.value - start - wanted.time
      let far = (record.sample.range?.value ?? 0) - wanted.range
      return late.magnitude < 2e-3 && far.magnitude < 6e-3
    }
    #expect(isSame, "\(said)")
  }

  private static func whole(_ value: Double) -> String { "\(Int(value.rounded()))" }
  private static func comma(_ value: Double) -> String {
    "\((value * 1000).rounded() / 1000)".split(separator: ".").joined(separator: ",")
  }

  @Test(
    "A counter is taken for the time, over turns and pauses",
    arguments: [
      ("tick", 1e3, 0, 0), ("ticks", 1e3, 0, 5000), ("tick_ms", 1e3, 0, 0),
      ("counter_ms", 1e3, 0, 9), ("t16_ms", 1e3, 65_536, 50_000),
      ("cnt_us", 1e6, 4_294_967_296, 4_294_000_000), ("host_ns", 1e9, 0, 0),
      ("Zähler_ms", 1e3, 65_536, 60_000), ("compteur", 1e3, 0, 0),
    ] as [(String, Double, Int, Int)])
  func counters(name: String, scale: Double, period: Int, start: Int) throws {
    let rows = Self.walk.map { row -> String in
      let count = Int((row.time * scale).rounded()) + start
      return "\(period > 0 ? count % period : count),\(Self.whole(100 * row.range)),-60\n"
    }
    let found = try proposed("\(name),dist_cm,rssi\n" + rows.joined())
    #expect(!found.proposal.needsRate)
    expectWalk(found.records, found.proposal.columns)
  }

  @Test(
    "A counter of rows, one in an unknown unit, and durations are left out by name",
    arguments: [("tick", 1.0), ("ticks", 6_389_760), ("ticks", 638_976_000), ("age_ms", 0)])
  func otherCounters(name: String, step: Double) throws {
    let rows = Self.walk.enumerated().map {
      "\(Self.whole(Double($0) * step)),\(Self.whole(100 * $1.range))\n"
    }
    let found = try #require(refusal("\(name),dist_cm\n" + rows.joined())?.proposal)
    #expect(found.needsRate)
    #expect(
      step == 0 || found.notes.contains { $0.hasPrefix("not used: \(name), ") }, "\(found)")
  }

  @Test(
    "Names of columns in several languages are known, and a length that nothing else can be is the range",
    arguments: [
      ("Zeit_ms", "Entf_cm"), ("ts_ms", "dst_cm"), ("时间_ms", "距离_cm"), ("時間（毫秒）", "距離（厘米）"),
      ("время_мс", "расстояние_см"), ("heure_ms", "distância_cm"), ("czas_ms", "odległość_cm"),
      ("stamp_ms", "uwb_cm"), ("time_of_flight_ns,Zeit_ms", "Distanz (cm)"),
    ])
  func languages(time: String, range: String) throws {
    let isSecond = time.contains(",")
    for isShuffled in [false, true] {
      let rows = (isShuffled ? Self.shuffled : Self.walk).map {
        let first = isSecond ? "\(Self.whole(4 * $0.range))," : ""
        return first + "\(Self.whole(1000 * $0.time)),\(Self.whole(100 * $0.range)),-60\n"
      }
      let found = try proposed("\(time),\(range),RSSI\n" + rows.joined())
      #expect(found.proposal.sorts == isShuffled)
      expectWalk(found.records, found.proposal.columns)
    }
  }

  @Test("Two lengths that may both be the range are named, and none is taken; a place is none")
  func lengths() {
    let rows = Self.walk.map { "\($0.time),\(Self.whole(100 * $0.range)),77\n" }.joined()
    let two = refusal("t,a_cm,b_cm\n" + rows)
    #expect(
      two?.proposal == nil && two?.message.contains("the range may be a_cm or b_cm") ?? false
    )
    #expect(refusal("t,b_cm,x_cm\n" + rows)?.proposal?.columns == "t=t,range=b_cm:cm")
    let level = refusal("t,rssi,height_cm\n" + rows.replacing("77", with: "9"))
    #expect(level?.proposal == nil || level?.message.contains("height_cm") ?? true)
  }

  @Test("Rows in no order, with names of their own and decimal commas, are proposed with all three")
  func unordered() throws {
    let rows = Self.shuffled.map { "\(Self.comma($0.time));\(Self.comma(100 * $0.range));-60\n" }
    let found = try proposed("Zeit;Entf_cm;Pegel\n" + rows.joined())
    #expect(found.proposal.sorts && found.proposal.usesDecimalComma)
    expectWalk(found.records, found.proposal.columns)
    let whole = Self.shuffled.map { "\(Self.whole(1000 * $0.time)),\($0.range)\n" }
    let steps = try proposed("timestamp,Abstand_m\n" + whole.joined())
    #expect(steps.proposal.columns == "t=timestamp:ms,range=Abstand_m")
    expectWalk(steps.records, steps.proposal.columns)
  }

  @Test("A column of dates is a time whatever it is called")
  func dates() throws {
    let rows = Self.shuffled.map { row -> String in
      let thousandths = Int((row.time * 1000).rounded())
      let digits = { (value: Int, count: Int) in String(String(1000 + value).suffix(count)) }
      let second = digits(thousandths / 1000 % 60, 2) + "." + digits(thousandths % 1000, 3)
      return "2026-11-25T09:\(digits(thousandths / 60_000, 2)):\(second)Z,\(row.range)\n"
    }
    let found = try proposed("created_at,dist_m\n" + rows.joined())
    #expect(found.proposal.columns == "t=created_at:iso,range=dist_m")
    expectWalk(found.records, found.proposal.columns)
  }

  @Test("Lines before the header of a table are skipped and counted, and a mapping is proposed")
  func preamble() throws {
    let rows = Self.walk.map { "\(Self.whole(1000 * $0.time)),\(Self.whole(1000 * $0.range))\n" }
    let log = "Station: north; run 3\nboot ok, wifi ok\n\ntick_ms,dist_mm\n" + rows.joined()
    let found = try proposed(log)
    expectWalk(found.records, found.proposal.columns)
    #expect(found.report.ignored == 3 && found.report.rejected == 0)
    #expect(found.report.warnings == ["before the header 2 lines are skipped"])
    let error = #expect(throws: ReadError.self) { try read(log, "t=tick_ms,range=other") }
    #expect(error?.line == 1)
  }

  @Test(
    "What cannot be known is not proposed: a sorted counter that turned, constant columns, two units to guess"
  )
  func unknown() {
    func found(_ header: String, _ row: (Int, (time: Double, range: Double)) -> String)
      -> ReadError?
    {
      refusal(header + "\n" + Self.walk.enumerated().map { row($0, $1) + "\n" }.joined())
    }
    let turned = found("t16_ms,dist_cm") { place, _ in
      let row = Self.walk[place * 7919 % 600]
      return "\((Int(row.time * 1000) + 50_000) % 65_536),\(Self.whole(100 * row.range))"
    }
    #expect(turned?.proposal?.needsRate ?? false, "\(String(describing: turned))")
    let constant = found("win_ms,cfg_ms,dist_cm") {
      "100,\($0 / 300),\(Self.whole(100 * $1.range))"
    }
    #expect(constant?.proposal?.columns == "range=dist_cm:cm")
  }

  @Test("Quotes around names show which mark separates them")
  func quotedNames() throws {
    let rows = Self.walk.map {
      "\"\(Self.whole(1000 * $0.time))\";\"\(Self.comma(100 * $0.range))\"\n"
    }
    let found = try proposed("\"Zeit, ms\";\"Entf, cm\"\n" + rows.joined())
    expectWalk(found.records, found.proposal.columns)
  }

  // MARK: Clocks

  @Test("Links with counters of their own are mended each by itself", arguments: [35_000, 500, 0])
  func linkCounters(lead: Int) throws {
    var log = "t_s,range_m,peer\n"
    for (row, place) in Self.walk.enumerated() {
      for (link, start) in [10_000, 10_000 + lead].enumerated() {
        let count = (Int((place.time * 1000).rounded()) + start + 30 * link) % 65_536
        log += "\(Double(count) / 1000),\(place.range + Double(link)),\(link)\n"
      }
      if row == 300 { log += "9999,2,0\n" }
    }
    let found = try read(log) { $0.takesLinkClocks = true }
    #expect(found.report.rejections[.timeAhead]?.lines == [604] && found.report.rejected == 1)
    expectWalk(found.records.filter { $0.peer == 0 }, "\(found.report)")
    #expect(found.records.count { $0.peer == 1 } == 600)
    #expect(found.report.linksDiffer == (lead > 0))
    #expect(found.report.clockJumps.count == (lead > 0 ? 2 : 1))
  }

  @Test("Sorting does not let stamps through that leap, and says where it sorts a turn away")
  func sortedLeap() throws {
    var rows = Self.shuffled.map { "\($0.time),\($0.range)\n" }
    rows.insert("63072000,2\n", at: 100)
    rows.insert("-63072000,2\n", at: 200)
    rows.insert("5000,2\n", at: 300)
    let log = "t_s,range_m\n" + rows.joined()
    let found = try read(log) { $0.sorts = true }
    expectWalk(found.records, "\(found.report)")
    #expect(found.report.rejections[.timeAhead]?.count == 2)
    #expect(found.report.rejections[.timeBackwards]?.lines == [202])
    #expect(found.report.accepted == 600 && found.report.warnings.isEmpty)
    let kept = try read(log) { ($0.sorts, $0.clock) = (true, .keep) }
    #expect(kept.records.count == 603)
    #expect(throws: ReadError.self) { try read(log) { ($0.sorts, $0.clock) = (true, .refuse) } }
    let turned = Self.walk.map { "\((Int($0.time * 1000) + 50_000) % 65_536),\($0.range)\n" }
    let counter = try read("t,d\n" + turned.joined(), "t=t:ms,range=d") { $0.sorts = true }
    #expect(counter.report.warnings.contains { $0.hasPrefix("clock turned over") })
  }

  // MARK: JSON lines

  @Test("Members that the first line lacks have a place, and those that are not read are named")
  func laterMembers() throws {
    func lines(_ more: String) -> String {
      Self.walk.enumerated().map { row, place in
        "{\"t_s\": \(place.time), \"range_m\": \(place.range)\(row > 20 ? more : "")}\n"
      }.joined()
    }
    for isSingle in [false, true] {
      let found = try read(
        lines(
          ", \"azimuth_deg\": 12, \"sd_m\": 0.1, \"truth_m\": 2, \"distance_cm\": 3, \"recording\": \"a\""
        )
      ) { $0.readsSingly = isSingle }
      #expect(found.report.carriesAngles && found.report.carriesDeviations)
      #expect(found.records.count { $0.angles.azimuth != nil } == 579)
      let notes = found.report.warnings.map { $0.prefix { $0 != ";" } }
      #expect(notes.sorted() == ["not read: \"distance_cm\"", "not read: \"recording\""])
    }
    #expect(try read(lines("")).report.carriesAngles == false)
  }

  @Test("Where lines of ours and of a mapping are mixed, each is read by its own names")
  func mixedLines() throws {
    let log =
      "{\"t_s\": 0, \"event\": \"connected\"}\n"
      + (1..<50).map { "{\"t_s\": \($0), \"dist_cm\": 250}\n" }.joined()
    let found = try read(log, "t=t_s,range=dist_cm:cm")
    #expect(found.records.count { $0.sample.range == 2.5 } == 49)
    #expect(found.records.first?.sample.event == .connected)
  }
}
