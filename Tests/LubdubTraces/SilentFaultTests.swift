import Lubdub
import LubdubGround
import Testing

@testable import LubdubTraces

/// Forms that were read wrongly without a word, or refused without a way on.
@Suite struct SilentFaultTests: WalkLogs {
  @Test(
    "An hour of summer time is mended and said: back after few rows, forwards after some",
    arguments: [(10, -3600.0), (30, -3600), (570, -3600), (100, 3600), (570, 3600)])
  func summerTime(first: Int, hour: Double) throws {
    let log = table("t_s,range_m", Self.walk) {
      "\(10_000 + $0.time + ($0.place >= first ? hour : 0)),\($0.range)"
    }
    let found = try read(log)
    expect(found.records, "\(found.report)")
    #expect(found.report.clockJumps.count == 1)
  }

  @Test("A silence of no whole hour stays one, however few rows there are before it")
  func silence() throws {
    let log = table("t_s,range_m", Self.walk) {
      "\($0.time + ($0.place >= 30 ? 3500 : 0)),\($0.range)"
    }
    let found = try read(log)
    #expect(found.report.clockJumps.count == 0 && found.records.count == 600)
    #expect((found.records.last?.sample.time.value ?? 0) > 3500)
  }

  @Test("Columns of phones' logs that are called as a measurement, and are not read, are named")
  func unreadColumns() throws {
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

  @Test(
    "Times of day with points, and durations of Go, Python and pandas, are times",
    arguments: ["points", "go", "python", "pandas"])
  func times(form: String) throws {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    func text(_ row: Row) -> String {
      let (tenths, second, minute) = (row.place % 10, row.place / 10 % 60, 1 + row.place / 600)
      return switch form {
      case "points": "26-11-2026 13.\(two(minute)).\(two(second)).\(tenths)"
      case "go" where row.place < 300: "\(30 + row.place / 10).\(tenths)s"
      case "go": "1m\(row.place / 10 - 30).\(tenths)s"
      case "python": "1 day, 0:0\(minute):\(two(second)).\(tenths)00000"
      default: "0 days 00:0\(minute):\(two(second)).\(tenths)00"
      }
    }
    let log = table("elapsed;distance_m", Self.walk) { "\(text($0));\($0.range)" }
    let found = try proposed(log)
    #expect(!found.proposal.needsRate)
    expect(found.records, found.proposal.columns)
  }

  @Test("What is nearly a duration is none", arguments: ["m", "1m2", "1x", "", "1 days", "-1s"])
  func noDuration(text: String) {
    #expect(CivilTime.duration(Array(text.utf8)[...]) == nil)
  }

  @Test(
    "A column whose names stand together is the recording, and one that counts or mixes is none",
    arguments: ["run", "session", "trial"])
  func recordings(name: String) throws {
    func log(_ number: (Int) -> Int) -> [UInt8] {
      table("\(name),t,distance_m", Self.walk) {
        "\(number($0.place)),\(Double($0.place % 200) / 10),\($0.range)"
      }
    }
    let found = try proposed(log { $0 / 200 })
    #expect(found.proposal.columns == "t=t,range=distance_m,recording=\(name)")
    #expect(found.records.count == 600)
    #expect(found.records.map { $0.recording } == Self.walk.map { Int32($0.place / 200) })
    let mixed = try? proposed(log { $0 % 3 })
    #expect(mixed.map { !$0.proposal.columns.contains("recording") } ?? true)
  }

  @Test("Stamps of a console within records of a board are no damage")
  func stampedBoard() throws {
    let rows = Self.walk.map {
      "[2026-11-26 10:00:00.500] SESSION_INFO_NTF: {block_index=\($0.place), n_measurements=1\n"
        + "[2026-11-26 10:00:00.501]  [mac_address=0x0001, status=\"SUCCESS\", distance[cm]="
        + "\($0.range * 100)]}\n"
    }
    let found = try read(Array(rows.joined().utf8)) { $0.period = 0.1 }
    expect(found.records, "\(found.report)")
    #expect(found.report.rejected == 0)
  }

  @Test("Units that change below other rows hold for the rows below", arguments: [true, false])
  func otherUnits(hasHeader: Bool) throws {
    let parts = [Self.walk.prefix(300), Self.walk.suffix(300)]
    let log =
      table("time,distance\ns,cm", Array(parts[0])) { "\($0.time),\($0.range * 100)" }
      + table((hasHeader ? "time,distance\n" : "") + "s,m", Array(parts[1])) {
        "\($0.time),\($0.range)"
      }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns)
    let warnings = try read(log, found.proposal.columns).report.warnings
    #expect(warnings.contains("the units change in line \(hasHeader ? 304 : 303): s,m"))
  }

