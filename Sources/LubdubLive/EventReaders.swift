internal import Lubdub

/// The readers of the events of a player. Events before the first reader are kept for this reader; events that a slow reader
/// misses are counted. Their streams end with this value.
struct EventReaders<Event: Sendable>: ~Copyable, Sendable {
  /// The number of events that could not be kept for a reader, or that arrived while there was no reader.
  private(set) var missed = 0

  private let limit: Int
  private var readers: [Int: AsyncStream<Event>.Continuation] = [:]
  private var count = 0
  private var early: [Event] = []

  init(limit: Int) throws(SettingError) {
    guard limit > 0 else {
      throw SettingError(key: "eventLimit", found: "\(limit)", expected: "a number from 1 up")
    }
    self.limit = limit
  }

  deinit { for reader in readers.values { reader.finish() } }

  /// Delivers an event to every reader. Without a reader, the event is kept for the first reader if `waits` is true.
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
