/// The bar of a long search, with the completed share and the remaining time.
enum ProgressBar {
  static func shown<Value>(
    during work: (_ update: (_ done: Int, _ total: Int) -> Void) throws -> Value
  ) rethrows -> Value {
    var line = ProgressLine(after: .milliseconds(500))
    defer { line.finish() }
    return try work { done, total in
      guard total > 0 else { return }
      let share = min(1, Double(done) / Double(total))
      line.update { Self.line(share: share, spent: $0) }
    }
  }

  /// The share of the work after which the bar shows the remaining time.
  private static let tellingShare = 0.05

  static func line(share: Double, spent: Double) -> String {
    let filled = Int(share * 30)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    let done = "[\(bar)] \(Int(share * 100))%"
    guard share >= tellingShare else { return done }
    return "\(done), \(text(spent * (1 - share) / share)) left"
  }

  private static func text(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e6))
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}
