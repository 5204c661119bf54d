import TestSupport
import Testing

/// Laws that hold for any settings and any sequence of zones and distances: 10,000 seeded cases each.
@Suite("Heartbeat, laws")
struct HeartbeatLawTests {
  static let seeds = Thoroughness.seeds(10_000)

  /// Random settings and random events. Times are multiples of 1/1024 s.
  struct Story {
    enum Step {
      case zone(Int?)
      case distance(Meters)
    }

    var parameters: HeartbeatScheduler.Parameters
    var steps: [(time: Double, what: Step)] = []
    let end: Double

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      parameters = random.parameters()
      var time = 0.0
      for _ in 0..<30 {
        time += random.grid(random.below(4) == 0 ? 5 : 0.4)
        let isZone = random.below(2) == 0
        let zone = random.below(7)
        let distance = Meters(random.grid(3))
        steps.append((time, isZone ? .zone(zone == 6 ? nil : zone) : .distance(distance)))
      }
      end = time + random.grid(5) + 1
    }

    func outputs(shift: Double = 0) throws -> [HeartbeatScheduler.Output] {
      var scheduler = HeartbeatScheduler(parameters)
      var outputs: [HeartbeatScheduler.Output] = []
      for (time, what) in steps {
        let time = Seconds(time + shift)
        scheduler.advance(to: time) { outputs.append($0) }
        scheduler.take(what, at: time) { outputs.append($0) }
      }
      scheduler.finish(at: Seconds(end + shift)) { outputs.append($0) }
      return outputs
    }

    func beats() throws -> [Beat] {
      try outputs().compactMap { if case .beat(let beat) = $0 { beat } else { nil } }
    }

    /// The tempo of each beating stretch without a sustained contact or silence in it.
    func beatingStretches() -> [Range<Double>] {
      var stretches: [Range<Double>] = []
      var start: Double?
      for (time, what) in steps {
        guard case .zone(let zone) = what else { continue }
        let isBeating = beats(in: zone)
        if isBeating, start == nil { start = time }
        if !isBeating, let begun = start {
          stretches.append(begun..<time)
          start = nil
        }
      }
      return stretches + (start.map { [$0..<end] } ?? [])
    }

