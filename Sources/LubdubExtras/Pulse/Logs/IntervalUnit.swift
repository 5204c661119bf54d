/// The unit of intervals. Files rarely state it, but no heart beats once per 10 s or 100 times per second.
enum IntervalUnit {
  case milliseconds
  case seconds
  /// The unit of the Heart Rate Service of Bluetooth: 1/1024 s.
  case ticks

  /// Reads a unit from a row below the header, such as `[1/1024 s]`.
  init?(named text: LogText) {
    switch text.string.filter({ !"[]() ".contains($0) }) {
    case "ms": self = .milliseconds
    case "s": self = .seconds
    case "1/1024s", "1/1024sec": self = .ticks
    default: return nil
    }
  }

  init(of values: [Double], path: String) throws(ReadError) {
    let median = Statistics.median(values) ?? 1000
    self = median < 10 ? .seconds : .milliseconds
    let typical = milliseconds(median).value
    guard (200...3000).contains(typical) else {
      throw ReadError(
        path: path, kind: .unrecognised,
        message:
          "the median of the numbers is \(median), which is not an interval between beats in ms (200 to "
          + "3,000) or s (0.2 to 3); a heart rate is not a series of intervals, and sample numbers need "
          + "their rate")
    }
  }

  func milliseconds(_ value: Double) -> Milliseconds {
    switch self {
    case .milliseconds: Milliseconds(value)
    case .seconds: Milliseconds(value * 1000)
    case .ticks: Milliseconds(value * 1000 / 1024)
    }
  }
}

/// Numbers with their line numbers: intervals, or sample numbers of R peaks.
struct NumberedValues {
  /// The latest valid time in s, about 3,000 years.
  private static let latest = 1e11

  private var values: [(value: Double?, text: String, time: Double?, line: Int)] = []

  mutating func add(_ text: LogText, time: Double? = nil, line: Int) {
    values.append((text.decimal, text.decimal == nil ? Excerpt.quote(text) : "", time, line))
  }

  /// Adds intervals to a series. Without a stated unit, the median determines it.
  func putIntervals(
    into sink: inout PulseSink, series name: String, unit: IntervalUnit? = nil
  ) throws(ReadError) {
    let known = values.compactMap(\.value).filter { $0 > 0 }
    guard !known.isEmpty || !values.isEmpty else { return }
    let used: IntervalUnit
    if let unit { used = unit } else { used = try IntervalUnit(of: known, path: sink.path) }
    var clock = BeatClock()
    for (value, text, time, line) in values {
      guard let value else {
        sink.reject(.notANumber, line, "the interval is \(text)", series: name)
        continue
      }
      guard time.map({ abs($0) <= Self.latest }) ?? true else {
        sink.reject(.implausibleTime, line, "the time is \(time ?? 0) s", series: name)
        continue
      }
      let length = used.milliseconds(value)
      if let time, let gap = clock.gap(at: time, after: (sink.end(of: name) ?? .zero) + length) {
        sink.noteGap(gap, series: name)
      }
      sink.accept(length, series: name, line: line)
    }
  }

  func putPeaks(into sink: inout PulseSink, series name: String, rate: Hertz) {
    var last: Double?
    for (value, text, _, line) in values {
      guard let value else {
        sink.reject(.notANumber, line, "the sample number is \(text)", series: name)
        continue
      }
      if let last {
        guard value > last else {
          sink.reject(
            .timeBackwards, line, "sample \(value) comes after sample \(last)", series: name)
          continue
        }
        sink.accept(Milliseconds(1000 * (value - last) / rate.value), series: name, line: line)
      }
      last = value
    }
  }
}
