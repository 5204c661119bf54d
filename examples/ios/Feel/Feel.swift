import CoreHaptics
import Foundation
import Lubdub
import LubdubApple
import LubdubLive
import Observation

/// The opened piece and its playback: a haptic file unchanged, a settings file as a session at the distance of a slider, and a
/// studio as the session that it serves.
@MainActor @Observable
final class Feel {
  /// The name of the opened piece.
  private(set) var title = Preset.default.name
  /// The reason why it cannot be opened or played.
  private(set) var fault: String?
  /// Whether the piece plays.
  private(set) var isPlaying = false
  /// The assumed distance of the other device, in meters.
  var distance = 2.5
  /// The state of the session.
  let live = LiveModel()

  /// Whether a distance changes the haptics.
  var hasDistance: Bool {
    if case .session = piece { true } else { false }
  }

  /// Whether the haptics follow a distance.
  var isSession: Bool {
    if case .file = piece { false } else { true }
  }

  private enum Piece {
    /// An AHAP file.
    case file(Data)
    /// Settings, as `lubdub tune` and the page write them as JSON.
    case session(Configuration)
    /// A session on another machine.
    case studio(Studio)
  }

  private struct Running {
    let player: LivePlayer<ContinuousClock>
    let haptics: HapticPlayer<LiveSession, ContinuousClock>
    let tasks: [Task<Void, Never>]
  }

  private var piece = Piece.session(Preset.default.configuration)
  @ObservationIgnored private var engine: CHHapticEngine?
  @ObservationIgnored private var running: Running?
  /// The count of stops: what was waited for before the last one plays no more.
  @ObservationIgnored private var stops = 0

  /// Opens the link of a QR code, or a file; playback ends.
  func open(_ url: URL) {
    stop()
    guard url.scheme != FeelLink.scheme else { return openLink(url) }
    let isOutside = url.startAccessingSecurityScopedResource()
    defer { if isOutside { url.stopAccessingSecurityScopedResource() } }
    do {
      let data = try Data(contentsOf: url)
      piece =
        if url.pathExtension.lowercased() == "ahap" {
          .file(data)
        } else {
          .session(try SettingsJSON.decode([UInt8](data), source: url.lastPathComponent))
        }
      (title, fault) = (url.lastPathComponent, nil)
    } catch {
      fault = "\(error)"
    }
  }

  private func openLink(_ url: URL) {
    do {
      switch try FeelLink(url) {
      case .pattern(let data): (piece, title) = (.file(data), "a pattern")
      case .studio(let address):
        (piece, title) = (.studio(Studio(address: address)), address.host() ?? "a studio")
      }
      fault = nil
    } catch {
      fault = "\(error)"
    }
  }

  /// Plays from the beginning.
  func play() async {
    stop()
    let turn = stops
    do {
      switch piece {
      case .file(let data): try await play(data)
      case .session(let configuration): try play(configuration) { await self.range($0) }
      case .studio(let studio):
        let configuration = try await studio.settings()
        guard turn == stops else { return }
        try play(configuration) { await self.follow(studio, $0) }
      }
      if turn == stops { (isPlaying, fault) = (true, nil) }
    } catch {
      if turn == stops { fault = "\(error)" }
    }
  }

  private func play(_ data: Data) async throws {
    let engine = try CHHapticEngine()
    self.engine = engine
    try await engine.start()
    try engine.playPattern(from: data)
  }

  private func play(
    _ configuration: Configuration,
    from source: @escaping @MainActor (LivePlayer<ContinuousClock>) async -> Void
  ) throws {
    let player = try LivePlayer(configuration, clock: ContinuousClock())
    let haptics = try HapticPlayer(player)
    haptics.start()
    let ranging = Task { await source(player) }
    let showing = Task { [live] in await live.follow(player) }
    running = Running(player: player, haptics: haptics, tasks: [ranging, showing])
  }

  /// Submits ranges from the slider. Ranges of a radio are never twice the same.
  private func range(_ player: LivePlayer<ContinuousClock>) async {
    while !Task.isCancelled {
      player.submit(.uwb(Meters(max(0, distance + .random(in: -0.01...0.01)))))
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private func follow(_ studio: Studio, _ player: LivePlayer<ContinuousClock>) async {
    do {
      for try await sample in studio.samples() { player.submit(sample) }
      if !Task.isCancelled { fault = "The session has ended." }
    } catch {
      fault = "\(error)"
    }
  }

  /// Stops playing.
  func stop() {
    stops += 1
    engine?.stop(completionHandler: nil)
    engine = nil
    if let running {
      running.haptics.suspend()
      for task in running.tasks { task.cancel() }
      Task { await running.player.finish() }
    }
    running = nil
    live.show(nil)
    isPlaying = false
  }

  /// Notes whether the app is in the foreground.
  func show(_ isInFront: Bool) {
    if isInFront { running?.haptics.resume() } else { running?.haptics.suspend() }
  }
}
