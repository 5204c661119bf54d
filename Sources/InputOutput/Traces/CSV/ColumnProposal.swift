internal import Text

extension ReadError.Proposal {
  /// The proposal for a table that starts so; `nil` where no name says what its column holds.
  init?(_ start: [UInt8]) {
    guard let table = Table(start) else { return nil }
    let rows = table.rows.prefix(20).map(\.fields).filter { $0.count >= table.header.names.count }
    var columns: [ColumnMapping.Field: ColumnMapping.Column] = [:]
    var isComma = false
    for (place, name) in table.header.titles.enumerated() {
      guard let field = Self.field(name), columns[field] == nil else { continue }
      let values = rows.map { $0[place] }
      let hasComma = !field.units.isEmpty && Self.hasDecimalComma(values)
      isComma = isComma || hasComma
      columns[field] = .init(name, unit: Self.unit(of: field, name, values, isComma: hasComma))
    }
    guard columns[.range] != nil || columns[.rssi] != nil else { return nil }
    self.init(
      columns: ColumnMapping(columns).text, usesDecimalComma: isComma,
      needsRate: columns[.time] == nil)
  }

  // MARK: What names show

  /// Parts of names, in several languages; the first field that has one is taken.
  private static let parts: [(field: ColumnMapping.Field, parts: [String])] = [
    (.truth, ["truth", "ref_", "reference", "ground", "mocap", "soll", "true_"]),
    (.rssi, ["rssi", "signal", "pegel", "dbm", "rx_power"]),
    (.range, ["distan", "dist_", "range", "entfernung", "abstand", "reichweite"]),
    (.time, ["timestamp", "time", "elapsed", "zeit", "datum", "date", "epoch", "tiempo", "temps"]),
    (.peer, ["peer", "tag", "anchor", "mac", "addr", "device", "node", "uuid", "beacon"]),
  ]
  private static let wholeNames: [String: ColumnMapping.Field] = [
    "t": .time, "ts": .time, "s": .time, "ms": .time, "us": .time, "ns": .time, "sec": .time,
    "secs": .time, "seconds": .time, "millis": .time, "micros": .time, "d": .range, "dist": .range,
    "r": .range, "rng": .range, "ref": .truth, "gt": .truth, "id": .peer, "event": .event,
  ]
  /// Units that may be a name by themselves: those of time, and those that are written out.
  private static let unitNames: [String: ColumnMapping.Unit] = [
    "s": .seconds, "ms": .milliseconds, "us": .microseconds, "ns": .nanoseconds, "sec": .seconds,
    "secs": .seconds, "seconds": .seconds, "msec": .milliseconds, "millis": .milliseconds,
    "milliseconds": .milliseconds, "usec": .microseconds, "micros": .microseconds,
    "microseconds": .microseconds, "nanos": .nanoseconds, "nanoseconds": .nanoseconds,
    "meters": .metres, "metres": .metres, "feet": .feet, "inches": .inches,
  ]

  /// What a column holds, by its name as a whole, with or without a unit at its end, or by a part of it.
  private static func field(_ name: String) -> ColumnMapping.Field? {
    let words = words(of: name)
    let unit = namedUnit(name)
    let stem = words.count > 1 && unit != nil ? words.dropLast() : words[...]
    if let field = wholeNames[stem.joined(separator: "_")],
      unit.map({ field.units.contains($0) }) ?? true
    {
      return field
    }
    let name = name.lowercased()
    return parts.first { $0.parts.contains { contains(name, $0) } }?.field
  }

  private static func contains(_ name: String, _ part: String) -> Bool {
    Array(name.utf8)[...].contains(part)
  }

  // MARK: What values show

  private static func hasDecimalComma(_ values: [LogText]) -> Bool {
    values.contains { value in
      let parts = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0].decimal != nil && parts[1].unsignedInteger != nil
    }
  }

  private static func unit(
    of field: ColumnMapping.Field, _ name: String, _ values: [LogText], isComma: Bool
  ) -> ColumnMapping.Unit? {
    let isDate = values.contains { CivilTime.nanoseconds($0) != nil }
    if field == .time, isDate { return .iso }
    if let unit = namedUnit(name), field.units.contains(unit) {
      return unit == field.units[0] ? nil : unit
    }
    let numbers = values.compactMap { value in
      (isComma ? value.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }[...] : value)
        .decimal
    }
    switch field {
    case .time: return timeUnit(numbers)
    case .range, .truth: return lengthUnit(numbers)
    default: return nil
    }
  }

  /// The unit at the end of a name: `distance_cm`, `Distanz (cm)`, `time [ms]`, `timeMs`, `millis`.
  private static func namedUnit(_ name: String) -> ColumnMapping.Unit? {
    let words = words(of: name)
    guard let last = words.last else { return nil }
    // A short unit of length alone, such as m, may be the name of anything.
    return unitNames[last] ?? (words.count > 1 ? ColumnMapping.Unit(rawValue: last) : nil)
  }

  /// The words of a name in small letters; a capital after a small letter begins one, too.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var last: Character = " "
    for letter in name {
      defer { last = letter }
      guard letter.isLetter || letter.isNumber else { continue }
      let continues = (last.isLetter || last.isNumber) && !(last.isLowercase && letter.isUppercase)
      if !continues { words.append("") }
      words[words.count - 1] += letter.lowercased()
    }
    return words
  }

  /// By the age of the epoch, or by the step: readings come more often than every 5 s.
  private static func timeUnit(_ numbers: [Double]) -> ColumnMapping.Unit? {
    guard let first = numbers.first, let last = numbers.last, numbers.count > 1 else { return nil }
    switch first {
    case 1e17...: return .nanoseconds
    case 1e14...: return .microseconds
    case 1e11...: return .milliseconds
    default: break
    }
    let step = (last - first) / Double(numbers.count - 1)
    switch step {
    case 1e6...: return .nanoseconds
    case 5e3...: return .microseconds
    case 5...: return .milliseconds
    default: return nil
    }
  }

  /// Whole numbers that are too large for metres indoors.
  private static func lengthUnit(_ numbers: [Double]) -> ColumnMapping.Unit? {
    let sorted = numbers.sorted()
    guard !sorted.isEmpty, numbers.allSatisfy({ $0 == $0.rounded() }) else { return nil }
    switch sorted[sorted.count / 2] {
    case 1000...: return .millimetres
    case 30...: return .centimetres
    default: return nil
    }
  }
}
