import TestSupport
import Testing

@Suite("Pipeline laws") struct PipelineLawTests {
  static let seeds = Thoroughness.seeds(10_000)

  /// All decisions.
  private static func decisions(
    _ samples: some Sequence<Sample>, _ configuration: Configuration,
    pause: (Sample, inout Pipeline, (Decision) -> Void) -> Void = { _, _, _ in }
  ) throws -> [Decision] {
    var pipeline = try Pipeline(configuration)
    var decisions: [Decision] = []
    for sample in samples {
      pause(sample, &pipeline) { decisions.append($0) }
      pipeline.process(sample) { decisions.append($0) }
    }
    pipeline.finish { decisions.append($0) }
    return decisions
  }

  @Test func `Decisions depend neither on the time steps nor on planning ahead`() throws {
    var beats = 0
    for seed in Self.seeds {
      let trace = RandomTrace(seed: seed)
      let batch = try Self.decisions(trace.samples, trace.configuration)
      var random = SeededGenerator(seed: ~seed)
      var last = trace.samples[0].time
      let streamed = try Self.decisions(trace.samples, trace.configuration) {
        next, pipeline, decide in
        var share = random.unit()
        while share < 1 {
          let time = last + share * (next.time - last)
          for _ in pipeline.plan(until: time + 1) {}
          pipeline.advance(to: time, decide)
          share += random.unit()
        }
        if random.unit() < 0.3 { pipeline.advance(to: next.time, decide) }
        last = next.time
      }
      #expect(streamed == batch, "seed \(seed)")
      beats += batch.beats.count
    }
    #expect(beats > Thoroughness.rounds(50_000), "too few beats to prove anything")
  }

  @Test(arguments: Preset.own)
  func `A pipeline from a preset decides like a pipeline from its configuration`(_ preset: Preset)
    throws
  {
    var beats = 0
    for seed in Self.seeds.prefix(50) {
      var pipeline = try Pipeline(preset)
      #expect(pipeline.configuration == preset.configuration)
      var decisions: [Decision] = []
      for sample in RandomTrace(seed: seed).samples {
        pipeline.process(sample) { decisions.append($0) }
      }
      pipeline.finish { decisions.append($0) }
      let expected = try Self.decisions(RandomTrace(seed: seed).samples, preset.configuration)
      #expect(decisions == expected, "seed \(seed)")
      beats += decisions.beats.count
    }
    #expect(beats > 0)
  }

  @Test func `A custom preset is validated`() throws {
    var configuration = Preset.default.configuration
    configuration.heartbeat.intervals[0] = 0
    let preset = Preset("stuck", "beats without an interval", configuration)
    let fault = #expect(throws: SettingError.self) { try configuration.validate() }
    #expect(throws: try #require(fault)) { try Pipeline(preset) }
  }

  @Test func `Advancing to every deadline gives the same decisions, each on time`() throws {
    for seed in Self.seeds.prefix(2000) {
      let trace = RandomTrace(seed: seed)
      let batch = try Self.decisions(trace.samples, trace.configuration)
      let woken = try Self.decisions(trace.samples, trace.configuration) {
        next, pipeline, decide in
        var wakes = 0
        while let deadline = pipeline.nextDeadline, deadline < next.time {
          pipeline.advance(to: deadline) { decision in
            #expect((deadline - decision.time).value < 1e-9, "seed \(seed): \(decision)")
            decide(decision)
          }
          wakes += 1
          guard wakes < 10_000 else {
            Issue.record("seed \(seed): the deadline \(deadline) does not move")
            return
          }
        }
      }
      #expect(woken == batch, "seed \(seed)")
    }
  }

  @Test func `Without new samples, exactly the planned beats are played`() throws {
    var planned = 0
    for seed in Self.seeds.prefix(2000) {
      let trace = RandomTrace(seed: seed)
      _ = try Self.decisions(trace.samples, trace.configuration) { next, pipeline, _ in
        let horizon = next.time + 20
        let plan = pipeline.plan(until: horizon).filter { $0.time < horizon }
        var copy = pipeline
        var played: [Beat] = []
        copy.advance(to: horizon) { if case .beat(let beat, _) = $0 { played.append(beat) } }
        #expect(plan == played, "seed \(seed)")
        planned += plan.count
      }
    }
    #expect(planned > 50_000, "too few beats to prove anything")
  }

