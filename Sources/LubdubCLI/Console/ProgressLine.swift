/// How far a long input has been read, as one line on a terminal that rewrites itself.
/// Nothing is written when standard error is no terminal.
struct ProgressLine {
  private let total: Int?
  private let isShown = Console.Stream.error.isTerminal
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var next: ContinuousClock.Instant

  /// A line for an input of `total` bytes, where that is known. It first appears after a second.
  init(total: Int?) {
    self.total = total
    start = clock.now
    next = start + .seconds(1)
  }

  mutating func update(bytes: Int, rows: Int) {
    guard isShown, clock.now >= next else { return }
    next = clock.now + .milliseconds(200)
    let share = total.map { $0 > 0 ? "\(min(100, bytes * 100 / $0)) %, " : "" } ?? ""
    Console.draw("\r\u{1B}[K\(share)\(rows) rows", to: .error)
  }

  func finish() {
    guard isShown, clock.now >= start + .seconds(1) else { return }
    Console.draw("\r\u{1B}[K", to: .error)
  }
}
