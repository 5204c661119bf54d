import Foundation
import Lubdub
import LubdubLive
import MultipeerConnectivity
import Testing

@testable import LubdubAppleOnStubs

/// Two phones in a ceremony over Multipeer Connectivity.
@Suite("Multipeer Connectivity", .timeLimit(.minutes(1))) struct MultipeerTests {
  private struct Phone {
    let session: MCSession
    let player: LivePlayer<ContinuousClock>
    let link: CeremonyLink<ContinuousClock>

    init(_ name: String) async throws {
      session = MCSession(peer: MCPeerID(displayName: name))
      var configuration = Preset.eternalLoop.configuration
      // Any zone that is known.
      configuration.ceremony.readyZone = 4
      player = try LivePlayer(configuration, clock: ContinuousClock())
      link = CeremonyLink(MultipeerTransport(session), to: player)
      await link.start()
      for _ in 0..<30 {
        try await Task.sleep(for: .milliseconds(20))
        await player.process(.uwb(0.2))
      }
    }

    func reach(_ phase: CeremonyPhase) async throws {
      while await player.snapshot.phase != phase { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  @Test("A ring reaches the other phone, even if the connection ends on the way")
  func ring() async throws {
    let (host, guest) = (try await Phone("host"), try await Phone("guest"))
    host.session.join(guest.session)
    for phone in [host, guest] { try await phone.reach(.readyToSend) }
    await host.player.process(.event(.sent))
    try await guest.reach(.attaching)
    guest.session.disconnect()
    for phone in [host, guest] { try await phone.reach(.searching) }
    host.session.join(guest.session)
    for phone in [host, guest] { try await phone.reach(.attaching) }
    await guest.player.process(.event(.complete))
    for phone in [host, guest] { try await phone.reach(.complete) }
  }

  @Test("An app that is its own delegate stays the delegate and passes calls on")
  func ownDelegate() async throws {
    let session = MCSession(peer: MCPeerID(displayName: "one"))
    let first = MultipeerTransport(session)
    let second = MultipeerTransport(session)
    #expect(session.delegate === first)
    second.session(session, didReceive: Data([1, 2]), fromPeer: session.myPeerID)
    second.session(session, peer: session.myPeerID, didChange: .connecting)
    second.session(session, peer: session.myPeerID, didChange: .notConnected)
    var events = second.events.makeAsyncIterator()
    #expect(await events.next() == .received([1, 2]))
    #expect(await events.next() == .disconnected)
    #expect(throws: MCError.self) { try second.send([1], reliably: true) }
    let other = MCSession(peer: MCPeerID(displayName: "two"))
    session.join(other)
    var late = MultipeerTransport(session).events.makeAsyncIterator()
    #expect(await late.next() == .connected, "the session was connected before")
    // Another peer that does not accept ends nothing.
    first.session(session, peer: MCPeerID(displayName: "three"), didChange: .notConnected)
    other.disconnect()
    var connected = first.events.makeAsyncIterator()
    #expect(await connected.next() == .connected)
    #expect(await connected.next() == .disconnected)
  }
}
