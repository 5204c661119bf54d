/// A line on a terminal that rewrites itself during long work. If standard error is not a terminal, it writes nothing.
struct ProgressLine {
  private let isShown = Console.Stream.error.isTerminal
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let first: ContinuousClock.Instant
  private var next: ContinuousClock.Instant

  /// Creates a line that first appears after a pause.
  init(after pause: Duration) {
    start = clock.now
    first = start + pause
    next = first
  }

  mutating func update(_ text: (_ spent: Double) -> String) {
    guard isShown, clock.now >= next else { return }
    next = clock.now + .milliseconds(200)
    let spent = Double((clock.now - start).components.seconds)
    Console.draw("\r\u{1B}[K" + text(spent), to: .error)
  }

  func finish() {
    guard isShown, clock.now >= first else { return }
    Console.draw("\r\u{1B}[K", to: .error)
  }
}

/// The progress through a long input: its completed share, and the number of its rows.
struct ReadingProgress {
  private let total: Int?
  private var line = ProgressLine(after: .seconds(1))

  /// Creates the progress through an input of `total` bytes; `nil` if the total is unknown.
  init(total: Int?) { self.total = total }

  mutating func update(bytes: Int, rows: Int) {
    line.update { [total] _ in
      (total.map { $0 > 0 ? "\(min(100, bytes * 100 / $0))%, " : "" } ?? "") + "\(rows) rows"
    }
  }

  func finish() { line.finish() }
}
