import Lubdub
import Testing

/// A simultaneously measured heart sets the tempo, and the zone sets the intensity.
@Suite struct GivenTempoTests {
  private static var parameters: HeartbeatScheduler.Parameters {
    var parameters = HeartbeatScheduler.Parameters.eternalLoop
    parameters.policy = .pulse
    return parameters
  }

  /// A scheduler that gets a heart once per second until some time, in zone 2, whose own interval is 1 s.
  private static func beats(
    of heart: Seconds, until silence: Double, to end: Double, zone: Int = 2,
    step: Double = 0.25
  ) throws -> [Beat] {
    var scheduler = HeartbeatScheduler(parameters)
    var beats: [Beat] = []
    func take(_ output: HeartbeatScheduler.Output) {
      if case .beat(let beat) = output { beats.append(beat) }
    }
    scheduler.enter(zone: zone, at: 0, emit: take)
    for tick in 0...Int(end / step) {
      let time = Double(tick) * step
      scheduler.advance(to: Seconds(time), emit: take)
      guard time <= silence, time == time.rounded() else { continue }
      _ = scheduler.take(interval: heart, at: Seconds(time), emit: take)
    }
    return beats
  }

  @Test func `The heart sets the tempo and the zone sets the intensity`() throws {
    let beats = try Self.beats(of: 0.7, until: 60, to: 60)
    let late = beats.filter { $0.time >= 10 }
    #expect(late.allSatisfy { abs($0.interval.value - 0.7) < 1e-9 && $0.intensity == 0.6 })
    for (one, next) in zip(late, late.dropFirst()) {
      #expect(abs((next.time - one.time).value - 0.7) < 1e-9)
    }
  }

  @Test func `The tempo glides from the zone's tempo to the heart's tempo`() throws {
    let beats = try Self.beats(of: 0.6, until: 20, to: 20)
    let intervals = beats.prefix { $0.time < 6 }.map(\.interval.value)
    #expect(intervals.count > 5 && intervals[0] > 0.9)
    #expect(zip(intervals, intervals.dropFirst()).allSatisfy { $0 >= $1 - 1e-9 })
  }

  @Test func `After five seconds of silence the tempo glides to the zone's tempo`() throws {
    let beats = try Self.beats(of: 0.6, until: 20, to: 60)
    let held = beats.filter { (12..<24.9).contains($0.time.value) }
    #expect(held.allSatisfy { abs($0.interval.value - 0.6) < 1e-9 })
    let gliding = beats.filter { (25.5..<28.5).contains($0.time.value) }.map(\.interval.value)
    #expect(gliding.count >= 2 && gliding.allSatisfy { $0 > 0.6 && $0 < 1 })
    let after = beats.filter { $0.time > 31 }
    #expect(after.count > 20 && after.allSatisfy { $0.interval == 1 })
  }

  @Test func `When a heart is heard again, the tempo glides back to it`() throws {
    var scheduler = HeartbeatScheduler(Self.parameters)
    var beats: [Beat] = []
    func take(_ output: HeartbeatScheduler.Output) {
      if case .beat(let beat) = output { beats.append(beat) }
    }
    scheduler.enter(zone: 2, at: 0, emit: take)
    scheduler.take(interval: 0.5, at: 0, emit: take)
    for time in 30...50 {
      scheduler.advance(to: Seconds(Double(time)), emit: take)
      scheduler.take(interval: 0.5, at: Seconds(Double(time)), emit: take)
    }
    let before = try #require(beats.last { $0.time < 29.5 })
    #expect(before.interval == 1)
    let middle = beats.filter { (30.5..<33).contains($0.time.value) }.map(\.interval.value)
    #expect(!middle.isEmpty && middle.allSatisfy { $0 > 0.5 && $0 < 1 })
    #expect(beats.last { $0.time < 49 }?.interval == 0.5)
  }

  @Test func `The plan equals the beats played, also across silence`() throws {
    var scheduler = HeartbeatScheduler(Self.parameters)
    scheduler.enter(zone: 2, at: 0)
    scheduler.take(interval: 0.6, at: 0.1)
    scheduler.advance(to: 0.2) { _ in }
    let planned = Array(scheduler.plan(until: 40))
    var played: [Beat] = []
    scheduler.advance(to: 40.0001) { if case .beat(let beat) = $0 { played.append(beat) } }
    #expect(planned == played && planned.count > 40)
  }

  @Test func `The size of the time steps does not change the beats`() throws {
    #expect(
      try Self.beats(of: 0.7, until: 20, to: 60, step: 0.25)
        == Self.beats(of: 0.7, until: 20, to: 60, step: 0.5))
  }

  @Test func `Intervals that are not a heart's tempo are rejected`() throws {
    var scheduler = HeartbeatScheduler(Self.parameters)
    let taken = [0.1, 3.1, -1, .nan, .infinity].map { scheduler.take(interval: Seconds($0), at: 0) }
    #expect(!taken.contains(true))
  }

  @Test func `Policies other than pulse ignore a heart`() throws {
    var parameters = HeartbeatScheduler.Parameters.eternalLoop
    parameters.policy = .stepped
    var (deaf, other) = (HeartbeatScheduler(parameters), HeartbeatScheduler(parameters))
    var (one, two): ([HeartbeatScheduler.Output], [HeartbeatScheduler.Output]) = ([], [])
    for scheduler in 0..<2 {
      for time in 0..<20 {
        if scheduler == 0 {
          deaf.enter(zone: 2, at: Seconds(Double(time))) { one.append($0) }
          deaf.take(interval: 0.5, at: Seconds(Double(time))) { one.append($0) }
          deaf.advance(to: Seconds(Double(time) + 0.5)) { one.append($0) }
        } else {
          other.enter(zone: 2, at: Seconds(Double(time))) { two.append($0) }
          other.advance(to: Seconds(Double(time) + 0.5)) { two.append($0) }
        }
      }
    }
    #expect(one == two && !one.isEmpty)
  }
}
