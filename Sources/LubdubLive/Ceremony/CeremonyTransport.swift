/// A connection to one peer that carries bytes, whole and at most 16 KiB at a time.
///
/// LubdubApple has one over Multipeer Connectivity, and `InMemoryTransport` joins two ends in one process.
///
/// One over the Network framework, which takes the place of Multipeer Connectivity, sends a length of four bytes before each
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
  /// The events of the connection since the transport was made. They are read once.
  var events: AsyncStream<TransportEvent> { get }

  /// Sends bytes to the peer.
  ///
  /// - Parameters:
  ///   - bytes: One message.
  ///   - reliably: Whether they are sent again when they get lost; a distance is not worth it.
  /// - Throws: Where there is no connection.
  func send(_ bytes: [UInt8], reliably: Bool) throws

  /// Ends the connection: the peer does not answer. The app makes it again.
  func disconnect()
}

/// An event of a connection.
public enum TransportEvent: Sendable, Hashable {
  /// It was made, and carries bytes from now on.
  case connected
  /// It was lost, or ended.
  case disconnected
  /// Bytes of the peer.
  case received([UInt8])
}
