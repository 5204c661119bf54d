/// How far a long search has come and how long it will still take, as one line on a terminal.
///
/// Nothing is written when standard error is no terminal.
struct ProgressBar {
  private let isShown = Console.Stream.error.isTerminal
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var next: ContinuousClock.Instant

  init() {
    start = clock.now
    next = start + .milliseconds(500)
  }

  /// Reports how many of the pieces of work are done.
  mutating func update(done: Int, total: Int) {
    guard isShown, clock.now >= next, total > 0 else { return }
    next = clock.now + .milliseconds(200)
    let share = min(1, Double(done) / Double(total))
    let filled = Int(share * 30)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    let spent = Double((clock.now - start).components.seconds)
    let left = share > 0 ? spent * (1 - share) / share : 0
    Console.draw(
      "\r\u{1B}[K[\(bar)] \(Int(share * 100)) %, \(Self.text(left)) left", to: .error)
  }

  /// Clears the line.
  func finish() {
    guard isShown, clock.now >= start + .milliseconds(500) else { return }
    Console.draw("\r\u{1B}[K", to: .error)
  }

  private static func text(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e6))
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}
