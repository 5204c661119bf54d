import Lubdub
import LubdubLive

func readmeLive() async throws {
  var configuration = Preset.eternalLoop.configuration
  let player = try LivePlayer(configuration, clock: ContinuousClock())
  let events = await player.events
  Task {
    for await event in events {
      if case .scheduled(let beat, let pattern) = event { print(pattern.events(for: beat)) }
    }
  }
  await player.process(.uwb(0.4))
  // Keep the learned values of this pair for its next session.
  let kept = SettingsJSON.encode(await player.learned)
  configuration = try SettingsJSON.decode(kept, source: "kept", base: configuration)
}