  @Test(
    "Names of ends, sessions and serial numbers are taken for the link of mixed rows",
    arguments: [
      "link", "sid", "serial", "src", "dst", "initiator", "responder", "tag", "tag_id", "MAC",
      "nodeId",
    ], ["A", "1"])
  func linkNames(name: String, first: String) throws {
    let second = first == "A" ? "B" : "2"
    let log = table("t,\(name),distance", Self.walk) {
      "\($0.time),\(first),\($0.range)\n\($0.time + 0.05),\(second),\(9 - $0.range)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=t,range=distance,peer=\(name)")
    expect(found.records.filter { $0.peer == 0 }, "\(found.proposal)")
  }

  @Test("The end that all rows have in common is not the link")
  func commonEnd() throws {
    let log = table("t,src,dst,distance", Self.walk) {
      "\($0.time),base,A,\($0.range)\n\($0.time + 0.05),base,B,\($0.range + 0.1)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=t,range=distance,peer=dst")
  }

  @Test(
    "Words that hold the name of a link within them name none",
    arguments: ["battery_voltage", "stage", "machine", "percentage", "anode"])
  func noLink(name: String) throws {
    let log = table("time_s,\(name),distance_m", Self.walk) {
      "\($0.time),3.\(9 - $0.place / 200),\($0.range)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=time_s,range=distance_m")
    #expect(found.proposal.notes.contains("not used: \(name)"))
  }

