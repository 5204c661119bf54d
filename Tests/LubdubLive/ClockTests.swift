import LubdubLive
import TestSupport
import Testing

/// Clocks that are wrong: those of radios, and those of engines.
@Suite("Wrong clocks") struct ClockTests {
  private struct Counts {
    var changes: [ClockChange.Kind] = []
    var refused = 0
    var zones: [Int?] = []

    mutating func take(_ event: LiveEvent) {
      switch event {
      case .clockChanged(let change): changes.append(change.kind)
      case .decided(.zone(let change)): zones.append(change.to)
      default: break
      }
    }
  }

  /// A minute at 10 Hz, with some wrong stamps.
  private static func minute(
    _ stamp: (Int, Seconds) -> Seconds
  ) throws -> (counts: Counts, session: LiveSession) {
    var session = try LiveSession(Preset.eternalLoop.configuration)
    var counts = Counts()
    for step in 0..<600 {
      let now = Seconds(2000 + 0.1 * Double(step))
      session.pass(to: now) { counts.take($0) }
      let sample = Sample.uwb(0.5, at: stamp(step, now))
      if !session.process(sample, now: now, { counts.take($0) }).isTaken { counts.refused += 1 }
    }
    return (counts, session)
  }

  @Test func `Two stamps a thousand seconds behind cost only one sample`() throws {
    let (counts, session) = try Self.minute { step, now in
      (300...301).contains(step) ? now - 1000 : now
    }
    #expect(counts.refused == 1)
    #expect(counts.changes == [.restarted, .agreed])
    #expect(session.zone == 2 && counts.zones.count == 1)
    #expect(abs((session.time - 2059.9).value) < 0.01)
  }

  @Test func `If a program processes a recording slowly, each row keeps its time`() throws {
    for (limit, isKept) in [(86_400, true), (nil, false)] as [(Seconds?, Bool)] {
      var configuration = Preset.eternalLoop.configuration
      configuration.live.aheadLimit = limit
      var session = try LiveSession(configuration)
      var counts = Counts()
      for step in 0..<600 {
        // From 20 s on it is 20 s behind, and does not catch up.
        let (stamp, now) = (0.1 * Double(step), 0.1 * Double(step) + (step < 200 ? 0 : 20))
        session.process(.uwb(0.5, at: Seconds(stamp)), now: Seconds(now)) { counts.take($0) }
      }
      #expect(session.receptions.refused == 0)
      #expect(counts.changes == (isKept ? [] : [.restarted]))
      let last = session.estimate?.time.value ?? 0
      #expect(abs(last - (isKept ? 59.9 : 79.9)) < 0.01, "\(last)")
    }
  }

  @Test(arguments: [0.6, 4, 9])
  func `A stamp that is seconds ahead costs one sample`(_ size: Double) throws {
    let (counts, session) = try Self.minute { step, now in step == 300 ? now + Seconds(size) : now }
    #expect(counts.refused == 1 && counts.changes.isEmpty)
    #expect(session.zone == 2 && counts.zones.count == 1)
    #expect(abs((session.time - 2059.9).value) < 0.01)
  }

  @Test func `Two stamps a thousand seconds ahead cost only one sample`() throws {
    let (counts, session) = try Self.minute { step, now in
      (300...301).contains(step) ? now + 1000 : now
    }
    #expect(counts.refused == 1)
    #expect(counts.changes == [.wentForward, .agreed])
    #expect(session.zone == 2 && counts.zones.count == 1)
    #expect(abs((session.time - 2059.9).value) < 0.01)
  }

  @Test(arguments: [-1.8e9, -1000, -5, -3.2, 0.7, 5, 1000, 1.8e9])
  func `A clock offset from the start is detected and corrected`(_ offset: Double) throws {
    let (counts, session) = try Self.minute { _, now in now + Seconds(offset) }
    #expect(counts.changes == [offset < 0 ? .restarted : .wentForward])
    #expect(counts.refused == (offset < 0 ? 0 : 1))
    #expect(session.zone == 2 && counts.zones.count == 1)
    #expect(abs((session.time - 2059.9).value) < 0.01)
    #expect(abs(((session.estimate?.time ?? 0) - 2059.9).value) < 0.01)
  }

