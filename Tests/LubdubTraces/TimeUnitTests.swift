import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// The units of times and counters that a proposal chooses.
@Suite struct TimeUnitTests: WalkLogs {
  @Test(
    "The unit of times fits the radio, and the proposal names the unit",
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
  func timeUnits(step: Double, name: String, columns: String) throws {
    let value = name == "rssi" ? "-60" : "2.5"
    let log = "timestamp,\(name)\n" + rows(30) { "\(46_000 + Double($0) * step),\(value)" }
    let found = try #require(refusal(log).proposal)
    #expect(found.columns == columns)
    #expect(found.notes.contains { $0.hasPrefix("timestamp is read as") })
  }

  static let epochs: [(String, Double, Double)] = [
    ("s", 1_764_000_000, 1), ("cs", 176_400_000_000, 100), ("ms", 1_764_000_000_000, 1000),
    ("us", 1_764_000_000_000_000, 1e6), ("ns", 123_456_789_000_000, 1e9),
    ("ns", 2_000_000_000_000, 1e9), ("h", 14.12, 1 / 3600.0),
  ]

  @Test(
    "Times use the unit that fits a count since 1970, or the radio's usual rate", arguments: epochs
  )
  func epoch(unit: String, start: Double, perSecond: Double) throws {
    let log = table("timestamp,range_m", Self.walk) {
      let time = start + $0.time * perSecond
      return "\(perSecond > 1 ? "\(Int(time.rounded()))" : "\(time)"),\($0.range)"
    }
    let found = try proposal(for: log, within: 2e-3)
    #expect(found.columns == "t=timestamp\(unit == "s" ? "" : ":\(unit)"),range=range_m")
  }

  @Test(arguments: [1, 5, 10, 60, 600])
  func `Whole seconds since 1970 are not read as milliseconds, whatever the time between rows`(
    step: Int
  ) throws {
    let log = table("timestamp,distance_m,rssi", Self.walk) {
      "\(1_764_148_200 + step * $0.place),\($0.range),-60"
    }
    let found = try proposed(log)
    #expect(found.records.count == 600)
    #expect(found.records.last?.sample.time.value == 1_764_148_200 + Double(599 * step))
  }

  @Test func `Times in hundredths are detected, and centimeters are not times`() throws {
    for header in ["time_cs,distance", "time_cs,centimeters"] {
      let factor = header.hasSuffix("centimeters") ? 100.0 : 1
      let log = table(header, Self.walk) {
        "\(Self.whole($0.time * 100)),\(($0.range * factor * 1000).rounded() / 1000)"
      }
      let found = try proposal(for: log)
      #expect(found.columns.hasPrefix("t=time_cs:cs"))
    }
  }

  @Test(
    "Ticks get the unit with a usual rate, with a note that their unit is unknown",
    arguments: ["tick", "Ticks", "jiffies", "rtos_tick"], [(100.0, "cs"), (1000, "ms")])
  func ticks(name: String, form: (perSecond: Double, unit: String)) throws {
    let log = table("\(name),range_m", Self.walk) {
      "\(700 + Self.whole($0.time * form.perSecond)),\($0.range)"
    }
    let found = try proposal(for: log)
    #expect(found.columns == "t=\(name):\(form.unit),range=range_m")
    let note = "the unit of \(name), one tick, is not known"
    #expect(found.notes.contains(note))
    let warnings = try read(log, found.columns).report.warnings
    #expect(warnings.contains("\(note); it is read in \(form.unit)"))
  }

  @Test func `Tenths of a second are proposed with a note that their unit is unknown`() throws {
    let log = table("time (0.1 s),range_m", Self.walk) { "\($0.place),\($0.range)" }
    let found = try proposed(log)
    #expect(found.proposal.notes.contains { $0.contains("is not known") }, "\(found.proposal)")
  }

  @Test(arguments: ["ds", "100ms", "ticks"])
  func `An unknown unit in the name of a time is reported`(unit: String) throws {
    let log = table("time_\(unit),distance_m", Self.walk) { "\($0.place),\($0.range)" }
    let error = try refusal(log)
    let said = "the unit of time_\(unit), \(unit), is not known"
    #expect(error.proposal?.notes.contains(said) ?? false, "\(error)")
    let found = try read(log, "t=time_\(unit),range=distance_m")
    #expect(found.report.warnings.contains("\(said); it is read in s"))
  }

  @Test(
    "A counter is used as the time, over wraps and pauses",
    arguments: [
      ("tick", 1e3, 0, 0), ("ticks", 1e3, 0, 5000), ("tick_ms", 1e3, 0, 0),
      ("counter_ms", 1e3, 0, 9), ("t16_ms", 1e3, 65_536, 50_000),
      ("cnt_us", 1e6, 4_294_967_296, 4_294_000_000), ("host_ns", 1e9, 0, 0),
      ("Zähler_ms", 1e3, 65_536, 60_000), ("compteur", 1e3, 0, 0),
    ] as [(String, Double, Int, Int)])
  func counters(name: String, scale: Double, period: Int, start: Int) throws {
    let log = table("\(name),dist_cm,rssi", Self.pausedWalk) { row in
      let count = Int((row.time * scale).rounded()) + start
      return "\(period > 0 ? count % period : count),\(Self.whole(100 * row.range)),-60"
    }
    #expect(try !proposal(for: log, of: Self.pausedWalk, within: 2e-3).needsRate)
  }

  @Test(
    "Row counters, counters in unknown units, and durations are excluded by name",
    arguments: [("tick", 1.0), ("ticks", 6_389_760), ("ticks", 638_976_000), ("age_ms", 0)])
  func otherCounters(name: String, step: Double) throws {
    let log = table("\(name),dist_cm", Self.pausedWalk) {
      "\(Self.whole(Double($0.place) * step)),\(Self.whole(100 * $0.range))"
    }
    let found = try #require(refusal(log).proposal)
    #expect(found.needsRate)
    #expect(
      step == 0 || found.notes.contains { $0.hasPrefix("not used: \(name), ") }, "\(found)")
  }

