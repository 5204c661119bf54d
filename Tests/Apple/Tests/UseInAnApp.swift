import Foundation
import Lubdub
import LubdubAppleOnStubs
import LubdubLive
import MultipeerConnectivity

/// The complete Swift code of docs/how-to/use-in-an-app.md; a test of the library compares it with the page.
@MainActor func useInAnApp(_ session: MCSession) async throws {
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
  let log = try HapticLog(writingTo: .temporaryDirectory.appending(path: "felt.ndjson"))
  let haptics = try HapticPlayer(player, log: log)
  haptics.start()
  let link = CeremonyLink(MultipeerTransport(session), to: player)
  let ranges = NearbyRanges(to: player.submit) { report in
    if case .token(let token) = report { Task { try await link.send(.token(token)) } }
  }
  await link.start()
  ranges.start()
  for await case .message(.token(let token)) in link.received { try ranges.run(with: token) }
}
