extension ReadError.Proposal {
  /// The options that read the file, ready for a shell; replace HZ by the number of rows per second.
  public var commandLine: String {
    var words = ["--columns \(Self.quoted(columns))"]
    if usesDecimalComma || thousandsMark != nil {
      let isComma = usesDecimalComma || thousandsMark == "."
      let marks = (isComma ? "," : ".") + (thousandsMark.map { String($0) } ?? "")
      words.append("--decimal \(Self.quoted(marks))")
    }
    if sorts { words.append("--reorder all") }
    if needsRate { words.append("--rate HZ") }
    return words.joined(separator: " ")
  }

  static func quoted(_ text: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=:,.-/")
    guard !text.allSatisfy({ plain.contains($0) }) else { return text }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "'\\''"))'"
  }
}
