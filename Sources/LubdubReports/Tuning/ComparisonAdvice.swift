package import LubdubBench

/// Which of two settings to take: never those with which something is not felt, and none that the recordings do not say
/// enough about.
package struct ComparisonAdvice {
  package let sentence: String

  /// - Parameter fitted: Those of the two that were made from these recordings: what they win here may be luck.
  package init(
    _ comparison: PairedComparison, _ names: (String, String), fitted: Set<String> = []
  ) {
    func list(_ verdict: PairedComparison.Verdict) -> String {
      comparison.measures(verdict).map { $0?.rawValue ?? "cost" }.joined(separator: ", ")
    }
    let (first, second) = names
    let (better, worse) = (list(.better), list(.worse))
    sentence =
      switch (comparison.lossesOfFirst.isEmpty, comparison.losses.isEmpty) {
      case (true, false):
        Self.fitted(first, fitted)
          ?? "Keep \(first)" + (better.isEmpty ? "." : ", though \(second) is better in \(better).")
      case (false, true):
        Self.fitted(second, fitted)
          ?? "Leave \(first): what is not felt with it is felt with \(second)"
          + (worse.isEmpty ? "." : ", which is worse in \(worse).")
      case (false, false):
        "Choose by what matters: with each of the two something is not felt."
      case (true, true):
        switch (better.isEmpty, worse.isEmpty) {
        case (false, false):
          "Choose by what matters: \(second) is better in \(better), and worse in \(worse)."
        case (false, true):
          Self.fitted(second, fitted)
            ?? "Take \(second): it is better in \(better), and worse in nothing that was measured."
        case (true, false):
          Self.fitted(first, fitted)
            ?? "Keep \(first): \(second) is worse in \(worse), and better in nothing."
        case (true, true): Self.open(comparison, first)
        }
      }
  }

  /// What is said of the better one in place of a verdict, where it was made from these recordings.
  private static func fitted(_ name: String, _ fitted: Set<String>) -> String? {
    guard fitted.contains(name) else { return nil }
    return
      "Not enough to say: \(name) is better here, and was made from these recordings. Compare on "
      + "recordings that it has not seen."
  }

  /// Neither better nor worse.
  private static func open(_ comparison: PairedComparison, _ first: String) -> String {
    if !comparison.ground.hasSameEdges {
      return
        "Not enough to say which is better: the two have different edges. --set zones.edges=[…] "
        + "compares the rest with the same edges."
    }
    guard comparison.measures(.undecided).isEmpty else {
      return "Keep \(first): the recordings show no difference."
    }
    return "Not enough to say which is better: it takes at least "
      + "\(PairedComparison.leastSessions) sessions with \(PairedComparison.leastChanges) changes of the "
      + "true zone. Keep \(first)."
  }
}
