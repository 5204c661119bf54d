internal import Text

/// Which columns of a CSV that is not one of ours hold what, and in which units: what a mapping such as
/// `t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI` says.
public struct ColumnMapping: Sendable, Hashable {
  /// What a column holds. The raw value is its name in a mapping.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    case time = "t"
    case range
    case rssi
    case truth
    case peer
    case source
    case event
    case recording
  }

  /// The unit that a column is written in.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"
    /// Date and time of day after ISO 8601.
    case iso
    case metres = "m"
    case centimetres = "cm"
    case millimetres = "mm"
    case kilometres = "km"
    case feet = "ft"
    case inches = "in"
    case dBm

    /// How many of it make a second, a metre or a dBm: a divisor, so that decimals stay exact where
    /// they can.
    var divisor: Double {
      switch self {
      case .seconds, .iso, .metres, .dBm: 1
      case .milliseconds, .millimetres: 1e3
      case .microseconds: 1e6
      case .nanoseconds: 1e9
      case .centimetres: 100
      case .kilometres: 1e-3
      case .feet: 1 / 0.3048
      case .inches: 1 / 0.0254
      }
    }
  }

  /// A column by its name, as the header has it, case aside.
  public struct Column: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The unit; `nil` for the usual one (s, m, dBm).
    public var unit: Unit?

    /// A column from its parts.
    public init(_ name: String, unit: Unit? = nil) {
      self.name = name
      self.unit = unit
    }
  }

  /// Why a text is no mapping.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, and the rule.
    public let description: String
  }

  /// The columns.
  public var columns: [Field: Column]
  /// Whether decimals are written with a comma.
  public var usesDecimalComma = false
  /// Whether a file without one of the columns is another file. If not, a time and one more suffice.
  var needsEveryColumn = true

  /// A mapping from its parts.
  public init(_ columns: [Field: Column], usesDecimalComma: Bool = false) {
    self.columns = columns
    self.usesDecimalComma = usesDecimalComma
  }

  /// Our own names with a decimal comma: the columns of a trace that there are.
  public static let tidyWithDecimalComma: ColumnMapping = {
    var mapping = ColumnMapping(
      [
        .time: Column("t_s"), .range: Column("range_m"), .rssi: Column("rssi_dbm"),
        .truth: Column("truth_m"), .peer: Column("peer"), .source: Column("source"),
        .event: Column("event"), .recording: Column("recording"),
      ], usesDecimalComma: true)
    mapping.needsEveryColumn = false
    return mapping
  }()

  /// Reads a mapping: `field=column` or `field=column:unit`, separated by commas. A name with a comma
  /// stands in double quotes.
  ///
  /// - Throws: `Fault` for a field that is not one or is given twice, a unit that does not suit it, or a
  ///   field without a column.
  public init(_ text: String) throws(Fault) {
    columns = [:]
    guard let parts = Self.parts(of: text) else {
      throw Fault(description: "a double quote is not closed in \(text)")
    }
    for part in parts where !part.isEmpty {
      guard let split = part.firstIndex(of: "=") else {
        throw Fault(description: "\(part), expected field=column or field=column:unit")
      }
      let name = part[..<split]
      guard let field = Field(rawValue: String(name)) else {
        let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw Fault(description: "there is no field \"\(name)\"; fields are \(known)")
      }
      guard columns[field] == nil else {
        throw Fault(description: "\(name) is given twice; name one column for it")
      }
      columns[field] = try Self.column(part[part.index(after: split)...], of: field)
    }
    guard !columns.isEmpty else { throw Fault(description: "no column is named") }
  }

  /// The parts between commas outside of quotes, without the quotes; `nil` when one is not closed. Within
  /// quotes, a doubled one stands for itself.
  private static func parts(of text: String) -> [String]? {
    var parts = [""]
    var isQuoted = false
    var previous: Character = ","
    for letter in text {
      if letter == ",", !isQuoted {
        parts.append("")
      } else if letter != "\"" || (!isQuoted && previous == letter) {
        parts[parts.count - 1].append(letter)
      }
      if letter == "\"" { isQuoted.toggle() }
      previous = letter
    }
    return isQuoted ? nil : parts.map { Array($0.utf8)[...].trimmed.string }
  }

  private static func column(_ text: Substring, of field: Field) throws(Fault) -> Column {
    guard !text.isEmpty else {
      throw Fault(description: "\(field.rawValue) has no column")
    }
    guard let colon = text.lastIndex(of: ":"),
      let unit = Unit(rawValue: String(text[text.index(after: colon)...]))
    else { return Column(String(text)) }
    guard field.units.contains(unit) else {
      let known = field.units.map(\.rawValue).joined(separator: ", ")
      throw Fault(
        description: "\(field.rawValue) in \(unit.rawValue)"
          + (known.isEmpty ? "; it has no unit" : "; its units are \(known)"))
    }
    return Column(String(text[..<colon]), unit: unit)
  }

  /// The mapping as text that can be read again.
  public var text: String {
    Field.allCases.compactMap { field in
      columns[field].map { column in
        let unit = column.unit.map { ":\($0.rawValue)" } ?? ""
        let name = column.name.contains(",") ? "\"\(column.name)\"" : column.name
        return "\(field.rawValue)=\(name)\(unit)"
      }
    }.joined(separator: ",")
  }
}

