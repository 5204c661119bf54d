#if Tool
/// Which option of the tool answers what a library says. Libraries show the fact and the rule; the
/// options are added here, in one place.
enum FlagHint {
  /// The words of a library, and what is added to a line that has them.
  private static let hints: [(fact: String, hint: String)] = [
    ("or say how many rows a second there are", " (--rate does)"),
    ("the log has no clock: time is the ", " (--rate changes it)"),
    ("whether they are degrees or radians", " (import --angles does)"),
    (" with a decimal comma;", " (--decimal , reads such files)"),
    (" with a comma; decimals", " (--decimal , where commas are decimal marks)"),
    (", a date; write seconds", " (--columns t=t_s:iso,range=range_m reads such times)"),
    ("there is a study already; go on with it", " (--resume)"),
    ("Unknown option '--config'", " (the columns of a settings file: --columns FILE)"),
    ("there is no mapping actuators", "; `lubdub preset --actuators` prints an example"),
  ]
  /// Words of a library and how the line with them ends, and what is added to it.
  private static let endings: [(fact: String, ending: String, hint: String)] = [
    (" recordings: ", " is taken", ", --recording chooses another"),
    (" links: ", " is taken", ", --peer chooses another"),
    ("links so far: ", " is taken, the first", "; --peer chooses another"),
    ("of no known", ", of no known format so far", "; --from names one"),
    ("is not", " is not a setting", "; `lubdub preset --all` prints all of them"),
  ]

  /// The text with the options that its lines call for.
  static func added(to text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let hint = hints.first { line.contains($0.fact) }?.hint ?? ""
      let ending = endings.first { line.contains($0.fact) && line.hasSuffix($0.ending) }?.hint ?? ""
      return line + hint + ending
    }.joined(separator: "\n")
  }
}
#endif
