import Foundation
import TestSupport
import Testing

@Suite("Link state")
struct LinkStateTests {
  static func configuration(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration {
    var configuration = Preset.default.configuration
    change(&configuration)
    return configuration
  }

  /// A pipeline that has received levels at 5 Hz.
  static func heard(
    _ levels: (Double) -> Double, seconds: Double, _ configuration: Configuration
  ) throws -> Pipeline {
    var pipeline = try Pipeline(configuration)
    for step in 0..<Int(seconds * 5) {
      let time = Double(step) / 5
      pipeline.process(.ble(DBm(levels(time)), at: Seconds(time))) { _ in }
    }
    return pipeline
  }

  @Test(
    "A link is not heard before ranges and after a long silence, and in range between")
  func ranges() throws {
    var pipeline = try Pipeline(Self.configuration())
    #expect(pipeline.state.name == "notHeard")
    for step in 0..<40 { pipeline.process(.uwb(0.5, at: Seconds(Double(step) / 10))) { _ in } }
    guard case .inRange(let zone, let evidence) = pipeline.state else {
      Issue.record("\(pipeline.state)")
      return
    }
    #expect(zone == 2 && evidence.zoneProbability == nil && evidence.moved == nil)
    for step in 40..<80 { pipeline.process(.uwb(5, at: Seconds(Double(step) / 10))) { _ in } }
    #expect(pipeline.state.name == "outOfRange")
    pipeline.process(.event(.touched, at: 9)) { _ in }
    #expect(pipeline.state.name == "inContact")
    pipeline.process(.event(.released, at: 9.1)) { _ in }
    pipeline.advance(to: 60) { _ in }
    #expect(pipeline.state.name == "notHeard")
  }

  @Test(
    "With an uncalibrated level the zone is unknown and held, or silent if configured")
  func unknown() throws {
    let held = try Self.heard({ _ in -57 }, seconds: 30, Self.configuration())
    #expect(held.state.name == "unknown" && held.zone != nil)
    let probability = try #require(held.state.evidence.zoneProbability)
    #expect(probability < 0.55)
    let silent = try Self.heard(
      { _ in -57 }, seconds: 30, Self.configuration { $0.zones.whenUnknown = .silent })
    #expect(silent.state.name == "unknown" && silent.zone == nil)
  }

  @Test func `Teaching an edge makes the zone known and returns the learned link`() throws {
    var pipeline = try Self.heard({ _ in -75 }, seconds: 12, Self.configuration())
    let before = try #require(pipeline.estimate?.distance.value)
    #expect(before > 1.8)
    let learned = pipeline.teach(distance: 1, at: 12) { _ in }
    #expect(learned.teachings == 1 && learned.teachingDoubt == nil)
    let power = try #require(learned.referencePower)
    #expect(abs(power.value + 75) < 4, "\(power)")
    #expect(try #require(learned.powerDeviation).value < 6)
    for step in 0..<50 {
      pipeline.process(.ble(-75, at: Seconds(12.2 + Double(step) / 5))) { _ in }
    }
    let after = try #require(pipeline.estimate?.distance.value)
    #expect(abs(log(after)) < 0.2, "\(after) m")
  }

  @Test(
    "An edge is taught by its name, and the error for an unknown name lists the known names")
  func edge() throws {
    var (named, measured) = (
      try Self.heard({ _ in -75 }, seconds: 12, Self.configuration()),
      try Self.heard({ _ in -75 }, seconds: 12, Self.configuration())
    )
    let learned = try named.teach(edge: "near/far", at: 12) { _ in }
    #expect(learned.teachings == 1 && learned == measured.teach(distance: 1, at: 12) { _ in })
    let error = #expect(throws: SettingError.self) {
      try named.teach(edge: "away", at: 13) { _ in }
    }
    #expect(error?.rule.contains("contact, touch, near, far") == true)
  }

  @Test func `Teaching with a moving level or a contradiction is doubtful`() throws {
    var moving = try Self.heard({ -50 - 3 * $0 }, seconds: 12, Self.configuration())
    guard case .levelMoved(let size) = moving.teach(distance: 1, at: 12, { _ in }).teachingDoubt
    else {
      Issue.record("no doubt")
      return
    }
    #expect(size > 8)
    var twice = try Self.heard({ _ in -60 }, seconds: 12, Self.configuration())
    #expect(twice.teach(distance: 1, at: 12) { _ in }.teachingDoubt == nil)
    guard case .contradicts = twice.teach(distance: 12, at: 13, { _ in }).teachingDoubt else {
      Issue.record("no doubt: \(twice.learned)")
      return
    }
  }

  @Test func `Ranges override taught distances, and extreme distances are ignored`() throws {
    var pipeline = try Pipeline(Self.configuration())
    for step in 0..<40 { pipeline.process(.uwb(0.5, at: Seconds(Double(step) / 10))) { _ in } }
    #expect(pipeline.teach(distance: 2, at: 4) { _ in }.teachings == 0)
    var alone = try Self.heard({ _ in -60 }, seconds: 5, Self.configuration())
    for distance in [0, -1, Meters(.infinity), 1e6] as [Meters] {
      #expect(alone.teach(distance: distance, at: 6) { _ in }.teachings == 0)
    }
  }

  /// A link at 0.6 m whose ranges end at 30 s and whose level falls by 12 dB at 40 s; the pipeline at 70 s.
  static func shaded(_ events: [(Double, LinkEvent)]) throws -> Pipeline {
    var pipeline = try Pipeline(configuration())
    for step in 0..<700 {
      let time = Double(step) / 10
      for event in events where event.0 == time {
        pipeline.process(.event(event.1, at: Seconds(time))) { _ in }
      }
      if time < 30 { pipeline.process(.uwb(0.6, at: Seconds(time))) { _ in } }
      if step % 3 == 0 {
        pipeline.process(.ble(time < 40 ? -58 : -70, at: Seconds(time))) { _ in }
      }
    }
    return pipeline
  }

  @Test func `Devices at rest keep the last range, and moving devices are followed`() throws {
    let free = try Self.shaded([])
    let still = try Self.shaded([(20, .still)])
    let again = try Self.shaded([(20, .still), (39, .moving)])
    #expect(try #require(free.estimate).distance > 1.4)
    #expect(try #require(still.estimate).distance < 0.75)
    #expect(try #require(again.estimate).distance > 1.2)
    #expect(try #require(free.state.evidence.moved) > 0.1)
    #expect(try #require(still.state.evidence.moved) < 0.01)
  }
}
