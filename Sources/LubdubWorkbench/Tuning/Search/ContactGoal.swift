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

  /// 1 where the goal is met, and more the more contacts lack; 1 also without any contact.
  func price(_ summary: Summary) -> Double {
    1 + Self.weight * max(0, Self.share - (summary.share(of: self) ?? 1))
  }
}
