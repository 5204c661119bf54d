import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// Columns and members that aren't read, and errors that state the reason.
@Suite struct UnreadColumnTests: WalkLogs {
  @Test func `Unread measurement columns of phone logs are reported`() throws {
    let android = table("elapsedRealtimeNanos,distance_m,rssi,status,battery", Self.walk) {
      "\(Self.whole($0.time * 1e9)),\($0.range),-60,ok,90"
    }
    let phone = table("timestamp,distance,azimuth,rssi,valid", Self.walk) {
      "\(1_764_000_000 + $0.time),\($0.range),3,-60,1"
    }
    for (log, names) in [(android, "\"rssi\", \"status\""), (phone, "\"rssi\", \"valid\"")] {
      let found = try read(log)
      expect(found.records, "\(found.report)")
      #expect(found.report.warnings == ["not read: \(names)"])
    }
    let plain = table("elapsedRealtimeNanos,distance_m,address", Self.walk) {
      "\(Self.whole($0.time * 1e9)),\($0.range),A"
    }
    #expect(try read(plain).report.warnings.isEmpty)
  }

  @Test func `A column of row marks is named, in tables and lines of any names`() throws {
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

  @Test func `Members missing in the first line are read, and unread members are named`() throws {
    func lines(_ more: String) -> String {
      Self.pausedWalk.map { row in
        "{\"t_s\": \(row.time), \"range_m\": \(row.range)\(row.place > 20 ? more : "")}\n"
      }.joined()
    }
    for isSingle in [false, true] {
      let members =
        #", "azimuth_deg": 12, "sd_m": 0.1, "truth_m": 2, "distance_cm": 3, "recording": "a""#
      let found = try read(lines(members)) {
        $0.recordingColumns = ReadOptions.usualRecordingColumns
        $0.readsSingly = isSingle
      }
      #expect(found.report.carriesAngles && found.report.carriesDeviations)
      #expect(found.records.count { $0.angles.azimuth != nil } == 579)
      let notes = found.report.warnings.map { $0.prefix { $0 != ";" } }
      #expect(notes.sorted() == ["not read: \"distance_cm\"", "not read: \"recording\""])
    }
    #expect(try read(lines("")).report.carriesAngles == false)
  }

  @Test func `Unread columns of a later header are named`() throws {
    let second = table("t_s,range_m", Self.walk) { "\(60 + $0.time),\($0.range)" }
    let other = try read(
      second + table("t_s,rssi_dbm,range_cm", Self.walk) { "\(200 + $0.time),-60,\($0.range)" })
    #expect(other.report.warnings.contains { $0.contains("not read: \"range_cm\"") })
  }

  @Test("Text above a header is rejected with its line, and unknown names ask for a mapping")
  func aboveHeader() throws {
    for count in [1, 40] {
      let text = Array(rows(count) { "line \($0): text" }.utf8)
      let own = text + table("t_s,range_m", Self.walk) { "\($0.time),\($0.range)" }
      let line = "the header is line \(count + 1): remove the lines above it"
      #expect(try refusal(own).message.contains(line))
      let other = table("time_ms,distance_m", Self.walk) { "\($0.place * 100),\($0.range)" }
      #expect(try refusal(text + other).proposal?.columns == "t=time_ms:ms,range=distance_m")
    }
    let unknown = table("foo,bar", Self.walk) { "x\($0.place),\($0.range)" }
    #expect(try refusal(unknown).message.hasSuffix("; name the columns"))
  }

  @Test func `Lines before the header are skipped and counted, and a mapping is proposed`() throws {
    let header = "Station: north; run 3\nboot ok, wifi ok\n\ntick_ms,dist_mm"
    let log = table(header, Self.pausedWalk) {
      "\(Self.whole(1000 * $0.time)),\(Self.whole(1000 * $0.range))"
    }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns, of: Self.pausedWalk, within: 2e-3)
    #expect(found.report.ignored == 3 && found.report.rejected == 0)
    #expect(found.report.warnings == ["before the header 2 lines are skipped"])
    let error = #expect(throws: ReadError.self) { try read(log, "t=tick_ms,range=other") }
    #expect(error?.line == 1)
  }

  @Test func `Columns missing in a Lubdub trace are rejected if required`() throws {
    let log = table("t_s,range_m", Self.walk) { "\($0.time),\($0.range)" }
    #expect(try read(log, "t=time,range=dist").records.count == 600)
    let error = #expect(throws: ReadError.self) {
      try read(log, "t=time,range=dist") { $0.needsColumns = true }
    }
    #expect(error?.message.contains("there are no columns dist, time") ?? false, "\(error as Any)")
  }

  @Test(
    "If named columns cannot be read, the error gives the reason",
    arguments: [
      ("time,dist", "0,1,3,98", "the rows have 4 columns where the header has 2"),
      ("time,rssi", "1,strong", "not read: rssi, which has \"strong\", not a number"),
      ("time,rssi,distance", "1,4.0,-60", "t=time,range=distance reads 0 of the first"),
      ("timestamp,rssi", "1.766E+12,-60", "perhaps in milliseconds"),
    ])
  func obstacles(header: String, row: String, said: String) {
    let error = #expect(throws: ReadError.self) { try read(header + "\n" + rows(30) { _ in row }) }
    #expect(
      error?.proposal == nil && error?.message.contains(said) ?? false, "\(error?.message ?? "")")
  }

  @Test(arguments: ["sep=^", "sep=:", "sep=;"])
  func `An unreadable log is rejected once, whatever its stated separator`(first: String) {
    #expect(throws: ReadError.self) {
      try read(first + "\ntime^rssi\n" + rows(5) { "\($0)^-60" })
    }
  }

  @Test func `A document over several lines is not a trace, even with times in its lines`() {
    let text = "{\n  \"felt\": [\n    {\"peer\": \"desk\", \"t_s\": 0.6}\n  ]\n}\n"
    let error = #expect(throws: ReadError.self) { try read(text) }
    #expect(error?.kind == .unrecognised)
  }
}
