import LubdubWorkbench
import TestSupport
import Testing

/// The engine as a live app uses it: time advances by ticks, and samples arrive late.
@Suite struct LiveEngineTests {
  /// A peer that approaches from 3 m to 0.5 m and stays: ranges with timestamps at 10 Hz.
  private static let approach: [Sample] = (0..<200).map { index in
    let time = 0.1 * Double(index)
    return .uwb(Meters(max(0.5, 3 - 0.5 * time)), at: Seconds(time))
  }

  @Test("At 60 Hz ticks and 30 ms of lateness all samples count and each beat plays once")
  func lateSamples() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    var counts = ReceptionCounts()
    var decisions: [Decision] = []
    var waiting = Self.approach[...]
    for tick in 0..<1300 {
      let now = Seconds(Double(tick) / 60)
      pipeline.advance(to: now) { decisions.append($0) }
      while let next = waiting.first, next.time + 0.03 <= now {
        counts.add(pipeline.process(next) { decisions.append($0) })
        waiting = waiting.dropFirst()
      }
    }
    #expect(waiting.isEmpty)
    #expect(counts.taken + counts.late == 200 && counts.refused == 0)
    #expect(counts.late >= 199 && counts.longestLateness < 0.05)
    let batch = try Session(Self.approach, Preset.eternalLoop.configuration)
    let beats = decisions.beats.filter { $0.time <= 19.9 }
    #expect(beats.count == batch.timeline.beats.count)
    for (live, replayed) in zip(beats, batch.timeline.beats) {
      #expect((live.time - replayed.time).value > -1e-9)
      #expect((live.time - replayed.time).value < 0.05)
    }
    #expect(Set(decisions.beats.map(\.id)).count == decisions.beats.count)
  }

  @Test("In silence the planned beats are played, then the zone becomes stale")
  func silence() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    var decisions: [Decision] = []
    for sample in Self.approach { pipeline.process(sample) { decisions.append($0) } }
    let last = Self.approach[199].time
    let plan = Array(pipeline.plan(until: last + 100))
    #expect(plan.count == 3 && plan.allSatisfy { $0.time < last + 3 })
    var heard: [Decision] = []
    while let deadline = pipeline.nextDeadline {
      pipeline.advance(to: deadline) { heard.append($0) }
    }
    #expect(heard.beats == plan)
    let reasons = heard.zoneChanges.map(\.reason)
    #expect(reasons == [.coasting, .stale, .lost])
    #expect(heard.zoneChanges.map { ($0.time - last).value.rounded() } == [1, 3, 10])
    #expect(heard.contains(.cancelled(from: heard.zoneChanges[1].time)))
  }

  @Test(
    "A beat due exactly when the distance becomes stale is not played",
    arguments: [0, 0.1, 0.3, 0.7, 1.1, 12.3, 1000.1, 86_400.7])
  func beatAtSilence(start: Double) throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    var decisions: [Decision] = []
    // The first beat comes at 0.4 s and one each second then: one would be due 3 s after the last range.
    for index in 0..<28 {
      let time = Seconds(start + Double(index) / 5)
      pipeline.process(.uwb(0.5, at: time)) { decisions.append($0) }
    }
    let plan = Array(pipeline.plan(until: Seconds(start + 20)))
    while let deadline = pipeline.nextDeadline {
      let before = decisions.count
      pipeline.advance(to: deadline) { decisions.append($0) }
      try #require(decisions.count > before, "nothing was due at \(deadline)")
    }
    let beats = decisions.beats.map { $0.time.value - start }
    #expect(beats.count == 8)
    for (index, beat) in beats.enumerated() { #expect(abs(beat - 0.4 - Double(index)) < 1e-6) }
    #expect(plan == decisions.beats.suffix(plan.count))
    let stale = try #require(decisions.zoneChanges.first { $0.reason == .stale })
    #expect(abs(stale.time.value - start - 8.4) < 1e-6)
    let cancelled = decisions.compactMap { decision -> Double? in
      if case .cancelled(from: let time) = decision { time.value } else { nil }
    }
    #expect(abs((cancelled.last ?? 0) - stale.time.value) < 1e-6)
  }

  @Test func `A sustained contact ends when silence makes the distance stale`() throws {
    var configuration = Preset.eternalLoop.configuration
    configuration.heartbeat.contact = .continuous
    configuration.estimator = .raw
    var pipeline = try Pipeline(configuration)
    var decisions: [Decision] = []
    for step in 0..<350 {
      pipeline.process(.uwb(0.001, at: Seconds(Double(step) / 10))) { decisions.append($0) }
    }
    decisions.removeAll()
    while let deadline = pipeline.nextDeadline, deadline < 60 {
      pipeline.advance(to: deadline) { decisions.append($0) }
    }
    let stale = try #require(decisions.zoneChanges.first { $0.reason == .stale })
    #expect(abs(stale.time.value - 37.9) < 1e-9)
    let ends = decisions.compactMap { decision -> Seconds? in
      if case .sustained(.ended(let time, _)) = decision { time } else { nil }
    }
    #expect(ends == [stale.time])
  }

  @Test func `A lost peer cancels the planned beats`() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    for sample in Self.approach { pipeline.process(sample) { _ in } }
    #expect(pipeline.plan(until: 30).contains { _ in true })
    var decisions: [Decision] = []
    pipeline.process(.event(.peerLost, at: 20)) { decisions.append($0) }
    #expect(decisions.contains(.cancelled(from: 20)))
    #expect(!pipeline.plan(until: 30).contains { _ in true })
  }

  @Test("A finished pipeline rejects samples until it is reset")
  func finish() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    for sample in Self.approach { pipeline.process(sample) { _ in } }
    #expect(pipeline.finish(at: 25) { _ in } == 25)
    #expect(pipeline.nextDeadline == nil)
    #expect(pipeline.process(.uwb(1, at: 26)) { _ in Issue.record("decided") } == .finished)
    #expect(!pipeline.plan(until: 60).contains { _ in true })
    pipeline.reset()
    #expect(pipeline.process(.uwb(1, at: 0)) { _ in } == .taken)
    var unused = try Pipeline(Preset.eternalLoop.configuration)
    #expect(unused.finish { _ in Issue.record("decided") } == 0)
    #expect(unused.process(.uwb(1, at: 0)) { _ in } == .finished)
  }

  @Test func `Each kind of rejection is reported and changes nothing`() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    #expect(pipeline.process(.uwb(1, at: 5)) { _ in } == .taken)
    pipeline.advance(to: 6) { _ in }
    #expect(pipeline.process(.uwb(1, at: 5.5)) { _ in } == .late(by: 0.5))
    #expect(pipeline.process(.uwb(1, at: 5.25)) { _ in } == .outOfOrder(by: 0.25))
    for bad in [Sample.uwb(-1, at: 7), .uwb(Meters(.nan), at: 7), .ble(DBm(.infinity), at: 7)] {
      #expect(pipeline.process(bad) { _ in } == .notFinite)
    }
    #expect(pipeline.process(.uwb(1, at: Seconds(.nan))) { _ in } == .notFinite)
    #expect(pipeline.process(.uwb(1, at: 5.5)) { _ in } == .duplicate)
    #expect(pipeline.process(.uwb(1.01, at: 5.5)) { _ in } == .late(by: 0.5))
  }
}

