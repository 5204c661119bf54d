package import LubdubBench

/// Which of two settings to take: never one of which something is not felt any more, and none that the recordings do
/// not say enough about.
package struct ComparisonAdvice {
  package let sentence: String

  package init(_ comparison: PairedComparison, _ names: (String, String)) {
    func list(_ verdict: PairedComparison.Verdict) -> String {
      comparison.measures(verdict).map { $0?.rawValue ?? "cost" }.joined(separator: ", ")
    }
    let (first, second) = names
    let (better, worse) = (list(.better), list(.worse))
    let isLost = !comparison.losses.isEmpty
    switch (better.isEmpty, worse.isEmpty) {
    case (_, false) where better.isEmpty || isLost:
      sentence =
        "Keep \(first): \(second) is worse in \(worse)"
        + (better.isEmpty ? ", and better in nothing." : ", though better in \(better).")
    case (_, true) where isLost:
      sentence =
        "Keep \(first)" + (better.isEmpty ? "." : ", though \(second) is better in \(better).")
    case (false, false):
      sentence =
        "Choose by what matters: \(second) is better in \(better), and worse in \(worse)."
    case (false, true):
      sentence =
        "Take \(second): it is better in \(better), and worse in nothing that was measured."
    default:
      sentence = Self.open(comparison, first)
    }
  }

  /// Neither better nor worse.
  private static func open(_ comparison: PairedComparison, _ first: String) -> String {
    guard comparison.measures(.undecided).isEmpty else {
      return "Keep \(first): the recordings show no difference."
    }
    return "Not enough to say which is better: it takes at least "
      + "\(PairedComparison.leastSessions) sessions with \(PairedComparison.leastChanges) changes of the "
      + "true zone. Keep \(first)."
  }
}
