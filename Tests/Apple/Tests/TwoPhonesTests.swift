import CoreHaptics
import Foundation
import Lubdub
import MultipeerConnectivity
import Testing

@testable import TwoPhones

/// The example of two phones, over the stubs: both run in this process.
@Suite("Two-phone example", .serialized, .timeLimit(.minutes(1))) @MainActor
struct TwoPhonesTests {
  private static func pair(_ role: Nearby.Role, _ name: String) throws -> Pair {
    HapticSimulation.current = HapticSimulation()
    var configuration = Preset.eternalLoop.configuration
    // Nothing ranges here.
    configuration.ceremony.press = 0.1
    return try Pair(role, name: name, configuration, patience: .milliseconds(50))
  }

  private func reach(_ phase: CeremonyPhase, _ pairs: [Pair]) async throws {
    while !pairs.allSatisfy({ $0.live.phase == phase }) {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("Two phones find each other by their code, and the ring is passed")
  func ceremony() async throws {
    let host = try Self.pair(.host(code: "4711"), "Ada")
    let stranger = try Self.pair(.guest(code: "0815"), "Eve")
    let guest = try Self.pair(.guest(code: "4711"), "Bo")
    for phone in [host, stranger, guest] { await phone.start() }
    while guest.info == nil {
      host.force()
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(guest.info?.hostNickname == "Ada" && stranger.info == nil)
    host.send()
    try await reach(.attaching, [host, guest])
    guest.attach()
    try await reach(.complete, [host, guest])
    #expect(stranger.live.phase == .searching)
    host.tryAgain()
    try await reach(.searching, [host, guest])
    for phone in [host, stranger, guest] { phone.stop() }
  }

  @Test("A guest repeats lost invitations, and both phones show that they are connected")
  func lostInvitations() async throws {
    MCNearbyServiceBrowser.lostInvitations = 2
    let host = try Self.pair(.host(code: "33"), "Ada")
    let guest = try Self.pair(.guest(code: "33"), "Bo")
    for phone in [host, guest] { await phone.start() }
    #expect(MCNearbyServiceBrowser.lostInvitations < 2)
    while ![host, guest].allSatisfy(\.live.isLinked) {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect([host, guest].allSatisfy { $0.live.phase == .searching }, "no zone is known")
    for phone in [host, guest] { phone.stop() }
    while guest.live.isLinked { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("Two phones that approach each other save the ceremony and the beats as files")
  func keepsake() async throws {
    let host = try Self.pair(.host(code: "12"), "Ada")
    let guest = try Self.pair(.guest(code: "12"), "Bo")
    for phone in [host, guest] { await phone.start() }
    let ranging = Task {
      for step in 0... {
        let distance = Meters(max(0.12, 2.5 - 0.05 * Double(step)) + 0.01 * Double(step % 3))
        for phone in [host, guest] { phone.player.submit(.uwb(distance)) }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    try await reach(.readyToSend, [host, guest])
    host.send()
    try await reach(.attaching, [host, guest])
    guest.attach()
    try await reach(.complete, [host, guest])
    ranging.cancel()
    for phone in [host, guest] { phone.stop() }
    #expect(host.note == nil && guest.note == nil)
    let kept = try String(contentsOf: host.keepsake.url, encoding: .utf8)
    for type in ["sessionInfo", "distanceUpdate", "ringSent", "ringReceived", "ceremonyComplete"] {
      #expect(kept.contains("\"\(type)\""), "no \(type) in \(kept)")
    }
    let felt = try String(contentsOf: host.felt, encoding: .utf8)
    #expect(felt.contains("lubdub-felt"))
    // The tool draws it then.
    if let folder = ProcessInfo.processInfo.environment["LUBDUB_KEPT"] {
      try Data(kept.utf8).write(to: URL(filePath: folder))
    }
  }
}
