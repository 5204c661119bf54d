import Foundation
import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

@Suite struct HomeAutomationTests {
  /// As exported by ESPresense-companion: two nodes, two places, and messages while the device is there.
  static let capture = """
    {"version":1,"deviceId":"irk:0a1b","deviceName":"Phone {x}","started":"2026-01-10T10:00:00Z","ended":null,"truncated":false,
    "nodes":[{"id":"kitchen","name":"Kitchen","point":[0,0,1],"floors":["g"]},{"id":"hall","name":null,"point":[3,4,1],"floors":[]}],
    "positions":[{"t":"2026-01-10T10:00:02Z","x":3,"y":4,"z":1,"floor":"g"},{"t":"2026-01-10T10:00:30Z","x":0,"y":0,"z":2,"floor":"g"}],
    "messages":[
    {"t":"2026-01-10T10:00:01.5000000Z","node":"kitchen","distance":5.2,"distVar":0.1,"rssi":-75.5,"rxAdj":0,"rssiVar":1.5,"refRssi":-59},
    {"t":"2026-01-10T10:00:02.2500000Z","node":"hall","distance":0.4,"distVar":null,"rssi":-50,"rxAdj":null,"rssiVar":null,"refRssi":-59},
    {"t":"2026-01-10T10:00:12Z","node":"hall","distance":2,"rssi":-66,"refRssi":-59},
    {"t":"x","node":"hall","distance":2,"rssi":-66,"refRssi":-59},
    {"t":"2026-01-10T10:00:29Z","node":"kitchen","distance":2,"rssi":-60,"refRssi":-59}]}
    """

