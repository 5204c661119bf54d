/// A value of the characteristic Heart Rate Measurement, 0x2A37 (Bluetooth SIG, Heart Rate Service 1.0, 3.1).
struct HeartRateMeasurement: Hashable {
  let rate: Int
  /// The intervals since the last measurement, oldest first. The characteristic states them in 1/1024 s.
  let intervals: [Milliseconds]

  private static let reserved: UInt8 = 0xE0

  init?(_ bytes: ArraySlice<UInt8>) {
    var cursor = ByteCursor(bytes)
    guard let flags = cursor.byte(), flags & Self.reserved == 0 else { return nil }
    if flags & 0x01 != 0 {
      guard let rate = cursor.little(UInt16.self) else { return nil }
      self.rate = Int(rate)
    } else {
      guard let rate = cursor.byte() else { return nil }
      self.rate = Int(rate)
    }
    // The energy expended has two bytes.
    if flags & 0x08 != 0, !cursor.skip(2) { return nil }
    var intervals: [Milliseconds] = []
    if flags & 0x10 != 0 {
      while let raw = cursor.little(UInt16.self) {
        intervals.append(Milliseconds(Double(raw) * 1000 / 1024))
      }
    }
    guard cursor.rest.isEmpty else { return nil }
    self.intervals = intervals
  }
}

/// Notifications of several attributes, some of which contain heart rates.
struct HeartRateNotifications {
  private var all: [(attribute: String, value: ArraySlice<UInt8>, time: Double?, line: Int)] = []
  var named: Set<String> = []

  mutating func add(_ attribute: String, _ value: ArraySlice<UInt8>, at time: Double?, line: Int) {
    all.append((attribute, value, time, line))
  }

  /// Adds heart rates to series. If the log does not name the attribute, Lubdub uses attributes with valid heart rates.
  func put(
    of source: String, into sink: inout PulseSink, isHeartRate: ([HeartRateMeasurement?]) -> Bool
  ) {
    var chosen = named
    if chosen.isEmpty {
      for (attribute, values) in Dictionary(grouping: all, by: \.attribute)
      where isHeartRate(values.map { HeartRateMeasurement($0.value) }) { chosen.insert(attribute) }
      if !chosen.isEmpty {
        sink.warn(
          "the \(source) does not say which attribute is the heart rate; Lubdub uses one that fits"
        )
      }
    }
    var streams: [String: HeartRateStream] = [:]
    for (attribute, value, time, line) in all {
      guard chosen.contains(attribute) else {
        sink.ignore()
        continue
      }
      guard let time else {
        sink.reject(.missingTime, line, "the packet has no time; record with btmon -T")
        continue
      }
      var stream = streams[attribute] ?? HeartRateStream(name: chosen.count > 1 ? attribute : "")
      stream.take(value, at: time, line: line, into: &sink)
      streams[attribute] = stream
    }
  }
}

/// Adds the measurements of one strap to a series. A strap reports 0 to 3 intervals about once per second, up to 4 s late;
/// see `BeatClock`.
private struct HeartRateStream {
  let name: String
  private var last: (bytes: [UInt8], time: Double)?
  private var clock = BeatClock()

  init(name: String) { self.name = name }

  /// Adds the value of a notification. Its time of reception is in s.
  mutating func take(
    _ bytes: ArraySlice<UInt8>, at time: Double, line: Int, into sink: inout PulseSink
  ) {
    guard let measurement = HeartRateMeasurement(bytes) else {
      return sink.reject(.damaged, line, "a heart rate measurement is cut short", series: name)
    }
    let length = measurement.intervals.reduce(0) { $0 + $1.value } / 1000
    // If the intervals are repeated sooner than they can pass, one notification was reported twice.
    if let last, last.bytes.elementsEqual(bytes), length > 0, time - last.time < length / 2 {
      return sink.duplicate()
    }
    last = (Array(bytes), time)
    guard !measurement.intervals.isEmpty else { return sink.ignore() }
    let end = (sink.end(of: name) ?? .zero) + Milliseconds(length * 1000)
    if let gap = clock.gap(at: time, after: end) { sink.noteGap(gap, series: name) }
    for interval in measurement.intervals { sink.accept(interval, series: name, line: line) }
  }
}
