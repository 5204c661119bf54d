import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// Forms of lines, numbers, and timestamps from consoles, boards, and spreadsheets.
@Suite struct LineFormTests: WalkLogs {

  @Test(arguments: ["m", " m", "cm", " mm", "Cm"])
  func `Units after numbers are read for each number`(unit: String) throws {
    let scale = ["m": 1.0, "cm": 100, "mm": 1000][unit.lowercased().filter { $0 != " " }] ?? 0
    let log = table("time,range,rssi", Self.walk) {
      "\(Self.whole($0.time * 1000)) ms,\($0.range * scale)\(unit),-60 dBm"
    }
    try proposal(for: log)
    let lines = Self.walk.map {
      "{\"time\": \"\($0.time) s\", \"range\": \"\($0.range * scale)\(unit)\"}\n"
    }
    expect(try proposed(Array(lines.joined().utf8)).records, unit)
  }

  @Test func `A column of time differences or of 100 ns ticks is rejected with the reason`() throws
  {
    func refused(_ header: String, _ row: (Int) -> String) throws -> String {
      let error = try refusal(Array((header + (0..<300).map { row($0) + "\n" }.joined()).utf8))
      #expect(error.proposal == nil)
      return error.message
    }
    let steps = try refused("distance_m,dt_ms\n") { "3.0,\(100 + $0 % 7)" }
    #expect(steps.contains("dt_ms is the time since the row before"), "\(steps)")
    let ticks = try refused("timestamp,distance_m\n") {
      "\(134_085_570_000_000_000 + $0 * 1_000_000),3.0"
    }
    #expect(ticks.contains("drop the last digit"), "\(ticks)")
  }

  @Test(arguments: [0, 1, 2])
  func `Timestamps in the formats of loggers are times`(form: Int) throws {
    let log = table("timestamp,distance_m", Self.walk) { row in
      let tenths = Self.whole(row.time * 10)
      let second = tenths / 10 < 10 ? "0\(tenths / 10)" : "\(tenths / 10)"
      let stamp = [
        "20251126T0910\(second).\(tenths % 10)00", "2025-11-26t09:10:\(second).\(tenths % 10)z",
        "09:10:\(second):\(tenths % 10)00",
      ][form]
      return "\(stamp),\(row.range)"
    }
    let found = try proposal(for: log)
    #expect(!found.needsRate)
  }

  @Test func `Without a header, lengths in cm and row numbers are recognized`() throws {
    let centimetres = Self.walk.map {
      "\($0.place),\(Self.whole($0.time * 1000)),\(Self.whole($0.range * 100)),-60\n"
    }
    let whole = try proposed(Array(centimetres.joined().utf8))
    #expect(whole.proposal.columns == "t=2:ms,range=3:cm")
    expect(whole.records, "cm")
    let cut = try proposed(Array(("4,-63\n" + centimetres.joined()).utf8))
    #expect(cut.proposal.columns == "t=2:ms,range=3:cm")
    expect(cut.records, "cut")
  }

  @Test func `UTF-16 without a mark is read, and so are ranges next to invalid levels`() throws {
    let log = table("time,distance_m,signal", Self.walk) {
      "\($0.time),\($0.range),\(40 + $0.place % 3)"
    }
    for isBig in [false, true] {
      let found = try proposal(for: log.flatMap { isBig ? [0, $0] : [$0, 0] })
      #expect(found.columns == "t=time,range=distance_m")
      #expect(found.notes.contains { $0.contains("signal, whose 40 is not a level") })
    }
    let byte = try read(table("t_s,range_m,rssi_dbm", Self.walk) { "\($0.time),\($0.range),-128" })
    #expect(byte.records.allSatisfy { $0.sample.range != nil && $0.sample.rssi == nil })
  }

  @Test func `A column of days of the year is not proposed as a time`() throws {
    let days = table("utc,dist_m", Self.walk) {
      "2026-331T10:00:\(10 + $0.place / 20)Z,\($0.range)"
    }
    #expect(try refusal(days).proposal?.needsRate == true)
  }

  @Test func `A proposal names every unread column, including members of later lines`() throws {
    let log = table("time,x,distance_m,Gerät", Self.walk) { "\($0.time),7,\($0.range),a" }
    #expect(try proposed(log).proposal.notes.contains { $0 == "not used: x" })
    let lines = Self.walk.map {
      "{\"ts\": \($0.time), \"\($0.place < 300 ? "dist" : "distance")\": \($0.range), \"rssi\": -60, \"valid\": true}\n"
    }
    let found = try read(Array(lines.joined().utf8), "t=ts,range=dist,rssi=rssi")
    #expect(found.report.warnings.contains("not read: \"distance\", first in line 301"))
    #expect(found.report.warnings.contains { $0.hasPrefix("not read: \"valid\"") })
  }
}
