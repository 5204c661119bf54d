/// Reads NMEA 0183: RMC contains the date, GGA the quality and dilution, and GST the deviations. Sentences with the same
/// time of day form one fix.
enum NMEAReader {
  private struct Epoch {
    var timeOfDay: Double
    var line: Int
    var place: Coordinate?
    /// Whether the place comes from GGA, which has more digits than RMC in some receivers.
    var isPrecise = false
    var isValid = true
    var dilution: Double?
    var quality: Int?
    var deviation: Double?
    var day: Double?
  }

  static func isPosition(_ line: LogText) -> Bool {
    guard let start = line.firstIndex(of: UInt8(ascii: "$")) else { return false }
    let head = line[start...].prefix(7)
    return head.count == 7 && head.last == UInt8(ascii: ",")
      && (head.dropFirst(3).hasPrefix("GGA") || head.dropFirst(3).hasPrefix("RMC"))
  }

  static func read(_ bytes: [UInt8], into sink: inout PositionSink) {
    var epochs: [Epoch] = []
    for (number, line) in TextLines(bytes) {
      guard let start = line.firstIndex(of: UInt8(ascii: "$")) else {
        if !line.isEmpty { sink.ignore() }
        continue
      }
      guard let fields = checkedFields(line[start...], number, &sink) else { continue }
      read(fields, number, into: &epochs, &sink)
    }
    accept(epochs, &sink)
  }

  /// The fields of a sentence with a correct checksum: the XOR of the bytes between `$` and `*`.
  private static func checkedFields(
    _ sentence: LogText, _ line: Int, _ sink: inout PositionSink
  ) -> [LogText]? {
    let body = sentence.dropFirst()
    guard let star = body.firstIndex(of: UInt8(ascii: "*")) else {
      sink.reject(.damaged, line, "the sentence has no checksum")
      return nil
    }
    let stated = UInt8(body[(star + 1)...].prefix(2).string, radix: 16)
    let sum = body[..<star].reduce(0) { $0 ^ $1 }
    guard stated == sum else {
      sink.reject(.damaged, line, "the checksum is wrong")
      return nil
    }
    return body[..<star].parts(separatedBy: ",")
  }

  /// The supported sentences, with the fewest fields of each.
  private static let fewestFields = ["RMC": 10, "GGA": 9, "GST": 9, "ZDA": 5]

  private static func read(
    _ fields: [LogText], _ line: Int, into epochs: inout [Epoch], _ sink: inout PositionSink
  ) {
    guard let name = fields.first, name.count == 5 else { return sink.ignore() }
    let kind = name.suffix(3).string
    guard let least = fewestFields[kind] else { return sink.ignore() }
    guard fields.count >= least else {
      return sink.reject(.columnCount, line, "\(kind) has \(fields.count) fields")
    }
    // A receiver without a time has no position yet.
    guard let time = timeOfDay(fields[1]) else {
      return fields[1].isEmpty
        ? sink.ignore() : sink.reject(.notANumber, line, "the time is \(Excerpt.quote(fields[1]))")
    }
    if epochs.last?.timeOfDay != time { epochs.append(Epoch(timeOfDay: time, line: line)) }
    let last = epochs.count - 1
    switch kind {
    case "RMC":
      if let day = day(fields[9]) { epochs[last].day = day }
      if fields[2].equals("V") { epochs[last].isValid = false }
      guard !epochs[last].isPrecise else { return }
      epochs[last].place = place(fields[3...6], line, &sink) ?? epochs[last].place
    case "ZDA":
      let date = [fields[4], fields[3], fields[2]].map(\.string).joined(separator: "-")
      if let day = day(date) { epochs[last].day = day }
    case "GGA":
      epochs[last].quality = fields[6].integer.map { Int($0) }
      epochs[last].dilution = fields[8].decimal
      if epochs[last].quality == 0 { epochs[last].isValid = false }
      guard let place = place(fields[2...5], line, &sink) else { return }
      epochs[last].place = place
      epochs[last].isPrecise = true
      epochs[last].line = line
    default:
      guard let north = fields[6].decimal, let east = fields[7].decimal else { return }
      epochs[last].deviation = ((north * north + east * east) / 2).squareRoot()
    }
  }

