internal import RealModule

/// A bound that a search meets before it minimizes the measures.
package enum Goal: Sendable, Hashable, CustomStringConvertible {
  /// A share of the contacts that must be felt within a time, in s.
  case contact(within: Double, share: Double)
  case falseChanges(perHour: Double)

  private static let usualShare = 0.9

  /// The accepted forms of a goal.
  package static let forms =
    "'contact within S s', 'contact within S s in P%', or 'at most N false changes an hour'"

  /// Reads a goal such as `contact within 0.5 s in 75%` or `at most 2 false changes an hour`; `nil` for another text.
  package init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ").flatMap { word in
      word.hasSuffix("%") ? [String(word.dropLast()), "%"].filter { !$0.isEmpty } : [String(word)]
    }
    func number(_ place: Int, _ range: ClosedRange<Double>) -> Double? {
      Double(words[place]).flatMap { range.contains($0) ? $0 : nil }
    }
    switch words.count {
    case 4 where words[0...1] == ["contact", "within"] && words[3] == "s",
      7
    where words[0...1] == ["contact", "within"] && words[3...4] == ["s", "in"]
      && words[6] == "%":
      guard let time = number(2, ContactLimits.range),
        let percent = words.count == 4 ? 100 * Self.usualShare : number(5, 1...99.9)
      else { return nil }
      self = .contact(within: time, share: percent / 100)
    case 7
    where words[0...1] == ["at", "most"] && words[3...6] == ["false", "changes", "an", "hour"]:
      guard let most = number(2, 0...3600) else { return nil }
      self = .falseChanges(perHour: most)
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .contact(let time, let share):
      "contact within \(SettingValue.text(time)) s"
        + (share == Self.usualShare ? "" : " in \(NumberText.percent(share))")
    case .falseChanges(let most): "at most \(SettingValue.text(most)) false changes an hour"
    }
  }

  package func isCounted(by limits: ContactLimits) -> Bool {
    time.map { limits.place(of: $0) != nil } ?? true
  }

  package var isOfFalseChanges: Bool { time == nil }

  /// The time limit for contacts, in s; `nil` for other goals.
  var time: Double? {
    if case .contact(let time, _) = self { time } else { nil }
  }

  /// Counts of felt contacts or of false changes, and their divisor: contacts, or hours.
  package struct Counts: Sendable, Hashable {
    package var count = 0.0
    package var ground = 0.0

    package var rate: Double? { ground > 0 ? count / ground : nil }
  }

  func counts(_ score: Score, _ limits: ContactLimits) -> Counts {
    switch self {
    case .contact(let time, _):
      Counts(
        count: limits.place(of: time).map { score.contactsWithin[$0] } ?? 0, ground: score.contacts)
    case .falseChanges: Counts(count: score.falseChanges, ground: score.totalTime / 3600)
    }
  }

  /// The distance of counts from the goal; 0 if the goal is met or nothing was counted.
  func lack(_ counts: Counts) -> Double {
    guard let rate = counts.rate else { return 0 }
    return switch self {
    case .contact(_, let share): max(0, share - rate)
    case .falseChanges(let most): max(0, rate - most) / max(1, most)
    }
  }

  /// Whether a goal is met, from counts of held-out recordings.
  package enum Answer: Sendable, Hashable {
    case yes
    case no
    /// The number of further contacts or minutes that would narrow the interval enough for an answer.
    case record(Int)
  }

  /// The answer by the 95% interval of the rate, if the interval excludes the bound or is narrow.
  package func answer(_ counts: Counts) -> Answer {
    switch self {
    case .contact(_, let share): Self.answer(counts.count, of: counts.ground, target: share)
    case .falseChanges(let most): Self.answer(counts, most: most)
    }
  }

  /// The widest interval that includes the bound and still gives an answer: a share for contacts, and relative to the bound
  /// for a rate.
  private static let widest = 0.25
  private static let mostContacts = 400.0
  private static let mostMinutes = 6000

  private static func answer(_ counts: Counts, most: Double) -> Answer {
    func interval(_ hours: Double) -> ClosedRange<Double> {
      // The rate of events stays equal over more hours.
      let events = counts.ground > 0 ? counts.count * hours / counts.ground : 0
      return rateInterval(events.rounded(), in: hours)
    }
    func decided(_ hours: Double) -> Answer? {
      let found = interval(hours)
      if found.upperBound <= most { return .yes }
      if found.lowerBound > most { return .no }
      guard found.upperBound - found.lowerBound <= widest * most else { return nil }
      return (counts.rate ?? 0) <= most ? .yes : .no
    }
    if let answer = decided(counts.ground) { return answer }
    var minutes = 1
    while minutes < mostMinutes, decided(counts.ground + Double(minutes) / 60) == nil {
      minutes = max(minutes + 1, minutes * 21 / 20)
    }
    return .record(min(minutes, mostMinutes))
  }

  /// The exact 95% interval of the rate of events over some hours (Garwood, "Fiducial limits for the Poisson distribution",
  /// Biometrika 28 (1936)).
  package static func rateInterval(_ events: Double, in hours: Double) -> ClosedRange<Double> {
    guard hours > 0 else { return 0...Double.infinity }
    /// The mean for which at most this number of events has the given probability.
    func mean(_ events: Double, _ probability: Double) -> Double {
      var (low, high) = (0.0, events + 10 * (events + 1).squareRoot() + 10)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if atMost(events, middle) > probability { low = middle } else { high = middle }
      }
      return (low + high) / 2
    }
    return (events > 0 ? mean(events - 1, 0.975) : 0) / hours...mean(events, 0.025) / hours
  }

  /// The probability of at most this number of events, for their mean.
  private static func atMost(_ events: Double, _ mean: Double) -> Double {
    guard mean > 0 else { return 1 }
    var (sum, logarithm) = (0.0, -mean)
    var count = 0.0
    repeat {
      sum += .exp(logarithm)
      count += 1
      logarithm += .log(mean / count)
    } while count <= events
    return sum
  }

  /// The answer by Wilson's interval ("Probable inference, the law of succession, and statistical inference", JASA 22
  /// (1927)).
  private static func answer(_ good: Double, of count: Double, target: Double) -> Answer {
    let reached = count > 0 ? good / count : 0
    let found = interval(reached, of: count)
    if found.lowerBound >= target { return .yes }
    if found.upperBound < target { return .no }
    if found.upperBound - found.lowerBound <= widest { return reached >= target ? .yes : .no }
    var needed = count
    repeat {
      needed += 1
      let next = interval(count > 0 ? reached : target, of: needed)
      if next.upperBound - next.lowerBound <= widest { break }
    } while needed < mostContacts
    return .record(Int(min(needed - count, mostContacts)))
  }

  /// The 95% interval of a share of a count; 0...1 for a count of zero.
  package static func interval(_ share: Double, of count: Double) -> ClosedRange<Double> {
    guard count > 0 else { return 0...1 }
    let square = 1.959963984540054 * 1.959963984540054
    let middle = share + square / (2 * count)
    let half =
      (square * (share * (1 - share) / count + square / (4 * count * count))).squareRoot()
    let scale = 1 + square / count
    return max(0, (middle - half) / scale)...min(1, (middle + half) / scale)
  }
}
