internal import Lubdub

/// What is handed in from any thread, delivered one after the other in the order in which it came.
final class Inbox<Item: Sendable>: Sendable {
  private let stream: AsyncStream<Item>
  private let entrance: AsyncStream<Item>.Continuation

  init() { (stream, entrance) = AsyncStream.makeStream() }

  deinit { entrance.finish() }

  func put(_ item: Item) { entrance.yield(item) }

  func deliver(_ take: @escaping @Sendable (Item) async -> Void) {
    Task(priority: .userInitiated) { [stream] in
      for await item in stream { await take(item) }
    }
  }
}

/// A sample or an interval on its way to a player, with the moment at which it was handed in.
enum Submission<Instant: Sendable>: Sendable {
  case stamped(Sample)
  case made(UntimedSample, Instant)
  case interval(Seconds, Instant)
}
