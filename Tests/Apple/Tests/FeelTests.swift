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

  /// Plays on this simulation, whatever other tests run meanwhile.
  private func play(_ feel: Feel) async {
    HapticSimulation.current = simulation
    await feel.play()
  }

  @Test("The app plays an AHAP file unchanged and stops")
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

  @Test("A settings file plays as a session at the distance of the slider")
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

  /// 2 MB of zeros in uncompressed deflate blocks.
  private static let zeros: String = {
    let block: [UInt8] = [0x00, 0xFF, 0xFF, 0x00, 0x00] + Array(repeating: 0, count: 65_535)
    let last: [UInt8] = [0x01, 0x00, 0x00, 0xFF, 0xFF]
    let bytes = Array(repeating: block, count: 31).flatMap { $0 } + last
    return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
  }()

  @Test("The code of a pattern gives the original file, and invalid codes are rejected")
  func pattern() async throws {
    // Python: zlib.compressobj(9, zlib.DEFLATED, -15) of the text below, in base64url.
    let text = #"{"Version":1,"Pattern":[]}"#
    let feel = Feel()
    feel.open(try #require(URL(string: "lubdub-feel:ahap,q1YKSy0qzszPU7Iy1FEKSCwpSS0CsqNjawE")))
    #expect(feel.fault == nil && !feel.hasDistance && !feel.isSession)
    await play(feel)
    #expect(simulation.files == [Data(text.utf8)])
    // Nothing, no base64, no deflate, and 2 MB of zeros.
    for bad in [
      "lubdub-feel:", "lubdub-feel:ahap,%", "lubdub-feel:ahap,AAAA",
      "lubdub-feel:ahap,\(Self.zeros)",
    ] {
      feel.open(try #require(URL(string: bad)))
      #expect(feel.fault != nil && feel.title == "a pattern", "\(bad)")
    }
  }

  @Test("Live rows of a studio are played with the studio's settings")
  func studio() async throws {
    let tool = try #require(
      ProcessInfo.processInfo.environment["LUBDUB_TOOL"], "run by examples/check")
    let studio = Process()
    studio.executableURL = URL(filePath: tool)
    studio.arguments = [
      "studio", "--live", "../../datasets/approach.csv", "--pace", "6", "--port", "0", "--preset",
      "geiger",
      "--token", "abcdefghijklmnop",
    ]
    let output = Pipe()
    (studio.standardOutput, studio.standardError) = (output, FileHandle.nullDevice)
    try studio.run()
    defer { studio.interrupt() }
    let link = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let feel = Feel()
    let place = link.dropFirst("http:".count).trimmingCharacters(in: .newlines)
    feel.open(try #require(URL(string: "lubdub-feel:\(place)")))
    #expect(feel.fault == nil && feel.title == "127.0.0.1" && feel.isSession)
    await play(feel)
    #expect(feel.fault == nil && feel.isPlaying, "\(feel.fault ?? "")")
    let start = ContinuousClock.now
    while simulation.taps(until: .infinity).count < 3 || feel.live.distance == nil {
      try await Task.sleep(for: .milliseconds(5))
      simulation.now = (ContinuousClock.now - start) / .seconds(1)
    }
    #expect((0.01...6.5).contains((feel.live.distance ?? 0).value))
    // Another piece that is opened while the settings come is the one that plays.
    let earlier = Task { await feel.play() }
    while feel.isPlaying { await Task.yield() }
    feel.open(try #require(URL(string: "lubdub-feel:\(place)")))
    await earlier.value
    #expect(!feel.isPlaying)
    feel.open(
      try #require(URL(string: "lubdub-feel:\(place.replacing("abcdefgh", with: "12345678"))")))
    await play(feel)
    #expect(feel.fault?.contains("Scan it again") == true && !feel.isPlaying, "\(feel.fault ?? "")")
    feel.open(try #require(URL(string: "lubdub-feel:\(place)")))
    await play(feel)
    studio.interrupt()
    while feel.fault == nil { try await Task.sleep(for: .milliseconds(5)) }
    feel.stop()
  }

  @Test("An unreadable file gives an error with its name, and the open file stays")
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
