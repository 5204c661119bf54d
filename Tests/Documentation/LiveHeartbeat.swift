import Lubdub
import LubdubLive

/// Plays beats; an app writes one for its engine.
protocol BeatPlayer: Sendable {
  func schedule(_ events: [HapticEvent], for beat: Beat.ID) async
  func cancel(_ beat: Beat.ID) async
  func contact(_ contact: SustainedContact) async
}

func play(_ events: AsyncStream<LiveEvent>, on engine: some BeatPlayer) async {
  for await event in events {
    switch event {
    case .scheduled(let beat, let pattern):
      await engine.schedule(pattern.events(for: beat), for: beat.id)
    case .cancelled(let beat):
      await engine.cancel(beat.id)
    case .decided(.sustained(let contact)):
      await engine.contact(contact)
    case .decided(.zone(let change)):
      print("zone", change.to.map(String.init) ?? "none", change.reason)
    case .decided, .dropped, .clockChanged:
      break
    }
  }
}

import Lubdub

struct Ticker {
  var pipeline: Pipeline
  var horizon: Seconds = 0.1

  /// One tick: returns what to play until the horizon.
  mutating func tick(now: Seconds, samples: [Sample]) -> [Beat] {
    pipeline.advance(to: now) { _ in }
    for sample in samples { pipeline.process(sample) { _ in } }
    return Array(pipeline.plan(until: now + horizon))
  }
}
