#if Tool
import Foundation
import Lubdub
import LubdubLive
import Synchronization

/// How much later than intended beats were handed out, in milliseconds.
struct BeatDelays {
  /// Beats that were dropped because they were too late.
  let dropped: Int
  private let sorted: [Double]
  private let entries: [Double]
  private let pastDue: Int

  /// - Parameters:
  ///   - delays: Of the beats that have a lead.
  ///   - entries: Of the first beats of zones, which are due at once.
  ///   - lead: How long ahead the former are handed out, in milliseconds.
  ///   - dropped: Beats that were dropped.
  init(_ delays: [Double], entries: [Double], lead: Double, dropped: Int) {
    sorted = delays.sorted()
    self.entries = entries.sorted()
    pastDue = delays.count { $0 > lead }
    self.dropped = dropped
  }

  var count: Int { sorted.count }
  var median: Double { Statistics.quantile(0.5, ofSorted: sorted) ?? 0 }
  var p95: Double { Statistics.quantile(0.95, ofSorted: sorted) ?? 0 }
  var entryCount: Int { entries.count }
  var entryMedian: Double { Statistics.quantile(0.5, ofSorted: entries) ?? 0 }
  var entryWorst: Double { entries.last ?? 0 }
  /// Share that came after its time, 0...1.
  var shareLate: Double { Double(pastDue + dropped) / Double(max(1, count + dropped)) }
  var p99: Double { Statistics.quantile(0.99, ofSorted: sorted) ?? 0 }
  var worst: Double { sorted.last ?? 0 }
}

/// A live session that goes between contact and half a metre every other second, with a stopwatch at the end of its
/// stream of events.
struct LiveBench {
  let duration: Duration
  let lead: Seconds

  func run() async throws -> BeatDelays {
    let clock = ContinuousClock()
    let start = clock.now
    let player = try LivePlayer(Preset.eternalLoop.configuration, clock: clock, lead: lead)
    let events = await player.events
    let watching = Task(priority: .userInitiated) { [lead] in
      var (delays, entries): ([Double], [Double]) = ([], [])
      for await event in events {
        let now = Self.seconds(start.duration(to: clock.now))
        guard case .scheduled(let beat, _) = event else { continue }
        if beat.id.index > 0 {
          delays.append(1000 * (now - (beat.time - lead).value))
        } else if now >= beat.time.value {
          entries.append(1000 * (now - beat.time.value))
        }
      }
      return (delays, entries)
    }
    var step = 0
    while clock.now < start + duration {
      let passed = start.duration(to: clock.now)
      let distance = (step / 20).isMultiple(of: 2) ? 0.01 : 0.5
      await player.process(
        .uwb(Meters(distance + 0.001 * Double(step % 2)), at: Seconds(Self.seconds(passed))))
      step += 1
      try await clock.sleep(until: start + .milliseconds(100 * step), tolerance: .zero)
    }
    await player.finish()
    let (delays, entries) = await watching.value
    return BeatDelays(
      delays, entries: entries, lead: 1000 * lead.value,
      dropped: await player.droppedBeats.count)
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
#endif
