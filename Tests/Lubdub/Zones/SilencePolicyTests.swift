import TestSupport
import Testing

@testable import Lubdub

@Suite("Silence policy")
struct SilencePolicyTests {
  /// A pipeline that received ranges of 0.5 m for 5 s.
  static func pipeline(_ change: (inout ZoneDetector.Parameters) -> Void) throws -> Pipeline {
    var configuration = Preset.default.configuration
    change(&configuration.zones)
    var pipeline = try Pipeline(configuration)
    for tick in 0...50 { pipeline.process(.uwb(0.5, at: Seconds(Double(tick) / 10))) { _ in } }
    return pipeline
  }

  static func changes(_ pipeline: inout Pipeline, to time: Seconds) -> [ZoneChange] {
    var changes: [ZoneChange] = []
    pipeline.advance(to: time) { if case .zone(let change) = $0 { changes.append(change) } }
    return changes
  }

  @Test func `In silence the zone is unknown, held, or left, as configured`() throws {
    var unknown = try Self.pipeline { _ in }
    #expect(Self.changes(&unknown, to: 60).map(\.time) == [6, 8, 15])
    #expect(unknown.zone == nil && unknown.state.evidence.silence == .nothingHeard)
    var held = try Self.pipeline { $0.silence = .hold }
    #expect(Self.changes(&held, to: 600).map(\.reason) == [.coasting])
    #expect(held.zone == 2 && held.nextDeadline != nil)
    var left = try Self.pipeline { ($0.silence, $0.silenceAfter) = (.leave, 20) }
    let changes = Self.changes(&left, to: 600)
    #expect(changes.map(\.time) == [6, 25] && changes.last?.to == 4)
    #expect(left.state.name == "outOfRange")
  }

  @Test func `A peer heard without a distance has its own time limit`() throws {
    var pipeline = try Self.pipeline {
      ($0.silence, $0.silenceAfter, $0.heardAfter) = (.leave, 3, 30)
    }
    for second in 6...60 {
      // Ranges that nothing is learned from.
      pipeline.process(.uwb(-0.5, at: Seconds(Double(second)))) { _ in }
      #expect(pipeline.zone == (second < 35 ? 2 : 4), "\(second) s")
    }
    #expect(pipeline.state.evidence.silence == .noDistance)
  }

  @Test func `While the receiver is off, no device leaves`() throws {
    var pipeline = try Self.pipeline { $0.silence = .leave }
    pipeline.noteReceiver(isOn: false)
    #expect(Self.changes(&pipeline, to: 60).last?.silence == .receiverOff)
    #expect(pipeline.zone == nil && pipeline.state.name == "notHeard")
    var other = try Self.pipeline { _ in }
    other.noteOthers(at: 5.5)
    #expect(Self.changes(&other, to: 60).last?.silence == .othersHeard)
  }

  @Test func `Before the first zone the state reports the missing readings`() throws {
    var pipeline = try Pipeline(Preset.default.configuration)
    for tick in 0..<2 { pipeline.process(.uwb(1.5, at: Seconds(Double(tick) / 10))) { _ in } }
    guard case .unknown(let evidence) = pipeline.state, let missing = evidence.missing else {
      Issue.record("\(pipeline.state)")
      return
    }
    #expect(missing.readings == 1 && abs(missing.time.value - 0.15) < 1e-9)
  }

  @Test func `One setting biases signal strength toward away or near`() throws {
    var parameters = ZoneDetector.Parameters(.eternalLoop)
    let link = SignalStrengthFilter.Parameters()
    func share(_ lean: Double) throws -> Double {
      parameters.lean = lean
      let test = RadioTest(parameters, .level, link)
      let mode = DistanceEstimate.Mode(logDistance: 0, deviation: 0.5)
      var estimate = DistanceEstimate.at(0, 1, deviation: 0.5, radio: .ble)
      estimate.modes = .init(moved: 0, rest: mode, roams: mode)
      return try #require(test.probability(of: 2, estimate))
    }
    #expect(try share(-1) < share(0) && share(0) < share(1))
  }
}