    private func beats(in zone: Int?) -> Bool {
      guard let zone, parameters.tempo(inZone: zone) != nil else { return false }
      if zone == 0, parameters.contact != .beats { return false }
      return true
    }
  }

  @Test func `Beat times strictly increase, and beats are at least the refractory time apart`()
    throws
  {
    var count = 0
    for seed in Self.seeds {
      let story = Story(seed: seed)
      let beats = try story.beats()
      count += beats.count
      for (one, next) in zip(beats, beats.dropFirst()) {
        let gap = (next.time - one.time).value
        #expect(gap > 0, "seed \(seed)")
        #expect(gap >= story.parameters.refractory.value - 1e-9, "seed \(seed): \(one), \(gap)")
      }
    }
    #expect(count > Thoroughness.rounds(100_000), "too few beats to prove anything")
  }

  @Test func `Beats sound only in beating zones, at most the longest interval apart`() throws {
    for seed in Self.seeds {
      let story = Story(seed: seed)
      let beats = try story.beats()
      let stretches = story.beatingStretches()
      for beat in beats {
        let isInside = stretches.contains { $0.contains(beat.time.value) }
        #expect(isInside, "seed \(seed): \(beat)")
      }
      for stretch in stretches {
        let inside = beats.filter { stretch.contains($0.time.value) }
        let longest = story.parameters.longestInterval
        let times = [stretch.lowerBound] + inside.map(\.time.value) + [stretch.upperBound]
        for (one, next) in zip(times, times.dropFirst()) {
          #expect(next - one <= longest + 1e-9, "seed \(seed): silent from \(one) to \(next)")
        }
      }
    }
  }

  @Test func `The pause between beats is at most 1.5 times the longer interval`() throws {
    for seed in Self.seeds {
      var story = Story(seed: seed)
      story.parameters.policy = .stepped
      story.parameters.tempo = nil
      story.parameters.tempoRampTime = 0
      story.parameters.maxIntervalRatio = nil
      let beats = try story.beats()
      let stretches = story.beatingStretches()
      for (one, next) in zip(beats, beats.dropFirst()) {
        let isUnbroken = stretches.contains {
          $0.contains(one.time.value) && $0.contains(next.time.value)
        }
        guard isUnbroken else { continue }
        let longest = story.longestInterval(from: one, to: next)
        #expect((next.time - one.time).value <= 1.5 * longest, "seed \(seed): \(one) \(next)")
      }
    }
  }

  @Test("The maximum ratio limits successive intervals, except where a beat comes at once")
  func maxIntervalRatio() throws {
    var ratios = 0
    for seed in Self.seeds {
      let story = Story(seed: seed)
      guard let swing = story.parameters.maxIntervalRatio, story.parameters.policy != .stepped
      else {
        continue
      }
      let beats = try story.beats()
      let stretches = story.beatingStretches()
      for index in beats.indices.dropFirst(2) {
        let times = beats[(index - 2)...index].map(\.time.value)
        guard stretches.contains(where: { $0.contains(times[0]) && $0.contains(times[2]) }) else {
          continue
        }
        ratios += 1
        let (one, next) = (times[1] - times[0], times[2] - times[1])
        let refractory = story.parameters.refractory.value
        #expect(next <= max(refractory, one * swing) + 1e-9, "seed \(seed)")
        #expect(next >= one / swing - 1e-9, "seed \(seed)")
      }
    }
    #expect(ratios > Thoroughness.rounds(1000), "too few intervals to prove anything")
  }

  @Test func `A shift of 1.7e9 s in time only shifts the beats`() throws {
    for seed in Self.seeds {
      let story = Story(seed: seed)
      let (plain, shifted) = (try story.outputs(), try story.outputs(shift: 1.7e9))
      #expect(plain.count == shifted.count, "seed \(seed)")
      for (one, other) in zip(plain, shifted) {
        // Near 1.7e9 s a Double is good to a quarter of a microsecond: that is all that may differ.
        #expect(
          one.isSame(as: other, shift: 1.7e9, within: 2.4e-7), "seed \(seed): \(one) \(other)")
      }
    }
  }

  @Test func `Any division of time into calls gives the same output`() throws {
    for seed in Self.seeds {
      let story = Story(seed: seed)
      var random = SeededGenerator(seed: seed)
      var scheduler = HeartbeatScheduler(story.parameters)
      var outputs: [HeartbeatScheduler.Output] = []
      var now = 0.0
      for (time, what) in story.steps + [(story.end, .zone(nil))] {
        while now < time {
          now = min(time, now + random.grid(1) + 0.01)
          scheduler.advance(to: Seconds(now)) { outputs.append($0) }
        }
        scheduler.advance(to: Seconds(time)) { outputs.append($0) }
        scheduler.take(what, at: Seconds(time)) { outputs.append($0) }
      }
      scheduler.finish(at: Seconds(story.end)) { outputs.append($0) }
      #expect(try outputs == story.outputs(), "seed \(seed)")
    }
  }

  @Test(
    "Planned beats are delivered with the same identities, and planning does not change the state")
  func plans() throws {
    var planned = 0
    for seed in Self.seeds {
      let story = Story(seed: seed)
      var scheduler = HeartbeatScheduler(story.parameters)
      var ids: Set<Beat.ID> = []
      for (time, what) in story.steps {
        let before = scheduler
        let plan = Array(scheduler.plan(until: Seconds(time)))
        #expect(scheduler == before, "seed \(seed)")
        var played: [Beat] = []
        scheduler.advance(to: Seconds(time)) {
          if case .beat(let beat) = $0 { played.append(beat) }
        }
        #expect(played == plan.filter { $0.time.value < time }, "seed \(seed)")
        for beat in played { #expect(ids.insert(beat.id).inserted, "seed \(seed): \(beat)") }
        planned += played.count
        var isCancelled = false
        let next = scheduler.plan(until: Seconds(story.end)).first { _ in true }
        scheduler.take(what, at: Seconds(time)) { if case .cancelled = $0 { isCancelled = true } }
        // A zone of the same tempo leaves the plan as it is.
        var then = scheduler.plan(until: Seconds(story.end)).first { _ in true }
        if let next, then?.id == next.id { then?.zone = next.zone }
        if let next, next != then { #expect(isCancelled, "seed \(seed) at \(time)") }
      }
    }
    #expect(planned > Thoroughness.rounds(100_000), "too few beats to prove anything")
  }

  @Test func `The next deadline is right after the next beat`() throws {
    for seed in Self.seeds {
      let story = Story(seed: seed)
      var scheduler = HeartbeatScheduler(story.parameters)
      for (time, what) in story.steps {
        let deadline = scheduler.nextDeadline
        var first: HeartbeatScheduler.Output?
        scheduler.advance(to: Seconds(time)) { first = first ?? $0 }
        if let deadline, deadline.value <= time {
          if case .beat(let beat) = first {
            #expect(abs((beat.time - deadline).value) < 1e-9, "seed \(seed)")
          }
          #expect(first != nil, "seed \(seed)")
        } else if case .beat = first {
          Issue.record("seed \(seed): a beat without a deadline")
        }
        scheduler.take(what, at: Seconds(time))
      }
    }
  }
}

extension HeartbeatLawTests.Story {
  /// The longest interval among those of two beats and of the zones entered between them.
  fileprivate func longestInterval(from one: Beat, to next: Beat) -> Double {
    var longest = max(one.interval, next.interval).value
    for (time, what) in steps where (one.time.value...next.time.value).contains(time) {
      if case .zone(let zone?) = what, let tempo = parameters.tempo(inZone: zone) {
        longest = max(longest, tempo.interval.value)
      }
    }
    return longest
  }
}

extension HeartbeatScheduler {
  fileprivate mutating func take(
    _ step: HeartbeatLawTests.Story.Step, at time: Seconds, emit: (Output) -> Void = { _ in }
  ) {
    switch step {
    case .zone(let zone): enter(zone: zone, at: time, emit: emit)
    case .distance(let distance): self.distance(distance, at: time, emit: emit)
    }
  }
}

extension HeartbeatScheduler.Parameters {
  fileprivate var longestInterval: Double {
    intervals.compactMap { $0?.value }.max() ?? 0
  }
}

extension HeartbeatScheduler.Output {
  fileprivate func isSame(as other: Self, shift: Double, within tolerance: Double) -> Bool {
    switch (self, other) {
    case (.beat(let one), .beat(let two)):
      abs((two.time - one.time).value - shift) < tolerance
        && two.interval == one.interval && two.zone == one.zone
        && two.intensity == one.intensity
    case (.cancelled(let one), .cancelled(let two)):
      abs((two - one).value - shift) < tolerance
    case (.sustained(.began(let one, let intensity, _)), .sustained(.began(let two, let other, _))),
      (.sustained(.changed(let one, let intensity)), .sustained(.changed(let two, let other))):
      abs((two - one).value - shift) < tolerance && intensity == other
    case (.sustained(.ended(let one, let event)), .sustained(.ended(let two, let other))):
      abs((two - one).value - shift) < tolerance
        && event?.kind == other?.kind && event?.intensity == other?.intensity
    default: false
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func parameters() -> HeartbeatScheduler.Parameters {
    let refractory = grid(0.3)
    let tempos: [Tempo?] = (0..<5).map { _ in
      below(6) == 0 ? nil : Tempo(interval: Seconds(refractory + 0.02 + grid(2)), intensity: unit())
    }
    var parameters = HeartbeatScheduler.Parameters(tempos: tempos)
    if below(3) == 0 {
      var (interval, intensity) = (refractory + 0.02, 1.0)
      parameters = HeartbeatScheduler.Parameters(
        knots: (1...4).map { index in
          interval += grid(1)
          intensity *= unit()
          return TempoKnot(
            distance: Meters(Double(index) / 2),
            tempo: Tempo(interval: Seconds(interval), intensity: intensity))
        })
    }
    parameters.refractory = Seconds(refractory)
    parameters.tempoRampTime = below(3) == 0 ? Seconds(grid(4)) : 0
    parameters.maxIntervalRatio = below(3) == 0 ? 1.01 + unit() : nil
    parameters.contact = below(3) == 0 ? .continuous : .beats
    if below(4) == 0 {
      let intervals = parameters.intervals.compactMap { $0 }
      let (shortest, longest) = (intervals.min() ?? 1, intervals.max() ?? 1)
      parameters.tempo = OwnTempo("wave") { distance, zone in
        let share = distance.value + Double(zone) / 4
        return shortest + (share - share.rounded(.down)) * (longest - shortest)
      }
    }
    return parameters
  }
}
