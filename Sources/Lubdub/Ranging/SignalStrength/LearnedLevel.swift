/// What was learned about the level of a link: by ranges, or by a person.
package struct LearnedLevel: Sendable {
  /// At one metre, and one standard deviation; `nil` where nobody has taught it.
  package var power: (mean: DBm, deviation: Decibels)?
  /// How often a person has said where the devices are.
  package var teachings = 0
  /// Why the last of these is doubtful.
  package var doubt: TeachingDoubt?
}

/// Why what a person has said about the distance may not be what is so.
public enum TeachingDoubt: Sendable, Hashable {
  /// The level still moved in the last seconds, by so much: nobody stood there yet.
  case levelMoved(Decibels)
  /// The level at one metre is off by so much from what was taught before: another place, or a body in the way.
  case contradicts(Decibels)
}
