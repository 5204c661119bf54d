import Lubdub
import Testing

import LubdubSupport

@testable import LubdubTraces

/// The content of a row in place of a missing measurement.
@Suite struct MissingValueTests {
  @Test(arguments: [
    "NA", "na", "N/A", "NULL", "null", "None", "nil", " NA ", "\"NA\"", "<NA>", "<na>",
  ])
  func `A word for a missing value is an empty field in every column`(word: String) throws {
    let header = "t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer,azimuth_deg\n"
    let rows = [
      "1,uwb,2,_,2.5,_,_,_,a,_", "2,_,_,-60,_,_,_,37,_,5", "3,_,_,_,_,connected,_,_,_,_",
      "4,ble,_,_,_,_,_,_,_,_", "5,uwb,2,_,_,_,-80,_,a,_", "_,uwb,2,_,_,_,_,_,_,_",
    ]
    let rounds = (1...8).map { round in
      rows.map { $0.first == "_" ? $0 : "\(round)\($0)" }.joined(separator: "\n")
    }
    let text = rounds.joined(separator: "\n") + "\n"
    let empty = try read(header + text.replacing("_", with: ""))
    let marked = header + text.replacing("_", with: word)
    for pieces in [1, 1 << 20] {
      let found = try read(marked, pieces: pieces)
      #expect(found.records == empty.records)
      #expect(found.report == empty.report)
    }
    #expect(empty.report.accepted == 40)
    #expect(empty.report.rejections[.missingTime]?.count == 8)
  }

  @Test func `NaN is a missing value next to another value, and is rejected otherwise`() throws {
    let header = "t_s,source,range_m,rssi_dbm,truth_m\n"
    let mixed = (0..<10).map { "\($0).0,uwb,nan,-60,NaN\n\($0).5,,2,NAN,-nan\n" }.joined()
    let alone = "10,uwb,nan,,\n11,,nan,nan,nan\n12,ble,,,nan\nnan,uwb,1,,\n"
    for pieces in [1, 1 << 20] {
      let (records, report) = try read(header + mixed + alone, pieces: pieces)
      #expect(report.rejections.mapValues(\.lines) == [.notFinite: [22, 23, 25]])
      #expect(report.accepted == 21)
      #expect(report.warnings.isEmpty)
      #expect(records.allSatisfy { $0.truth == nil })
      #expect(records.compactMap(\.sample.range).count == 10)
      #expect(records.compactMap(\.sample.rssi).count == 10)
    }
  }

  @Test func `A sentinel drops its value but keeps the row, and is reported`() throws {
    let trace = """
      t_s,range_m,rssi_dbm,truth_m,fp_power_dbm,event
      0,2.5,127,,,
      1,-1,-60,-1,0,
      2,2.5,0,,127,
      3,-1,127,,,sent
      4,-1,127,,,
      5,-1.5,-60,,,
      6,2.5,1,,,

      """
    for pieces in [1, 1 << 20] {
      let (records, report) = try read(trace, pieces: pieces)
      try check(records, report)
    }
    var strict = ReadOptions()
    strict.strict = true
    #expect(try read("t_s,range_m,rssi_dbm\n0,2,127\n", options: strict).records.count == 1)
  }

  @Test func `Python's NaN and infinities in JSON lines act as in CSV`() throws {
    let good = (0..<9).map {
      "{\"t_s\": \($0), \"range_m\": NaN, \"rssi_dbm\": -60, \"x\": -Infinity}\n"
    }
    let bad = [
      "{\"t_s\": 9, \"range_m\": NaN}\n",
      "{\"t_s\": 10, \"range_m\": Infinity, \"rssi_dbm\": -60}\n",
      "{\"t_s\": NaN, \"range_m\": 1}\n", "{\"t_s\": 11, \"range_m\": 1, \"peer\": Infinity}\n",
      "{\"t_s\": 12, \"range_m\": Nan}\n",
    ]
    let last =
      "{\"t_s\": 13, \"range_m\": 1, \"peer\": NaN, \"channel\": NaN, \"azimuth_deg\": NaN}\n"
    let (records, report) = try read((good + bad).joined() + last)
    #expect(records.count == 10)
    #expect(
      records.prefix(9).allSatisfy { $0.sample.range == nil && $0.sample.rssi == -60 })
    #expect(records.last?.peer == nil && records.last?.sample.channel == nil)
    #expect(
      report.rejections.mapValues(\.lines)
        == [.notFinite: [10, 11, 12, 14], .notText: [13]])
    #expect(report.droppedAngles.count == 0)
  }

  @Test func `A sentinel in JSON lines drops its value but keeps the row`() throws {
    let trace = """
      {"t_s": 0, "range_m": 2.5, "rssi_dbm": 127}
      {"t_s": 1, "range_m": -1, "rssi_dbm": -60, "truth_m": -1, "fp_power_dbm": 0}
      {"t_s": 2, "range_m": 2.5, "rssi_dbm": 0, "fp_power_dbm": 127}
      {"t_s": 3, "range_m": -1, "rssi_dbm": 127, "event": "sent"}
      {"t_s": 4, "range_m": -1, "rssi_dbm": 127}
      {"t_s": 5, "range_m": -1.5, "rssi_dbm": -60}
      {"t_s": 6, "range_m": 2.5, "rssi_dbm": 1}

      """
    // The header of CSV is one line more.
    let (records, report) = try read("\n" + trace)
    try check(records, report)
  }

  private func check(_ records: [TraceRecord], _ report: ReadReport) throws {
    #expect(records.map(\.line) == [2, 3, 4, 5])
    #expect(records.map(\.sample.range) == [2.5, nil, 2.5, nil])
    #expect(records.map(\.sample.rssi) == [nil, -60, nil, nil])
    #expect(records.map(\.sample.radio) == [.uwb, .ble, .uwb, .uwb])
    #expect(records.allSatisfy { $0.truth == nil && $0.sample.firstPathPower == nil })
    #expect(
      report.rejections.mapValues(\.lines) == [.negativeRange: [6, 7], .implausibleSignal: [8]])
    #expect(report.leftOut[.negativeRange]?.lines == [3, 3, 5])
    #expect(report.leftOut[.signalNotAvailable]?.lines == [2, 4, 5])
    #expect(report.leftOut[.implausibleSignal]?.lines == [3, 4])
    let said =
      "kept rows, but dropped 3 values (lines 2, 4, 5): rssi_dbm is 127; the radio had no received "
      + "power to report"
    #expect(report.warnings.contains(said))
  }
}
