import Lubdub
import Testing

import LubdubSupport

@testable import LubdubTraces

/// Rows that have an event and a measured value.
@Suite struct EventRowTests {
  static let csv = """
    t_s,range_m,rssi_dbm,truth_m,event,peer
    0,1.5,,1.4,connected,a
    1,,-60,,touched,a
    2,-1,,,released,a
    3,1.2,,,,a

    """
  static let ndjson = """
    {"t_s": 0, "range_m": 1.5, "truth_m": 1.4, "event": "connected", "peer": "a"}
    {"t_s": 1, "rssi_dbm": -60, "event": "touched", "peer": "a"}
    {"t_s": 2, "range_m": -1, "event": "released", "peer": "a"}
    {"t_s": 3, "range_m": 1.2, "peer": "a"}

    """
  static let mapped = csv.replacing("t_s,range_m,rssi_dbm,truth_m", with: "s,d,P,g")

  @Test("A person's statement of the distance is an event with a distance, in either form")
  func said() throws {
    let text = """
      t_s,range_m,rssi_dbm,event
      0,,-60,
      1,,,at 1.5
      2,0.5,,at
      3,2,-61,at

      """
    let (records, report) = try read(text, options: ReadOptions())
    #expect(
      records.map(\.sample) == [
        .ble(-60, at: 0), .at(1.5, at: 1), .at(0.5, at: 2), .ble(-61, at: 3), .at(2, at: 3),
      ])
    #expect(report.accepted == 4 && report.rejections.isEmpty)
    let (_, bad) = try read("t_s,rssi_dbm,event\n0,-60,\n1,,at far\n", options: ReadOptions())
    #expect(bad.accepted == 1 && bad.rejections[.unknownEvent] != nil)
  }

  @Test func `An edge is named by its inner zone or by both adjacent zones`() throws {
    let said = ["at edge near", "at edge near/far", "at edge far/near", "at edge contact"]
    let csv = "t_s,event\n" + said.map { "0,\($0)\n" }.joined()
    let lines = said.map { "{\"t_s\": 0, \"event\": \"\($0)\"}\n" }.joined()
    var options = ReadOptions()
    options.zones = .init(.eternalLoop)
    for text in [csv, lines] {
      let (records, report) = try read(text, options: options)
      #expect(records.map(\.sample.range) == [1, 1, 1, 0.05] && report.rejected == 0)
      #expect(records.allSatisfy { $0.sample.event == .at && $0.sample.radio == .ble })
    }
    let beside = try read("t_s,rssi_dbm,event\n1,-61,at edge far\n", options: options).records
    #expect(beside.map(\.sample) == [.ble(-61, at: 1), .at(2, at: 1)])
  }

  @Test("An unknown edge, or an edge without zones, rejects its row with the accepted names")
  func noEdge() throws {
    func refusal(_ event: String, _ zones: ZoneDetector.Parameters?) throws -> String {
      var options = ReadOptions()
      (options.zones, options.strict) = (zones, true)
      let error = #expect(throws: ReadError.self) {
        try read("t_s,event\n1,\(event)\n", options: options)
      }
      return try #require(error).message
    }
    for edge in ["nera", "away", "contact/near", ""] {
      let found = try refusal("at edge \(edge)", .init(.eternalLoop))
      #expect(edge.isEmpty || found.contains("contact, touch, near, far"), "\(found)")
    }
    let found = try refusal("at edge near", nil)
    #expect(found.contains("such as at 1"), "\(found)")
  }

  @Test(
    "A row with an event and a value gives the sample, then the event, as one row",
    arguments: [csv, ndjson, mapped], [nil, 0.5])
  func both(text: String, reordering: Double?) throws {
    var options = ReadOptions()
    options.reorderingWindow = reordering.map { Seconds($0) }
    options.columns = try ColumnMapping("t=s,range=d,rssi=P,truth=g,event=event,peer=peer")
    let (records, report) = try read(text, options: options)
    let firstLine = text.first == "{" ? 1 : 2
    let expected: [(Sample, truth: Double?, row: Int)] = [
      (.uwb(Meters(1.5), at: Seconds(0)), 1.4, 0),
      (.event(.connected, at: Seconds(0)), 1.4, 0),
      (.ble(DBm(-60), at: Seconds(1)), nil, 1),
      (Sample(time: Seconds(1), radio: .ble, event: .touched), nil, 1),
      (.event(.released, at: Seconds(2)), nil, 2),
      (.uwb(Meters(1.2), at: Seconds(3)), nil, 3),
    ]
    #expect(
      records
        == expected.map {
          TraceRecord($0.0, truth: $0.truth.map { Meters($0) }, peer: 0, line: firstLine + $0.row)
        })
    #expect(report.accepted == 4)
    #expect(report.peers.map(\.rows) == [4])
  }

  private func read(
    _ text: String, options: ReadOptions
  ) throws -> (records: [TraceRecord], report: ReadReport) {
    let log = try ReadLog(text, options: options)
    return (log.records, log.report)
  }
}
