/// That contact is felt soon: a bound that a search meets first, whatever the rest costs.
package struct ContactGoal: Sendable, Hashable, CustomStringConvertible {
  /// Its place among `Score.contactLimits`.
  let place: Int

  package static let share = 0.9

  /// How much dearer settings are by which no contact is felt so soon, in times.
  private static let weight = 10.0

  /// A goal such as `contact within 0.5 s`; `nil` for another text, and for times that are not counted.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 4, words[0] == "contact", words[1] == "within", words[3] == "s",
      let seconds = Double(words[2]),
      let place = Score.contactLimits.indices.first(where: { Score.contactLimits[$0] == seconds })
    else { return nil }
    self.place = place
  }

  package var description: String {
    "contact within \(SettingValue.text(Score.contactLimits[place])) s"
  }

  /// Whether a share of contacts is reached, from counts of recordings that were held out.
  package enum Answer: Sendable, Hashable {
    case yes
    case no
    /// So many more contacts would narrow the interval down to what gives an answer.
    case record(Int)
  }

  /// The widest 95 % interval by which a share is judged that it does not exclude.
  private static let widest = 0.25
  private static let mostContacts = 400.0

  /// By Wilson's interval ("Probable inference, the law of succession, and statistical inference", JASA 22 (1927)).
  package static func answer(_ good: Double, of count: Double, target: Double = share) -> Answer {
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

  /// The 95 % interval of a share of so many; all shares of none.
  package static func interval(_ share: Double, of count: Double) -> ClosedRange<Double> {
    guard count > 0 else { return 0...1 }
    let square = 1.959963984540054 * 1.959963984540054
    let middle = share + square / (2 * count)
    let half =
      (square * (share * (1 - share) / count + square / (4 * count * count))).squareRoot()
    let scale = 1 + square / count
    return max(0, (middle - half) / scale)...min(1, (middle + half) / scale)
  }

  /// 1 where the goal is met, and more the more contacts lack; 1 also without any contact.
  func price(_ summary: Summary) -> Double {
    1 + Self.weight * max(0, Self.share - (summary.share(of: self) ?? 1))
  }
}
