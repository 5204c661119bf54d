internal import LubdubBench

/// What to do with the result of a search: the same sentence for terminal, file and page.
struct TuningAdvice {
  /// Whether the tuned settings are better than those before by more than luck.
  let isGain: Bool
  let sentence: String

  init(_ result: TuningResult) {
    let gain = 1 - (result.heldOutCost ?? result.cost)
    let scatter = result.groups.map(\.spread).max() ?? 0
    let open = result.heldOutInterval.flatMap { $0.contains(1) ? $0 : nil }
    let isSame = TuningText.changes(result).isEmpty
    isGain = result.front.isEmpty && !isSame && gain > scatter && gain > 0.01 && open == nil
    if !result.front.isEmpty {
      sentence =
        "Choose a point of the front: point at a mark to read its settings, and copy them."
    } else if isSame {
      sentence = "Keep your settings: the search found no better ones that hold out."
    } else if !isGain {
      sentence =
        "Keep your settings: no gain beyond luck. The best that was found is \(Self.share(gain))"
        + (result.heldOutCost == nil ? " on what it was tuned on" : " on held-out recordings")
        + (open.map(Self.text)
          ?? ", and searches with other seeds differ by \(Self.percent(scatter)).")
    } else if result.heldOutCost == nil {
      sentence =
        "Try these settings. They are \(Self.share(gain)) on what they were tuned on; no recording was "
        + "held out, so this may be luck."
    } else {
      sentence =
        "Take these settings. They are \(Self.share(gain)) than those before, on held-out recordings."
    }
  }

  private static func text(_ interval: ClosedRange<Double>) -> String {
    ". The 95 % interval of its cost is \(NumberText.rounded(interval.lowerBound, 3)) to "
      + "\(NumberText.rounded(interval.upperBound, 3)), and 1 is no change."
  }

  private static func share(_ gain: Double) -> String {
    percent(abs(gain)) + (gain < 0 ? " dearer" : " cheaper")
  }

  private static func percent(_ share: Double) -> String {
    "\(NumberText.rounded(100 * share, 1)) %"
  }
}
