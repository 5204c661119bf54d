// Signatures of Apple, whose documentation describes them.
// swift-format-ignore-file
// The part of Multipeer Connectivity that LubdubApple uses, after
// https://developer.apple.com/documentation/multipeerconnectivity/mcsession and mcsessiondelegate. What is sent reaches the
// sessions that a test has joined, at once.
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

  /// Joins two sessions, as an invitation that is accepted does; for tests.
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
