import LubdubLive
import TestSupport
import Testing

/// The player on a clock that the test sets.
@Suite(.timeLimit(.minutes(1))) struct LivePlayerTests {
  /// Waits until the player sleeps until a time, and returns it.
  private static func deadline(of clock: ManualClock, after time: Duration) async -> Duration {
    while true {
      if let next = clock.deadlines.first(where: { $0 > time }) { return next }
      await Task.yield()
    }
  }

  @Test func `During silence the player wakes for beats, then for stale and lost`() async throws {
    let clock = ManualClock()
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: clock)
    let stream = await player.events
    for step in 0...100 {
      clock.set(to: .milliseconds(100 * step))
      await player.process(.uwb(0.5, at: Seconds(0.1 * Double(step))))
    }
    var events: [(time: Double, event: LiveEvent)] = []
    let collecting = Task {
      var collected: [(Double, LiveEvent)] = []
      for await event in stream { collected.append((0, event)) }
      return collected.map(\.1)
    }
    var now = Duration.seconds(10)
    while let wake = await player.nextWake {
      #expect(wake.value >= 9.99)
      let next = await Self.deadline(of: clock, after: now)
      #expect(
        abs(
          Double(next.components.attoseconds) * 1e-18 + Double(next.components.seconds)
            - max(wake.value, 10)) < 1e-3)
      clock.set(to: next)
      now = next
      // Until the player has woken and sleeps again, or has nothing more to do.
      while await player.nextWake == wake { await Task.yield() }
    }
    await player.finish()
    let all = await collecting.value
    events = all.map { (0, $0) }
    let reasons = all.compactMap {
      if case .decided(.zone(let change)) = $0 { change.reason } else { nil }
    }
    #expect(reasons == [.acquired, .coasting, .stale, .lost])
    let scheduled = all.compactMap { if case .scheduled(let beat, _) = $0 { beat.id } else { nil } }
    let played = all.compactMap {
      if case .decided(.beat(let beat, _)) = $0 { beat.id } else { nil }
    }
    #expect(played.count >= 12 && Set(scheduled).count == scheduled.count)
    #expect(scheduled.starts(with: played))
    #expect(!events.isEmpty)
  }

  @Test func `Samples may come from any task, and each gets a reply`() async throws {
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: ContinuousClock())
    await withTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        group.addTask {
          var taken = 0
          for _ in 0..<50
          where await player.process(.uwb(1)).reception.isTaken {
            taken += 1
          }
          return taken + task * 0
        }
      }
      var total = 0
      for await count in group { total += count }
      let counts = await player.receptions
      #expect(total == counts.taken + counts.late)
      #expect(total + counts.refused == 200)
    }
    await player.finish()
    #expect(await player.process(.uwb(1)).reception == .finished)
    await #expect(throws: SettingError.self) {
      try await player.apply(Preset.geiger.configuration)
    }
  }

  @Test func `If rows may come at once, a row stamped ahead sets the clock forward`() async throws {
    let clock = ManualClock()
    var configuration = Preset.eternalLoop.configuration
    configuration.live.aheadLimit = 10
    let player = try LivePlayer(configuration, clock: clock)
    await player.process(.uwb(1, at: 5))
    #expect(await player.now == 5)
    clock.set(to: .seconds(1))
    #expect(await player.now == 6)
    for step in 0..<20 { await player.process(.uwb(0.5, at: Seconds(10 + 0.1 * Double(step)))) }
    let wake = try #require(await player.nextWake)
    let now = await player.now
    let next = await Self.deadline(of: clock, after: .seconds(1))
    let wait = Double(next.components.attoseconds) * 1e-18 + Double(next.components.seconds) - 1
    #expect(abs(wait - (wake - now).value) < 1e-3, "sleeps \(wait) s until \(wake)")
  }

  @Test func `At a pace of four, one clock second is four session seconds`() async throws {
    let clock = ManualClock()
    let player = try LivePlayer(
      Preset.eternalLoop.configuration, clock: clock, startTime: 100, pace: 4)
    clock.set(to: .seconds(2))
    #expect(await player.now == 108)
    #expect(throws: SettingError.self) {
      try LivePlayer(Preset.eternalLoop.configuration, clock: clock, pace: 0)
    }
    #expect(throws: SettingError.self) {
      try LivePlayer(Preset.eternalLoop.configuration, clock: clock, startTime: Seconds(.nan))
    }
    // Four seconds of the session are one of the clock.
    #expect(await player.instant(of: 112).offset == .seconds(3))
  }
}
