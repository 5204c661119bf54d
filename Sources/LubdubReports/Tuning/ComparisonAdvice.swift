/// Advice for the choice between two settings. It never recommends settings that lose a felt effect, or settings without
/// enough evidence.
package struct ComparisonAdvice {
  package let sentence: String

  /// Creates the advice on two settings. Settings in `fitted` were made from these recordings, so their gains may be chance.
  /// `withheld` is the reason why the recordings allow no verdict.
  package init(
    _ comparison: PairedComparison, _ names: (String, String), fitted: Set<String> = [],
    withheld: String? = nil
  ) {
    func list(_ verdict: PairedComparison.Verdict) -> String {
      comparison.measures(verdict).map { $0?.rawValue ?? "cost" }.joined(separator: ", ")
    }
    func doubt(_ name: String) -> String? {
      if let withheld { return "Not enough to say: \(withheld)." }
      guard fitted.contains(name) else { return nil }
      return
        "Not enough to say: \(name) is better here, but was made from these recordings. Compare on "
        + "other recordings."
    }
    let (first, second) = names
    let (better, worse) = (list(.better), list(.worse))
    sentence =
      switch (comparison.lossesOfFirst.isEmpty, comparison.losses.isEmpty) {
      case (true, false):
        doubt(first)
          ?? "Keep \(first)" + (better.isEmpty ? "." : ", though \(second) is better in \(better).")
      case (false, true)
      where worse.isEmpty && (comparison.hasGround || comparison.ground.isFirstSilent):
        doubt(second) ?? "Use \(second): it lets you feel what \(first) misses."
      case (false, true) where worse.isEmpty: Self.tooFew
      case (false, true):
        doubt(second)
          ?? "Choose by what matters: \(second) lets you feel what \(first) misses, but is worse in \(worse)."
      case (false, false):
        "Choose by what matters: each of the two misses something that you would feel."
      case (true, true):
        switch (better.isEmpty, worse.isEmpty) {
        case (false, false):
          doubt(second)
            ?? "Choose by what matters: \(second) is better in \(better), but worse in \(worse)."
        case (false, true):
          doubt(second)
            ?? "Use \(second): it is better in \(better), and no measure is worse."
        case (true, false):
          doubt(first) ?? "Keep \(first): \(second) is worse in \(worse), and no measure is better."
        case (true, true):
          withheld == nil ? Self.open(comparison, first) : "Not enough to say: \(withheld ?? "")."
        }
      }
  }

  private static let tooFew =
    "Not enough to say which is better: this needs at least \(PairedComparison.leastSessions) sessions with "
    + "\(PairedComparison.leastChanges) changes of the true zone."

  private static func open(_ comparison: PairedComparison, _ first: String) -> String {
    if !comparison.ground.hasSameEdges {
      return
        "Not enough to say which is better: the two settings have different edges. --set zones.edges=[…] "
        + "compares the rest with the same edges."
    }
    guard comparison.measures(.undecided).isEmpty else {
      return "Keep \(first): the recordings show no difference."
    }
    return "\(tooFew) Keep \(first)."
  }
}
