#if Studio
  internal import FlyingSocks

  /// The rows of a session as server-sent events: one message for all rows that are new, whose `id` is how
  /// many rows there are with them. A browser that lost the connection names the last one and goes on there.
  struct RowMessages: AsyncBufferedSequence {
    typealias Element = UInt8

    let rows: RowBroadcaster
    let seen: Int

    func makeAsyncIterator() -> Iterator { Iterator(rows: rows, seen: seen) }

    struct Iterator: AsyncBufferedIteratorProtocol {
      private let rows: RowBroadcaster
      private var seen: Int
      private var ticks: AsyncStream<Void>.AsyncIterator?
      private var hasSentEnd = false

      init(rows: RowBroadcaster, seen: Int) {
        self.rows = rows
        self.seen = seen
      }

      mutating func next() async throws -> UInt8? { nil }

      mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
        if ticks == nil { ticks = await rows.ticks().makeAsyncIterator() }
        while !hasSentEnd {
          let (message, count) = await rows.message(after: seen)
          if let message {
            seen = count
            return Self.event("rows", id: count, message)
          }
          if await rows.hasEnded {
            hasSentEnd = true
            return Self.event("end", id: seen, "{}")
          }
          guard await ticks?.next() != nil else { return nil }
        }
        return nil
      }

      private static func event(_ name: String, id: Int, _ data: String) -> [UInt8] {
        Array("event: \(name)\nid: \(id)\ndata: \(data)\n\n".utf8)
      }
    }
  }
#endif
