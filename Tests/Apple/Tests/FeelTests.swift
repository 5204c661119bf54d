import CoreHaptics
import Foundation
import Lubdub
import Testing

@testable import Feel

/// The example app on the simulated engine.
@Suite("The example app", .serialized, .timeLimit(.minutes(5))) @MainActor struct FeelTests {
  private let simulation = HapticSimulation()
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "feel-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> URL {
    let url = folder.appending(path: name)
    try Data(bytes).write(to: url)
    return url
  }

  /// Plays on this simulation, whatever others run meanwhile.
  private func play(_ feel: Feel) async {
    HapticSimulation.current = simulation
    await feel.play()
  }

  @Test("It plays an AHAP file as it is, and stops")
  func ahap() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = "{\"Version\": 1, \"Pattern\": []}"
    let feel = Feel()
    feel.open(try file("heart.ahap", text.utf8))
    #expect(feel.title == "heart.ahap" && !feel.hasDistance && !feel.isPlaying)
    await play(feel)
    #expect(feel.isPlaying && feel.fault == nil && simulation.runs)
    #expect(simulation.files == [Data(text.utf8)])
    feel.stop()
    #expect(!feel.isPlaying && !simulation.runs)
  }

  @Test("A settings file is a session that is felt at the distance of the slider")
  func settings() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let feel = Feel()
    feel.open(try file("mine.json", SettingsJSON.encode(Preset.geiger.configuration)))
    #expect(feel.title == "mine.json" && feel.hasDistance && feel.fault == nil)
    feel.distance = 0.5
    await play(feel)
    let start = ContinuousClock.now
    while simulation.taps(until: .infinity).count < 3 || feel.live.distance == nil {
      try await Task.sleep(for: .milliseconds(5))
      simulation.now = (ContinuousClock.now - start) / .seconds(1)
    }
    #expect(abs((feel.live.distance ?? 0).value - 0.5) < 0.1)
    feel.show(false)
    #expect(!simulation.runs)
    feel.show(true)
    while !simulation.runs { try await Task.sleep(for: .milliseconds(5)) }
    feel.stop()
    #expect(!simulation.runs && feel.live.distance == nil)
  }

  @Test("What cannot be opened says where and why, and what was open stays")
  func faults() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let feel = Feel()
    feel.open(try file("odd.json", "{\"heartbeat.policy\": \"dance\"}".utf8))
    #expect(feel.fault?.hasPrefix("odd.json") == true, "\(feel.fault ?? "none")")
    #expect(feel.title == Preset.default.name && feel.hasDistance)
    feel.open(folder.appending(path: "missing.ahap"))
    #expect(feel.fault != nil && feel.hasDistance)
  }
}
