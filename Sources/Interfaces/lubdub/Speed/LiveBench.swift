import Foundation
import Lubdub
import LubdubLive
import Quantities
import Synchronization

/// How much later than intended beats were handed out, in milliseconds.
struct BeatDelays {
  private let sorted: [Double]

  init(_ delays: [Double]) {
    sorted = delays.sorted()
  }

  var count: Int { sorted.count }
  var median: Double { Statistics.quantile(0.5, ofSorted: sorted) ?? 0 }
  var p99: Double { Statistics.quantile(0.99, ofSorted: sorted) ?? 0 }
  var worst: Double { sorted.last ?? 0 }
}

/// A live session in contact, with a stopwatch at the end of its stream of events.
struct LiveBench {
  let duration: Duration
  let lead: Seconds

  func run() async throws -> BeatDelays {
    let clock = ContinuousClock()
    let start = clock.now
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: clock, lead: lead)
    let watching = Task(priority: .userInitiated) { [lead] in
      var delays: [Double] = []
      for await event in await player.events {
        let now = Self.seconds(start.duration(to: clock.now))
        guard case .scheduled(let beat, _) = event, beat.id.index > 0 else { continue }
        delays.append(1000 * (now - (beat.time - lead).value))
      }
      return delays
    }
    var step = 0
    while clock.now < start + duration {
      let passed = start.duration(to: clock.now)
      await player.process(
        .uwb(Meters(step.isMultiple(of: 2) ? 0.01 : 0.02), at: Seconds(Self.seconds(passed))))
      step += 1
      try await clock.sleep(until: start + .milliseconds(100 * step), tolerance: .zero)
    }
    await player.finish()
    return BeatDelays(await watching.value)
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (whole, attoseconds) = duration.components
    return Double(whole) + Double(attoseconds) * 1e-18
  }
}

/// Threads that compute until they are stopped.
final class BusyThreads: Sendable {
  private let isStopped = Atomic(false)

  init(count: Int) {
    for _ in 0..<count {
      let thread = Thread { [self] in
        var x = 1.0
        while !isStopped.load(ordering: .relaxed) { x = (x + 1 / x).squareRoot() }
      }
      thread.start()
    }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