  @Test func `ESPresense-companion captures have one link per node and places as truth`() throws {
    let log = try ReadLog(Self.capture)
    #expect(log.report.format == "espresense-capture")
    #expect(log.rows.map(\.rssi) == [-75.5, -50, -66, -60])
    #expect(
      log.rows.map(\.peer) == [
        "irk:0a1b@kitchen", "irk:0a1b@hall", "irk:0a1b@hall", "irk:0a1b@kitchen",
      ])
    #expect(log.rows.map(\.time) == [0, 0.75, 10.5, 27.5])
    #expect(log.records.map(\.truth) == [5, 0, nil, 1])
    #expect(log.rejections == [.missingTime: 1])
    #expect(log.report.warnings.contains { $0.contains("firmware 4") })
    #expect(try ReadLog(Array(Self.capture.utf8), chunk: 5) == log)
  }

  static let dump = """
    {"aa:bb:cc:dd:ee:ff": {"name": "Tag", "adverts": {"aa,11": {"name": "hall",
      "device_address": "aa:bb:cc:dd:ee:ff", "scanner_address": "11:22:33:44:55:66",
      "rssi": -71, "rssi_distance": 4.1, "hist_rssi": [-71, -70, null], "hist_stamp": [103.5, 102.5, 101],
      "manufacturer_data": [{"76": "x"}]}}}}
    """

  @Test func `Dumps of Bermuda give each level once, oldest first`() throws {
    let later = Self.dump.replacing("[-71, -70, null]", with: "[-72, -71, -70]")
      .replacing("[103.5, 102.5, 101]", with: "[104.5, 103.5, 102.5]")
    let log = try ReadLog(Self.dump + "\n" + later)
    #expect(log.report.format == "bermuda")
    #expect(log.rows.map(\.rssi) == [-70, -71, -72])
    #expect(log.rows.map(\.time) == [0, 1, 2])
    #expect(log.report.peers.map(\.name) == ["AA:BB:CC:DD:EE:FF@11:22:33:44:55:66"])
    #expect(log.rejections == [.signalNotAvailable: 1])
    #expect(log.report.duplicates == 2)
    #expect(try ReadLog(Array((Self.dump + later).utf8), chunk: 3).rows == log.rows)
  }

  /// Dumps of one pair: each contains the last ten levels, half of them new.
  private static func dumps(_ stamp: (Int) -> Double) -> String {
    (1...12).map { dump in
      let rows = Array((max(0, 5 * dump - 10)..<(5 * dump)).reversed())
      let levels = rows.map { "\(-60 - $0 % 7)" }.joined(separator: ", ")
      let stamps = rows.map { "\(stamp($0))" }.joined(separator: ", ")
      return
        #"{"a": {"device_address": "AA:BB:CC:DD:EE:01", "scanner_address": "11:22:33:44:55:66", "rssi_distance": 1, "#
        + #""hist_rssi": [\#(levels)], "hist_stamp": [\#(stamps)]}}"#
    }.joined(separator: "\n") + "\n"
  }

  @Test func `Dumps with a host restart or a timestamp ahead lose at most one reading`() throws {
    let whole = try ReadLog(Self.dumps { 5000 + 2 * Double($0) })
    #expect(whole.rows.count == 60 && whole.report.duplicates == 55)
    let ahead = try ReadLog(Self.dumps { 5000 + 2 * Double($0) + ($0 == 23 ? 900 : 0) })
    #expect(ahead.rows.count == 59 && ahead.rejections == [.timeAhead: 1])
    // A restart of the host begins another history.
    let old = Self.dumps { 5000 + 2 * Double($0) }.split(separator: "\n").prefix(6)
    let new = Self.dumps { 40 + 2 * Double($0) }.split(separator: "\n").prefix(6)
    let restarted = try ReadLog((old + new).joined(separator: "\n") + "\n")
    #expect(restarted.rows.count == 60 && restarted.report.clockJumps.count == 1)
    #expect((restarted.rows.last?.time ?? 0) < 130)
    // An old dump that comes again says nothing.
    let again = try ReadLog((old + old.prefix(2)).joined(separator: "\n") + "\n")
    #expect(again.rows.count == 30 && again.report.clockJumps.count == 0)
  }

  /// The output of `mosquitto_sub -F '{"t":%U,"topic":"%t","rssi":%p}'` for ESPHome nodes, and with `"data":%p` for any message
  /// that is JSON.
  static let dumps = [
    (
      """
      {"t":1700000000.25,"topic":"kitchen/sensor/tag_rssi/state","rssi":-67}
      {"t":1700000000.50,"topic":"hall/sensor/tag_rssi/state","rssi":-81.5}
      {"t":1700000001.25,"topic":"kitchen/sensor/tag_rssi/state","rssi":online}
      {"t":1700000001.50,"topic":"hall/sensor/tag_rssi/state","rssi":-80}

      """, "t=t,rssi=rssi,peer=topic"
    ),
    (
      """
      {"t":1700000000.25,"topic":"kitchen/sensor/tag_rssi/state","data":{"level":-67,"x":[1]}}
      {"t":1700000000.50,"topic":"hall/sensor/tag_rssi/state","data":{"level":-81.5}}
      {"t":1700000001.25,"topic":"kitchen/sensor/tag_rssi/state","data":{"level":oops}}
      {"t":1700000001.50,"topic":"hall/sensor/tag_rssi/state","data":{"level":-80}}

      """, "t=t,rssi=data.level,peer=topic"
    ),
  ]

  @Test("JSON lines written by mosquitto_sub are read with a mapping", arguments: dumps)
  func mosquitto(dump: (text: String, mapping: String)) throws {
    var options = ReadOptions(formats: .deviceLogs)
    options.columns = try ColumnMapping(dump.mapping)
    let log = try ReadLog(dump.text, options: options)
    #expect(log.rows.map(\.rssi) == [-67, -81.5, -80])
    #expect(
      log.report.peers.map(\.name) == [
        "kitchen/sensor/tag_rssi/state", "hall/sensor/tag_rssi/state",
      ])
    #expect(log.rejections.values.reduce(0, +) == 1)
  }

  @Test(
    "Damaged captures never stop the process, and chunks of any size change nothing",
    arguments: [("espresense-capture", capture), ("bermuda", dump)])
  func damage(log: (format: String, text: String)) throws {
    var mutation = Mutation(seed: 34)
    for round in 0..<Mutation.rounds {
      let bytes = mutation.damage(Array(log.text.utf8))
      let whole = try? ReadLog(bytes, options: forcing(log.format))
      #expect(whole == (try? ReadLog(bytes, chunk: 1 + round % 90, options: forcing(log.format))))
    }
  }
}
