/// What to do with the result of a search: the same sentences for terminal, file and page. Contact comes first, for
/// later contact is never a gain unless it was asked for.
struct TuningAdvice {
  let isGain: Bool
  let sentences: [String]

  init(_ result: TuningResult) {
    let contact = result.datasets.compactMap(Self.contact)
    let (isGain, verdict) = Self.verdict(result, isContactLater: contact.contains(where: \.isLater))
    self.isGain = isGain
    sentences = contact.map(\.text) + Self.price(result) + [verdict] + Self.calibration(result)
  }

  private static let leastShare = 0.01

  private static func price(_ result: TuningResult) -> [String] {
    guard let goal = result.task.objective.goal else { return [] }
    return result.datasets.compactMap { set in
      let (after, before) = (set.heldOut ?? set.tuned, set.heldOutDefaults ?? set.defaults)
      guard let share = after.share(of: goal), let old = before.share(of: goal) else { return nil }
      let losses = Measure.allCases.compactMap { measure -> String? in
        guard measure != .cost, measure != .lateContact, let now = after.value(of: measure),
          let then = before.value(of: measure), now - then >= measure.grain / 2
        else { return nil }
        return
          "\(measure.rawValue) \(number(now, 3)) in place of \(number(then, 3)) \(measure.unit)"
      }
      if share < ContactGoal.share, share < old + leastShare {
        return
          "\(set.name.visible): no settings that were searched bring \(goal) for \(percent(ContactGoal.share)) of the "
          + "contacts; with these it is \(percent(share)), \(percent(old)) before."
      }
      return
        "\(set.name.visible): \(goal) for \(percent(share)) of the contacts, \(percent(old)) before"
        + (share < ContactGoal.share ? "; \(percent(ContactGoal.share)) were wanted" : "")
        + (losses.isEmpty
          ? ", and nothing else that was measured is worse."
          : ". Its price: \(losses.joined(separator: ", ")).")
    }
  }

  private static func verdict(
    _ result: TuningResult, isContactLater: Bool
  ) -> (isGain: Bool, text: String) {
    let gain = 1 - (result.heldOutCost ?? result.cost)
    let open = result.heldOutInterval.flatMap { $0.contains(1) ? $0 : nil }
    let changed = TuningText.changes(result).map { $0[0] }
    guard result.front.isEmpty else { return (false, front(result)) }
    guard !changed.isEmpty else {
      return (false, "Keep your settings: the search found no better ones that hold out.")
    }
    guard result.task.hasTruth else {
      return (
        false,
        "Not enough to say whether they are better: recordings without a truth are scored against their own smoothed "
          + "distance, and are \(share(gain)) by that. Record truth_m, or say touched, released and at."
      )
    }
    guard result.hasGround else {
      return (
        false,
        "Not enough to say whether they are better: \(counted(result.task.sessionCount, "session")) with "
          + "\(counted(result.trueChanges, "change")) of the true zone; it takes at least "
          + "\(PairedComparison.leastSessions) with \(PairedComparison.leastChanges). On "
          + (result.heldOutCost == nil ? "what they were tuned on" : "what was held out")
          + " they are \(share(gain))."
      )
    }
    if isContactLater, !result.task.objective.asksForContact {
      return (false, "Keep your settings: contact would be felt later, and was not asked for.")
    }
    let scatter = result.groups.map(\.spread).max() ?? 0
    guard gain > scatter, gain > 0.01, open == nil else {
      return (
        false,
        "Keep your settings: no gain beyond luck. The best that was found is \(share(gain))"
          + (result.heldOutCost == nil ? " on what it was tuned on" : " on held-out recordings")
          + (open.map(text) ?? ", and searches with other seeds differ by \(percent(scatter)).")
      )
    }
    guard result.heldOutCost != nil else {
      return (
        true,
        "Try these settings. They are \(share(gain)) on what they were tuned on; no recording was "
          + "held out, so this may be luck."
      )
    }
    let isOpen = changed.contains { $0.hasPrefix("zones.") } && !result.isMeasuredAtRest
    return (
      true,
      "\(isOpen ? "Try these settings where people move" : "Take these settings"): change \(changed.joined(separator: ", ")), and expect them to be \(share(gain))"
        + (result.heldOutInterval.map {
          ", between \(number(1 - $0.upperBound)) and \(percent(1 - $0.lowerBound))"
        } ?? "") + ", on recordings that they have not seen" + zones(result) + "."
    )
  }

  private static func front(_ result: TuningResult) -> String {
    result.front.count == 1
      ? "One point is best in everything that was asked for: take it, or keep your settings."
      : "Choose a point of the front: point at a mark to read its settings, and copy them."
  }

  private static func contact(_ set: TuningResult.Dataset) -> (text: String, isLater: Bool)? {
    guard let after = (set.heldOut ?? set.tuned).value(of: .lateContact),
      let before = (set.heldOutDefaults ?? set.defaults).value(of: .lateContact)
    else { return nil }
    return (
      "\(set.name.visible): \(percent(1 - after)) of the contacts are felt within 1 s, \(percent(1 - before)) before.",
      after > before + 0.01
    )
  }

  private static func zones(_ result: TuningResult) -> String {
    guard result.datasets.count == 1, let set = result.datasets.first,
      let after = set.heldOut?.value(of: .wrongZone),
      let before = set.heldOutDefaults?.value(of: .wrongZone)
    else { return "" }
    return ": the wrong zone for \(percent(after)) of the time in place of \(percent(before))"
  }

  private static func calibration(_ result: TuningResult) -> [String] {
    if result.task.isCalibrated, result.task.keepsCalibration {
      return ["Your settings hold a calibration, which stays as it is."]
    }
    guard let set = result.datasets.first, let bare = set.uncalibrated?.value(of: .range),
      let fitted = set.defaults.value(of: .range)
    else { return [] }
    let figures =
      "the error of the range is \(number(fitted, 3)) with it and \(number(bare, 3)) without, "
      + "on recordings that it was not fitted to"
    guard result.task.sessionCount >= PairedComparison.leastSessions else {
      return [
        "Not enough to say whether the calibration that was fitted helps other recordings, from "
          + "\(counted(result.task.sessionCount, "session")) of at least \(PairedComparison.leastSessions): \(figures)."
      ]
    }
    return fitted < bare
      ? ["Keep the calibration that was fitted: \(figures)."]
      : ["The calibration that was fitted does not help: \(figures)."]
  }

  private static func text(_ interval: ClosedRange<Double>) -> String {
    ". The 95 % interval of its cost is \(number(interval.lowerBound, 3)) to "
      + "\(number(interval.upperBound, 3)), and 1 is no change."
  }

  private static func share(_ gain: Double) -> String {
    percent(abs(gain)) + (gain < 0 ? " dearer" : " cheaper")
  }

  private static func percent(_ share: Double) -> String { NumberText.percent(share) }

  private static func number(_ share: Double) -> String { number(100 * share, 1) }
  private static func number(_ value: Double, _ decimals: Int) -> String {
    NumberText.rounded(value, decimals)
  }
}
