import TestSupport
import Testing

@testable import LubdubMonitor

@Suite("The clock of a replay", .timeLimit(.minutes(1))) struct ReplayClockTests {
  @Test(arguments: [1.0, 4, 0.5])
  func `A row waits for its time divided by the pace`(_ pace: Double) async {
    let clock = ManualClock()
    let replay = ReplayClock(pace: pace, clock: clock)
    async let isDue = replay.wait(until: 4)
    while clock.deadlines.isEmpty { await Task.yield() }
    #expect(clock.deadlines == [.seconds(4 / pace)])
    clock.set(to: .seconds(4 / pace))
    #expect(await isDue)
  }

  @Test func `Without a pace, rows don't wait`() async {
    let clock = ManualClock()
    #expect(await ReplayClock(pace: nil, clock: clock).wait(until: 1e9))
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `A canceled wait ends and reports the cancellation`() async {
    let clock = ManualClock()
    let replay = ReplayClock(pace: 1, clock: clock)
    let waiting = Task { await replay.wait(until: 4) }
    while clock.deadlines.isEmpty { await Task.yield() }
    waiting.cancel()
    #expect(await !waiting.value)
  }
}
