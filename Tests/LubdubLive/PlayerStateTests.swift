import LubdubLive
import TestSupport
import Testing

/// A player as an app sees it: its readers, its moments, its pauses, and its clocks.
@Suite("A player in an app", .timeLimit(.minutes(1))) struct PlayerStateTests {
  private static func player(
    _ clock: ManualClock, eventLimit: Int = 1024
  ) async throws -> LivePlayer<ManualClock> {
    let player = try LivePlayer(
      Preset.eternalLoop.configuration, clock: clock, eventLimit: eventLimit)
    for step in 0...50 {
      clock.set(to: .milliseconds(100 * step))
      await player.process(.uwb(0.5))
    }
    return player
  }

  @Test func `A sample without a time is never late`() async throws {
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: ContinuousClock())
    for _ in 0..<500 { await player.process(.uwb(1)) }
    #expect(await player.receptions.taken == 500)
    #expect(await player.receptions.late == 0)
  }

  @Test func `A canceled reader can be replaced, and two readers get the same events`() async throws
  {
    let clock = ManualClock()
    let player = try await Self.player(clock)
    let first = Task { [events = await player.events] in
      for await _ in events { return true }
      return false
    }
    #expect(await first.value, "what was decided before waits for the first reader")
    let cancelled = Task { [events = await player.events] in for await _ in events {} }
    cancelled.cancel()
    await cancelled.value
    let readers = [await player.events, await player.events].map { events in
      Task {
        var collected: [LiveEvent] = []
        for await event in events { collected.append(event) }
        return collected
      }
    }
    for step in 51...100 {
      clock.set(to: .milliseconds(100 * step))
      await player.process(.uwb(0.5))
    }
    await player.finish()
    let (one, other) = (await readers[0].value, await readers[1].value)
    #expect(one == other && one.count > 8)
    for await _ in await player.events { Issue.record("a finished player hands out nothing") }
  }

  @Test func `Unread events are limited, and dropped events are counted`() async throws {
    let clock = ManualClock()
    let player = try await Self.player(clock, eventLimit: 4)
    let events = await player.events
    for step in 51...300 {
      clock.set(to: .milliseconds(100 * step))
      await player.process(.uwb(0.5))
    }
    await player.finish()
    var count = 0
    for await _ in events { count += 1 }
    #expect(count <= 5)
    #expect(await player.missedEvents > 30)
  }

  @Test func `A snapshot shows time, estimate, zone, and beats of one moment`() async throws {
    let clock = ManualClock()
    let player = try await Self.player(clock)
    clock.set(to: .milliseconds(5050))
    let snapshot = await player.snapshot
    #expect(abs((snapshot.time - 5.05).value) < 1e-9 && snapshot.zone == 2)
    #expect(snapshot.estimate?.status == .tracking && snapshot.phase == .searching)
    #expect(snapshot.nextBeats.count == 2 && !snapshot.isSuspended)
    #expect(snapshot.nextBeats.allSatisfy { $0.time > 5 && $0.time <= 7.05 })
  }

  @Test(
    "A pause cancels scheduled beats, and afterward the zone plays again or has ended",
    arguments: [1.0, 60])
  func pause(length: Double) async throws {
    let clock = ManualClock()
    let player = try await Self.player(clock)
    let events = await player.events
    await player.suspend()
    #expect(await player.snapshot.nextBeats.isEmpty)
    #expect(await player.snapshot.isSuspended)
    clock.set(to: .milliseconds(5000 + Int(1000 * length)))
    await player.resume()
    let zone = await player.zone
    #expect(length < 3 ? zone == 2 : zone == nil)
    await player.finish()
    var scheduled: [Beat] = []
    for await event in events {
      if case .scheduled(let beat, _) = event { scheduled.append(beat) }
      if case .cancelled(let beat) = event { scheduled.removeAll { $0.id == beat.id } }
      if case .dropped = event { Issue.record("nothing of the pause is made up for") }
    }
    #expect(scheduled.allSatisfy { $0.time >= Seconds(5 + length) })
    #expect(scheduled.count <= 1)
  }

  @Test func `The offset of another clock and a drift of 80 parts per million are fitted`() throws {
    var fit = ClockFit()
    var random = SeededGenerator(seed: 1)
    #expect(fit.host(at: 1) == nil && fit.drift == 0)
    func host(_ time: Double) -> Double { 4.2e5 + 1.00008 * time }
    for step in 0..<600 {
      let time = Double(step)
      fit.add(
        player: Seconds(time), host: Seconds(host(time) + 1e-4 * random.unit()))
    }
    #expect(abs(fit.drift - 80e-6) < 1e-6)
    let there = try #require(fit.host(at: 610))
    #expect(abs(there.value - host(610)) < 2e-4)
    #expect(abs((try #require(fit.player(at: there)) - 610).value) < 1e-6)
  }
}
