/// Advice on the result of a search, with the same sentences for terminal, file, and page. Contact comes first, because
/// later contact is never a gain unless the user requests it.
struct TuningAdvice {
  let sentences: [String]

  init(_ result: TuningResult) {
    sentences =
      result.datasets.compactMap { Self.contact($0) } + Self.bounds(result) + [Self.verdict(result)]
      + Self.calibration(result)
  }

  /// The basis of a figure: candidates chosen without each session, or the recordings of the search.
  private static func basis(_ set: TuningResult.Dataset) -> String {
    set.heldOut == nil ? "these recordings" : "held out"
  }

  /// Each bound with its evidence, and the cost of all bounds together.
  private static func bounds(_ result: TuningResult) -> [String] {
    result.datasets.flatMap { set -> [String] in
      let bounds = result.bounds(set)
      guard !bounds.isEmpty else { return [] }
      let losses = worse(set.heldOut ?? set.tuned, set.defaults, butFor: bounds.map(\.goal))
      return bounds.map { "\(set.name.visible): \(sentence($0))" }
        + (losses.isEmpty
          ? []
          : ["\(set.name.visible): the price is \(losses.joined(separator: ", ")) (\(basis(set)))."])
    }
  }

  private static func sentence(_ bound: TuningResult.Bound) -> String {
    let (now, then) = (bound.heldOut ?? bound.here, bound.before)
    let basis = bound.heldOut == nil ? "these recordings" : "held out"
    let (figures, unit): (String, String) =
      switch bound.goal {
      case .contact(let time, let share):
        (
          "contact within \(number(time, 3)) s for \(percent(now)) of the contacts, \(percent(then)) before (\(basis)); "
            + "the bound is \(percent(share))", "more contact"
        )
      case .falseChanges(let most):
        (
          "\(number(now, 1)) false changes per hour, \(number(then, 1)) before (\(basis)); the bound is "
            + "at most \(number(most, 3))", "more minute"
        )
      }
    let answer =
      switch bound.answer {
      case .yes: ". The bound is met."
      case .no: ". The bound is not met."
      case .record(let count):
        ". Not enough to say whether the bound is met: record \(counted(count, unit))."
      case nil: "."
      }
    return figures + answer
      + (bound.isMetHere
        ? "" : " No searched settings meet the bounds on these recordings.")
  }

  /// The measures that got worse, except contact.
  private static func worse(
    _ after: Summary, _ before: Summary, butFor goals: [Goal] = []
  ) -> [String] {
    Measure.allCases.compactMap { measure in
      let isBound = measure == .falseChanges && goals.contains { $0.isOfFalseChanges }
      guard measure != .cost, measure != .lateContact, !isBound, let now = after.value(of: measure),
        let then = before.value(of: measure), now - then >= measure.grain / 2
      else { return nil }
      return "\(measure.rawValue) \(number(now, 3)) instead of \(number(then, 3)) \(measure.unit)"
    }
  }

  private static func verdict(_ result: TuningResult) -> String {
    guard result.front.isEmpty, let test = result.test else { return front(result) }
    let changed = TuningText.changes(result).map { $0[0] }
    let gain = Self.gain(test.expected, test) + " (held out)"
    switch test.verdict {
    case .unfit:
      return
        "Keep your settings: the truth does not follow the readings, so there is no verdict. Is it from the same walk, "
        + "and on the same clock?"
    case _ where !result.task.objective.goals.isEmpty && result.task.hasTruth && !changed.isEmpty:
      return result.isAdvised
        ? "Use these settings if bounds come first: change \(changed.joined(separator: ", "))."
        : "Keep your settings: no others are shown to meet the bounds."
    case _ where changed.isEmpty: return "Keep your settings: the search found no better settings."
    case _ where !result.task.hasTruth:
      return
        "Not enough to say whether they are better: recordings without a truth are scored against their own smoothed "
        + "distance, by which the settings are \(gain). Record truth_m, or the events touched, released, and at."
    case .tooFew:
      return
        "Not enough to say whether they are better, from \(counted(test.sessions, "session")). The best settings "
        + "found are expected to be \(gain)"
        + (test.record > 1000
          ? "; it would take more than 1,000 sessions to show this."
          : test.record > 0
            ? "; record \(counted(test.record, "more session"))."
            : ", and the levels follow their own truth no better than the truth of other recordings.")
    case .keep:
      return
        "Keep your settings: no gain beyond luck. The best settings found are expected to be \(gain)."
    case .take, .trade:
      let isOpen = changed.contains { $0.hasPrefix("zones.") } && !result.isMeasuredAtRest
      let place = isOpen ? " where people move" : ""
      let start =
        test.verdict == .take
        ? "\(isOpen ? "Try" : "Use") these settings\(place)"
        : "\(isOpen ? "Try" : "Use") these settings\(place) if you accept later contact"
      return
        "\(start): change \(changed.joined(separator: ", ")), and expect them to be \(gain), "
        + "at least \(percent(test.atLeast)), on other sessions" + zones(result)
        + price(test, result)
    }
  }

