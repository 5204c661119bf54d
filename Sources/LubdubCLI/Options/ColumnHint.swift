import TraceReading

/// The options that read a CSV whose header is not known, ready to be pasted.
enum ColumnHint {
  /// What is added to an error; `nil` where nothing can be proposed.
  static func text(for error: TraceError) -> String? {
    guard let proposal = error.proposal else { return nil }
    var text = "--columns \(quoted(proposal.mapping.text))"
    if proposal.mapping.usesDecimalComma { text += " --decimal ," }
    if proposal.needsRate { text += " --rate 10" }
    let rate = proposal.needsRate ? ", with the true number of rows a second" : ""
    return "to read it as it is\(rate): \(text)"
  }

  /// As one word of a shell.
  private static func quoted(_ text: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=:,.-")
    guard !text.allSatisfy({ plain.contains($0) }) else { return text }
    return
      "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