  @Test func `A radio's clock that stopped while the host slept is detected`() throws {
    for isHeldBack in [false, true] {
      var session = try LiveSession(Preset.eternalLoop.configuration)
      var counts = Counts()
      func process(_ stamp: Double, _ now: Double) {
        session.process(.uwb(0.5, at: Seconds(stamp)), now: Seconds(now)) { counts.take($0) }
      }
      for step in 0..<300 { process(0.1 * Double(step), 0.1 * Double(step)) }
      if isHeldBack { for step in 300..<900 { process(0.1 * Double(step), 90) } }
      for step in 900..<1000 {
        process(0.1 * Double(step) - (isHeldBack ? 0 : 60), 0.1 * Double(step))
      }
      #expect(counts.changes == (isHeldBack ? [] : [.restarted]))
      #expect(session.zone == 2 && session.receptions.refused == 0)
    }
  }

  @Test(
    "Stamps ahead of time move neither the player's clock nor its beats", .timeLimit(.minutes(1)),
    arguments: [(0.4, 1), (4, 1), (1000, 2)])
  func burst(_ ahead: Double, count: Int) async throws {
    let clock = ManualClock()
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: clock)
    let events = await player.events
    for step in 0...100 {
      clock.set(to: .milliseconds(100 * step))
      let now = Seconds(0.1 * Double(step))
      let isBad = (50..<50 + count).contains(step)
      await player.process(
        .uwb(Meters(0.02 + 1e-4 * Double(step % 7)), at: now + Seconds(isBad ? ahead : 0)))
      #expect(abs((await player.now - now).value) < 1e-9)
    }
    await player.finish()
    var beats: [Beat] = []
    for await event in events {
      if case .scheduled(let beat, _) = event { beats.append(beat) }
      if case .cancelled(let beat) = event { beats.removeAll { $0.id == beat.id } }
    }
    let gaps = zip(beats, beats.dropFirst()).map { ($1.time - $0.time).value }
    #expect(beats.count > 40 && beats.allSatisfy { $0.lateness == 0 })
    #expect(gaps.dropFirst().allSatisfy { $0 > 0.199 && $0 < 0.21 }, "\(gaps)")
  }

  @Test(arguments: [21, 300])
  func `A repeated queue of old samples is dropped as duplicates`(count: Int) throws {
    var session = try LiveSession(Preset.eternalLoop.configuration)
    var counts = Counts()
    let samples = (0..<600).map { row in
      Sample.uwb(Meters(0.5 + Double(row % 7) / 100), at: Seconds(Double(row) / 10))
    }
    for sample in samples[..<400] { session.process(sample, now: sample.time) { counts.take($0) } }
    let before = session.receptions
    for sample in samples[(400 - count)..<400] {
      session.process(sample, now: 40) { counts.take($0) }
    }
    #expect(session.receptions.duplicates - before.duplicates == count)
    for sample in samples[400...] {
      #expect(session.process(sample, now: sample.time) { counts.take($0) }.isTaken)
    }
    #expect(counts.changes.isEmpty && session.receptions.refused == count)
    #expect(session.estimate?.time == samples[599].time)
  }

  @Test func `A clock that repeatedly goes back is followed only a few times`() throws {
    let (counts, session) = try Self.minute { step, now in
      step % 10 < 8 ? now : now - 1000
    }
    #expect(counts.changes.count <= 8, "\(counts.changes)")
    #expect(counts.refused <= 8, "\(counts.refused)")
    #expect(session.zone == 2)
    #expect(abs((session.time - 2059.9).value) < 0.01)
  }

  @Test func `Two bad stamps of one radio don't affect another radio`() throws {
    var session = try LiveSession(Preset.eternalLoop.configuration)
    var counts = Counts()
    for step in 0..<100 {
      let now = Seconds(2000 + 0.1 * Double(step))
      if !session.process(.uwb(0.5, at: now), now: now, { counts.take($0) }).isTaken {
        counts.refused += 1
      }
      if step == 50 || step == 51 {
        session.process(.ble(-60, at: now - 1000), now: now) { counts.take($0) }
      }
    }
    #expect(counts.refused == 0 && counts.changes == [.restarted] && session.zone == 2)
  }

  @Test(.timeLimit(.minutes(1)))
  func `Two bad stamps don't affect samples without a stamp`() async throws {
    let clock = ManualClock()
    let player = try LivePlayer(
      Preset.eternalLoop.configuration, clock: clock, startTime: 2000)
    for step in 0..<100 {
      clock.set(to: .milliseconds(100 * step))
      #expect(await player.process(.uwb(0.5)).reception.isTaken)
      if step == 40 || step == 41 {
        await player.process(.ble(-60, at: Seconds(1004 + 0.1 * Double(step - 40))))
      }
    }
    #expect(abs((await player.now - 2009.9).value) < 1e-6)
    #expect(await player.zone == 2)
    #expect(await player.receptions.refused == 1)
  }

  /// The errors in placing a beat 0.1 s ahead, after each pair of `range`; `engine` returns the time of the engine.
  private static func errors(
    _ range: Range<Int>, _ engine: (Double) -> Double
  ) -> (fit: ClockFit, errors: [Double]) {
    var fit = ClockFit()
    var random = SeededGenerator(seed: 4)
    var errors: [Double] = []
    for step in 0..<range.upperBound {
      let time = 2 * Double(step)
      fit.add(player: Seconds(time), host: Seconds(engine(time) + 1e-3 * random.unit()))
      guard range.contains(step), let host = fit.host(at: Seconds(time + 0.1)) else { continue }
      errors.append(abs(host.value - engine(time + 0.1)))
    }
    return (fit, errors)
  }

  @Test(arguments: [10.0, 60, 300])
  func `An engine's clock that stops during sleep is corrected by the next pair`(_ length: Double) {
    let (fit, errors) = Self.errors(100..<200) { time in
      500 + 1.00005 * time - (time >= 200 ? length : 0)
    }
    #expect(errors.max() ?? 1 < 0.002, "\(errors.max() ?? 0)")
    #expect(fit.jumps == 1)
    #expect(abs(fit.drift - 50e-6) < 20e-6)
  }

  @Test func `An engine that is reset repeatedly is corrected by the next pair each time`() {
    let (fit, errors) = Self.errors(0..<300) { time in time.truncatingRemainder(dividingBy: 60) }
    #expect(errors.max() ?? 1 < 0.11, "only a beat across the reset itself is unknown")
    #expect(errors.count { $0 > 0.002 } == 0)
    #expect(fit.jumps == 9)
  }

  @Test func `The fitted drift stays within 200 parts per million`() {
    var fit = ClockFit()
    var random = SeededGenerator(seed: 9)
    for step in 0..<400 {
      fit.add(
        player: Seconds(0.5 * Double(step)),
        host: Seconds(0.5 * Double(step) + 0.015 * random.unit()))
      #expect(fit.drift.magnitude <= 200e-6)
    }
    #expect(fit.jumps == 0)
  }
}

@Suite("Durations and seconds") struct DurationTests {
  @Test func `A time converts to a duration and back to within a nanosecond`() {
    for seconds in [0, 0.25, -0.25, 1.5, 86_400.125, -3.75] as [Seconds] {
      #expect(abs((Seconds(Duration(seconds)) - seconds).value) <= 1e-9, "\(seconds)")
    }
    #expect(Duration(0.25 as Seconds) == .milliseconds(250))
    #expect(Seconds(Duration.milliseconds(1500)) == 1.5)
  }

  @Test func `Infinite, huge, and invalid times convert to a duration without a trap`() {
    #expect(Duration(Seconds(.infinity)) >= .seconds(1_000_000_000))
    #expect(Duration(Seconds(-.infinity)) == .seconds(-1_000_000_000))
    #expect(Duration(Seconds(.nan)) == .zero)
    #expect(Duration(Seconds(1e300)) >= .seconds(1_000_000_000))
  }
}
