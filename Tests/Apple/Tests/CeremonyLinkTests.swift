import Foundation
import Lubdub
import LubdubLive
import MultipeerConnectivity
import Synchronization
import Testing

@testable import LubdubAppleOnStubs

/// Two phones that send each other the messages of a ceremony.
@Suite("Messages over Multipeer Connectivity") struct CeremonyLinkTests {
  /// What one end was given.
  private final class End: Sendable {
    let samples = Mutex<[UntimedSample]>([])
    let messages = Mutex<[Result<CeremonyMessage, CeremonyMessage.Fault>]>([])

    func link(_ session: MCSession) -> CeremonyLink {
      CeremonyLink(
        session, to: { [self] sample in samples.withLock { $0.append(sample) } },
        receive: { [self] message in messages.withLock { $0.append(message) } })
    }
  }

  private static let info = CeremonyMessage.SessionInfo(
    hostNickname: "Ané", guestNickname: "Bo", ring: .haloLuxury, message: "♥")

  @Test("Each message arrives as it was sent, and both ends learn what it means")
  func roundTrip() throws {
    let (one, two) = (End(), End())
    let (near, far) = (
      MCSession(peer: MCPeerID(displayName: "one")), MCSession(peer: MCPeerID(displayName: "two"))
    )
    let (here, there) = (one.link(near), two.link(far))
    #expect(throws: MCError.self) { try here.send(.ringSent) }
    #expect(one.samples.withLock { $0 } == [], "what was not sent has not happened")
    near.join(far)
    let messages: [CeremonyMessage] = [
      .sessionInfo(Self.info), .distanceUpdate(1.5), .readyToSend, .ringSent, .ringReceived,
      .ceremonyComplete,
    ]
    for message in messages { try here.send(message) }
    #expect(two.messages.withLock { $0 } == messages.map { .success($0) })
    let events: [UntimedSample] = [.event(.sent), .event(.received), .event(.complete)]
    let connected = [UntimedSample.event(.connected), .event(.connected)]
    #expect(two.samples.withLock { $0 } == connected + [.uwb(1.5)] + events)
    #expect(one.samples.withLock { $0 } == connected + events)
    #expect(throws: CeremonyMessage.Fault.self) { try here.send(.distanceUpdate(-1)) }
    withExtendedLifetime(there) {}
  }

  @Test("What cannot be read is given with its reason, and reaches no player")
  func broken() {
    let end = End()
    let session = MCSession(peer: MCPeerID(displayName: "one"))
    let link = end.link(session)
    for text in ["", "no JSON", "{\"type\": \"dance\"}"] {
      link.session(session, didReceive: Data(text.utf8), fromPeer: session.myPeerID)
    }
    let reasons = end.messages.withLock {
      $0.compactMap { if case .failure(let fault) = $0 { fault.reason.rawValue } else { nil } }
    }
    #expect(reasons == ["not-json", "not-json", "message-type"])
    #expect(end.samples.withLock { $0 } == [])
    link.session(session, peer: session.myPeerID, didChange: .notConnected)
    #expect(end.samples.withLock { $0 } == [.event(.disconnected)])
  }
}
