import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// The columns that a proposal chooses for the time and the range.
@Suite struct ColumnProposalTests: WalkLogs {
  @Test(
    "Column names in several languages are known, and the only possible length is the range",
    arguments: [
      ("Zeit_ms", "Entf_cm"), ("ts_ms", "dst_cm"), ("时间_ms", "距离_cm"), ("時間（毫秒）", "距離（厘米）"),
      ("время_мс", "расстояние_см"), ("heure_ms", "distância_cm"), ("czas_ms", "odległość_cm"),
      ("stamp_ms", "uwb_cm"), ("time_of_flight_ns,Zeit_ms", "Distanz (cm)"),
    ])
  func languages(time: String, range: String) throws {
    let isSecond = time.contains(",")
    for isShuffled in [false, true] {
      let rows = isShuffled ? Self.shuffledWalk : Self.pausedWalk
      let log = table("\(time),\(range),RSSI", rows) {
        let first = isSecond ? "\(Self.whole(4 * $0.range))," : ""
        return first + "\(Self.whole(1000 * $0.time)),\(Self.whole(100 * $0.range)),-60"
      }
      #expect(try proposal(for: log, of: Self.pausedWalk, within: 2e-3).sorts == isShuffled)
    }
  }

  @Test func `Two lengths that may be the range are named, and neither is used`() throws {
    let rows = Self.pausedWalk.map { "\($0.time),\(Self.whole(100 * $0.range)),77\n" }.joined()
    let two = try refusal("t,a_cm,b_cm\n" + rows)
    #expect(two.proposal == nil && two.message.contains("the range may be a_cm or b_cm"))
    #expect(try refusal("t,b_cm,x_cm\n" + rows).proposal?.columns == "t=t,range=b_cm:cm")
    let level = try refusal("t,rssi,height_cm\n" + rows.replacing("77", with: "9"))
    #expect(level.proposal == nil || level.message.contains("height_cm"))
  }

  @Test func `A likely length and timestamps of only digits are used`() throws {
    let log = table("Zeit_ms;Länge_cm", Self.walk) {
      "\(Self.whole(1000 * $0.time));\(100 * $0.range)"
    }
    try proposal(for: log)
    let digits = table("time,distance", Self.walk) { row in
      let thousandths = Self.whole(1000 * row.time)
      return "202405031000\(String(100_000 + thousandths).dropFirst()),\(row.range)"
    }
    #expect(try proposal(for: digits).columns.hasPrefix("t=time:iso"))
  }

  @Test(
    "The column that correlates with the truth is the range, whatever its name",
    arguments: [
      "epoch_x,dev,dst_raw,gt", "time,tag,measured,actual_distance", "t,id,out,reference",
    ])
  func besideTruth(header: String) throws {
    let names = header.split(separator: ",")
    let log = table(header, Self.walk) {
      "\(1_764_000_000 + $0.time),a1,\($0.range + 0.1),\($0.range)"
    }
    let found = try #require(refusal(String(decoding: log, as: UTF8.self)).proposal)
    #expect(found.columns.contains("range=\(names[2])"), "\(found.columns)")
    #expect(found.columns.contains("truth=\(names[3])"), "\(found.columns)")
  }

  @Test("A distance that a program derived from the level is omitted, and the level is used")
  func derived() throws {
    let level = { (row: Row) in Int(-40 - 10 * row.range) }
    let esp = table("time,payload.rssi@1m,payload.rssi,payload.distance", Self.walk) {
      "\($0.time),-59,\(level($0)),\(1.3 * $0.range)"
    }
    let plain = table("time,rssi,distance", Self.walk) {
      "\($0.time),\(level($0)),\(Double(level($0) + 40) / -10)"
    }
    for (log, name) in [(esp, "payload.rssi"), (plain, "rssi")] {
      let found = try #require(refusal(String(decoding: log, as: UTF8.self)).proposal)
      #expect(found.columns == "t=time,rssi=\(name)")
      let notes = found.notes.joined(separator: "; ")
      #expect(notes.contains("distance, which a program derived from the level"), "\(notes)")
    }
  }

  @Test(arguments: ["total_distance_m", "last_distance_m", "target_distance_m"])
  func `A total, last, or target length is not the range if another column is`(name: String) throws
  {
    let log = table("time,\(name),range_m", Self.walk) {
      "\($0.time),\(500 + $0.place),\($0.range)"
    }
    try proposal(for: log)
  }

  @Test("A proposal handles unordered rows, unknown names, and decimal commas together")
  func unordered() throws {
    let log = table("Zeit;Entf_cm;Pegel", Self.shuffledWalk) {
      "\(Self.comma($0.time));\(Self.comma(100 * $0.range));-60"
    }
    let found = try proposal(for: log, of: Self.pausedWalk, within: 2e-3)
    #expect(found.sorts && found.usesDecimalComma)
    let whole = table("timestamp,Abstand_m", Self.shuffledWalk) {
      "\(Self.whole(1000 * $0.time)),\($0.range)"
    }
    let steps = try proposal(for: whole, of: Self.pausedWalk, within: 2e-3)
    #expect(steps.columns == "t=timestamp:ms,range=Abstand_m")
  }

  private static func comma(_ value: Double) -> String {
    "\((value * 1000).rounded() / 1000)".replacing(".", with: ",")
  }

  @Test func `Quotes around names reveal the separator`() throws {
    let log = table("\"Zeit, ms\";\"Entf, cm\"", Self.pausedWalk) {
      "\"\(Self.whole(1000 * $0.time))\";\"\(Self.comma(100 * $0.range))\""
    }
    try proposal(for: log, of: Self.pausedWalk, within: 2e-3)
  }

