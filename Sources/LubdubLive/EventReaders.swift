/// Those who read the events of a player. What the first of them has missed is kept for it; what one is too slow
/// for is counted.
struct EventReaders<Event: Sendable>: Sendable {
  /// How many events could not be kept for a reader, or came while there was none.
  private(set) var missed = 0

  private let limit: Int
  private var readers: [Int: AsyncStream<Event>.Continuation] = [:]
  private var count = 0
  private var early: [Event] = []

  init(limit: Int) { self.limit = limit }

  /// Hands an event to every reader. Without one, it waits for the first where `waits` says so.
  mutating func yield(_ event: Event, waits: Bool) {
    guard !readers.isEmpty else {
      if count == 0, waits, early.count < limit { early.append(event) } else { missed += 1 }
      return
    }
    for reader in readers.values {
      if case .dropped = reader.yield(event) { missed += 1 }
    }
  }

  mutating func add(
    _ start: [Event], onEnd: @escaping @Sendable (Int) -> Void
  ) -> AsyncStream<Event> {
    let (stream, reader) = AsyncStream<Event>.makeStream(
      bufferingPolicy: .bufferingNewest(max(limit, early.count + start.count)))
    let number = count
    count += 1
    for event in early + start { reader.yield(event) }
    early = []
    reader.onTermination = { _ in onEnd(number) }
    readers[number] = reader
    return stream
  }

  mutating func remove(_ number: Int) { readers[number] = nil }

  mutating func finish() {
    for reader in readers.values { reader.finish() }
    readers = [:]
  }
}
