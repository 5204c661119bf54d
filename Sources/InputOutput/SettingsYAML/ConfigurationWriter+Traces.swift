public import Traces

extension ConfigurationWriter {
  /// How traces are read, as the keys of a settings file: `columns` and `decimal` of a CSV that is none of
  /// ours, and an NLOS profile. Empty where nothing of it is set.
  public static func write(_ options: ReadOptions) -> String {
    let mapping = options.columns
    var text = ""
    if let mapping, mapping != .tidyWithDecimalComma {
      text += "\n# the columns of the recordings: field=column:unit\n"
      text += "columns: \(quoted(mapping.text))\n"
    }
    if mapping?.usesDecimalComma == true { text += "\ndecimal: \",\"\n" }
    return text + (options.nlosProfile.map { write($0) } ?? "")
  }

  /// As one text in single quotes, in which only these are written twice.
  private static func quoted(_ text: String) -> String {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "''"))'"
  }
}
