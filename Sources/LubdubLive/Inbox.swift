/// Items from any thread, delivered one after another in the order of their arrival.
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
