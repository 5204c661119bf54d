internal import LubdubGround

/// What the name of a column says about what it holds, in several languages.
struct ColumnName {
  let field: ColumnMapping.Field?
  /// The unit at its end: `distance_cm`, `Distanz (cm)`, `time [ms]`, `timeMs`, `millis`.
  let unit: ColumnMapping.Unit?
  /// The words of the name in small letters, without a unit at the end.
  let stem: [String]

  init(_ name: String) {
    let words = Self.words(of: name)
    let unit = Self.unit(words)
    let stem = words.count > 1 && unit != nil ? Array(words.dropLast()) : words
    self.stem = stem
    let found = Self.field(stem, name.lowercased(), unit)
    field = found
    self.unit = unit.flatMap { unit in
      found.map { $0.units.contains(unit) } ?? true ? unit : nil
    }
  }

  /// Of a member of JSON lines: its own name, or else that of the object around it.
  init(path: String) {
    let parts = path.split(separator: ".").filter { Int($0) == nil }.suffix(2).map(String.init)
    let own = ColumnName(parts.last ?? path)
    let outer = parts.count > 1 ? ColumnName(parts[0]) : own
    self = own.field == nil && own.stem == ["value"] ? outer : own
  }

  private static func field(
    _ stem: [String], _ name: String, _ unit: ColumnMapping.Unit?
  ) -> ColumnMapping.Field? {
    let suits = { (field: ColumnMapping.Field) in unit.map { field.units.contains($0) } ?? true }
    if let field = wholeNames[stem.joined(separator: "_")], suits(field) { return field }
    // What is said about a distance is none.
    let isBeside = stem.contains { beside.contains($0) }
    let isLength = unit.map { ColumnMapping.Field.range.units.contains($0) } ?? false
    if !isBeside, stem.contains(where: truths.contains), suits(.truth) { return .truth }
    let found = parts.first { $0.parts.contains { name.contains(text: $0) } }?.field
    if isBeside, found != .time, found != .peer { return nil }
    if found == nil, isLength, stem.contains(where: measured.contains) { return .range }
    return found
  }

  /// Words that name what is known beforehand.
  private static let truths = set(
    """
    truth gt groundtruth ground reference referenz referencia référence riferimento ref wahr \
    wahre wahrheit soll true actual real reale mocap optitrack vicon laser lidar tape known \
    ideal verdad vrai vraie expected nominal
    """)
  /// Words that name a measurement, beside a unit of length.
  private static let measured = set(
    """
    measured measurement meas gemessen messwert medida mesure misura uwb twr tof reading ist
    """)
  /// Words beside a distance or a level that make it something else.
  private static let beside = set(
    """
    std stdev stddev sigma sd var variance error err fehler quality fom confidence nlos los \
    offset bias count num index min max valid status flag rate threshold fp firstpath first \
    tx residual noise angle azimuth elevation
    """)

  static func set(_ words: String) -> Set<String> {
    Set(words.split(separator: " ").map { String($0) })
  }

  /// Parts of names; the first field that has one is taken.
  private static let parts: [(field: ColumnMapping.Field, parts: [String])] = [
    (.truth, ["truth", "ref_", "reference", "referenz", "ground", "mocap", "soll", "true_"]),
    (.rssi, ["rssi", "signal", "pegel", "dbm", "rx_power", "rxpower", "rx power", "rx_level"]),
    (
      .range,
      [
        "distan", "dist_", "range", "rango", "entfernung", "abstand", "reichweite", "afstand",
        "avstand", "odleg",
      ]
    ),
    (
      .time,
      [
        "timestamp", "time", "elapsed", "zeit", "datum", "date", "epoch", "tiempo", "temps",
        "tempo",
        "fecha", "hora", "tijd", "czas", "uptime", "since",
      ]
    ),
    (
      .peer,
      [
        "peer", "tag", "anchor", "anker", "mac", "addr", "device", "node", "uuid", "beacon",
        "ancla",
      ]
    ),
  ]
  private static let wholeNames: [String: ColumnMapping.Field] = [
    "t": .time, "ts": .time, "s": .time, "ms": .time, "us": .time, "ns": .time, "sec": .time,
    "secs": .time, "seconds": .time, "millis": .time, "micros": .time, "d": .range, "dist": .range,
    "r": .range, "rng": .range, "ref": .truth, "gt": .truth, "id": .peer, "event": .event,
    "when": .time, "strength": .rssi,
  ]
  /// Units that may be a name by themselves: those of time, and those that are written out.
  private static let unitNames: [String: ColumnMapping.Unit] = [
    "s": .seconds, "ms": .milliseconds, "us": .microseconds, "ns": .nanoseconds, "sec": .seconds,
    "secs": .seconds, "seconds": .seconds, "sekunden": .seconds, "secondes": .seconds,
    "segundos": .seconds, "msec": .milliseconds, "millis": .milliseconds,
    "milliseconds": .milliseconds, "millisekunden": .milliseconds, "usec": .microseconds,
    "micros": .microseconds, "microseconds": .microseconds, "µs": .microseconds,
    "nanos": .nanoseconds, "nanoseconds": .nanoseconds, "meters": .metres, "metres": .metres,
    "meter": .metres, "metros": .metres, "centimeters": .centimetres, "centimetres": .centimetres,
    "zentimeter": .centimetres, "millimeters": .millimetres, "millimetres": .millimetres,
    "millimeter": .millimetres, "feet": .feet, "inches": .inches,
  ]

  private static func unit(_ words: [String]) -> ColumnMapping.Unit? {
    guard let last = words.last else { return nil }
    // A short unit of length alone, such as m, may be the name of anything.
    return unitNames[last] ?? (words.count > 1 ? unit(named: last) : nil)
  }

  static func unit(named name: String) -> ColumnMapping.Unit? {
    if name == "dbm" { return .dBm }
    return ColumnMapping.Unit(rawValue: name).flatMap { $0.calendar == nil ? $0 : nil }
  }

  /// The words of a name in small letters; a capital after a small letter begins one, too.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var last: Character = " "
    for letter in name {
      defer { last = letter }
      guard isWordPart(letter) else { continue }
      let continues = isWordPart(last) && !(!isCapital(last) && !last.isDigit && isCapital(letter))
      if !continues { words.append("") }
      words[words.count - 1] += letter.lowercased()
    }
    return words
  }

  /// Whether a character belongs to a word: a digit, a letter of ASCII, and what is beyond it but signs of Latin-1.
  private static func isWordPart(_ letter: Character) -> Bool {
    guard let scalar = letter.unicodeScalars.first else { return false }
    let isLatin = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    return letter.isDigit || isLatin || scalar == "µ" || scalar.value >= 0xC0
  }

  private static func isCapital(_ letter: Character) -> Bool {
    letter.lowercased() != String(letter)
  }
}

extension Character {
  var isDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
  fileprivate func contains(text: String) -> Bool { Array(utf8)[...].contains(text) }
}
