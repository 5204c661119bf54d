import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// The units of ranges, in every place where a log states them.
@Suite struct LengthUnitTests: WalkLogs {
  static let (foot, inch) = (1 / 0.3048, 1 / 0.0254)
  static let stated: [(String, Double)] = [
    ("time,range\ns,ft", foot), ("time,range\ns,in", inch), ("time,range\n[s],[dm]", 10),
    ("time_s,range (inch)", inch), ("time_s,dist_foot", foot), ("time_s,Abstand (Zoll)", inch),
    ("time_s,dist_ft_raw", foot), ("time_s,ft", foot),
  ]

  @Test(arguments: stated)
  func `A stated unit of length is used in any place`(header: String, perMetre: Double) throws {
    let log = table(header, Self.walk) { "\($0.time),\($0.range * perMetre)" }
    try proposal(for: log)
  }

  static let unitComments: [(String, Double, Double)] = [
    ("# range in ft", foot, 1), ("# range in in", inch, 1), ("# units: ms, cm", 100, 1000),
    ("# t: ms, d: cm", 100, 1000), ("# time [us], range [cm]", 100, 1e6),
    ("# all distances in feet, times in ms", foot, 1000), ("# Einheiten: ms; ft", foot, 1000),
    ("# range unit ft", foot, 1), ("# unit: ft", foot, 1), ("# 5 m off, range in ft", foot, 1),
  ]

  @Test(arguments: unitComments)
  func `A unit in a comment is used`(comment: String, perMetre: Double, perSecond: Double) throws {
    let log = table(comment + "\ntime,range", Self.walk) {
      let time = perSecond > 1 ? "\(Self.whole($0.time * perSecond))" : "\($0.time)"
      return "\(time),\($0.range * perMetre)"
    }
    try proposal(for: log)
  }

  @Test(arguments: [
    "# start 5 ft off", "# somebody walks in", "# range measured walking in", "# ft. A",
  ])
  func `A comment without a unit changes nothing`(comment: String) throws {
    let found = try proposed(
      table(comment + "\ntime,range", Self.walk) { "\($0.time),\($0.range)" })
    #expect(found.proposal.columns == "t=time,range=range")
  }

  @Test(arguments: [("m", 1.0), ("cm", 100), ("ft", 1 / 0.3048)])
  func `A column of units sets the unit of the ranges`(unit: String, perMetre: Double) throws {
    let log = table("time,distance,unit", Self.walk) {
      "\($0.time),\($0.range * perMetre),\(unit)"
    }
    try proposal(for: log)
  }

  @Test func `Rows with several units are rejected with the reason`() throws {
    let log = table("time,distance,unit", Self.walk) {
      $0.place < 300 ? "\($0.time),\($0.range * 100),cm" : "\($0.time),\($0.range),m"
    }
    let error = try refusal(log)
    #expect(error.proposal == nil && error.message.contains("rows have several units"))
  }

  @Test(arguments: ["range (cubit)", "range [hands]"])
  func `An unknown unit is named`(name: String) throws {
    let log = table("time_s,\(name)", Self.walk) { "\($0.time),\($0.range)" }
    let found = try proposed(log)
    let unit = name == "range (cubit)" ? "cubit" : "hands"
    #expect(found.proposal.notes.contains("the unit of \(name), \(unit), is not known"))
  }

  @Test(
    "Units below a name or next to the value are used",
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
    #expect(try proposal(for: log).columns.hasSuffix("range=\(column)"))
  }

  @Test(arguments: [true, false])
  func `Units that change between rows apply to the rows below`(hasHeader: Bool) throws {
    let parts = [Self.walk.prefix(300), Self.walk.suffix(300)]
    let log =
      table("time,distance\ns,cm", Array(parts[0])) { "\($0.time),\($0.range * 100)" }
      + table((hasHeader ? "time,distance\n" : "") + "s,m", Array(parts[1])) {
        "\($0.time),\($0.range)"
      }
    let found = try proposal(for: log)
    let warnings = try read(log, found.columns).report.warnings
    #expect(warnings.contains("the units change in line \(hasHeader ? 304 : 303): s,m"))
  }

  @Test func `Units below the header are used if the mapping lacks units`() throws {
    let found = try read("time,dist\nms,cm\n0,150\n100,152\n", "t=time,range=dist")
    #expect(found.report.rejected == 0)
    #expect(found.records.map(\.sample.range) == [1.5, 1.52])
    #expect(found.records.map(\.sample.time) == [0, 0.1])
  }
}
