import CoreHaptics
import Lubdub
import Testing

@testable import TwoPhones

/// The example of two phones, over the stubs: both run in this process.
@Suite("The example of two phones", .serialized, .timeLimit(.minutes(1))) @MainActor
struct TwoPhonesTests {
  private static func pair(_ role: Nearby.Role, _ name: String) throws -> Pair {
    HapticSimulation.current = HapticSimulation()
    var configuration = Preset.eternalLoop.configuration
    // Nothing ranges here.
    configuration.ceremony.press = 0.1
    return try Pair(role, name: name, configuration)
  }

  private func reach(_ phase: CeremonyPhase, _ pairs: [Pair]) async throws {
    while !pairs.allSatisfy({ $0.live.phase == phase }) {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("They find each other by the code, and the ring passes")
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
}
