// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of Multipeer Connectivity that LubdubApple uses, after
// https://developer.apple.com/documentation/multipeerconnectivity/mcsession, mcsessiondelegate,
// mcnearbyserviceadvertiser, mcnearbyservicebrowser. What is sent reaches the sessions that have joined, at once, and all
// advertisers of a process are found.
public import Foundation

open class MCPeerID: NSObject, @unchecked Sendable {
  public let displayName: String
  public init(displayName myDisplayName: String) { displayName = myDisplayName }
}

public enum MCSessionState: Int, Sendable {
  case notConnected, connecting, connected
}

public enum MCSessionSendDataMode: Int, Sendable {
  case reliable, unreliable
}

public enum MCError: Error {
  case notConnected
}

open class MCSession: NSObject {
  open weak var delegate: (any MCSessionDelegate)?
  public let myPeerID: MCPeerID
  public internal(set) var connectedPeers: [MCPeerID] = []
  private var others: [MCSession] = []

  public init(peer myPeerID: MCPeerID) { self.myPeerID = myPeerID }

  open func send(_ data: Data, toPeers peerIDs: [MCPeerID], with mode: MCSessionSendDataMode) throws {
    guard !peerIDs.isEmpty else { throw MCError.notConnected }
    for other in others where peerIDs.contains(other.myPeerID) {
      other.delegate?.session(other, didReceive: data, fromPeer: myPeerID)
    }
  }

  open func disconnect() {
    for other in others {
      for (one, two) in [(self, other), (other, self)] {
        one.others.removeAll { $0 === two }
        one.connectedPeers.removeAll { $0 === two.myPeerID }
        one.delegate?.session(one, peer: two.myPeerID, didChange: .notConnected)
      }
    }
  }

  /// Joins two sessions, like an accepted invitation; for tests.
  public func join(_ other: MCSession) {
    for (one, two) in [(self, other), (other, self)] {
      one.others.append(two)
      one.connectedPeers.append(two.myPeerID)
      one.delegate?.session(one, peer: two.myPeerID, didChange: .connected)
    }
  }
}

public protocol MCSessionDelegate: NSObjectProtocol {
  func session(_ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState)
  func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID)
  func session(
    _ session: MCSession, didReceive stream: InputStream, withName streamName: String,
    fromPeer peerID: MCPeerID)
  func session(
    _ session: MCSession, didStartReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, with progress: Progress)
  func session(
    _ session: MCSession, didFinishReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, at localURL: URL?, withError error: (any Error)?)
}

/// The active advertisers.
enum Air {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var advertisers: [MCNearbyServiceAdvertiser] = []

  static func set(_ advertiser: MCNearbyServiceAdvertiser, isOn: Bool) {
    lock.withLock {
      advertisers.removeAll { $0 === advertiser }
      if isOn { advertisers.append(advertiser) }
    }
  }

  static func all(_ service: String) -> [MCNearbyServiceAdvertiser] {
    lock.withLock { advertisers.filter { $0.serviceType == service } }
  }
}

open class MCNearbyServiceAdvertiser: NSObject {
  open weak var delegate: (any MCNearbyServiceAdvertiserDelegate)?
  let peer: MCPeerID
  public let serviceType: String
  public init(peer myPeerID: MCPeerID, discoveryInfo info: [String: String]?, serviceType: String) {
    (peer, self.serviceType) = (myPeerID, serviceType)
  }
  open func startAdvertisingPeer() { Air.set(self, isOn: true) }
  open func stopAdvertisingPeer() { Air.set(self, isOn: false) }
}

public protocol MCNearbyServiceAdvertiserDelegate: NSObjectProtocol {
  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID,
    withContext context: Data?, invitationHandler: @escaping (Bool, MCSession?) -> Void)
}

open class MCNearbyServiceBrowser: NSObject {
  open weak var delegate: (any MCNearbyServiceBrowserDelegate)?
  /// The number of next invitations that get lost; for tests.
  nonisolated(unsafe) public static var lostInvitations = 0
  let peer: MCPeerID
  public let serviceType: String
  public init(peer myPeerID: MCPeerID, serviceType: String) {
    (peer, self.serviceType) = (myPeerID, serviceType)
  }
  open func startBrowsingForPeers() {
    for advertiser in Air.all(serviceType) {
      delegate?.browser(self, foundPeer: advertiser.peer, withDiscoveryInfo: nil)
    }
  }
  open func stopBrowsingForPeers() {}
  open func invitePeer(
    _ peerID: MCPeerID, to session: MCSession, withContext context: Data?, timeout: TimeInterval
  ) {
    guard let advertiser = Air.all(serviceType).first(where: { $0.peer === peerID }) else { return }
    guard Self.lostInvitations == 0 else { return Self.lostInvitations -= 1 }
    advertiser.delegate?.advertiser(
      advertiser, didReceiveInvitationFromPeer: peer, withContext: context
    ) { isAccepted, other in
      if isAccepted, let other { session.join(other) }
    }
  }
}

public protocol MCNearbyServiceBrowserDelegate: NSObjectProtocol {
  func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID,
    withDiscoveryInfo info: [String: String]?)
  func browser(_ browser: MCNearbyServiceBrowser, lostPeer peerID: MCPeerID)
}