  @Test func `A sorted counter that wrapped, or a constant, is not proposed as time`() throws {
    let turned = table("t16_ms,dist_cm", Self.shuffledWalk) {
      "\((Int($0.time * 1000) + 50_000) % 65_536),\(Self.whole(100 * $0.range))"
    }
    let found = try refusal(turned)
    #expect(found.proposal?.needsRate ?? false, "\(found)")
    let constant = table("win_ms,cfg_ms,dist_cm", Self.pausedWalk) {
      "100,\($0.place / 300),\(Self.whole(100 * $0.range))"
    }
    #expect(try refusal(constant).proposal?.columns == "range=dist_cm:cm")
  }

  @Test(arguments: [
    ("sec,usec", "t=sec+usec"), ("time_s,time_ms", "t=time_s+time_ms"),
    ("time,ms", "t=time+ms"), ("timestamp,ms", "t=timestamp+ms:iso"),
  ])
  func `A clock in two columns is summed in any format`(names: String, columns: String) throws {
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
      let found = try proposal(for: log)
      #expect(found.columns.hasPrefix(columns), "\(found)")
    }
    #expect(throws: ReadError.self) { try read(csv, "t=\(parts[0])+dist,range=dist_m") }
  }

  @Test(arguments: ["nsec", "nanosec"])
  func `Seconds and nanoseconds in two columns are one time`(name: String) throws {
    let log = table("sec,\(name),distance_m", Self.walk) {
      let time = Self.whole($0.time * 10)
      return "\(1_764_148_200 + time / 10),\(time % 10 * 100_000_000),\($0.range)"
    }
    try proposal(for: log)
  }

  @Test func `A time column with a few bad values is kept, and dropping it is reported`() throws {
    let dates =
      "time,rssi\n0000-00-00 00:00:00,-60\n" + rows(30) { "2026-11-22 14:27:\(10 + $0),-61" }
    #expect(try refusal(dates).proposal?.columns == "t=time:iso,rssi=rssi")
    let strange = "time,rssi\n" + rows(30) { "day \($0),-61" }
    let proposal = try #require(refusal(strange).proposal)
    #expect(proposal.needsRate && proposal.notes.contains { $0.contains("time, which has") })
    let wide =
      "time;A0;A1;A2\n"
      + rows(30) { "\(Double($0) / 10);4.0;\($0 % 3 == 0 ? "-" : "3.5");3.0" }
    #expect(try refusal(wide).proposal?.columns == "t=time,range=A0|A1|A2")
  }
}
