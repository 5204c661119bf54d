import Lubdub
import LubdubLive

func readmeLive() async throws {
  let player = try LivePlayer(Preset.eternalLoop.configuration, clock: ContinuousClock())
  Task {
    for await event in await player.events {
      if case .scheduled(let beat, let pattern) = event { print(pattern.events(for: beat)) }
    }
  }
  await player.process(.uwb(0.4))
}
