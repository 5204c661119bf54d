/// How far a long search has come and how long it will still take, as one line on a terminal.
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

  static func shown<Value>(
    during work: (_ update: (_ done: Int, _ total: Int) -> Void) throws -> Value
  ) rethrows -> Value {
    var bar = ProgressBar()
    defer { bar.finish() }
    return try work { bar.update(done: $0, total: $1) }
  }

  mutating func update(done: Int, total: Int) {
    guard isShown, clock.now >= next, total > 0 else { return }
    next = clock.now + .milliseconds(200)
    let share = min(1, Double(done) / Double(total))
    let spent = Double((clock.now - start).components.seconds)
    Console.draw("\r\u{1B}[K" + Self.line(share: share, spent: spent), to: .error)
  }

  /// How much must be done before it shows how long the rest takes.
  private static let tellingShare = 0.05

  static func line(share: Double, spent: Double) -> String {
    let filled = Int(share * 30)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    let done = "[\(bar)] \(Int(share * 100)) %"
    guard share >= tellingShare else { return done }
    return "\(done), \(text(spent * (1 - share) / share)) left"
  }

  func finish() {
    guard isShown, clock.now >= start + .milliseconds(500) else { return }
    Console.draw("\r\u{1B}[K", to: .error)
  }

  private static func text(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e6))
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}
