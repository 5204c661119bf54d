import CoreHaptics
import Foundation

/// Plays `heart.ahap` of the app's bundle. Keep it as long as it plays.
@MainActor final class Heart {
  private let engine: CHHapticEngine

  /// Fails where a device has no haptics (`CHHapticEngine.capabilitiesForHardware()`).
  init() throws {
    engine = try CHHapticEngine()
    engine.playsHapticsOnly = true
  }

  /// Starts the engine, which a call, another app or idle time may have stopped, and plays from the beginning.
  func play() async throws {
    guard let file = Bundle.main.url(forResource: "heart", withExtension: "ahap") else { return }
    try await engine.start()
    try engine.playPattern(from: file)
  }
}
