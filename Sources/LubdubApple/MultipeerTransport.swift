#if canImport(MultipeerConnectivity)
public import Foundation
public import LubdubLive
public import MultipeerConnectivity

/// Carries the bytes of a `CeremonyLink` over a session of Multipeer Connectivity with one peer.
///
/// The transport becomes the session's delegate if there is none; an app with a delegate forwards its calls. Keep a
/// reference while the session lasts. Multipeer Connectivity is deprecated from iOS 27 on; you can implement
/// `CeremonyTransport` over another connection.
public final class MultipeerTransport: NSObject, CeremonyTransport, MCSessionDelegate {
  /// The events of the connection.
  public let events: AsyncStream<TransportEvent>
  // Any thread may use a session.
  nonisolated(unsafe) private let session: MCSession
  private let continuation: AsyncStream<TransportEvent>.Continuation

  /// Creates a transport over a session, which may already be connected.
  public init(_ session: MCSession) {
    self.session = session
    (events, continuation) = AsyncStream.makeStream()
    super.init()
    if session.delegate == nil { session.delegate = self }
    if !session.connectedPeers.isEmpty { continuation.yield(.connected) }
  }

  deinit { continuation.finish() }

  /// Sends bytes to the peer.
  ///
  /// - Throws: The errors of the session, for example if no peer is connected.
  public func send(_ bytes: [UInt8], reliably: Bool) throws {
    try session.send(
      Data(bytes), toPeers: session.connectedPeers, with: reliably ? .reliable : .unreliable)
  }

  /// Ends the connection. The app invites the peer again.
  public func disconnect() { session.disconnect() }

  /// Receives bytes of the peer.
  public func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID) {
    continuation.yield(.received([UInt8](data)))
  }

  /// Reports that the connection was established or lost. A peer that did not accept an invitation doesn't end a connection
  /// with another peer.
  public func session(
    _ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState
  ) {
    switch state {
    case .connected: continuation.yield(.connected)
    case .notConnected where session.connectedPeers.isEmpty: continuation.yield(.disconnected)
    default: break
    }
  }

  /// Ignored: messages don't arrive as streams.
  public func session(
    _ session: MCSession, didReceive stream: InputStream, withName streamName: String,
    fromPeer peerID: MCPeerID
  ) {}

  /// Ignored: messages don't arrive as resources.
  public func session(
    _ session: MCSession, didStartReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, with progress: Progress
  ) {}

  /// Ignored: messages don't arrive as resources.
  public func session(
    _ session: MCSession, didFinishReceivingResourceWithName resourceName: String,
    fromPeer peerID: MCPeerID, at localURL: URL?, withError error: (any Error)?
  ) {}
}
#endif
