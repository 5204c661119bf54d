/// Times of a board that sends lines over a serial port: the times that a monitor puts before each line, otherwise the
/// number of the round times the length of a round. A round ends when a name is repeated. The first line decides.
struct MonitorClock {
  private enum Source {
    case rounds
    /// Unix seconds.
    case seconds
    /// Milliseconds since the start, as ESP-IDF prints them: `I (1234) tag: `.
    case milliseconds
    case calendar(CalendarForm)
  }

  private let period: Int64
  private var source: Source?
  private var days = DayCount()
  private var round: [String: Int64?] = [:]
  private var time: Int64 = 0

  init(_ options: ReadOptions, period: Int64) {
    self.period = options.nanosecondPeriod(default: period)
  }

  /// The time of a line in nanoseconds, from the text before the board's output, or from the round, which the board may
  /// count; a line without a name belongs to the current round. `nil` if the line is rejected because of its time.
  mutating func time(
    _ stamp: LogText, of name: String?, counter: Int64? = nil, line: Int, into sink: inout TraceSink
  ) throws(ReadError) -> Int64? {
    let text = Self.bare(stamp)
    let source = source ?? Self.source(of: text)
    self.source = source
    switch source {
    case .rounds:
      sink.warnOfClock(period, unit: "number of the round")
      guard let name else { return time }
      if let time = next(name, counter) { return time }
      try sink.reject(.implausibleTime, line: line, "the clock exceeds 64 bits")
    case .seconds, .milliseconds, .calendar:
      if let time = written(text, source) { return time }
      try sink.reject(.missingTime, line: line, "the time is \(Excerpt.quote(text))")
    }
    return nil
  }

  private mutating func next(_ name: String, _ counter: Int64?) -> Int64? {
    if let last = round[name] {
      var rounds: Int64 = 1
      if let last, let counter, counter > last { rounds = counter - last }
      let (step, overflow) = rounds.multipliedReportingOverflow(by: period)
      let (sum, carry) = time.addingReportingOverflow(step)
      guard !overflow, !carry else { return nil }
      time = sum
      round = [:]
    }
    round[name] = .some(counter)
    return time
  }

  private static func source(of text: LogText) -> Source {
    if text.nanoseconds != nil { return .seconds }
    if milliseconds(text) != nil { return .milliseconds }
    return SampleColumn.calendar([text])?.calendar.map { .calendar($0) } ?? .rounds
  }

  private mutating func written(_ text: LogText, _ source: Source) -> Int64? {
    switch source {
    case .rounds: nil
    case .seconds: text.nanoseconds
    case .milliseconds: Self.milliseconds(text)
    case .calendar(.clock):
      CivilTime.nanoseconds(text, as: .clock).flatMap { days.nanoseconds($0) }
    case .calendar(let form): CivilTime.nanoseconds(text, as: form)
    }
  }

  private static func milliseconds(_ text: LogText) -> Int64? {
    guard let number = text.after(" (")?.prefix(while: { $0 != 0x29 }).unsignedInteger else {
      return nil
    }
    let (time, overflow) = number.multipliedReportingOverflow(by: 1_000_000)
    return overflow ? nil : time
  }

  /// The timestamp without the brackets and arrows that monitors put around it.
  private static func bare(_ stamp: LogText) -> LogText {
    func isMark(_ byte: UInt8) -> Bool { "[]<>|- \t,;:".utf8.contains(byte) }
    let start = stamp.drop(while: isMark)
    return start.lastIndex { !isMark($0) }.map { start[...$0] } ?? []
  }
}
