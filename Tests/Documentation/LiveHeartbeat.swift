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
import LubdubLive

/// The beats of each peer that are felt.
func nearest(_ samples: [(peer: String, sample: Sample)]) async throws -> [String: Int] {
  let group = try LiveGroup(Preset.eternalLoop.configuration, mix: .nearest())
  let player = try LiveGroupPlayer(group, clock: ContinuousClock())
  let events = await player.events
  for (peer, sample) in samples { await player.process(sample, of: peer) }
  await player.finish()
  var beats: [String: Int] = [:]
  for await event in events {
    // An engine keeps beats by name and identity: two peers may have beats of one identity.
    if case .peer(let name, .scheduled) = event { beats[name, default: 0] += 1 }
  }
  return beats
}
