import Foundation
import MultipeerConnectivity

/// Connects two phones: the host waits for a guest that knows its code, and the guest gets it from the host's QR code.
final class Nearby: NSObject, MCNearbyServiceAdvertiserDelegate, MCNearbyServiceBrowserDelegate {
  /// The role of this phone.
  enum Role: Sendable, Hashable {
    case host(code: String)
    case guest(code: String)
  }

  /// The service type, as in `NSBonjourServices` of Info.plist: `_lubdub-ring._tcp`.
  private static let service = "lubdub-ring"

  let role: Role
  let session: MCSession
  private let advertiser: MCNearbyServiceAdvertiser
  private let browser: MCNearbyServiceBrowser

  init(_ role: Role, name: String) {
    self.role = role
    let peer = MCPeerID(displayName: name)
    session = MCSession(peer: peer)
    advertiser = MCNearbyServiceAdvertiser(
      peer: peer, discoveryInfo: nil, serviceType: Self.service)
    browser = MCNearbyServiceBrowser(peer: peer, serviceType: Self.service)
    super.init()
    advertiser.delegate = self
    browser.delegate = self
  }

  /// Searches for the other phone, for the first time or again.
  func connect() {
    switch role {
    case .host:
      advertiser.stopAdvertisingPeer()
      advertiser.startAdvertisingPeer()
    case .guest:
      browser.stopBrowsingForPeers()
      browser.startBrowsingForPeers()
    }
  }

  func stop() {
    advertiser.stopAdvertisingPeer()
    browser.stopBrowsingForPeers()
    session.disconnect()
  }

  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID,
    withContext context: Data?, invitationHandler: @escaping (Bool, MCSession?) -> Void
  ) {
    guard case .host(let code) = role, context == Data(code.utf8) else {
      return invitationHandler(false, nil)
    }
    invitationHandler(true, session)
  }

  func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID,
    withDiscoveryInfo info: [String: String]?
  ) {
    guard case .guest(let code) = role else { return }
    browser.invitePeer(peerID, to: session, withContext: Data(code.utf8), timeout: 10)
  }

  func browser(_ browser: MCNearbyServiceBrowser, lostPeer peerID: MCPeerID) {}
}
