import LubdubLive
import TestSupport
import Testing

/// The samples that an app submits from its delegates, and the events that it reads.
@Suite("Submitting and reading", .timeLimit(.minutes(2))) struct SubmitTests {
  private static func settled<C>(_ player: LivePlayer<C>, _ count: Int) async {
    while true {
      let counts = await player.receptions
      if counts.taken + counts.late + counts.refused >= count { return }
      await Task.yield()
    }
  }

  @Test func `Twenty thousand samples from a delegate are stamped and in order`() async throws {
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: ContinuousClock())
    for index in 0..<20_000 { player.submit(.uwb(Meters(1 + 1e-6 * Double(index)))) }
    await Self.settled(player, 20_000)
    let counts = await player.receptions
    #expect(counts.taken + counts.late == 20_000, "\(counts)")
  }

  @Test func `A sample has the time of its call, however late it is processed`() async throws {
    let clock = ManualClock()
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: clock)
    clock.set(to: .seconds(5))
    player.submit(.uwb(1))
    player.submit(.event(.connected))
    await Self.settled(player, 2)
    #expect(await player.estimate?.time == 5)
    #expect(await player.receptions.late == 0)
  }

  @Test func `Samples submitted from several threads all arrive`() async throws {
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: ContinuousClock())
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for index in 0..<500 {
            player.submit(.uwb(Meters(Double(task + 1) + 1e-4 * Double(index))))
          }
        }
      }
    }
    await Self.settled(player, 2000)
    let counts = await player.receptions
    #expect(counts.taken + counts.late == 2000, "\(counts)")
  }

  @Test func `The events and snapshots of a released player end`() async throws {
    var player: LivePlayer? = try LivePlayer(
      Preset.eternalLoop.configuration, clock: ContinuousClock())
    let events = await player?.events
    let snapshots = player?.snapshots(perSecond: 200)
    let reading = Task {
      var count = 0
      if let events { for await _ in events { count += 1 } }
      if let snapshots { for await _ in snapshots { count += 1 } }
      return count
    }
    player?.submit(.uwb(1))
    player = nil
    #expect(await reading.value >= 0)
    var group: LiveGroupPlayer? = try LiveGroupPlayer(
      LiveGroup(Preset.eternalLoop.configuration), clock: ContinuousClock())
    let ended = try #require(await group?.events)
    group = nil
    for await _ in ended { Issue.record("nobody was heard") }
  }

  @Test func `A repeated sample counts once, and the session continues as without the repeat`()
    throws
  {
    for seed in Thoroughness.seeds(2000) {
      let visit = RandomVisit(seed: seed)
      var random = SeededGenerator(seed: seed)
      var (once, twice) = (
        try LiveSession(visit.configuration), try LiveSession(visit.configuration)
      )
      var (events, others): ([LiveEvent], [LiveEvent]) = ([], [])
      var repeated = 0
      for sample in visit.samples {
        once.process(sample, now: sample.time) { events.append($0) }
        twice.process(sample, now: sample.time) { others.append($0) }
        guard random.pick(3) == 0 else { continue }
        repeated += 1
        let reception = twice.process(sample, now: sample.time) { others.append($0) }
        #expect(reception == .duplicate)
      }
      try #require(events == others, "seed \(seed)")
      #expect(twice.receptions.duplicates == repeated && once.receptions.duplicates == 0)
    }
  }

  @Test func `A duplicate within the window for late samples also counts once`() throws {
    var configuration = Preset.eternalLoop.configuration
    configuration.live.reorder = 1
    var pipeline = try Pipeline(configuration)
    for step in 0..<5 { pipeline.process(.uwb(1, at: Seconds(0.1 * Double(step)))) { _ in } }
    #expect(pipeline.process(.uwb(1, at: Seconds(0.1 * 2.0))) { _ in } == .duplicate)
    #expect(pipeline.process(.uwb(1, at: 0.25)) { _ in }.isTaken)
  }

  @Test("A model shows the known state and whether it is stale")
  @MainActor func model() async throws {
    let clock = ManualClock()
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: clock)
    let model = LiveModel()
    for step in 0...50 {
      clock.set(to: .milliseconds(100 * step))
      #expect(await player.process(.uwb(0.5)).isTaken)
    }
    model.show(await player.snapshot)
    #expect(model.zone == 2 && model.freshness == .tracking && model.interval == 1)
    #expect(abs((model.distance ?? 0).value - 0.5) < 0.2)
    #expect(model.state?.name == "inRange")
    clock.set(to: .seconds(30))
    while await player.zone != nil { await Task.yield() }
    model.show(await player.snapshot)
    #expect(model.distance == nil && model.freshness == .stale && model.interval == nil)
    #expect(model.state?.name == "notHeard", "which is not out of range")
    let following = Task { await model.follow(player, perSecond: 100) }
    await player.finish()
    clock.set(to: .seconds(31))
    await following.value
    #expect(model.freshness == nil && model.state == nil)
  }
}
