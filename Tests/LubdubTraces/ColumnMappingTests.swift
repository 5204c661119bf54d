import Lubdub
import Testing

import LubdubSupport

@testable import LubdubTraces

/// The valid mappings of columns, and the files that they fit.
@Suite struct ColumnMappingTests {
  @Test(
    "A file that lacks a mapped column is rejected with the column's name",
    arguments: [
      ("t=t_s,range=range_m,rssi=power", "power"),
      ("t=t_s,range=distance_cm:cm", "distance_cm"),
      ("t=t_s,range=range_m,peer=tag", "tag"),
      ("t=t_s:furlong,range=range_m", "\"furlong\" is not a unit of it; its units are s, ms"),
      ("t=t_s,range=range_m:furlong", "\"furlong\" is not a unit of it; its units are m, cm"),
    ])
  func missing(mapping: String, word: String) throws {
    let error = #expect(throws: ReadError.self) { try read("t_s,range_m\n0,1\n", mapping) }
    #expect(error?.kind == .unrecognised)
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test func `A file without mapped columns is read as before`() throws {
    let found = try read("t_s,range_m,peer\n0,1,a\n", "t=ms:ms,range=cm:cm,peer=peer")
    #expect(found.report.accepted == 1)
  }

  @Test func `A column that is repeated in the header is rejected`() throws {
    let error = #expect(throws: ReadError.self) {
      try read("ms,cm,cm\n0,1,2\n", "t=ms:ms,range=cm")
    }
    #expect(error?.message.contains("cm appears twice") == true, "\(error?.message ?? "")")
  }

  @Test func `A field that is given twice is rejected`() throws {
    let fault = #expect(throws: ColumnMapping.Fault.self) { try ColumnMapping("t=a,range=b,t=c") }
    #expect(fault?.description.contains("t is given twice") == true)
  }

  @Test(arguments: [
    ("Zeit [ms];Entfernung (cm)\n100;200\n", "t=Zeit [ms],range=Entfernung (cm)"),
    ("timeMs,distance_cm\n100,200\n", "t=timeMs,range=distance_cm"),
  ])
  func `Without a mapped unit, the name's unit is used`(text: String, mapping: String) throws {
    let log = try read(text, mapping)
    #expect(log.records.map(\.sample.time) == [0.1])
    #expect(log.records.map(\.sample.range) == [2])
    #expect(try ColumnMapping("t=t_ms:s,range=d").columns[.time]?.unit == .seconds)
  }

  @Test func `A header inside joined files is skipped and does not advance the clock`() throws {
    var options = ReadOptions()
    options.period = Seconds(0.5)
    let found = try read("cm,RSSI\n100,-60\ncm,RSSI\n200,-61\n", "range=cm:cm,rssi=RSSI", options)
    #expect(found.records.map(\.sample.time) == [Seconds(0), Seconds(0.5)])
    #expect(found.report.rejected == 0)
    #expect(found.report.ignored == 1)
  }

  @Test(arguments: [
    ("2026-02-28", true), ("2026-02-29", false), ("2024-02-29", true), ("2026-02-30", false),
    ("2000-02-29", true), ("1900-02-29", false), ("2026-04-31", false), ("2026-12-31", true),
    ("2026-13-01", false), ("2026-00-10", false), ("2026-06-00", false),
  ])
  func `A date missing in the calendar gives no time`(date: String, exists: Bool) throws {
    let found = try read("when,d\n\(date)T10:00:00Z,1\n", "t=when:iso,range=d")
    #expect(found.report.accepted == (exists ? 1 : 0))
    #expect(found.report.rejections.mapValues(\.count) == (exists ? [:] : [.notATime: 1]))
  }

  @Test func `Only the column of the truth may be missing, with a note`() throws {
    let mapping = "t=s,range=d,truth=ref_mm:mm"
    let found = try read("s,d\n0,1\n1,2\n", mapping)
    #expect(found.report.accepted == 2)
    #expect(found.report.warnings == ["there is no column ref_mm, so the rows have no truth"])
    #expect(try read("s,d,ref_mm\n0,1,900\n", mapping).report.warnings == [])
    #expect(throws: ReadError.self) { try read("s,ref_mm\n0,1\n", mapping) }
  }

  @Test func `An empty time is missing, and other text is reported as an invalid time`() throws {
    let found = try read("when,d\n,1\nyesterday,1\n2026-01-01T25:00:00,1\n", "t=when:iso,range=d")
    #expect(found.report.rejections.mapValues(\.lines) == [.missingTime: [2], .notATime: [3, 4]])
  }

  @Test(
    "A mapping is proposed for short names and uses the unit at the end of a name",
    arguments: [
      ("t_us,d_cm", "t=t_us:us,range=d_cm:cm"),
      ("time_ms,dist_mm", "t=time_ms:ms,range=dist_mm:mm"),
      ("t_s,d", "t=t_s,range=d:cm"),
      ("ts_ms,range(cm)", "t=ts_ms:ms,range=range(cm):cm"),
      ("timeMs,distanceCm", "t=timeMs:ms,range=distanceCm:cm"),
      ("millis,RNG_CM", "t=millis:ms,range=RNG_CM:cm"),
      ("elapsed_ms,D[in]", "t=elapsed_ms:ms,range=D[in]:in"),
      ("seconds,d_cm,gt_m", "t=seconds,range=d_cm:cm,truth=gt_m"),
      ("ms,d_cm,level(dBm)", "t=ms:ms,range=d_cm:cm"), ("s,rssi", "t=s,rssi=rssi"),
      ("t_cm,d_ms,rssi", "rssi=rssi"),
    ])
  func proposals(header: String, mapping: String) throws {
    var parser = TraceParser(options: ReadOptions())
    let error = #expect(throws: ReadError.self) {
      // A level of 3 dBm is none: the rows are read with a proposal before it is made.
      let last = mapping.contains("rssi=") ? "-6" : ""
      // Rows that are a day apart are not proposed for either.
      let step = [":ms", ":us", ":ns"].contains { mapping.contains($0) } ? 100_000 : 1
      let rows =
        header == "s,rssi"
        ? "0,-60\n1,-61\n2,-60\n"
        : [(0, "150", "3"), (step, "160", "4"), (2 * step, "161", "5")].map { time, range, rest in
          (["\(time)", range, last + rest].prefix(header.split(separator: ",").count))
            .joined(separator: ",") + "\n"
        }.joined()
      try parser.feed(Array("\(header)\n\(rows)".utf8))
      try parser.finish()
    }
    #expect(error?.proposal?.columns == mapping)
    #expect(error?.proposal?.needsRate == !mapping.contains("t="))
  }

  private func read(
    _ text: String, _ mapping: String, _ options: ReadOptions = ReadOptions()
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    var options = options
    options.columns = try ColumnMapping(mapping)
    let log = try ReadLog(text, options: options)
    return (log.records, log.report)
  }
}
