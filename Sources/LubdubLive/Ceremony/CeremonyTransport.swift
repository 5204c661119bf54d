/// A connection to one peer that carries whole messages of bytes, each at most 16 KiB.
///
/// LubdubApple has a transport over Multipeer Connectivity, and `InMemoryTransport` joins two ends in one process.
///
/// A transport over the Network framework, which replaces Multipeer Connectivity, sends a length of four bytes before each
/// message:
///
/// ```swift
/// connection.stateUpdateHandler = { [continuation] state in
///   switch state {
///   case .ready: continuation.yield(.connected)
///   case .failed, .cancelled: continuation.yield(.disconnected)
///   default: break
///   }
/// }
/// func send(_ bytes: [UInt8], reliably: Bool) throws {
///   connection.send(content: Data(length(of: bytes) + bytes), completion: .idempotent)
/// }
/// func receiveNext() {
///   connection.receive(minimumIncompleteLength: 4, maximumLength: 4) { … }   // then as many bytes as it says
/// }
/// ```
public protocol CeremonyTransport: Sendable {
  /// The events of the connection since the transport was created. They can be read only once.
  var events: AsyncStream<TransportEvent> { get }

  /// Sends bytes to the peer.
  ///
  /// - Parameters:
  ///   - bytes: One message.
  ///   - reliably: Whether lost bytes are sent again; this is unnecessary for a distance.
  /// - Throws: An error if there is no connection.
  func send(_ bytes: [UInt8], reliably: Bool) throws

  /// Ends the connection, because the peer doesn't answer. The app connects again.
  func disconnect()
}

/// An event of a connection.
public enum TransportEvent: Sendable, Hashable {
  /// The connection was established, and carries bytes from now on.
  case connected
  /// The connection was lost, or ended.
  case disconnected
  /// Bytes of the peer.
  case received([UInt8])
}