  @Test func `Thousands separators before decimals are detected, as in 1.000,5`() throws {
    let log = "Zeit;Entfernung\n" + rows(30) { "1.00\($0 / 10),\($0 % 10);4,0" }
    let found = try #require(refusal(log).proposal)
    #expect(found.columns == "t=Zeit,range=Entfernung")
    #expect(found.thousandsMark == "." && found.usesDecimalComma)
  }

  @Test(arguments: ["0.95", "3.7", "1.2"])
  func `Without a header, a nearly constant number is not a range`(still: String) throws {
    let log = Self.walk.map { row in
      let extra = still.dropLast() + "\(row.place % 3)"
      return "\(extra),\(Self.whole(row.time * 1000)),\(Self.whole(row.range * 100))\n"
    }
    let error = try refusal(log.joined())
    #expect(error.proposal?.columns.contains("range=1") != true, "\(error)")
  }

  @Test(
    "Without a header, two columns that change like ranges are both named",
    arguments: [1.0, 3.3], [1, 100])
  func twoRanges(factor: Double, perMetre: Double) throws {
    let log = Self.walk.map { row in
      "\(row.range * factor + 0.3),\(Self.whole(row.time * 1000)),"
        + "\(perMetre == 1 ? row.range : Double(Self.whole(row.range * perMetre)))\n"
    }
    #expect(try refusal(log.joined().replacing(".0\n", with: "\n")).proposal == nil)
  }

  @Test func `Mapped columns are read even if the table contains positions`() throws {
    let log = table("time,lat,lon,distance", Self.walk) { "\($0.time),48.1,11.5,\($0.range)" }
    #expect(throws: ReadError.self) { try read(log) }
    expect(try read(log, "t=time,range=distance").records, "named")
  }

  @Test(
    "In files without a header, values are identified by the names before them",
    arguments: [" ", ","], ["t", "time", "unix"])
  func keyed(separator: String, name: String) throws {
    let log = Self.walk.map {
      "\(name):\(Self.whole(1000 * $0.time)) dist=\($0.range) RSSI=-\(50 + $0.place % 9)\n"
    }
    let text = log.joined().replacing(" ", with: separator)
    #expect(try proposal(for: Array(text.utf8)).columns == "t=1:ms,range=2")
  }

  @Test func `In files without a header, a number may follow its name`() throws {
    let log = rows(30) { "t=\(Double($0) / 10) scan RSSI=-6\($0 % 5) tag:7" }
    let found = try read(log, "t=1,rssi=3,peer=4")
    #expect(found.records.count == 30 && found.records[4].sample.rssi == -64)
    #expect(found.report.peers.map(\.name) == ["tag:7"])
  }

  @Test(
    "A range in JSON is found by its parent's name or by its unit",
    arguments: [
      (
        #""elapsedRealtimeNanos": NS, "distance": {"measurement": M, "error": 0.1}"#,
        "t=elapsedRealtimeNanos:ns,range=distance.measurement"
      ),
      (#""at": {"ns": NS}, "result": {"m": M}"#, "t=at.ns:ns,range=result.m"),
      (
        #""at": {"ns": NS}, "results": [{"peer": "A", "m": M}, {"peer": "B", "m": 2.5}]"#,
        "t=at.ns:ns,range=results.0.m|results.1.m"
      ),
    ])
  func measured(members: String, columns: String) throws {
    let lines = Self.walk.map { row in
      let members = members.replacing("NS", with: "\(Int(row.time * 1e9))")
      return "{\(members.replacing("M", with: "\(row.range)"))}\n"
    }
    #expect(try proposed(lines.joined()).proposal.columns == columns)
  }

  @Test func `Other members next to t_s are read by a mapping, and a mapping is proposed`() throws {
    let log = rows(9) {
      "{\"t_s\": \(Double($0) / 10), \"distance_cm\": \(400 - $0), \"tag\": \"a\"}"
    }
    let mapping = "t=t_s,range=distance_cm:cm,peer=tag"
    #expect(try refusal(log).proposal?.columns == mapping)
    #expect(try read(log, mapping).records.compactMap(\.sample.range).first == 4)
    // A mapping whose columns the trace has not leaves it as it is.
    let ours = rows(3) { "{\"t_s\": \($0), \"range_m\": 2}" }
    #expect(try read(ours, mapping).records.count == 3)
  }

  @Test func `Lubdub's lines and mapped lines can be mixed`() throws {
    let log =
      "{\"t_s\": 0, \"event\": \"connected\"}\n"
      + rows(49) { "{\"t_s\": \($0 + 1), \"dist_cm\": 250}" }
    let found = try read(log, "t=t_s,range=dist_cm:cm")
    #expect(found.records.count { $0.sample.range == 2.5 } == 49)
    #expect(found.records.first?.sample.event == .connected)
  }

  @Test func `A proposal for JSON lines after a line of text reads them`() throws {
    let log =
      "debug: scan begins\n"
      + rows(30) { "{\"ts\":\(Double($0) / 10),\"meas\":{\"distance_mm\":2\($0)00}}" }
    let columns = try #require(refusal(log).proposal?.columns)
    let found = try read(log, columns)
    #expect(found.records.count == 30 && found.report.rejected == 1)
  }

  @Test func `Console timestamps inside a board's records are not damage`() throws {
    let rows = Self.walk.map {
      "[2026-11-26 10:00:00.500] SESSION_INFO_NTF: {block_index=\($0.place), n_measurements=1\n"
        + "[2026-11-26 10:00:00.501]  [mac_address=0x0001, status=\"SUCCESS\", distance[cm]="
        + "\($0.range * 100)]}\n"
    }
    let found = try read(Array(rows.joined().utf8)) { $0.period = 0.1 }
    expect(found.records, "\(found.report)")
    #expect(found.report.rejected == 0)
  }
}
