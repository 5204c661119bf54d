#if canImport(MultipeerConnectivity)
public import Foundation
public import Lubdub
public import LubdubLive
public import MultipeerConnectivity

/// The messages of a ceremony over a session of Multipeer Connectivity: what the peer sends goes to a player, and what is
/// sent is an event of this end, too.
///
/// It makes itself the session's delegate. Hold it as long as the session lasts.
public final class CeremonyLink: NSObject, MCSessionDelegate {
  private let session: MCSession
  private let hand: @Sendable (UntimedSample) -> Void
  private let receive: @Sendable (Result<CeremonyMessage, CeremonyMessage.Fault>) -> Void

  /// A link over a session.
  ///
  /// - Parameters:
  ///   - session: With the other phone.
  ///   - hand: Called with what each message means, on the session's queue; usually `player.submit`.
  ///   - receive: Called with each message of the peer, which has names, ring and words, or with why it cannot be read.
  public init(
    _ session: MCSession, to hand: @escaping @Sendable (UntimedSample) -> Void,
    receive: @escaping @Sendable (Result<CeremonyMessage, CeremonyMessage.Fault>) -> Void = { _ in }
  ) {
    self.session = session
    self.hand = hand
    self.receive = receive
    super.init()
    session.delegate = self
  }

  /// Sends a message to the peer. The own distance does not go to the player: who measured it hands it in.
  ///
  /// - Throws: `CeremonyMessage.Fault` for a message that breaks a rule, and what the session throws.
  public func send(_ message: CeremonyMessage) throws {
    let data = Data(try message.bytes())
    if case .distanceUpdate = message {
      try session.send(data, toPeers: session.connectedPeers, with: .unreliable)
    } else {
      try session.send(data, toPeers: session.connectedPeers, with: .reliable)
      handOn(message)
    }
  }

  private func handOn(_ message: CeremonyMessage) {
    if let sample = message.sample(at: .zero) { hand(UntimedSample(sample)) }
  }

  /// A message of the peer.
  public func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID) {
    do throws(CeremonyMessage.Fault) {
      let message = try CeremonyMessage.decode([UInt8](data))
      handOn(message)
      receive(.success(message))
    } catch {
      receive(.failure(error))
    }
  }

  /// The link is made or lost.
  public func session(
    _ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState
  ) {
    switch state {
    case .connected: hand(.event(.connected))
    case .notConnected: hand(.event(.disconnected))
    default: break
    }
  }

  /// No message comes so.
  public func session(
    _ session: MCSession, didReceive stream: InputStream, withName streamName: String,
    fromPeer peerID: MCPeerID
  ) {}

  /// No message comes so.
  public func session(
    _ session: MCSession, didStartReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, with progress: Progress
  ) {}

  /// No message comes so.
  public func session(
    _ session: MCSession, didFinishReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, at localURL: URL?, withError error: (any Error)?
  ) {}
}
#endif
