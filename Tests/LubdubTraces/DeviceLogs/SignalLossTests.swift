import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

/// Unreadable parts of a log of raw radio are reported with their line and the rule.
@Suite struct SignalLossTests {
  private func notes(_ text: String) throws -> [String] {
    try SignalReader(Array(text.utf8), path: "log").notes
  }

  @Test func `An accumulator truncated by the end of the log is rejected`() throws {
    let notes = try notes("RX OK HLP(0745.3125)\nAccum Len 1016\n1, 2\n3, 4\n")
    #expect(notes.count == 1)
    #expect(notes.first?.contains("(line 4): 2 taps, expected 1016") == true)
  }

  @Test func `Times beyond the device's clock are rejected without a trap`() throws {
    let notes = try notes(
      """
      Accum Len 64
      0, 0
      Rx time = -9000000000
      Rx time = 9000000000
      Rx time = 17.5
      Rx time = 17.2

      """)
    #expect(notes.contains { $0.contains("Rx time is expected in 0..<17.207401025 s") })
    #expect(notes.contains { $0.contains("3 rows (lines 3, 4, 5)") }, "\(notes)")
  }

  @Test func `Hex with half a byte is rejected`() throws {
    #expect(try notes("Acc Data: 00 1\n").first?.contains("Acc Data is not hex") == true)
    let steps = "Procedure counter: 1\nStep data: 02 0\n"
    #expect(try notes(steps).first?.contains("the step data is not hex") == true)
  }

  @Test(arguments: [true, false])
  func `A procedure without its last subevent is rejected`(_ isLast: Bool) throws {
    let data = SignalLogs.steps(2, isInitiator: true).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }.joined()
    let next = "Procedure counter: 2\nProcedure done status: 0\n"
    let notes = try notes(
      "Procedure counter: 1\nProcedure done status: 1\nStep data: \(data)\n"
        + (isLast ? "" : next))
    #expect(notes.count == 1)
    #expect(
      notes.first?.contains("(line 3): the last subevent of the procedure is missing") == true)
  }

  static let taps = (0..<64).map { "\($0 % 7)" }.joined(separator: " ")

  @Test(
    "A response whose row has an impossible value is rejected",
    arguments: [
      ("5.5,20,0.5,1,poll", "tap0 is \"0.5\""), ("5.5,20,-3,1,poll", "tap0 is \"-3\""),
      ("5.5,20,9223372036854775807,1,poll", "from 0 to 65535"),
      ("5.5,x,0,1,poll", "fp_index is \"x\""), ("far,20,0,1,poll", "range_m is \"far\""),
      ("5.5,20,0,one,poll", "exchange is \"one\""), ("5.5,20,0,1,answer", "frame is \"answer\""),
    ])
  func impossibleResponse(_ row: String, _ message: String) throws {
    let text = "t_s,range_m,fp_index,tap0,exchange,frame,cir\n0,\(row),\(Self.taps) \(Self.taps)\n"
    let reader = try SignalReader(Array(text.utf8), path: "log")
    #expect(reader.signals.isEmpty)
    #expect(reader.notes.first?.contains(message) == true)
  }

  @Test func `A response whose row omits optional values is read`() throws {
    let text = "t_s,range_m,fp_index,tap0,exchange,frame,cir\n0,,,,,,\(Self.taps) \(Self.taps)\n"
    let reader = try SignalReader(Array(text.utf8), path: "log")
    #expect(reader.notes.isEmpty)
    #expect(reader.signals.count == 1)
  }

  @Test(
    "A procedure whose row has an impossible value is rejected",
    arguments: [
      ("0,1,0 0 x,2 3 4", "quality_ini"), ("0,1,0 0,2 3 4", "quality_ini"),
      ("0,near,,2 3 4", "truth_m is \"near\""), ("0,1,,2 3 4.5", "ch of whole ones"),
      ("soon,1,,2 3 4", "t_s is \"soon\""),
    ])
  func impossibleProcedure(_ row: String, _ message: String) throws {
    let text =
      "t_s,truth_m,quality_ini,ch,i_ini,q_ini,i_ref,q_ref\n\(row),1 1 1,1 1 1,1 1 1,1 1 1\n"
    let reader = try SignalReader(Array(text.utf8), path: "log")
    #expect(reader.signals.isEmpty)
    #expect(reader.notes.first?.contains(message) == true)
  }

  @Test(arguments: [
    "IQ,1,0,2,1,1,1,1\nIQ,1,0,24,1,1,1,1\n",
    "IQ,1,0,2,1,1,1,1\nIQ,1,0,2,1,1,1,1\n",
    "t_s,ch,i_ini,q_ini,i_ref,q_ref\n0,2 77,1 1,1 1,1 1,1 1\n",
  ])
  func `Unused tones are reported`(_ text: String) throws {
    #expect(try notes(text).contains { $0.contains("tones are left out") })
  }

  @Test("A note names the file and line, and a second table may have other columns")
  func files() throws {
    let names = ["t_s,ch,i_ini,q_ini,i_ref,q_ref", "ch,i_ini,q_ini,i_ref,q_ref,t_s"]
    let logs = [try TemporaryLog(), try TemporaryLog()]
    for (log, text) in zip(
      logs,
      [
        "# made\n\(names[0])\n0,2 3,1 1,2 2,3 3,4 4",
        "\(names[1])\r\n2 3,1 1,2 2,3 3,4 4,5\r\n2 3,1 1,2 2,3 3,4,5\r\n",
      ])
    { try writeFile(Array(text.utf8), to: log.path) }
    let reader = try SignalReader.read(at: logs.map(\.path))
    #expect(reader.signals.map(\.time) == [5_000_000_000])
    #expect(reader.notes.count == 2)
    #expect(
      reader.notes.first?.contains("\(logs[0].path): damaged: 1 row (line 3): the last line")
        == true)
    #expect(reader.notes.last?.contains("(line 3): ch, i_ini") == true)
  }

  @Test func `A row truncated by the end of the log is rejected`() throws {
    let reader = try SignalReader(
      Array("t_s,ch,i_ini,q_ini,i_ref,q_ref\n0,2 3,1 1,1 1,1 1,1 1".utf8), path: "log")
    #expect(reader.signals.isEmpty)
    #expect(reader.notes.first?.contains("the last line is cut short") == true)
  }
}