@Suite struct ApplySettingsTests {
  private static let rest: [Sample] = (0..<100).map {
    .uwb(Meters(1.5), at: Seconds(Double($0) / 10))
  }

  @Test func `Heartbeat settings change the tempo from the next beat on`() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    for sample in Self.rest { pipeline.process(sample) { _ in } }
    var configuration = pipeline.configuration
    configuration.heartbeat.intervals[3] = 0.5
    var decisions: [Decision] = []
    try pipeline.apply(configuration) { decisions.append($0) }
    #expect(pipeline.zone == 3 && decisions.zoneChanges.isEmpty)
    pipeline.advance(to: 12) { decisions.append($0) }
    let times = decisions.beats.map(\.time.value)
    #expect(times.count >= 4)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.5) < 1e-9 })
  }

  @Test func `An edge moved past the peer changes the zone at once, with the reason`() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    for sample in Self.rest { pipeline.process(sample) { _ in } }
    var configuration = pipeline.configuration
    configuration.zones.edges = [0.05, 0.2, 1, 1.2]
    var decisions: [Decision] = []
    try pipeline.apply(configuration) { decisions.append($0) }
    #expect(pipeline.zone == 4)
    #expect(decisions.zoneChanges.map(\.reason) == [.settings])
    #expect(!pipeline.plan(until: 20).contains { _ in true })
  }

  @Test func `A learned bias moves only the distance`() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    for sample in Self.rest { pipeline.process(sample) { _ in } }
    var configuration = pipeline.configuration
    configuration.ranging.range.bias.constant = 0.1
    try pipeline.apply(configuration) { Issue.record("\($0)") }
    let estimate = try #require(pipeline.estimate(at: 10))
    #expect(abs(estimate.distance.value - 1.4) < 1e-6)
  }

  @Test func `Contradictory settings are rejected, and the pipeline is unchanged`() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    for sample in Self.rest { pipeline.process(sample) { _ in } }
    let before = Array(pipeline.plan(until: 20))
    var bad = pipeline.configuration
    bad.ranging.range.gate = -3
    let error = #expect(throws: SettingError.self) { try pipeline.apply(bad) { _ in } }
    #expect(error?.key == "uwb.gate")
    #expect(Array(pipeline.plan(until: 20)) == before)
  }
}
