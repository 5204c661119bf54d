/// Which option of the tool answers what a library says. Libraries tell the fact and the rule; the
/// options are added here, in one place.
enum FlagHint {
  /// The words of a library, and what is added to a line that has them.
  private static let hints: [(fact: String, hint: String)] = [
    ("the log has no clock: time is the ", " (--rate changes it)"),
    ("whether they are degrees or radians", " (import --angles does)"),
    (" with a decimal comma", " (--decimal , reads such files)"),
    (", a date; write seconds", " (--columns t=t_s:iso,range=range_m reads such times)"),
    ("there is a study already; go on with it", " (--resume)"),
    ("there is no mapping actuators", "; `lubdub preset --actuators` prints an example"),
    ("is not a setting, and none is near", "; `lubdub preset` prints all of them"),
  ]

  /// The text with the options that its lines call for.
  static func added(to text: String) -> String {
    guard text.hasSuffix(" is taken") || hints.contains(where: { text.contains($0.fact) }) else {
      return text
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let hint = hints.first { line.contains($0.fact) }?.hint ?? ""
      let choice = line.hasSuffix(" is taken") ? ", --peer chooses another" : ""
      return "\(line)\(hint)\(choice)"
    }.joined(separator: "\n")
  }
}
