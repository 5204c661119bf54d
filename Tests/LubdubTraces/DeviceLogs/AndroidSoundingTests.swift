import Foundation
import LubdubSignals
import TestSupport
import Testing

@testable import LubdubTraces

@Suite struct AndroidSoundingTests {
  /// The steps of one side of the last procedure of Google's short test vector, which tools/bench/android.csv keeps. An extension
  /// slot that nobody uses stands after the tones.
  private static func steps(_ side: String) throws -> String {
    let table = Recordings.packageRoot.appending(path: "tools/bench/android.csv")
    let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: ",").map(String.init) }
    func place(_ name: String) throws -> Int { try #require(lines[0].firstIndex(of: name)) }
    return try lines.dropFirst().map { row in
      let tones = try (1...2).map { slot in
        #"{"iSample": \#(row[try place("i_\(side)_\(slot)")]), "qSample": \#(row[try place("q_\(side)_\(slot)")])}"#
      }
      return #"""
        {"stepChannel": \#(row[0]), "stepMode": "TWO", "stepModeData": {"antennaPermutationIndex": \#(row[1]),
         "tonePctIQSamples": [\#(tones.joined(separator: ", ")), {"iSample": 0, "qSample": -1}],
         "toneQualityIndicators": [0, 0, 19]}}
        """#
    }.joined(separator: ",\n")
  }

  /// A log as Android writes it, with the settings before and the answer after a procedure.
  private static func log(_ change: (String) -> String = { $0 }) throws -> String {
    let zero = #"{"stepChannel": 34, "stepMode": "ZERO", "stepModeData": {"packetRssiDbm": -45}}"#
    func side(_ name: String, _ steps: String) -> String {
      #"""
      "\#(name)SubeventResultData": [{"numAntennaPaths": 2, "stepData": [\#(zero), \#(steps)]}],
      "\#(name)ProcedureAbortReason": "SUCCESS"
      """#
    }
    let procedure = #"""
      {"type": "ChannelSoundingProcedureData", "timestamp": "2026-07-25 19:46:53.318",
       "timestampSinceBootNanos": 116687379298894, "content": {"procedureCounter": 4,
       \#(side("initiator", try steps("ini"))), \#(side("reflector", try steps("ref")))}}
      """#
    return #"""
      [{"type": "BluetoothChannelSoundingParameters", "content": {"role": "INITIATOR"}},
       \#(change(procedure)),
       {"type": "RangingResult", "content": {"resultMeters": 0.878298}}]
      """#
  }

  @Test func `A procedure of Google's test vector has both paths and a similar distance`() throws {
    let reader = try SignalReader(Array(Self.log().utf8), path: "log")
    #expect(reader.format == "android-cs" && reader.notes.isEmpty)
    let signal = try #require(reader.signals.first)
    #expect(reader.signals.count == 1 && signal.time == 116_687_379_298_894)
    guard case .procedure(let procedure) = signal.content else {
      Issue.record("expected a procedure")
      return
    }
    #expect(procedure.paths.count == 2)
    #expect(procedure.paths.allSatisfy { $0.toneCount == 37 })
    // Channel 52, order 0: the first slot is the first path.
    let tone = try #require(procedure.paths[0].tones[50])
    #expect(tone == Complex(-43, 340) * Complex(-12, 228))
    // Channel 66, order 1: the first slot is the second path.
    #expect(procedure.paths[1].tones[64] == Complex(92, -512) * Complex(-57, -284))
    var estimator = try ArrivalEstimator()
    let found = estimator.arrival(in: procedure.paths)
    let arrival = try #require(found)
    #expect(abs(arrival.distance.value - 0.46) < 0.01, "\(arrival.distance)")
    let rows = try ReadLog(Self.log())
    #expect(rows.records.map(\.sample.radio) == [.cs])
    #expect(rows.records.first?.sample.range == arrival.distance)
    #expect(rows.records.first?.sample.time == 0)
  }

  @Test(
    arguments: [
      ("\"SUCCESS\"", "\"UNSPECIFIED\"", .aborted), ("116687379298894", "1.5", .missingTime),
      ("\"stepChannel\": 66", "\"stepChannel\": 99", .damaged),
      ("\"iSample\": -43,", "\"iSample\": 4000,", .damaged),
      ("\"antennaPermutationIndex\": 1", "\"antennaPermutationIndex\": 7", .damaged),
      ("[0, 0, 19]", "[0, 0]", .damaged), ("[0, 0, 19]", "[]", .damaged),
      ("\"SUCCESS\"", "15", .damaged), ("\"TWO\"", "\"FOUR\"", .damaged),
      ("\"numAntennaPaths\"", "\"subeventAbortReason\": 1, \"numAntennaPaths\"", .damaged),
    ] as [(String, String, RejectionReason)])
  func `An unusable procedure is rejected with its reason`(
    _ old: String, _ new: String, _ reason: RejectionReason
  ) throws {
    let log = try ReadLog(Self.log { $0.replacingOccurrences(of: old, with: new) })
    #expect(log.report.format == "android-cs" && log.records.isEmpty)
    #expect(log.rejections == [reason: 1])
  }

  /// The other form of the steps: mode THREE, with a time at either side, in units of 0.5 ns.
  private static func timed(_ text: String, _ nadm: String = "UNKNOWN") -> String {
    var text = text
    for (side, other, key, time) in [
      ("initiator", "reflector", "toaTodInitiator", 20), ("reflector", "?", "todToaReflector", 6),
    ] {
      let start = text.range(of: "\"\(side)SubeventResultData\"")?.upperBound ?? text.startIndex
      let end = text.range(of: "\"\(other)SubeventResultData\"")?.lowerBound ?? text.endIndex
      let part = text[start..<end]
        .replacingOccurrences(
          of: #""TWO", "stepModeData": "#,
          with: #"""
            "THREE", "stepModeData": {"modeOneData": {"packetQuality": 0, "packetNadm": "ATTACK_IS_\#(nadm)",
            "packetRssiDbm": -50, "packetAntenna": 1, "rttToaTodData": {"\#(key)": \#(time)}}, "modeTwoData":
            """#
        )
        .replacingOccurrences(of: "[0, 0, 19]}}", with: "[0, 0, 19]}}}")
      text.replaceSubrange(start..<end, with: part)
    }
    return text
  }

  private static func procedure(_ log: String) throws -> SoundingProcedure? {
    let signals = try SignalReader(Array(log.utf8), path: "log").signals
    guard case .procedure(let procedure) = signals.first?.content else { return nil }
    return procedure
  }

  @Test func `Steps of mode THREE have the tones of mode TWO and a round trip`() throws {
    let tones = try #require(try Self.procedure(Self.log()))
    let both = try #require(try Self.procedure(Self.log { Self.timed($0) }))
    #expect(tones.roundTrip == nil && both.paths == tones.paths && both.roundTripCount == 37)
    // Half of 14 units of 0.5 ns, at the speed of light in air.
    #expect(abs(try #require(both.roundTrip).value - 1.0490) < 0.0001)
    let forged = try #require(try Self.procedure(Self.log { Self.timed($0, "VERY_LIKELY") }))
    #expect(forged.roundTrip == nil && forged.paths == tones.paths)
  }

  @Test func `A step of mode ONE adds a round trip to the tones`() throws {
    let log = try Self.log {
      var text = $0
      for time in [30, 10] {
        let zero =
          #"{"stepChannel": 34, "stepMode": "ZERO", "stepModeData": {"packetRssiDbm": -45}}"#
        guard let place = text.range(of: zero) else { return text }
        text.replaceSubrange(
          place,
          with: #"""
            {"stepChannel": 34, "stepMode": "ONE", "stepModeData": {"packetQuality": 0,
             "rttToaTodData": {"\#(time == 30 ? "toaTodInitiator" : "todToaReflector")": \#(time)}}}
            """#)
      }
      return text
    }
    let procedure = try #require(try Self.procedure(log))
    #expect(procedure.roundTripCount == 1 && procedure.paths.count == 2)
    #expect(abs(try #require(procedure.roundTrip).value - 1.4985) < 0.0001)
  }

  @Test func `A subevent aborted by either side is omitted on both sides, with a warning`() throws {
    let other = try Self.steps("ref")
    let log = try Self.log {
      let aborted = #""subeventAbortReason": "NO_CS_SYNC_RECEIVED", "stepData": []"#
      return
        $0
        .replacingOccurrences(
          of: #"reflectorSubeventResultData": ["#,
          with: #"reflectorSubeventResultData": [{\#(aborted)}, "#
        )
        .replacingOccurrences(
          of: #"initiatorSubeventResultData": ["#,
          with: #"initiatorSubeventResultData": [{"stepData": [\#(other)]}, "#)
    }
    let reader = try SignalReader(Array(log.utf8), path: "log")
    #expect(try Self.procedure(log) == Self.procedure(Self.log()))
    let notes = reader.notes.map(String.init(describing:))
    #expect(notes.contains { $0.contains("subevent 1 is left out: aborted by the reflector") })
  }

  @Test func `Different counts of subevents on both sides are noted`() throws {
    let log = try Self.log {
      $0.replacingOccurrences(
        of: #"reflectorSubeventResultData": ["#,
        with: #"reflectorSubeventResultData": [{"stepData": []}, "#)
    }
    let notes = try SignalReader(Array(log.utf8), path: "log").notes.map(String.init(describing:))
    #expect(notes.contains { $0.contains("1 subevent of the initiator, 2 of the reflector") })
  }

  @Test func `A truncated log keeps its start, and chunks of any size change nothing`() throws {
    let text = try Self.log { "\($0), \($0.replacingOccurrences(of: "298894", with: "398894"))" }
    let cut = try ReadLog(String(text.prefix(text.utf8.count * 3 / 4)))
    #expect(cut.records.count == 1 && cut.rejections == [.notJSON: 1])
    let whole = try ReadLog(text)
    #expect(whole.records.map(\.sample.time) == [0, 0.0001])
    for chunk in [1, 77, 4096] { #expect(try ReadLog(Array(text.utf8), chunk: chunk) == whole) }
  }
}