  @Test(
    "A column of units gives the unit of the ranges",
    arguments: [("m", 1.0), ("cm", 100), ("ft", 1 / 0.3048)])
  func unitColumn(unit: String, perMetre: Double) throws {
    let log = table("time,distance,unit", Self.walk) {
      "\($0.time),\($0.range * perMetre),\(unit)"
    }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns)
  }

  @Test("Rows in several units are refused with the reason")
  func mixedUnits() throws {
    let log = table("time,distance,unit", Self.walk) {
      $0.place < 300 ? "\($0.time),\($0.range * 100),cm" : "\($0.time),\($0.range),m"
    }
    let error = try refusal(log)
    #expect(error.proposal == nil && error.message.contains("rows have several units"))
  }

  @Test("Times in hundredths are read as such, and centimeters are no times")
  func hundredths() throws {
    for header in ["time_cs,distance", "time_cs,centimeters"] {
      let factor = header.hasSuffix("centimeters") ? 100.0 : 1
      let log = table(header, Self.walk) {
        "\(Self.whole($0.time * 100)),\(($0.range * factor * 1000).rounded() / 1000)"
      }
      let found = try proposed(log)
      #expect(found.proposal.columns.hasPrefix("t=time_cs:cs"))
      expect(found.records, found.proposal.columns)
    }
  }

  @Test("Columns that are named are read though the table holds positions too")
  func positionsBeside() throws {
    let log = table("time,lat,lon,distance", Self.walk) { "\($0.time),48.1,11.5,\($0.range)" }
    #expect(throws: ReadError.self) { try read(log) }
    expect(try read(log, "t=time,range=distance").records, "named")
  }

  static let (foot, inch) = (1 / 0.3048, 1 / 0.0254)
  static let stated: [(String, Double)] = [
    ("time,range\ns,ft", foot), ("time,range\ns,in", inch), ("time,range\n[s],[dm]", 10),
    ("time_s,range (inch)", inch), ("time_s,dist_foot", foot), ("time_s,Abstand (Zoll)", inch),
    ("time_s,dist_ft_raw", foot), ("time_s,ft", foot),
  ]

  @Test("A stated unit of length counts, wherever it stands", arguments: stated)
  func lengthUnits(header: String, perMetre: Double) throws {
    let log = table(header, Self.walk) { "\($0.time),\($0.range * perMetre)" }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns)
  }

  @Test("A unit that nobody knows is named", arguments: ["range (cubit)", "range [hands]"])
  func unknownUnit(name: String) throws {
    let log = table("time_s,\(name)", Self.walk) { "\($0.time),\($0.range)" }
    let found = try proposed(log)
    let unit = name == "range (cubit)" ? "cubit" : "hands"
    #expect(found.proposal.notes.contains("the unit of \(name), \(unit), is not known"))
  }

  @Test("Tenths of a second are not taken for seconds without a word")
  func tenths() throws {
    let log = table("time (0.1 s),range_m", Self.walk) { "\($0.place),\($0.range)" }
    let found = try proposed(log)
    #expect(found.proposal.notes.contains { $0.contains("is not known") }, "\(found.proposal)")
  }

  @Test(
    "Without a header, a number that hardly changes is no range beside one that does",
    arguments: ["0.95", "3.7", "1.2"])
  func headerlessExtra(still: String) throws {
    let log = Array(
      Self.walk.map { row in
        let extra = still.dropLast() + "\(row.place % 3)"
        return "\(extra),\(Self.whole(row.time * 1000)),\(Self.whole(row.range * 100))\n"
      }.joined().utf8)
    let error = try refusal(log)
    #expect(error.proposal?.columns.contains("range=1") != true, "\(error)")
  }

  @Test(
    "Words of C, JavaScript and Excel for no value cost no row",
    arguments: ["(null)", "undefined", "---", "#DIV/0!", "-1.#IND", "missing"])
  func missing(word: String) throws {
    let log = table("time_s,range_m,rssi", Self.walk) {
      "\($0.time),\($0.range),\($0.place % 3 == 0 ? word : "-60")"
    }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns)
    let all = table("t_s,range_m,rssi_dbm", Self.walk) { "\($0.time),\($0.range),\(word)" }
    expect(try read(all).records, word)
  }

  @Test("Words among the ranges cost their rows, and are quoted", arguments: [3, 5, 8])
  func quoted(step: Int) throws {
    let log = table("time_s,range_m,battery_v", Self.walk) {
      "\($0.time),\($0.place % step == 1 ? "ERR" : "\($0.range)"),3.9"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=time_s,range=range_m")
    let kept = Self.walk.filter { $0.place % step != 1 }
    #expect(zip(found.records, kept).allSatisfy { $0.sample.range?.value == $1.range })
    #expect(found.records.count == kept.count)
    #expect(found.proposal.notes[0].contains("in others range_m is \"ERR\""))
    let report = try read(log, found.proposal.columns).report
    #expect(report.rejections[.notANumber]?.count == 600 - kept.count)
  }

  @Test("Where most ranges are words, nothing is proposed, and one is quoted")
  func mostlyWords() throws {
    let log = table("time_s,range_m,battery_v", Self.walk) {
      "\($0.time),\($0.place % 3 == 0 ? "\($0.range)" : "ERR"),3.9"
    }
    let error = try refusal(log)
    #expect(error.message.contains("which holds \"ERR\", no number"), "\(error)")
  }

  static let unitComments: [(String, Double, Double)] = [
    ("# range in ft", foot, 1), ("# range in in", inch, 1), ("# units: ms, cm", 100, 1000),
    ("# t: ms, d: cm", 100, 1000), ("# time [us], range [cm]", 100, 1e6),
    ("# all distances in feet, times in ms", foot, 1000), ("# Einheiten: ms; ft", foot, 1000),
    ("# range unit ft", foot, 1), ("# unit: ft", foot, 1), ("# 5 m off, range in ft", foot, 1),
  ]

  @Test("A unit that a comment states counts", arguments: unitComments)
  func commentUnits(comment: String, perMetre: Double, perSecond: Double) throws {
    let log = table(comment + "\ntime,range", Self.walk) {
      let time = perSecond > 1 ? "\(Self.whole($0.time * perSecond))" : "\($0.time)"
      return "\(time),\($0.range * perMetre)"
    }
    let found = try proposed(log)
    expect(found.records, found.proposal.columns)
  }

  @Test(
    "A comment that states no unit changes nothing",
    arguments: [
      "# start 5 ft off", "# somebody walks in", "# range measured walking in", "# ft. A",
    ])
  func noComment(comment: String) throws {
    let found = try proposed(
      table(comment + "\ntime,range", Self.walk) { "\($0.time),\($0.range)" })
    #expect(found.proposal.columns == "t=time,range=range")
  }

  @Test(
    "Ticks are taken for the unit whose pace is usual, with a note that their unit is not known",
    arguments: ["tick", "Ticks", "jiffies", "rtos_tick"], [(100.0, "cs"), (1000, "ms")])
  func ticks(name: String, form: (perSecond: Double, unit: String)) throws {
    let log = table("\(name),range_m", Self.walk) {
      "\(700 + Self.whole($0.time * form.perSecond)),\($0.range)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=\(name):\(form.unit),range=range_m")
    expect(found.records, found.proposal.columns)
    let note = "the unit of \(name), one tick, is not known"
    #expect(found.proposal.notes.contains(note))
    let warnings = try read(log, found.proposal.columns).report.warnings
    #expect(warnings.contains("\(note); it is read in \(form.unit)"))
  }

  static let epochs: [(String, Double, Double)] = [
    ("s", 1_764_000_000, 1), ("cs", 176_400_000_000, 100), ("ms", 1_764_000_000_000, 1000),
    ("us", 1_764_000_000_000_000, 1e6), ("ns", 123_456_789_000_000, 1e9),
    ("ns", 2_000_000_000_000, 1e9), ("h", 14.12, 1 / 3600.0),
  ]

  @Test(
    "Times are in the unit in which they count since 1970, or go on as radios do", arguments: epochs
  )
  func epoch(unit: String, start: Double, perSecond: Double) throws {
    let log = table("timestamp,range_m", Self.walk) {
      let time = start + $0.time * perSecond
      return "\(perSecond > 1 ? "\(Int(time.rounded()))" : "\(time)"),\($0.range)"
    }
    let found = try proposed(log)
    #expect(found.proposal.columns == "t=timestamp\(unit == "s" ? "" : ":\(unit)"),range=range_m")
    expect(found.records, found.proposal.columns, within: 2e-3)
  }

  @Test(
    "Without a header, two columns that move as ranges do are both named",
    arguments: [1.0, 3.3], [1, 100])
  func twoRanges(factor: Double, perMetre: Double) throws {
    let log = Array(
      Self.walk.map { row in
        "\(row.range * factor + 0.3),\(Self.whole(row.time * 1000)),"
          + "\(perMetre == 1 ? row.range : Double(Self.whole(row.range * perMetre)))\n"
      }.joined().replacing(".0\n", with: "\n").utf8)
    #expect(try refusal(log).proposal == nil)
  }

  @Test(
    "The form of a time in its name is no unit of length, and a number before a unit is no factor")
  func namedForms() throws {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let forms = table("Date (dd.mm.yyyy);Time (hh:mm:ss);distance_m", Self.walk) { row in
      let second = row.place / 10
      return "26.11.2026;10:\(two(second / 60)):\(two(second % 60)).\(row.place % 10);\(row.range)"
    }
    let found = try proposed(forms)
    expect(found.records, found.proposal.columns)
    #expect(found.proposal.columns.contains("date=Date (dd.mm.yyyy)"), "\(found.proposal)")
    let second = table("time 2 (ms),range 3 [cm]", Self.walk) {
      "\(Self.whole($0.time * 1000)),\($0.range * 100)"
    }
    expect(try proposed(second).records, "time 2 (ms)")
  }
}
