import CoreHaptics
import Foundation
import Lubdub
import LubdubApple
import LubdubLive
import Observation

/// What was opened, and how it plays: a haptic file as it is, a settings file as a session at the distance of a slider.
@MainActor @Observable
final class Feel {
  /// The name of what was opened.
  private(set) var title = Preset.default.name
  /// Why it cannot be opened, or played.
  private(set) var fault: String?
  /// Whether it plays.
  private(set) var isPlaying = false
  /// Where the other device is said to be, in metres.
  var distance = 2.5
  /// What the session makes of it.
  let live = LiveModel()

  /// Whether a distance changes what is felt.
  var hasDistance: Bool {
    if case .session = piece { true } else { false }
  }

  private enum Piece {
    /// An AHAP file.
    case file(Data)
    /// Settings, as `lubdub tune` and the page write them as JSON.
    case session(Configuration)
  }

  private struct Running {
    let player: LivePlayer<ContinuousClock>
    let haptics: HapticPlayer<LiveSession, ContinuousClock>
    let tasks: [Task<Void, Never>]
  }

  private var piece = Piece.session(Preset.default.configuration)
  @ObservationIgnored private var engine: CHHapticEngine?
  @ObservationIgnored private var running: Running?

  /// Opens a file; what plays ends.
  func open(_ url: URL) {
    stop()
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

  /// Plays from the beginning.
  func play() async {
    stop()
    do {
      switch piece {
      case .file(let data): try await play(data)
      case .session(let configuration): try play(configuration)
      }
      (isPlaying, fault) = (true, nil)
    } catch {
      fault = "\(error)"
    }
  }

  private func play(_ data: Data) async throws {
    let engine = try CHHapticEngine()
    self.engine = engine
    try await engine.start()
    try engine.playPattern(from: data)
  }

  private func play(_ configuration: Configuration) throws {
    let player = try LivePlayer(configuration, clock: ContinuousClock())
    let haptics = try HapticPlayer(player)
    haptics.start()
    let ranging = Task { [weak self] in
      // Ranges of a radio are never twice the same.
      while let distance = self?.distance, !Task.isCancelled {
        player.submit(.uwb(Meters(max(0, distance + .random(in: -0.01...0.01)))))
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
    let showing = Task { [live] in await live.follow(player) }
    running = Running(player: player, haptics: haptics, tasks: [ranging, showing])
  }

  /// Plays nothing.
  func stop() {
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

  /// The app is in front, or is not.
  func show(_ isInFront: Bool) {
    if isInFront { running?.haptics.resume() } else { running?.haptics.suspend() }
  }
}