  @Test func `Decisions are ordered by time`() throws {
    for seed in Self.seeds.prefix(2000) {
      let trace = RandomTrace(seed: seed)
      let decisions = try Self.decisions(trace.samples, trace.configuration)
      for (one, next) in zip(decisions, decisions.dropFirst()) {
        #expect(one.time <= next.time, "seed \(seed): \(one) \(next)")
      }
    }
  }

  @Test func `A shift of 1.7e9 s in time shifts decisions within the clock's resolution`() throws {
    for seed in Self.seeds {
      let trace = RandomTrace(seed: seed)
      let shifted = trace.samples.map { sample in
        var sample = sample
        sample.time = sample.time + 1.7e9
        return sample
      }
      let here = try Self.decisions(trace.samples, trace.configuration)
      let there = try Self.decisions(shifted, trace.configuration)
      #expect(here.count == there.count, "seed \(seed)")
      for (one, other) in zip(here, there) {
        #expect(abs((other.time - one.time).value - 1.7e9) < 2.4e-7, "seed \(seed): \(one)")
        #expect(one.isSameKind(as: other), "seed \(seed): \(one) \(other)")
      }
      let session = try Session(trace.samples, trace.configuration)
      #expect(try Session(shifted, trace.configuration).timeline == session.timeline)
    }
  }

  @Test func `Beat times strictly increase, and beats sound only while there is a zone`() throws {
    for seed in Self.seeds {
      let trace = RandomTrace(seed: seed)
      let decisions = try Self.decisions(trace.samples, trace.configuration)
      for (one, next) in zip(decisions.beats, decisions.beats.dropFirst()) {
        #expect(one.time < next.time, "seed \(seed)")
      }
      var zone: Int?
      var changes = decisions.zoneChanges[...]
      for beat in decisions.beats {
        while let change = changes.first, change.time <= beat.time {
          zone = change.to
          changes = changes.dropFirst()
        }
        #expect(zone != nil, "seed \(seed), beat at \(beat.time)")
      }
    }
  }

  @Test func `A new pipeline remembers nothing, and copies are independent`() throws {
    for seed in Self.seeds.prefix(1000) {
      let trace = RandomTrace(seed: seed)
      let half = trace.samples.count / 2
      var pipeline = try Pipeline(trace.configuration)
      var first: [Decision] = []
      for sample in trace.samples[..<half] {
        pipeline.process(sample) { first.append($0) }
      }
      var copy = pipeline
      copy.process(.uwb(0.01, at: trace.samples[half - 1].time + 0.5)) { _ in }
      copy.finish { _ in }
      for sample in trace.samples[half...] {
        pipeline.process(sample) { first.append($0) }
      }
      pipeline.finish { first.append($0) }
      let whole = try Self.decisions(trace.samples, trace.configuration)
      #expect(first == whole, "seed \(seed)")
      pipeline.reset()
      var again: [Decision] = []
      for sample in trace.samples { pipeline.process(sample) { again.append($0) } }
      pipeline.finish { again.append($0) }
      #expect(again == whole, "seed \(seed), after a reset")
    }
  }
}

extension [Decision] {
  var beats: [Beat] { compactMap { if case .beat(let beat, _) = $0 { beat } else { nil } } }

  var zoneChanges: [ZoneChange] {
    compactMap { if case .zone(let change) = $0 { change } else { nil } }
  }
}

extension Decision {
  /// Whether two decisions differ only in their times.
  fileprivate func isSameKind(as other: Decision) -> Bool {
    switch (self, other) {
    case (.zone(let one), .zone(let two)): one.to == two.to && one.reason == two.reason
    case (.beat(let one, _), .beat(let two, _)):
      one.interval == two.interval && one.intensity == two.intensity && one.id == two.id
    case (.cancelled, .cancelled), (.sustained, .sustained): true
    case (.ceremony(let one), .ceremony(let two)): one.kind == two.kind
    default: false
    }
  }
}
