import TestSupport
import Testing

/// Ten ranges per second.
private func walk(_ distances: [Double], from start: Double = 0) -> [Sample] {
  distances.enumerated().map { .uwb(Meters($1), at: Seconds(start + Double($0) / 8)) }
}

/// From 3 m to contact and back, with a rest at each end.
private let approach: [Double] =
  Array(repeating: 3, count: 40) + stride(from: 3, to: 0.03, by: -0.05).map { $0 }
  + Array(repeating: 0.02, count: 120) + stride(from: 0.03, to: 3, by: 0.05).map { $0 }

@Suite struct PipelineTests {
  @Test func `Approaching speeds up the heartbeat, and moving away slows it down`() throws {
    let session = try Session(walk(approach), Preset.eternalLoop.configuration)
    let zones = session.zoneChanges.filter(\.isMove).map(\.to)
    #expect(zones == [4, 3, 2, 1, 0, 1, 2, 3, 4])
    let intervals = session.timeline.beats.map(\.interval.value)
    #expect(Set(intervals) == [2, 1, 0.5, 0.2])
    #expect(session.timeline.events.count == 2 * session.timeline.beats.count)
  }

  @Test("A shift of all times changes nothing: the timeline starts at the first sample")
  func timeShift() throws {
    let configuration = Preset.eternalLoop.configuration
    let here = try Session(walk(approach), configuration)
    for shift in [-512.0, 4096, 1_700_000_000] {
      let there = try Session(walk(approach, from: shift), configuration)
      #expect(there.timeline == here.timeline)
      #expect(there.zoneChanges == here.zoneChanges)
    }
  }

  @Test func `A stream with pauses gives the same result as a batch`() throws {
    let samples = walk(approach)
    let batch = try Session(samples, Preset.eternalLoop.configuration)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      var pipeline = try Pipeline(Preset.eternalLoop.configuration)
      var decisions: [Decision] = []
      var last = samples[0].time
      for sample in samples {
        let share = generator.unit()
        pipeline.advance(to: last + share * (sample.time - last)) { decisions.append($0) }
        pipeline.process(sample) { decisions.append($0) }
        last = sample.time
      }
      pipeline.finish { decisions.append($0) }
      #expect(decisions.beats == batch.timeline.beats)
    }
  }

  @Test("Beats pause while the distance is stale and resume after it")
  func silence() throws {
    let samples =
      walk(Array(repeating: 0.5, count: 80))
      + walk(
        Array(repeating: 0.5, count: 80), from: 60)
    let session = try Session(samples, Preset.eternalLoop.configuration)
    let stale = try #require(session.zoneChanges.first { $0.reason == .stale })
    #expect(stale.time.value == 79.0 / 8 + 3)
    let silent = session.timeline.beats.filter { $0.time >= stale.time && $0.time.value < 60 }
    #expect(silent.isEmpty)
    #expect(session.timeline.beats.contains { $0.time.value > 60 })
    #expect(session.zoneChanges.contains { $0.reason == .lost })
  }

  @Test func `Entering the farthest beating zone sounds at once`() throws {
    let distances = Array(repeating: 3.0, count: 40) + Array(repeating: 1.5, count: 40)
    let session = try Session(walk(distances), Preset.eternalLoop.configuration)
    let entered = try #require(session.zoneChanges.first { $0.to == 3 })
    #expect(session.timeline.beats.first?.time == entered.time)
  }

  @Test func `Bluetooth replaces ranges that stop, and the zone is kept`() throws {
    var samples: [Sample] = []
    for index in 0..<400 {
      let time = Seconds(Double(index) / 8)
      if time < 20 { samples.append(.uwb(1.5, at: time)) }
      if index.isMultiple(of: 2) { samples.append(.ble(-64, at: time)) }
    }
    let session = try Session(samples, Preset.eternalLoop.configuration)
    #expect(session.zoneChanges.filter(\.isMove).map(\.to) == [3])
    #expect(session.timeline.beats.contains { $0.time > 40 })
  }

  @Test func `Samples that are not finite or out of order change nothing`() throws {
    let samples = walk(approach)
    var disturbed: [Sample] = []
    for sample in samples {
      disturbed.append(sample)
      disturbed.append(.uwb(0.01, at: sample.time - 5))
      disturbed.append(.uwb(0.01, at: Seconds(.nan)))
    }
    let configuration = Preset.eternalLoop.configuration
    // What precedes the first sample cannot go back in time: the clock starts with it.
    let clean = try Session(samples, configuration)
    let session = try Session(disturbed, configuration)
    #expect(session.timeline == clean.timeline)
    #expect(session.receptions.taken == samples.count)
    #expect(session.receptions.outOfOrder == samples.count)
    #expect(session.receptions.notFinite == samples.count)
  }

  @Test func `A contradictory configuration is rejected with its key`() throws {
    var configuration = Preset.eternalLoop.configuration
    configuration.zones.edges = [1, 0.5, 2, 3]
    let error = try #require(throws: SettingError.self) { try Pipeline(configuration) }
    #expect(error.key == "zones.edges[1]")
  }

  @Test func `A ceremony follows zones and link events`() throws {
    var samples = walk(approach)
    samples.insert(.event(.connected, at: 0), at: 0)
    samples.append(.event(.sent, at: 26.5))
    samples.sort { $0.time < $1.time }
    let session = try Session(samples, Preset.eternalLoop.configuration)
    let phases = session.actions.compactMap { action in
      if case .phase(_, let to) = action.kind { to } else { nil }
    }
    #expect(phases.contains(.approaching))
    #expect(phases.contains(.readyToSend))
    #expect(phases.last == .sending || phases.last == .approaching)
  }
}
