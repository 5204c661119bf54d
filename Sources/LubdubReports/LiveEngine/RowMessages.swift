#if Studio
internal import FlyingSocks

/// The rows of a session as server-sent events: one message for all rows that are new, whose `id` is the
/// run of the server and how many rows there are with them. A browser that lost the connection names the last one and goes on there.
struct RowMessages: AsyncBufferedSequence {
  typealias Element = UInt8

  let rows: RowBroadcaster
  let seen: Int
  /// Another one for each start of a server.
  let run: String

  func makeAsyncIterator() -> Iterator { Iterator(rows: rows, seen: seen, run: run) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    private let rows: RowBroadcaster
    private var seen: Int
    private let run: String
    private var ticks: AsyncStream<Void>.AsyncIterator?
    private var hasSentEnd = false

    init(rows: RowBroadcaster, seen: Int, run: String) {
      self.rows = rows
      self.seen = seen
      self.run = run
    }

    mutating func next() async throws -> UInt8? { nil }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if ticks == nil { ticks = await rows.ticks().makeAsyncIterator() }
      while !hasSentEnd {
        let (message, count) = await rows.message(after: seen)
        if let message {
          seen = count
          return Self.event("rows", id: "\(run)-\(count)", message)
        }
        if await rows.hasEnded {
          hasSentEnd = true
          return Self.event("end", id: "\(run)-\(seen)", "{}")
        }
        guard await ticks?.next() != nil else { return nil }
      }
      return nil
    }

    private static func event(_ name: String, id: String, _ data: String) -> [UInt8] {
      Array("event: \(name)\nid: \(id)\ndata: \(data)\n\n".utf8)
    }
  }
}
#endif
