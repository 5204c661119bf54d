import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// Clocks that are set, jump, or wrap around, in one link and in several.
@Suite struct ClockJumpTests: WalkLogs {
  @Test(
    "An hour of summer time is repaired and reported: back after few rows, forward after some",
    arguments: [(10, -3600.0), (30, -3600), (570, -3600), (100, 3600), (570, 3600)])
  func summerTime(first: Int, hour: Double) throws {
    let log = table("t_s,range_m", Self.walk) {
      "\(10_000 + $0.time + ($0.place >= first ? hour : 0)),\($0.range)"
    }
    let found = try read(log)
    expect(found.records, "\(found.report)")
    #expect(found.report.clockJumps.count == 1)
  }

  @Test func `Rows that are newest first with an hour set back are put in order`() throws {
    let log = table("t_s,range_m", Self.walk.reversed()) {
      "\(10_000 + $0.time - ($0.time >= 20 ? 3600 : 0)),\($0.range)"
    }
    let found = try read(log)
    expect(found.records, "\(found.report)")
    #expect(found.report.warnings.contains { $0.hasPrefix("clock set: -3,600 s") })
  }

  @Test func `A pause that is not a whole hour is kept, even after few rows`() throws {
    let log = table("t_s,range_m", Self.walk) {
      "\($0.time + ($0.place >= 30 ? 3500 : 0)),\($0.range)"
    }
    let found = try read(log)
    #expect(found.report.clockJumps.count == 0 && found.records.count == 600)
    #expect((found.records.last?.sample.time.value ?? 0) > 3500)
  }

  @Test(arguments: ["csv", "ndjson"])
  func `A row that jumps ahead is dropped, in pieces of any size`(form: String) throws {
    var times = (0..<400).map { Double($0) / 10 }
    for place in 300..<400 { times[place] += 3600 }
    times[250] = 900
    let isCSV = form == "csv"
    let lines = rows(400) {
      isCSV ? "\(times[$0]),2.5" : "{\"t_s\": \(times[$0]), \"range_m\": 2.5}"
    }
    let log = (isCSV ? "t_s,range_m\n" : "") + lines
    func found(
      pieces: Int = .max, _ change: (inout ReadOptions) -> Void = { _ in }
    ) throws -> (records: [TraceRecord], report: ReadReport) {
      try read(log, pieces: pieces) { options in
        options.cures = [:]
        change(&options)
      }
    }
    let whole = try found()
    #expect(whole.records.count == 399)
    #expect(whole.report.rejections[.timeAhead]?.lines == [isCSV ? 252 : 251])
    #expect(whole.report.warnings == ["clock set: +3,600 s at line \(isCSV ? 302 : 301)"])
    #expect((whole.records.last?.sample.time.value ?? 0) < 41)
    for pieces in [1, 13, 1000] {
      let cut = try found(pieces: pieces)
      #expect(cut.records == whole.records && cut.report == whole.report)
    }
    #expect(throws: ReadError.self) { try found { $0.strict = true } }
    #expect(throws: ReadError.self) { try found { $0.clock = .refuse } }
    #expect(try found { $0.readsSingly = true }.records == whole.records)
    let kept = try found { $0.clock = .keep }
    #expect(kept.report.warnings.isEmpty && kept.report.rejections[.timeBackwards]?.count == 49)
  }

  @Test(
    "Newest-first or late rows with a counter that wraps give the walk",
    arguments: [65_536, 4_294_967_296], [true, false])
  func turnedAndUnsorted(period: Int, isReversed: Bool) throws {
    let rows = isReversed ? Self.walk.reversed() : Self.lateWalk
    func count(_ row: Row) -> Int { (period - 20_000 + Self.whole(row.time * 1000)) % period }
    let other = table("tick_ms,distance_cm", rows) { "\(count($0)),\(100 * $0.range)" }
    try proposal(for: other)
    let own = table("t_s,range_m", rows) { "\(Double(count($0)) / 1000),\($0.range)" }
    let ours = try read(own) { $0.sorts = !isReversed }
    expect(ours.records, "\(ours.report)")
    #expect(ours.report.clockJumps.count == 1)
  }

  @Test func `Shuffled rows of a wrapped counter are rejected with the fix`() throws {
    let rows = Self.walk.map { Self.walk[$0.place * 7919 % 600] }
    let log = table("t_s,range_m", rows) {
      "\(Double((50_000 + Self.whole($0.time * 1000)) % 65_536) / 1000),\($0.range)"
    }
    let error = #expect(throws: ReadError.self) { try read(log) { $0.sorts = true } }
    #expect(error?.message.contains("wrapped after 65.536 s") ?? false, "\(error as Any)")
    let kept = try read(log) { ($0.sorts, $0.clock) = (true, .keep) }
    #expect(kept.records.count == 600)
  }

  @Test(arguments: [16_777_216, 17_207_401])
  func `The counter whose period fits the sampling rate is used`(period: Int) throws {
    let log = table("tick_us,distance_cm", Self.walk) {
      "\((period - 3_000_000 + Self.whole($0.time * 1e6)) % period),\(100 * $0.range)"
    }
    try proposal(for: log, within: 1e-4)
  }

  @Test(arguments: [35_000, 500, 0])
  func `Links with separate counters are repaired separately`(lead: Int) throws {
    var log = "t_s,range_m,peer\n"
    for (row, place) in Self.pausedWalk.enumerated() {
      for (link, start) in [10_000, 10_000 + lead].enumerated() {
        let count = (Int((place.time * 1000).rounded()) + start + 30 * link) % 65_536
        log += "\(Double(count) / 1000),\(place.range + Double(link)),\(link)\n"
      }
      if row == 300 { log += "9999,2,0\n" }
    }
    let found = try read(log) { $0.takesLinkClocks = true }
    #expect(found.report.rejections[.timeAhead]?.lines == [604] && found.report.rejected == 1)
    expect(
      found.records.filter { $0.peer == 0 }, "\(found.report)", of: Self.pausedWalk, within: 2e-3)
    #expect(found.records.count { $0.peer == 1 } == 600)
    #expect(haveOwnClocks(found.report) == (lead > 0))
    #expect(found.report.clockJumps.count == (lead > 0 ? 2 : 1))
  }

  private func haveOwnClocks(_ report: ReadReport) -> Bool {
    report.warnings.contains { $0.hasPrefix("the clocks of the links differ") }
  }

  @Test(arguments: [-3600.0, 3600, -20, 50])
  func `The clock of one link is set while the other continues`(jump: Double) throws {
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

  @Test func `A jump in one link drops its row, and the links keep one clock`() throws {
    let log = table("t_s,range_m,peer", Self.walk) { row in
      "\(row.time + 100 + (row.place == 301 ? 3600 : row.place == 401 ? -50 : 0)),\(row.range),T\(row.place % 2)"
    }
    let found = try read(log) { $0.takesLinkClocks = true }
    #expect(found.report.accepted == 598 && !haveOwnClocks(found.report))
    #expect(found.report.rejections[.timeAhead]?.lines == [303])
    #expect(found.report.rejections[.timeBackwards]?.lines == [403])
  }
}