  private static func accept(_ epochs: [Epoch], _ sink: inout PositionSink) {
    // The day before the first date is computed backward from that date, by the number of midnights between them.
    var day = 0.0
    var hasDate = false
    if let first = epochs.firstIndex(where: { $0.day != nil }), let known = epochs[first].day {
      hasDate = true
      day = known - Double(midnights(epochs[...first]))
    }
    if !hasDate, !epochs.isEmpty {
      sink.warn("no RMC or ZDA sentence has a date: times count from midnight of the first day")
    }
    var last: Double?
    for epoch in epochs {
      if let last, epoch.timeOfDay < last - 43_200 { day += 1 }
      last = epoch.timeOfDay
      day = epoch.day ?? day
      guard epoch.isValid, let place = epoch.place else {
        sink.ignore()
        continue
      }
      sink.accept(
        place, at: day * 86_400 + epoch.timeOfDay, deviation(epoch, sink.options),
        line: epoch.line)
    }
  }

  private static func midnights(_ epochs: ArraySlice<Epoch>) -> Int {
    zip(epochs, epochs.dropFirst()).count { $1.timeOfDay < $0.timeOfDay - 43_200 }
  }

  /// The deviation from GST if there is one. Otherwise, the dilution times the range error for the quality of the fix, with
  /// Lubdub's own values: a phase solution has 2 cm if fixed, and about 30 cm if floating.
  private static func deviation(_ epoch: Epoch, _ options: PositionReadOptions) -> Meters? {
    if let deviation = epoch.deviation, deviation > 0 { return Meters(deviation) }
    guard let dilution = epoch.dilution, dilution > 0, dilution < 99 else { return nil }
    switch epoch.quality {
    case 4: return StatedAccuracy.axisDeviation(dilution: dilution, rangeError: 0.02)
    case 5: return StatedAccuracy.axisDeviation(dilution: dilution, rangeError: 0.3)
    default: return options.deviation(dilution: dilution)
    }
  }

  /// Reads the time `hhmmss.sss` in seconds since midnight.
  private static func timeOfDay(_ text: LogText) -> Double? {
    guard text.count >= 6, let hours = text.prefix(2).unsignedInteger, hours < 24,
      let minutes = text.dropFirst(2).prefix(2).unsignedInteger, minutes < 60,
      let seconds = text.dropFirst(4).decimal, seconds >= 0, seconds < 61
    else { return nil }
    return Double(hours * 3600 + minutes * 60) + seconds
  }

  /// Reads the date `ddmmyy` in days since 1970-01-01. Years from 80 belong to the last century.
  private static func day(_ text: LogText) -> Double? {
    guard text.count == 6, let year = text.suffix(2).unsignedInteger else { return nil }
    let date = text.string
    let (d, m, y) = (date.prefix(2), date.dropFirst(2).prefix(2), date.suffix(2))
    return day("\(year >= 80 ? "19" : "20")\(y)-\(m)-\(d)")
  }

  /// Reads the date `yyyy-mm-dd` in days since 1970-01-01.
  private static func day(_ date: String) -> Double? {
    CivilTime.nanoseconds(Array("\(date)T00:00:00Z".utf8)[...]).map {
      Double($0 / 86_400_000_000_000)
    }
  }

  /// Reads the place `ddmm.mmmm,N,dddmm.mmmm,E`; `nil` for empty fields.
  private static func place(
    _ fields: ArraySlice<LogText>, _ line: Int, _ sink: inout PositionSink
  ) -> Coordinate? {
    let fields = Array(fields)
    guard !fields[0].isEmpty || !fields[2].isEmpty else { return nil }
    return sink.place(
      angle(fields[0], fields[1], negative: "S"), angle(fields[2], fields[3], negative: "W"),
      line: line)
  }

  private static func angle(_ text: LogText, _ side: LogText, negative: String) -> Double? {
    guard let number = text.decimal, number >= 0, number < 100_000, side.count == 1 else {
      return nil
    }
    let degrees = (number / 100).rounded(.down)
    let angle = degrees + (number - degrees * 100) / 60
    return side.equals(negative) ? -angle : angle
  }
}
