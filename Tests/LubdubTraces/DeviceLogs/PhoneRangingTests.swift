import TestSupport
import Testing

@testable import LubdubTraces

@Suite struct PhoneRangingTests {
  static let csv = """
    timestampMillis,technology,distance_m,confidence,deviation_m,rssi_dbm,peer,event,truth_m
    1766000000000,1,,,,,watch,started,
    1766000000100,1,2.25,2,0.4,-61,watch,,2.0
    1766000000300,3,3.5,0,,-62,watch,,2.0
    1766000000400,1,,2,,,watch,,
    1766000000500,1,abc,2,,,watch,,
    1766000000600,1,2.125,1,,0,watch,,2.0
    1766000000700,1,2.0,1
    1766000000800,1,,,,,watch,stopped,

    """

  @Test func `Android results are reported distances with one link per technology`() throws {
    let log = try ReadLog(Self.csv)
    #expect(log.report.format == "phone-ranging")
    let rows = log.records.map(\.sample)
    #expect(rows.map(\.radio) == [Radio](repeating: .reported, count: 6))
    #expect(rows.map(\.range) == [nil, 2.25, 3.5, nil, 2.125, nil])
    #expect(rows.map(\.deviation) == [nil, 0.4, 3, nil, nil, nil])
    #expect(rows.map(\.rssi) == [nil, -61, -62, nil, nil, nil])
    #expect(rows.map(\.event) == [.connected, nil, nil, nil, nil, .disconnected])
    #expect(log.records.map(\.truth) == [nil, 2, 2, nil, 2, nil])
    #expect(log.report.peers.map(\.name) == ["watch@cs", "watch@rssi"])
    #expect(log.rejections == [.notANumber: 1, .columnCount: 1])
    #expect(log.report.warnings == ["distances of low confidence get a width of 3.0 m"])
    #expect(abs(rows[1].time.value - 0.1) < 1e-9)
  }

  @Test func `JSON lines have the same fields, and damaged lines are counted`() throws {
    let text = """
      {"timestamp": 123.5, "technology": "uwb", "distance": 1.25, "peer": "phone"}
      {"timestamp": 123.75, "technology": "uwb", "distance": null, "peer": "phone"}
      {"timestamp": 124, "technology": "uwb", "distance": 1.5, "peer": "pho
      {"technology": "uwb", "distance": 1.5, "peer": "phone"}
      {"timestamp": 124.5, "technology": "uwb", "distance": 1.375, "peer": "phone", "extra": [1]}

      """
    let log = try ReadLog(text)
    #expect(log.report.format == "phone-ranging")
    #expect(log.rows.map(\.time) == [0, 0.25, 1])
    #expect(log.rows.map(\.range) == [1.25, nil, 1.375])
    #expect(log.rows.map(\.peer) == ["phone@uwb", "phone@uwb", "phone@uwb"])
    #expect(log.rejections == [.notJSON: 1, .missingTime: 1])
    #expect(try ReadLog(Array(text.utf8), chunk: 7) == log)
  }

  @Test func `A row with a distance counts whatever its event, and an event may come first`()
    throws
  {
    for (first, event) in [("", "position"), ("disconnected", "position"), ("initialized", "x")] {
      let start =
        first.isEmpty
        ? "" : #"{"timestamp": 9, "technology": "uwb", "peer": "a", "event": "\#(first)"}"# + "\n"
      let rows = (0..<40).map { row in
        let word = row.isMultiple(of: 2) ? "" : #", "event": "\#(event)""#
        return
          #"{"timestamp": \#(10 + Double(row) / 10), "technology": "uwb", "distance_m": 2.5, "peer": "a"\#(word)}"#
      }
      let log = try ReadLog(start + rows.joined(separator: "\n") + "\n")
      #expect(log.report.format == "phone-ranging")
      #expect(log.records.count { $0.sample.range == 2.5 } == 40, "\(first)")
    }
  }

  @Test func `Damaged logs never stop the process, and chunks change nothing`() throws {
    var mutation = Mutation(seed: 33)
    for round in 0..<Mutation.rounds {
      let bytes = mutation.damage(Array(Self.csv.utf8))
      let whole = try? ReadLog(bytes, options: forcing("phone-ranging"))
      #expect(
        whole == (try? ReadLog(bytes, chunk: 1 + round % 90, options: forcing("phone-ranging"))))
    }
  }
}

@Suite struct DamagedCaptureTests {
  @Test(
    "Damaged channel-sounding captures never stop the process, and chunks change nothing",
    arguments: [3, 11, 17, 42, 77])
  func damage(seed: Int) throws {
    let made = MadeCapture(seed: UInt64(seed))
    var mutation = Mutation(seed: UInt64(seed))
    let options = forcing(made.format.rawValue)
    for round in 0..<Mutation.rounds / 20 {
      let bytes = mutation.damage(made.bytes)
      let whole = try? ReadLog(bytes, options: options)
      #expect(whole == (try? ReadLog(bytes, chunk: 1 + round % 700, options: options)))
      _ = try? SignalReader(bytes, path: "log")
      if made.format == .btsnoop {
        let text = mutation.damage(Array(PrintedLog.text(made.bytes).utf8))
        _ = try? ReadLog(text, options: forcing("btmon"))
      }
    }
  }
}
