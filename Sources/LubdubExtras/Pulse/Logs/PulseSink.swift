struct PulseSink: LogSink {
  let sampleRate: Hertz?
  let path: String
  private(set) var series: [PulseLog.Series] = []
  var report = ReadReport()
  private var places: [String: Int] = [:]
  /// The time from the last beat of a series to the next interval, if data between them are missing.
  private var gaps: [String: Milliseconds] = [:]

  init(sampleRate: Hertz?, path: String) { (self.sampleRate, self.path) = (sampleRate, path) }

  private static let shortest = 1.0
  private static let longest = 30_000.0

  mutating func accept(_ length: Milliseconds, series name: String = "", line: Int) {
    guard length.isFinite, (Self.shortest...Self.longest).contains(length.value) else {
      return reject(.implausibleInterval, line, "the interval is \(length.value) ms", series: name)
    }
    let index = index(of: name)
    let gap = series[index].intervals.intervals.isEmpty ? nil : gaps[name]
    series[index].intervals.append(length, after: gap)
    gaps[name] = nil
    report.accepted += 1
  }

  /// Records missing beats between the last beat and the next interval, with their total length; zero if the length is
  /// unknown.
  mutating func noteGap(_ length: Milliseconds = .zero, series name: String = "") {
    gaps[name] = max(length, gaps[name] ?? .zero)
  }

  /// The time of the last beat of a series, since the first beat of the series.
  func end(of name: String) -> Milliseconds? {
    places[name].map { series[$0].intervals.end }
  }

  /// Records that the rows after a rejected row do not continue the rows before it.
  mutating func noteFault() { noteGap() }

  mutating func reject(
    _ reason: RejectionReason, _ line: Int, _ found: String, series name: String
  ) {
    noteGap(series: name)
    report.reject(reason, line: line, example: "\(found); \(reason.sentence)")
  }

  mutating func duplicate() { report.duplicates += 1 }

  private mutating func index(of name: String) -> Int {
    if let known = places[name] { return known }
    series.append(PulseLog.Series(name: name, intervals: RRSeries()))
    places[name] = series.count - 1
    return series.count - 1
  }
}
