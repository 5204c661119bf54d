struct CSVPlan: Sendable, Equatable {
  struct Refusal: Error {
    let message: String
    var cure: Cure?
  }

  struct Column: Sendable, Equatable {
    let place: Int
    /// Other columns that name the link together with this column, or add to the time of this column.
    var others: [Int] = []
    /// For each additional time column, the number of its units per second, such as 1e6 for µs.
    var finer: [Double] = []
    let name: String
    var divisor = 1.0
    var calendar: CalendarForm?
  }

  let separator: UInt8
  private(set) var decimalMark = UInt8(ascii: ".")
  let isMapped: Bool
  private(set) var thousandsMark: UInt8?
  private(set) var isHeaderless = false
  private var columns: Columns

  /// The columns by place and by role, shared by the copies of a plan: each row has a copy.
  private final class Columns: Sendable, Equatable {
    let roles: [ColumnRole]
    let found: [Column?]
    let notes: [String]
    /// The link of all rows, when each link has separate columns.
    let link: String?

    init(_ roles: [ColumnRole], _ found: [Column?], _ notes: [String] = [], link: String? = nil) {
      (self.roles, self.found, self.notes, self.link) = (roles, found, notes, link)
    }

    static func == (left: Columns, right: Columns) -> Bool {
      left.roles == right.roles && left.found == right.found && left.notes == right.notes
        && left.link == right.link
    }
  }

  var roles: [ColumnRole] { columns.roles }
  var notes: [String] { columns.notes }
  var link: String? { columns.link }

  func column(_ role: ColumnRole) -> Column? { columns.found[role.index] }
  func place(_ role: ColumnRole) -> Int? { columns.found[role.index]?.place }
  func divisor(_ role: ColumnRole) -> Double { columns.found[role.index]?.divisor ?? 1 }
  func has(_ role: ColumnRole) -> Bool { place(role) != nil }

  var calendar: CalendarForm? { columns.found[ColumnRole.time.index]?.calendar }
  var hasTimeInParts: Bool { columns.found[ColumnRole.time.index]?.finer.isEmpty == false }
  var hasNamesInParts: Bool { columns.found[ColumnRole.peer.index]?.others.isEmpty == false }

  /// Whether a row of plain values can be read without other columns or rows.
  var isPlain: Bool {
    let places = columns.found.compactMap { $0?.place }
    guard let time = column(.time), time.calendar ?? .iso == .iso, !has(.date),
      time.others.isEmpty, column(.peer)?.others.isEmpty ?? true
    else { return false }
    return roles.count > 1 && thousandsMark == nil && link == nil
      && Set(places).count == places.count
  }

  /// Whether the kernel reads rows of plain values.
  var isFast: Bool { isPlain && separator != UInt8(ascii: " ") }

  init(_ line: LogText, _ options: ReadOptions) throws(Refusal) {
    if let mapping = options.columns, mapping.claims(line) {
      try self.init(
        line, mapping.link(0), link: mapping.linkNames.first, hasPeriod: options.period != nil)
      return
    }
    guard let plan = Self(line, recordingColumns: options.recordingColumns) else {
      throw Refusal(message: "expected a header with t_s and range_m, rssi_dbm, or event")
    }
    if let role = plan.repeated {
      throw Refusal(message: "the column \(role.rawValue) appears twice")
    }
    self = plan
  }

  /// The plan of another header in the middle of joined files, or, for counted columns, of the row below the header.
  func next(_ line: LogText, _ options: ReadOptions, _ header: LogText, isFirst: Bool) -> CSVPlan? {
    if options.columns?.isByPlace ?? false, isMapped {
      if line.elementsEqual(header) { return self }
      guard isFirst, !isHeaderless, let plan = try? CSVPlan(line, options), plan.isHeaderless else {
        return nil
      }
      return plan
    }
    // Lubdub's own names have an underscore, so only few lines are examined twice.
    guard isMapped || line.contains(UInt8(ascii: "_")), let plan = try? CSVPlan(line, options),
      plan.isMapped == isMapped
    else { return nil }
    return plan
  }

  func mayBeHeader(_ line: LogText) -> Bool {
    guard !isHeaderless, let fields = ColumnMapping.fields(of: line, separator: separator),
      fields.count > 1
    else { return false }
    return fields.allSatisfy { field in
      let name = field.string
      let isWord = name.first?.isLetter ?? false
      return isWord && !name.contains(where: { " :;='\"".contains($0) })
        && ColumnName(name).mayBeHeader
    }
  }

  // MARK: Columns by their own names

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  static func isHeader(_ line: LogText) -> Bool { Self(line, recordingColumns: []) != nil }

  private init?(_ line: LogText, recordingColumns: [String]) {
    separator = Self.separators.first { line.contains($0) } ?? Self.separators[0]
    let names = Self.names(in: line, separator: separator)
    let recording = recordingColumns.lazy.map { $0.lowercased() }.first { names.contains($0) }
    let roles = names.map { name in
      name == recording ? .recording : ColumnRole.named.first { $0.rawValue == name } ?? .ignored
    }
    guard roles.contains(.time),
      roles.contains(where: { $0 == .range || $0 == .rssi || $0 == .event })
    else { return nil }
    let unread = names.indices.filter { roles[$0] == .ignored && Self.looksLikeRole(names[$0]) }
      .map { Excerpt.quote(names[$0].utf8) }.joined(separator: ", ")
    let found = ColumnRole.allCases.map { role in
      roles.firstIndex(of: role).map { Column(place: $0, name: role.rawValue) }
    }
    columns = Columns(
      roles, found,
      unread.isEmpty ? [] : ["not read: \(unread); known columns are \(ColumnRole.known)"])
    isMapped = false
  }

  static func unread(_ names: String) -> String {
    "not read: \(names), which may mark rows without a measurement"
  }

  static func mayMark(_ name: String) -> Bool {
    let word = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return word == "rc" || word == "ok" || marks.contains { word.hasPrefix($0) }
  }

  private static let marks = [
    "valid", "is_valid", "status", "state", "error", "success", "flag", "quality",
  ]

  private var repeated: ColumnRole? {
    ColumnRole.allCases.first { role in role != .ignored && roles.count { $0 == role } > 1 }
  }

  static func looksLikeRole(_ name: String) -> Bool {
    let others = ["azimuth", "elevation", "fp_power", "channel", "sensor"]
    return ColumnName(name).field != nil || mayMark(name) || others.contains { name.hasPrefix($0) }
  }

  static func cure(for line: LogText) -> String? {
    let separator = separators.first { line.contains($0) } ?? UInt8(ascii: " ")
    let names = names(in: line, separator: separator)
    if names.contains("t_s") { return "add a column: range_m in meters, or rssi_dbm in dBm" }
    guard names.contains(where: { looksLikeRole($0) }) else { return nil }
    if names.count == 1 { return "a column of times is missing: t_s in seconds" }
    return "rename the columns: t_s in seconds, range_m in meters, rssi_dbm in dBm"
  }

  private static func names(in line: LogText, separator: UInt8) -> [String] {
    line.split(separator: separator, omittingEmptySubsequences: false).map { field in
      let bare = field.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: " ") }
      return String(decoding: bare, as: UTF8.self).lowercased()
    }
  }

  // MARK: Columns that a mapping or a pattern names

  /// The plan of a pattern's values, in the order of the pattern.
  init(_ pattern: LinePattern) {
    let found = ColumnRole.allCases.map { role in
      pattern.fields.firstIndex { $0.field.role == role }.map { place in
        let (field, unit) = (pattern.fields[place].field, pattern.fields[place].unit)
        let calendar = unit?.calendar ?? (field == .date ? .iso : nil)
        return Column(
          place: place, name: field.rawValue, divisor: (unit ?? .seconds).divisor,
          calendar: calendar)
      }
    }
    columns = Columns(pattern.fields.map { $0.field.role }, found)
    separator = UInt8(ascii: " ")
    decimalMark = UInt8(ascii: pattern.usesDecimalComma ? "," : ".")
    isMapped = true
    thousandsMark = pattern.thousandsMark?.asciiValue
  }

  static func others(_ line: LogText, _ options: ReadOptions) throws(Refusal) -> [CSVPlan] {
    guard let mapping = options.columns, !mapping.others.isEmpty else { return [] }
    return try mapping.linkNames.enumerated().dropFirst().map { (place, name) throws(Refusal) in
      try CSVPlan(line, mapping.link(place), link: name, hasPeriod: options.period != nil)
    }
  }

  mutating func take(units: [String?], of mapping: ColumnMapping, replaces: Bool) {
    var found = columns.found
    for (field, column) in mapping.columns where replaces || column.unit == nil {
      let index = field.role.index
      guard let place = found[index]?.place, units.indices.contains(place),
        let name = units[place],
        let unit = ColumnMapping.Unit(rawValue: name), field.units.contains(unit)
      else { continue }
      found[index]?.divisor = unit.divisor
    }
    columns = Columns(roles, found, notes, link: link)
  }

  private init(
    _ line: LogText, _ mapping: ColumnMapping, link: String?, hasPeriod: Bool
  ) throws(Refusal) {
    if let fault = mapping.fault(of: line) {
      throw Refusal(
        message: "\(fault); the header is \(Excerpt.quote(line)). Write the name as in the "
          + "header, or leave the field out")
    }
    guard let found = mapping.places(in: line) else {
      throw Refusal(message: "the header \(Excerpt.quote(line)) lacks a column of \(mapping.text)")
    }
    guard found.places[.time] != nil || hasPeriod else {
      throw Refusal(
        message: "no column of times is named; name one, or give the number of rows per second",
        cure: .rate)
    }
    var roles = [ColumnRole](repeating: .ignored, count: found.count)
    var columns = [Column?](repeating: nil, count: ColumnRole.allCases.count)
    for (field, places) in found.places {
      guard let column = mapping.columns[field], let place = places.first else { continue }
      roles[place] = field.role
      let finer = field == .time && places.count > 1 ? column.finer : []
      guard let finer else {
        throw Refusal(
          message:
            "\(column.name) adds several columns to one time; each column after the first needs a unit in its name, such as usec"
        )
      }
      columns[field.role.index] = Column(
        place: place, others: Array(places.dropFirst()), finer: finer.map { $0.divisor },
        name: column.name, divisor: (column.unit ?? .seconds).divisor,
        calendar: column.unit?.calendar)
    }
    let names = ColumnMapping.fields(of: line, separator: found.separator) ?? []
    var notes = mapping.unitNotes
    for (name, role) in zip(names, roles) where role == .ignored && Self.mayMark(name.string) {
      notes.append(Self.unread(Excerpt.quote(name)))
    }
    #if !hasFeature(Embedded)
    if !found.isHeaderless, link == nil {
      let known = zip(names, roles).filter { name, role in
        guard role == .ignored, let field = ColumnName(name.string).field else { return false }
        return field == .range || field == .rssi
          || field == .peer && !found.places.keys.contains(.peer)
      }
      if !known.isEmpty {
        notes.append("not read: " + known.map { Excerpt.quote($0.0) }.joined(separator: ", "))
      }
    }
    #endif
    if let truth = mapping.columns[.truth], found.places[.truth] == nil, mapping.needsEveryColumn {
      notes += ["there is no column \(truth.name), so the rows have no truth"]
    }
    separator = found.separator
    decimalMark = UInt8(ascii: mapping.usesDecimalComma ? "," : ".")
    isMapped = true
    thousandsMark = mapping.thousandsMark?.asciiValue
    isHeaderless = found.isHeaderless
    self.columns = Columns(roles, columns, notes, link: link)
  }
}
