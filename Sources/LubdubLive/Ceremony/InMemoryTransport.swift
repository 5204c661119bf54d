internal import LubdubSupport

/// One of two ends in the same process, for tests and previews.
public final class InMemoryTransport: CeremonyTransport {
  /// The reason for a failure to send bytes.
  public enum Failure: Error, Sendable, Hashable {
    /// The two ends are not connected.
    case notConnected
  }

  /// The events of the connection.
  public let events: AsyncStream<TransportEvent>
  private let own: AsyncStream<TransportEvent>.Continuation
  private let peer: AsyncStream<TransportEvent>.Continuation
  private let isConnected: Locked<Bool>

  private typealias Pipe = (
    stream: AsyncStream<TransportEvent>, continuation: AsyncStream<TransportEvent>.Continuation
  )

  private init(_ own: Pipe, _ peer: Pipe, _ isConnected: Locked<Bool>) {
    (events, self.own, self.peer) = (own.stream, own.continuation, peer.continuation)
    self.isConnected = isConnected
  }

  deinit { own.finish() }

  /// Creates two ends that are not connected yet.
  public static func pair() -> (InMemoryTransport, InMemoryTransport) {
    let (one, other): (Pipe, Pipe) = (AsyncStream.makeStream(), AsyncStream.makeStream())
    let isConnected = Locked(false)
    return (InMemoryTransport(one, other, isConnected), InMemoryTransport(other, one, isConnected))
  }

  /// Connects both ends.
  public func connect() { change(to: true, .connected) }

  /// Ends the connection of both ends.
  public func disconnect() { change(to: false, .disconnected) }

  /// Sends bytes to the other end.
  ///
  /// - Throws: `Failure.notConnected` if the ends are not connected.
  public func send(_ bytes: [UInt8], reliably: Bool) throws {
    guard isConnected.withLock({ $0 }) else { throw Failure.notConnected }
    peer.yield(.received(bytes))
  }

  private func change(to new: Bool, _ event: TransportEvent) {
    isConnected.withLock { old in
      guard old != new else { return }
      old = new
      own.yield(event)
      peer.yield(event)
    }
  }
}
