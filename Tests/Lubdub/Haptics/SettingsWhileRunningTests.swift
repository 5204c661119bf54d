import TestSupport
import Testing

@Suite("Heartbeat, settings while running")
struct SettingsWhileRunningTests {
  @Test func `A new tempo keeps the remaining share of the interval`() throws {
    var scheduler = HeartbeatScheduler(.eternalLoop)
    var outputs: [HeartbeatScheduler.Output] = []
    scheduler.enter(zone: 2, at: 0)
    scheduler.advance(to: 0.5) { outputs.append($0) }
    var slower = HeartbeatScheduler.Parameters.eternalLoop
    slower.intervals[2] = 2
    scheduler.apply(slower, at: 0.5) { outputs.append($0) }
    scheduler.advance(to: 4) { outputs.append($0) }
    let times = outputs.compactMap { if case .beat(let beat) = $0 { beat.time.value } else { nil } }
    #expect(times == [0, 1.5, 3.5])
    #expect(outputs.contains(.cancelled(from: 0.5)))
  }

  @Test func `Applying the same settings keeps the planned beats`() {
    var scheduler = HeartbeatScheduler(.eternalLoop)
    scheduler.enter(zone: 1, at: 0)
    let before = scheduler
    scheduler.apply(.eternalLoop, at: 0.2) { Issue.record("\($0)") }
    #expect(scheduler == before)
  }

  @Test func `Contact can become sustained and beat again while it lasts`() throws {
    var scheduler = HeartbeatScheduler(.eternalLoop)
    var outputs: [HeartbeatScheduler.Output] = []
    scheduler.enter(zone: 0, at: 0) { outputs.append($0) }
    var sustained = HeartbeatScheduler.Parameters.eternalLoop
    sustained.contact = .continuous
    scheduler.apply(sustained, at: 0.1) { outputs.append($0) }
    #expect(scheduler.sustainedIntensity == 1)
    scheduler.apply(.eternalLoop, at: 2) { outputs.append($0) }
    scheduler.advance(to: 2.5) { outputs.append($0) }
    let times = outputs.compactMap { if case .beat(let beat) = $0 { beat.time.value } else { nil } }
    #expect(times.first.map { abs($0 - 2.2) < 1e-12 } == true)
    #expect(outputs.contains { if case .sustained(.ended(2, _)) = $0 { true } else { false } })
  }

  @Test("Random changes of settings keep the refractory time and never delay a beat too long")
  func random() throws {
    for seed in UInt64(0)..<2000 {
      var random = SeededGenerator(seed: seed)
      var scheduler = HeartbeatScheduler(.eternalLoop)
      var beats: [Beat] = []
      var time = 0.0
      scheduler.enter(zone: 2, at: 0)
      for _ in 0..<20 {
        time += random.unit()
        scheduler.advance(to: Seconds(time)) { if case .beat(let beat) = $0 { beats.append(beat) } }
        var new = HeartbeatScheduler.Parameters.eternalLoop
        new.intervals[2] = Seconds(0.2 + random.unit())
        scheduler.apply(new, at: Seconds(time)) { _ in }
      }
      for (one, next) in zip(beats, beats.dropFirst()) {
        let gap = (next.time - one.time).value
        #expect(gap >= 0.2 - 1e-9 && gap <= 1.2 + 1e-9, "seed \(seed)")
      }
    }
  }
}