  private static func gain(_ share: Double, _ test: GainTest) -> String {
    let amount = percent(abs(share))
    return switch test.loss {
    case .felt:
      "wrong for \(amount) \(share < 0 ? "more" : "less") of the time (zones, false changes, late contacts)"
    case .beat: "\(amount) \(share < 0 ? "farther from" : "nearer to") the true beat"
    case .objective: amount + (share < 0 ? " higher in cost" : " lower in cost")
    }
  }

  /// The cost of the gain, on the recordings of the search.
  private static func price(_ test: GainTest, _ result: TuningResult) -> String {
    let later = test.laterContacts
    let losses =
      (later > 0
        ? ["\(counted(Int(min(later, 1e9)), "more contact")) felt later than 1 s"] : [])
      + (result.datasets.count == 1
        ? result.datasets.flatMap { worse($0.tuned, $0.defaults) } : [])
    return losses.isEmpty
      ? "." : ". The price: \(losses.joined(separator: ", ")) (these recordings)."
  }

  private static func front(_ result: TuningResult) -> String {
    result.front.count == 1
      ? "One point is best in all objectives: use it, or keep your settings."
      : "Choose a point of the front: point at a mark to read its settings, and copy them."
  }

  private static func contact(_ set: TuningResult.Dataset) -> String? {
    guard let after = (set.heldOut ?? set.tuned).value(of: .lateContact),
      let before = set.defaults.value(of: .lateContact)
    else { return nil }
    return
      "\(set.name.visible): \(percent(1 - after)) of the contacts are felt within 1 s, \(percent(1 - before)) before "
      + "(\(basis(set)))."
  }

  private static func zones(_ result: TuningResult) -> String {
    guard result.datasets.count == 1, let set = result.datasets.first,
      let after = set.heldOut?.value(of: .wrongZone),
      let before = set.defaults.value(of: .wrongZone)
    else { return "" }
    return
      ": the wrong zone for \(percent(after)) of the time instead of \(percent(before)) (held out)"
  }

  private static func calibration(_ result: TuningResult) -> [String] {
    if result.task.isCalibrated, result.task.keepsCalibration {
      return ["Your settings contain a calibration, which stays as it is."]
    }
    guard let set = result.datasets.first, let bare = set.uncalibrated?.value(of: .range),
      let fitted = set.defaults.value(of: .range)
    else { return [] }
    let figures =
      "the error of the range is \(number(fitted, 3)) with it and \(number(bare, 3)) without, "
      + "on recordings that it was not fitted to"
    guard result.task.sessionCount >= PairedComparison.leastSessions else {
      return [
        "Not enough to say whether the fitted calibration helps other recordings, from "
          + "\(counted(result.task.sessionCount, "session")) of at least \(PairedComparison.leastSessions): \(figures)."
      ]
    }
    return fitted < bare
      ? ["Keep the fitted calibration: \(figures)."]
      : ["The fitted calibration does not help: \(figures)."]
  }

  private static func percent(_ share: Double) -> String { NumberText.percent(share) }

  private static func number(_ value: Double, _ decimals: Int) -> String {
    NumberText.rounded(value, decimals)
  }
}
