internal import Wellbeing
internal import Quantities
internal import Text

/// Where the readers put what they read; it keeps account.
struct PulseSink {
  let options: PulseReadOptions
  let path: String
  private(set) var series: [PulseLog.Series] = []
  private(set) var report = ReadReport()
  private var places: [String: Int] = [:]
  /// From the last beat of a series to the next interval, where something between them is not known.
  private var gaps: [String: Milliseconds] = [:]

  init(_ options: PulseReadOptions, _ format: PulseFormat, path: String) {
    self.options = options
    self.path = path
    report.format = format.rawValue
    report.unit = format == .fit || format == .btsnoop ? .record : .line
  }

  /// The shortest interval that is taken, in milliseconds.
  private static let shortest = 1.0
  /// The longest interval that is taken, in milliseconds.
  private static let longest = 30_000.0

  /// Takes one interval, or rejects it.
  mutating func accept(_ length: Milliseconds, series name: String = "", line: Int) {
    guard length.isFinite, (Self.shortest...Self.longest).contains(length.value) else {
      return reject(
        .implausibleInterval, line, "the interval is \(length.value) ms", series: name)
    }
    let index = index(of: name)
    let gap = series[index].intervals.intervals.isEmpty ? nil : gaps[name]
    series[index].intervals.append(length, after: gap)
    gaps[name] = nil
    report.accepted += 1
  }

  /// Notes that beats are missing: from the last beat to the one that begins the next interval it is so long, zero
  /// for unknown.
  mutating func noteGap(_ length: Milliseconds = .zero, series name: String = "") {
    gaps[name] = max(length, gaps[name] ?? .zero)
  }

  /// When the last beat of a series was, since its first one.
  func end(of name: String) -> Milliseconds? {
    places[name].map { series[$0].intervals.end }
  }

  /// Rejects a row; what comes after it does not follow what came before.
  mutating func reject(
    _ reason: RejectionReason, _ line: Int, _ found: String = "", series name: String = ""
  ) {
    noteGap(series: name)
    report.reject(
      reason, line: line, example: found.isEmpty ? reason.sentence : "\(found); \(reason.sentence)")
  }

  mutating func ignore(_ count: Int = 1) { report.ignored += count }

  mutating func duplicate() { report.duplicates += 1 }

  mutating func warn(_ text: String) {
    if !report.warnings.contains(text) { report.warnings.append(text) }
  }

  private mutating func index(of name: String) -> Int {
    if let known = places[name] { return known }
    series.append(PulseLog.Series(name: name, intervals: RRSeries()))
    places[name] = series.count - 1
    return series.count - 1
  }
}

/// Calls back for every line of a text with its number, from 1; lines end with LF, CR LF or CR.
func forEachLine(_ text: [UInt8], _ body: (Int, LogText) -> Void) {
  var start = 0
  var number = 1
  var place = 0
  while place < text.count {
    guard text[place] == 0x0A || text[place] == 0x0D else {
      place += 1
      continue
    }
    body(number, text[start..<place].trimmed)
    if text[place] == 0x0D, place + 1 < text.count, text[place + 1] == 0x0A { place += 1 }
    place += 1
    start = place
    number += 1
  }
  if start < text.count { body(number, text[start...].trimmed) }
}