extension ColumnMapping.Field {
  /// The units that it can be in, the usual one first.
  var units: [ColumnMapping.Unit] {
    switch self {
    case .time: [.seconds, .milliseconds, .microseconds, .nanoseconds, .iso]
    case .range, .truth: [.metres, .centimetres, .millimetres, .kilometres, .feet, .inches]
    case .rssi: [.dBm]
    case .peer, .source, .event, .recording: []
    }
  }
}

extension ColumnMapping {
  /// Bytes that may stand between two fields.
  static let separators = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]

  /// Where the columns are in a header.
  struct Places: Sendable, Hashable {
    let separator: UInt8
    let count: Int
    let places: [Field: Int]
  }

  /// What is wrong with a header that has a column of times, distances or powers that is named:
  /// another one is missing, or one stands there twice. `nil` for a header that fits or has none.
  func fault(of header: LogText) -> String? {
    let candidates = Self.separators.compactMap { Self.names(in: header, separator: $0) }
    func found(_ names: [String]) -> [Field] {
      Field.allCases.filter { names.contains(columns[$0]?.name.lowercased() ?? "") }
    }
    guard let names = candidates.max(by: { found($0).count < found($1).count }) else { return nil }
    let present = found(names)
    guard present.contains(where: { !$0.units.isEmpty }) else { return nil }
    let wanted = Field.allCases.filter { columns[$0] != nil && $0 != .truth }
    if let field = wanted.first(where: { !present.contains($0) }), needsEveryColumn {
      return columns[field].map { Self.missing($0, field) }
    }
    let repeated = present.compactMap { columns[$0]?.name }
      .first { name in names.count { $0 == name.lowercased() } > 1 }
    return repeated.map { "the column \($0) appears twice" }
  }

  private static func missing(_ column: Column, _ field: Field) -> String {
    let text = "there is no column \(column.name) for \(field.rawValue)"
    guard column.unit == nil, let colon = column.name.lastIndex(of: ":") else { return text }
    let known = field.units.map(\.rawValue).joined(separator: ", ")
    return text + ", and \"\(column.name[column.name.index(after: colon)...])\" is no unit of it"
      + (known.isEmpty ? "; it has none" : "; its units are \(known)")
  }

  private static func names(in header: LogText, separator: UInt8) -> [String]? {
    csvFields(header, separator: separator)?.map { $0.string.lowercased() }
  }

  /// Finds the columns in a header; `nil` when one is missing. That of the truth may be: few walks have one.
  func places(in header: LogText) -> Places? {
    for separator in Self.separators {
      guard let names = Self.names(in: header, separator: separator) else { continue }
      let found = columns.compactMapValues { names.firstIndex(of: $0.name.lowercased()) }
      let suffices = found[.time] != nil && found.count > 1
      let isWhole = !found.isEmpty && columns.keys.allSatisfy { found[$0] != nil || $0 == .truth }
      if needsEveryColumn ? isWhole : suffices {
        return Places(separator: separator, count: names.count, places: found)
      }
    }
    return nil
  }
}
