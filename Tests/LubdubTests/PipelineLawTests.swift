import Lubdub
import TestSupport
import Testing

@Suite("Pipeline laws") struct PipelineLawTests {
  static let seeds: Range<UInt64> = 0..<10_000

  /// What a session leaves, without the estimates.
  private struct Outcome: Equatable, PipelineOutput {
    var beats: [Beat] = []
    var events: [HapticEvent] = []
    var changes: [ZoneChange] = []
    var actions: [CeremonyAction] = []
    var duration = Seconds.zero

    mutating func beat(_ beat: Beat) { beats.append(beat) }
    mutating func played(_ event: HapticEvent) { events.append(event) }
    mutating func changed(_ change: ZoneChange) { changes.append(change) }
    mutating func acted(_ action: CeremonyAction) { actions.append(action) }

    init(
      _ observations: some Sequence<Observation>, _ configuration: Configuration,
      pause: (Observation, inout Pipeline, inout Outcome) -> Void = { _, _, _ in }
    ) throws {
      var pipeline = try Pipeline(configuration)
      for observation in observations {
        pause(observation, &pipeline, &self)
        pipeline.process(observation, into: &self)
      }
      duration = pipeline.finish(into: &self)
    }
  }

  @Test("However time is cut into calls, the same is decided")
  func chunks() throws {
    var beats = 0
    for seed in Self.seeds {
      let trace = RandomTrace(seed: seed)
      let batch = try Outcome(trace.observations, trace.configuration)
      var random = SeededGenerator(seed: ~seed)
      var last = trace.observations[0].time
      let streamed = try Outcome(trace.observations, trace.configuration) {
        next, pipeline, output in
        var share = random.unit()
        while share < 1 {
          pipeline.wait(until: last + share * (next.time - last), into: &output)
          share += random.unit()
        }
        last = next.time
      }
      #expect(streamed == batch, "seed \(seed)")
      beats += batch.beats.count
    }
    #expect(beats > 50_000, "too few beats to prove anything")
  }

  @Test("Shifting time by 1.7e9 s changes nothing: the timeline starts with the first observation")
  func shift() throws {
    for seed in Self.seeds {
      let trace = RandomTrace(seed: seed)
      let shifted = trace.observations.map { observation in
        var observation = observation
        observation.time = observation.time + 1.7e9
        return observation
      }
      let here = try Outcome(trace.observations, trace.configuration)
      #expect(try Outcome(shifted, trace.configuration) == here, "seed \(seed)")
    }
  }

  @Test("Beats strictly increase, and none sounds while there is no zone")
  func beats() throws {
    for seed in Self.seeds {
      let trace = RandomTrace(seed: seed)
      let outcome = try Outcome(trace.observations, trace.configuration)
      for (one, next) in zip(outcome.beats, outcome.beats.dropFirst()) {
        #expect(one.time < next.time, "seed \(seed)")
      }
      var zone: Int?
      var changes = outcome.changes[...]
      for beat in outcome.beats {
        while let change = changes.first, change.time <= beat.time {
          zone = change.to
          changes = changes.dropFirst()
        }
        #expect(zone != nil, "seed \(seed), beat at \(beat.time)")
      }
    }
  }

  @Test("A pipeline that is made anew has forgotten everything, and copies do not share")
  func copies() throws {
    for seed in Self.seeds.prefix(1000) {
      let trace = RandomTrace(seed: seed)
      let half = trace.observations.count / 2
      var pipeline = try Pipeline(trace.configuration)
      var first = try Outcome([], trace.configuration)
      for observation in trace.observations[..<half] { pipeline.process(observation, into: &first) }
      var copy = pipeline
      var other = first
      copy.process(.uwb(0.01, at: trace.observations[half - 1].time + 0.5), into: &other)
      for observation in trace.observations[half...] { pipeline.process(observation, into: &first) }
      first.duration = pipeline.finish(into: &first)
      #expect(first == (try Outcome(trace.observations, trace.configuration)), "seed \(seed)")
    }
  }
}
