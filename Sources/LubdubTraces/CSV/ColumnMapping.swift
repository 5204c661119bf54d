/// The columns of a table with foreign names, such as `t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI`.
/// `range=anchor1|anchor2` names one link each, numbers are places from 1, and `data.distance` is a member of JSON.
public struct ColumnMapping: Sendable, Hashable {
  /// The content of a column. The raw value is its name in a mapping.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    case time = "t"
    /// The date, if the time of day is in a separate column.
    case date
    case range
    case rssi
    case truth
    case peer
    case source
    case event
    case recording
  }

  /// The unit of a column.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"
    case centiseconds = "cs"
    case minutes = "min"
    case hours = "h"
    /// Date and time of day in ISO 8601, or in another form that starts with the year.
    case iso
    /// Date and time of day with the day first.
    case dayFirst = "dmy"
    /// Date and time of day with the month first.
    case monthFirst = "mdy"
    /// A time of day.
    case clock
    /// Days, as Excel counts them.
    case excel
    /// Days, as MATLAB counts them.
    case matlab
    case metres = "m"
    case centimetres = "cm"
    case millimetres = "mm"
    case decimetres = "dm"
    case kilometres = "km"
    case feet = "ft"
    case inches = "in"
    case yards = "yd"
    case dBm

    /// The number of units per second, meter, or dBm: a divisor, so that decimals stay exact if possible.
    var divisor: Double {
      switch self {
      case .seconds, .iso, .dayFirst, .monthFirst, .clock, .metres, .dBm: 1
      case .milliseconds, .millimetres: 1e3
      case .microseconds: 1e6
      case .nanoseconds: 1e9
      case .minutes: 1 / 60
      case .hours: 1 / 3600
      case .decimetres: 10
      case .yards: 1 / 0.9144
      case .excel, .matlab: 1 / 86_400
      case .centimetres, .centiseconds: 100
      case .kilometres: 1e-3
      case .feet: 1 / 0.3048
      case .inches: 1 / 0.0254
      }
    }

    var isLength: Bool { Field.range.units.contains(self) }

    var calendar: CalendarForm? { CalendarForm(rawValue: rawValue) }
  }

  /// A column identified by its name in the header, ignoring case.
  public struct Column: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The unit; `nil` for the usual unit (s, m, dBm). A text mapping without a unit uses the unit in the name.
    public var unit: Unit?

    /// A column from its parts.
    public init(_ name: String, unit: Unit? = nil) {
      self.name = name
      self.unit = unit
    }

    var parts: [String] { name.split(separator: "+").map { String($0) } }

    func places(in names: [String]) -> [Int]? {
      if let place = names.firstIndex(of: name.lowercased()) { return [place] }
      let places = parts.compactMap { names.firstIndex(of: $0.lowercased()) }
      return places.count > 1 && places.count == parts.count ? places : nil
    }

    var finer: [(name: String, divisor: Double)]? {
      let finer = parts.dropFirst().compactMap { name in
        ColumnName(path: name).unit.map { (name: name, divisor: $0.divisor) }
      }
      return finer.count == max(0, parts.count - 1) ? finer : nil
    }

    var numbers: [Int]? {
      let numbers = parts.compactMap { Int($0) }.filter { $0 > 0 }.map { $0 - 1 }
      return numbers.count == parts.count && !numbers.isEmpty ? numbers : nil
    }
  }

  /// The reason why a text is not a mapping.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text and the broken rule.
    public let description: String
  }

  /// The columns; for several links, the columns of the first link.
  public var columns: [Field: Column]
  /// The columns of the other links, in a table with separate columns for each link.
  public var others: [[Field: Column]] = []
  /// The mark between thousands and hundreds: a comma, a point, an apostrophe, or a blank; `nil` if there is no mark.
  public var thousandsMark: Character?
  /// Whether decimals are written with a comma.
  public var usesDecimalComma = false
  /// Whether every column is required for the mapping to apply. If false, a time and one other column suffice.
  var needsEveryColumn = true

  /// A mapping from its parts.
  public init(_ columns: [Field: Column], usesDecimalComma: Bool = false) {
    self.columns = columns
    self.usesDecimalComma = usesDecimalComma
  }

  /// Lubdub's own names with a decimal comma: the existing columns of a trace.
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

  /// Reads `field=column` or `field=column:unit`, separated by commas; put a name that contains a comma in double quotes.
  /// Throws `Fault` for an unknown field or unit, a repeated field, or a missing column name.
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
        throw Fault(description: Self.unknownField(String(name)))
      }
      guard columns[field] == nil else {
        throw Fault(description: "\(name) is given twice; name one column for it")
      }
      try Self.requireCommas(part)
      let names = part[part.index(after: split)...]
      try add(
        field.mayBePerLink
          ? names.split(separator: "|", omittingEmptySubsequences: false) : [names], of: field)
    }
    guard !columns.isEmpty else { throw Fault(description: "no column is named") }
    for field in Field.allCases where field.mayBePerLink && columns[field] != nil {
      let count = 1 + others.count { $0[field] != nil }
      guard count == 1 + others.count else {
        throw Fault(
          description:
            "\(field.rawValue) names \(counted(count, "column")) for \(1 + others.count) links")
      }
    }
  }

  static func unknownField(_ name: String) -> String {
    let known = Field.allCases.map { $0.rawValue }.joined(separator: ", ")
    #if hasFeature(Embedded)
    let question = ""
    #else
    let question = ColumnName(path: name).field.map { "; did you mean \($0.rawValue)?" } ?? ""
    #endif
    return "there is no field \"\(name)\"\(question); fields are \(known)"
  }

  static func unknownUnit(_ unit: String, of field: Field) -> String {
    let known = field.unitNames.joined(separator: ", ")
    return "\(field.rawValue) in \(unit)"
      + (known.isEmpty ? "; it has no unit" : "; its units are \(known)")
  }

  private static func requireCommas(_ part: String) throws(Fault) {
    #if !hasFeature(Embedded)
    let next = Field.allCases.first { field in
      [" ", ";"].contains { part.contains("\($0)\(field.rawValue)=") }
    }
    guard let next else { return }
    throw Fault(description: "\(part): write a comma before \(next.rawValue)=")
    #endif
  }

  private mutating func add(_ names: [Substring], of field: Field) throws(Fault) {
    var found: [Column] = []
    for name in names { found.append(try Self.column(name, of: field)) }
    let unit = found.last?.unit
    for place in found.indices where found[place].unit == nil { found[place].unit = unit }
    columns[field] = found.first
    for (place, column) in found.dropFirst().enumerated() {
      if place == others.count { others.append([:]) }
      others[place][field] = column
    }
  }

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
    guard !text.isEmpty else { throw Fault(description: "\(field.rawValue) has no column") }
    guard let colon = text.lastIndex(of: ":"),
      let unit = Unit(rawValue: String(text[text.index(after: colon)...]))
    else {
      // The name states the unit of the numbers: `Zeit [ms]`, `distance_cm`.
      let first = field == .time ? text.prefix { $0 != "+" } : text
      let stated = ColumnName(path: String(first)).unit
      let unit = stated.flatMap { field.units.contains($0) && $0.calendar == nil ? $0 : nil }
      return Column(String(text), unit: unit)
    }
    guard field.units.contains(unit) else {
      throw Fault(description: unknownUnit(unit.rawValue, of: field))
    }
    return Column(String(text[..<colon]), unit: unit)
  }

  var unitNotes: [String] {
    Field.allCases.compactMap { field in
      guard let column = columns[field], let usual = field.units.first else { return nil }
      #if !hasFeature(Embedded)
      if let unit = column.unit, let stated = ColumnName(path: column.name).unit, stated != unit,
        field.units.contains(stated), unit.calendar == nil
      {
        return
          "the name \(column.name) says \(stated.rawValue), but the option says \(unit.rawValue)"
      }
      #endif
      guard let odd = ColumnName.oddUnit(of: column.name) else { return nil }
      let unit = column.unit ?? usual
      return "the unit of \(column.name), \(odd), is not known; it is read in \(unit.rawValue)"
    }
  }

  /// The mapping as text that can be read again.
  public var text: String {
    Field.allCases.compactMap { field in
      guard let first = columns[field] else { return nil }
      let all = ([first] + others.compactMap { $0[field] }).map { column in
        let unit = column.unit.map { ":\($0.rawValue)" } ?? ""
        return (column.name.contains(",") ? "\"\(column.name)\"" : column.name) + unit
      }
      return "\(field.rawValue)=\(all.joined(separator: "|"))"
    }.joined(separator: ",")
  }

  mutating func take(_ marks: NumberMarks) {
    if marks.hasDecimalComma || marks.thousands == "." { usesDecimalComma = true }
    thousandsMark = marks.thousands ?? thousandsMark
  }

  func link(_ number: Int) -> ColumnMapping {
    var copy = self
    copy.others = []
    if number > 0 {
      for (field, column) in others[number - 1] { copy.columns[field] = column }
    }
    return copy
  }

  var names: Set<String> {
    Set(([columns] + others).flatMap { $0.values.flatMap { [$0.name] + $0.parts } })
  }

  var linkNames: [String] {
    guard !others.isEmpty else { return [] }
    return ([columns] + others).map { columns in (columns[.range] ?? columns[.rssi])?.name ?? "" }
  }
}

extension ColumnMapping.Field {
  var mayBePerLink: Bool { self == .range || self == .rssi || self == .truth }

  var role: ColumnRole {
    switch self {
    case .time: .time
    case .date: .date
    case .range: .range
    case .rssi: .rssi
    case .truth: .truth
    case .peer: .peer
    case .source: .source
    case .event: .event
    case .recording: .recording
    }
  }

  package var unitNames: [String] { units.map { $0.rawValue } }

  package var units: [ColumnMapping.Unit] {
    switch self {
    case .time:
      [
        .seconds, .milliseconds, .microseconds, .nanoseconds, .iso, .dayFirst, .monthFirst, .clock,
        .excel, .matlab, .minutes, .hours, .centiseconds,
      ]
    case .date: [.iso, .dayFirst, .monthFirst]
    case .range, .truth:
      [.metres, .centimetres, .millimetres, .kilometres, .feet, .inches, .decimetres, .yards]
    case .rssi: [.dBm]
    case .peer, .source, .event, .recording: []
    }
  }
}
