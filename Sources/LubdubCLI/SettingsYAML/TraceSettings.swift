// The keys of a settings file for reading traces, which the pipeline does not use.
extension SettingsDocument {
  /// The columns of traces in other formats, from the key `columns`: one text, or one key per field.
  package var traceColumns: String? {
    get throws(SettingsFileError) {
      if let entry = entries.last(where: { $0.key == "columns" }) { return try name(entry) }
      let prefix = "columns."
      var fields: [String] = []
      for entry in entries where entry.key.utf8.starts(with: prefix.utf8) {
        let field = String(entry.key.dropFirst(prefix.count)) + "=" + (try name(entry))
        // A name with a comma is one field.
        let isPlain = field.utf8.allSatisfy { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }
        fields.append(isPlain || field.utf8.contains(UInt8(ascii: "\"")) ? field : "\"\(field)\"")
      }
      guard let first = fields.first else { return nil }
      return fields.dropFirst().reduce(first) { $0 + "," + $1 }
    }
  }

  /// The pattern of lines of logs that are not tables, from the key `pattern`.
  package var tracePattern: String? {
    get throws(SettingsFileError) { try entries.last { $0.key == "pattern" }.map(name) }
  }

  package var traceDecimalMark: String? {
    get throws(SettingsFileError) {
      try mark("decimal", rule: "decimal must be \".\" or \",\"") { [".", ","].contains($0) }
    }
  }

  /// The thousands separator of traces in other formats, from the key `thousands`.
  package var traceThousandsMark: String? {
    get throws(SettingsFileError) {
      try mark("thousands", rule: "thousands is not a separator, expected one such as \",\"") {
        $0.utf8.count == 1
      }
    }
  }

  private func mark(
    _ key: String, rule: String, _ suits: (String) -> Bool
  ) throws(SettingsFileError) -> String? {
    guard let entry = entries.last(where: { $0.key == key }) else { return nil }
    guard let mark = entry.value.text, suits(mark) else {
      throw SettingsFileError(source: source, line: entry.line, rule: rule)
    }
    return mark
  }

  /// The correction of raw ultra-wideband ranges: `nlos.slope`, in meters from 0 to 5, and `nlos.center`, a score from 0 to 1.
  package var nlosNumbers: (slope: Meters, center: Double)? {
    get throws(SettingsFileError) {
      let slope = try number("nlos.slope", in: 0...5, "metres")
      let center = try number("nlos.center", in: 0...1, "a score")
      guard slope != nil || center != nil else { return nil }
      guard let slope, let center else {
        let missing = slope == nil ? "nlos.slope" : "nlos.center"
        throw SettingsFileError(
          source: source,
          line: entries.last { $0.key == "nlos.center" || $0.key == "nlos.slope" }?.line,
          rule: "\(missing) is missing; nlos.slope and nlos.center belong together")
      }
      return (Meters(slope), center)
    }
  }

  private func number(
    _ key: String, in range: ClosedRange<Double>, _ what: String
  ) throws(SettingsFileError) -> Double? {
    guard let entry = entries.last(where: { $0.key == key }) else { return nil }
    guard let number = entry.value.number, range.contains(number) else {
      throw SettingsFileError(
        source: source, line: entry.line,
        rule: "\(key) is \(entry.value.kind), expected \(what) from \(Int(range.lowerBound)) to "
          + "\(Int(range.upperBound))")
    }
    return number
  }

  private func name(_ entry: Entry) throws(SettingsFileError) -> String {
    if let name = entry.value.text { return name }
    throw SettingsFileError(
      source: source, line: entry.line,
      rule: "\(entry.key) is not a text, expected a text; put a number in quotes")
  }
}

extension ConfigurationWriter {
  /// The options for reading traces, as keys of a settings file; empty if no option is set.
  package static func write(_ options: ReadOptions) -> String {
    let mapping = options.columns
    var text = ""
    if let mapping, mapping != .tidyWithDecimalComma {
      text += "\n# the columns of the recordings: field=column:unit\n"
      text += "columns: \(YAMLText.quoted(mapping.text))\n"
    }
    if let pattern = options.pattern {
      text += "\n# the form of the lines of the recordings\n"
      text += "pattern: \(YAMLText.quoted(pattern.text))\n"
    }
    if mapping?.usesDecimalComma ?? options.pattern?.usesDecimalComma == true {
      text += "\ndecimal: \",\"\n"
    }
    if let mark = mapping?.thousandsMark ?? options.pattern?.thousandsMark {
      text += "\nthousands: \(YAMLText.quoted("\(mark)"))\n"
    }
    return text + (options.nlosProfile.map { write($0) } ?? "")
  }

  package static func write(_ profile: NLOSProfile) -> String {
    """

    nlos:
      # score at which a range stays as it is, from 0 to 1
      center: \(profile.center)
      # excess length of a range over a blocked path, from score 0 to 1, in m
      slope: \(profile.slope.value)

    """
  }
}
