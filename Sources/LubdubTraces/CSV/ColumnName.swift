/// The meaning of a column's name, in several languages.
package struct ColumnName {
  package let field: ColumnMapping.Field?
  /// The unit at the end of the name: `distance_cm`, `Distanz (cm)`, `time [ms]`, `timeMs`, `millis`.
  package let unit: ColumnMapping.Unit?
  let stem: [String]

  package var mayBeRange: Bool {
    field == nil && !isCounter
      && stem.allSatisfy { !Self.has($0, Self.beside) && !Self.has($0, Self.sizes) }
  }

  var mayBeLink: Bool { mayBeRange || field == .recording || stem.contains("target") }

  var isUnit: Bool { stem.contains { Self.has($0, Self.unitWords) } }
  private static let unitWords = "unit units einheit einheiten uom unité unités unidad unidades"

  package var isLength: Bool { unit?.isLength ?? false }

  var mayBeHeader: Bool { field != nil || unit != nil }

  var isDuration: Bool { stem.contains { Self.has($0, Self.durations) } }

  /// Whether the column is the reference level for distances, such as `rssi@1m` or `measuredPower`.
  var isReference: Bool {
    let text = stem.joined()
    return field == .rssi && Array(text.utf8)[...].contains("1m")
      || Self.has(text, "rssiref refrssi measuredpower")
  }

  var isStep: Bool { stem.contains { ["dt", "delta", "diff"].contains($0) } }

  var isCounter: Bool {
    field == nil && stem.contains { word in Self.has(word.filter { !$0.isDigit }, Self.counters) }
  }

  package init(_ name: String) {
    let words = Self.words(of: name)
    // `range_min` is the least range.
    let found = Self.unit(words, name)
    let unit =
      found?.unit == .minutes && !words.dropLast().contains { Self.has($0, Self.clocks) }
      ? nil : found?.unit
    var stem = words
    if words.count > 1, unit != nil, let found { stem.remove(at: found.place) }
    self.stem = stem
    let field = Self.field(stem, name.lowercased(), unit)
    self.field = field
    self.unit = unit.flatMap { unit in
      field.map { $0.units.contains(unit) } ?? true ? unit : nil
    }
  }

  init(path: String) {
    let parts = path.split(separator: ".").filter { Int($0) == nil }.suffix(2).map(String.init)
    let own = ColumnName(parts.last ?? path)
    let outer = parts.count > 1 ? ColumnName(parts[0]) : own
    // `range.mm` is a range in mm.
    let isUnit = parts.count > 1 && Self.unit(named: own.stem.joined()) != nil
    self =
      own.field != nil && !isUnit
      ? own
      : own.stem.allSatisfy { $0 == "value" || Self.has($0, Self.measured) }
        ? outer : isUnit ? ColumnName(parts.joined(separator: "_")) : own
  }

  static func oddUnit(of name: String) -> String? {
    let words = words(of: name)
    if let mark = bracket(of: name), ["'", "\""].contains(mark) { return mark }
    if ColumnName(name).isTick { return "one tick" }
    guard words.count > 1, let last = words.last, unit(words, name) == nil else { return nil }
    let isMultiple =
      last.first?.isDigit == true && unit(named: String(last.drop { $0.isDigit })) != nil
    let isOdd = isMultiple || has(last, oddUnits)
    guard let stated = bracket(of: name), Int(last) == nil else { return isOdd ? last : nil }
    return unit(behind: stated.lowercased()) == nil ? stated : nil
  }

  private static func bracket(of name: String) -> String? {
    guard let end = name.last, ")]".contains(end) else { return nil }
    return name.split { "([".contains($0) }.last.map { String($0.dropLast()) }
  }

  private static let oddUnits =
    "ds das ks dam hm mi mile miles nmi tick ticks dtu dwt samples frames weeks tage days fs ps um nm µm q4 q8 q16"

  private static func field(
    _ stem: [String], _ name: String, _ unit: ColumnMapping.Unit?
  ) -> ColumnMapping.Field? {
    let suits = { (field: ColumnMapping.Field) in unit.map { field.units.contains($0) } ?? true }
    if let field = wholeNames[stem.joined(separator: "_")], suits(field) { return field }
    // A property of a distance is not a distance.
    let isBeside = stem.contains { has($0, beside) }
    let isLength = unit?.isLength ?? false
    if !isBeside, stem.contains(where: { has($0, truths) }), suits(.truth) { return .truth }
    let text = Array(name.utf8)[...]
    let found = parts.first { $0.parts.contains { text.contains($0) } }?.field
    if isBeside, found != .time, found != .peer { return nil }
    // `centimeters` contains "time", but is a length.
    guard found == nil || found == .time && isLength else { return found }
    if isLength { return stem.contains { has($0, measured) } ? .range : nil }
    return stem.contains { word in has(word.filter { !$0.isDigit }, links) } ? .peer : nil
  }

  /// Words that name a link, but may also be parts of other words, such as `voltage`.
  private static let links = "tag tags tagid tagname mac macaddress node nodeid"

  private static let truths = """
    truth gt groundtruth ground reference referenz referencia référence riferimento ref wahr wahre wahrer wahres wahrheit soll \
    true actual real reale réel réelle reelle mocap optitrack vicon laser lidar tape known ideal verdad vrai vraie \
    verite vérité waarheid prawda expected nominal maßband massband zollstock ruban meetlint
    """
  private static let measured =
    "measured measurement meas gemessen messwert medida mesure misura uwb twr tof reading ist"
  private static let beside = """
    std stdev stddev sigma sd var variance error err fehler quality fom confidence nlos los offset bias count num \
    index min max valid status flag rate threshold fp firstpath first tx residual noise angle azimuth elevation \
    state success rc ok invalid total last prev previous target setpoint cumulative travelled traveled odometer \
    accuracy genauigkeit precision speed velocity heading course \
    delta limit goal old snr lqi good sq squared resolution auflösung
    """

  private static let sizes = """
    x y z pos position posx posy posz px py pz lat lon alt altitude height hohe höhe hoehe width breite size \
    diameter radius path step way weg depth tiefe level east north up cx cy cz easting northing
    """
  private static let durations = """
    rtt tof tdoa flight latency delay duration dauer age interval period dt delta roundtrip processing timeout wait \
    exec airtime jitter drift offset last diff laufzeit d
    """
  private static let clocks = "t ts time timestamp zeit elapsed temps tiempo tempo uptime"
  /// Whether the column counts ticks of unknown length.
  package var isTick: Bool {
    unit == nil && isCounter
      && stem.contains { Self.has($0, "tick ticks systick jiffies takt cycles counter") }
  }
  private static let counters = """
    tick ticks counter cnt count clock clk jiffies systick systime takt zähler zaehler compteur contador contatore \
    teller licznik rtc timer cycles t host boot sys mcu esp board
    """

  @inline(never)
  /// Whether a word is in a list separated by spaces. Called for thousands of words, so it doesn't split the list.
  static func has(_ word: String, _ list: String) -> Bool {
    var rest: Substring.UTF8View? = word[...].utf8
    for byte in list.utf8 {
      if byte == 0x20, rest?.isEmpty == true { break }
      rest = byte == 0x20 ? word[...].utf8 : rest?.first == byte ? rest?.dropFirst() : nil
    }
    return rest?.isEmpty == true && !word.isEmpty
  }

  /// Parts of names, one field per line.
  private static let parts: [(field: ColumnMapping.Field, parts: [String])] = list(
    """
    truth,truth,ref_,reference,referenz,ground,mocap,soll,true_,真实,真值
    rssi,rssi,signal,pegel,dbm,rx_power,rxpower,rx power,rx_level,señal,sinal,segnale,sygna,сигнал,信号,信號
    range,distan,distân,dist_,range,rango,entfernung,abstand,reichweite,afstand,avstand,avstånd,odleg,vzdál,mesafe,\
    távolság,etäisyys,расстоян,дистанц,απόσταση,距离,距離,测距,거리
    t,timestamp,time,elapsed,zeit,datum,date,epoch,tiempo,temps,tempo,fecha,hora,horodat,heure,tijd,czas,uptime,since,\
    stamp,zaman,время,χρόνος,时间,時間,時刻,时刻,시간
    peer,peer,anchor,anker,addr,device,uuid,beacon,ancla,ancre,balise,gerät,etiqueta,dispositiv,apparaat,\
    enhet,urządzen,устройств,标签,基站,设备,端末
    """, by: "\n"
  ).compactMap { line in
    let words = list(line)
    return ColumnMapping.Field(rawValue: words[0]).map { ($0, Array(words.dropFirst())) }
  }

  @inline(never)
  private static func list(_ text: String, by separator: Character = ",") -> [String] {
    text.split(separator: separator).map { String($0) }
  }

  private static let wholeNames: [String: ColumnMapping.Field] = table([
    (
      .time,
      "t ts s ms us ns sec secs seconds millisecond milliseconds microsecond usec msec nsec nsecs nanosec millis micros unix utc tid when čas aika idő"
    ),
    (.range, "d dist r rng entf"), (.truth, "ref gt"), (.rssi, "strength"),
    (.peer, "id link sid serial src dst initiator responder"), (.event, "event"),
    (.recording, "recording run session trial take experiment run_id session_id trial_id file_id"),
  ])
  /// Units that can be the whole name: units of time, and units written out.
  private static let unitNames: [String: ColumnMapping.Unit] = table([
    (.seconds, "s sec secs seconds sekunden secondes segundos 秒 с"),
    (.milliseconds, "ms msec millis millisecond milliseconds millisekunden 毫秒 мс"),
    (.microseconds, "us usec usecs micros microsecond microseconds µs"),
    (.nanoseconds, "ns nsec nsecs nanosec nanos nanoseconds"),
    (.metres, "meters metres meter metros 米 м"),
    (.centimetres, "centimeters centimetres zentimeter 厘米 см"),
    (.millimetres, "millimeters millimetres millimeter 毫米 мм"),
    (.feet, "feet foot ft fuß fuss pieds pies"),
    (.inches, "inches inch zoll pouces pulgadas"), (.yards, "yards yard"),
    (.minutes, "minutes minuten"), (.hours, "hours stunden"),
  ])

  private static func table<Value>(_ rows: [(value: Value, words: String)]) -> [String: Value] {
    var table: [String: Value] = [:]
    for row in rows { for word in list(row.words, by: " ") { table[word] = row.value } }
    return table
  }

  /// The unit of a name and its place: the unit at the end of the name, or a unit of length within it.
  private static func unit(
    _ words: [String], _ name: String
  ) -> (unit: ColumnMapping.Unit, place: Int)? {
    // `time (0.1 s)` counts tenths.
    guard let last = words.last, bracket(of: name)?.first?.isDigit != true else { return nil }
    // A name that is only a short unit of length, such as m, can mean anything.
    if let unit = unitNames[last] ?? (words.count > 1 ? unit(named: last) : nil) {
      return (unit, words.count - 1)
    }
    let place = words.firstIndex { has($0, "ft feet inch cm") }
    return place.flatMap { place in unit(behind: words[place]).map { ($0, place) } }
  }

  static func unit(behind number: String) -> ColumnMapping.Unit? {
    unitNames[number] ?? unit(named: number)
  }

  static func unit(named name: String) -> ColumnMapping.Unit? {
    if name == "dbm" { return .dBm }
    return ColumnMapping.Unit(rawValue: name).flatMap { $0.calendar == nil ? $0 : nil }
  }

  #if !hasFeature(Embedded)
  /// The units in comments: `# range in ft`, `# time [ms], distance [cm]`, `# units: cm, s`.
  package static func units(in comments: [LogText]) -> [ColumnMapping.Field: ColumnMapping.Unit] {
    var found: [ColumnMapping.Field: ColumnMapping.Unit] = [:]
    for comment in comments {
      var isList = false
      // A number with a unit is a length, not a unit.
      for part in comment.split(whereSeparator: { ",;])".utf8.contains($0) })
      where !part.contains(where: { 0x30...0x39 ~= $0 }) {
        let (text, own) = (part.string, ColumnName(part.string))
        let name = own.unit == nil ? ColumnName("of \(text)") : own
        isList = isList || name.stem.contains { has($0, unitWords) }
        let isWord = text.hasSuffix(" in") && !isList && !text.hasSuffix(" in in")
        guard let unit = name.unit, !isWord else { continue }
        for field in [ColumnMapping.Field.time, .range, .truth]
        where field.units.contains(unit) && (isList || name.field == field) {
          found[field] = found[field] ?? unit
        }
      }
    }
    return found
  }
  #endif

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

  private static func isWordPart(_ letter: Character) -> Bool {
    guard let scalar = letter.unicodeScalars.first else { return false }
    let isLatin = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    let isBracket = "（）［］【】".unicodeScalars.contains(scalar)
    return letter.isDigit || isLatin || scalar == "µ" || scalar.value >= 0xC0 && !isBracket
  }

  private static func isCapital(_ letter: Character) -> Bool {
    letter.lowercased() != String(letter)
  }
}

extension Character {
  var isDigit: Bool { ("0"..."9").contains(self) }
}
