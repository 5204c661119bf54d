#if Studio
  import FlyingSocks

  /// The rows of a session as server-sent events: one message for all rows that are new, whose `id` is how
  /// many rows there are with them. A browser that lost the connection names the last one and goes on there.
  struct RowMessages: AsyncBufferedSequence {
    typealias Element = UInt8

    let board: RowBoard
    let seen: Int

    func makeAsyncIterator() -> Iterator { Iterator(board: board, seen: seen) }

    struct Iterator: AsyncBufferedIteratorProtocol {
      private let board: RowBoard
      private var seen: Int
      private var ticks: AsyncStream<Void>.AsyncIterator?
      private var hasToldEnd = false

      init(board: RowBoard, seen: Int) {
        self.board = board
        self.seen = seen
      }

      mutating func next() async throws -> UInt8? { nil }

      mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
        if ticks == nil { ticks = await board.ticks().makeAsyncIterator() }
        while !hasToldEnd {
          let (message, count) = await board.message(after: seen)
          if let message {
            seen = count
            return Self.event("rows", id: count, message)
          }
          if await board.hasEnded {
            hasToldEnd = true
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
