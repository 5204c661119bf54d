/// The events that OpenHarmony and RichTap share: times in whole milliseconds, intensity and frequency in percent, and a curve
/// whose intensities multiply and whose frequencies add.
struct PercentEvent {
  struct Point {
    var time: Int
    /// The factor on the event's intensity, 0...1.
    var intensity: Double
    /// The percent added to the event's frequency, -100...100.
    var frequency: Double
  }

  var start: Int
  /// The length; `nil` for a transient.
  var duration: Int?
  var intensity: Double
  var frequency: Double
  var curve: [Point] = []
  /// The motor: 0 for all, 1 for the left, 2 for the right.
  var index = 0

  static let keys = "Time Intensity Frequency Type Duration Index Parameters Curve Event Pattern"

  /// The limits of a player, used to write, read, and check files.
  ///
  /// The rules come from OpenHarmony's `sensors_miscdevice` (9394f749): `default_vibrator_decoder.cpp` for its own files,
  /// `he_vibrator_decoder.cpp` for RichTap files.
  struct Limits {
    var startName: String
    /// The maximum number of events of a pattern.
    var eventCount: Int
    var latestStart: Int
    var longestEvent = 5000
    var points = 4...16
    /// Whether a continuous event must have a curve that begins and ends at intensity 0, and whether events and points must be
    /// in the order of time; otherwise the player sorts them.
    var startsAtRest: Bool
    var tapFrequencies = 0.0...100
  }

  var members: [String: JSONValue] {
    var parameters: [String: JSONValue] = [
      "Intensity": .number(intensity), "Frequency": .number(frequency),
    ]
    if !curve.isEmpty {
      parameters["Curve"] = .array(
        curve.map {
          [
            "Time": .number(Double($0.time)), "Intensity": .number($0.intensity),
            "Frequency": .number($0.frequency),
          ]
        })
    }
    var members: [String: JSONValue] = [
      "Type": duration == nil ? "transient" : "continuous", "Parameters": .object(parameters),
    ]
    if let duration { members["Duration"] = .number(Double(duration)) }
    return members
  }

  func entry(_ limits: Limits, from offset: Int, hasIndex: Bool = false) -> JSONValue {
    var members = members
    members[limits.startName] = .number(Double(start - offset))
    if hasIndex { members["Index"] = .number(Double(index)) }
    return ["Event": .object(members)]
  }

  fileprivate func event(from origin: Int) -> HapticEvent {
    let time = Double(origin + start) / 1000
    let level = Level(intensity: intensity / 100, sharpness: frequency / 100)
    guard let duration else { return HapticEvent(at: time, level) }
    let points = held().map {
      HapticEvent.CurvePoint(
        time: Seconds(toNanosecond($0.time / 1000)),
        intensity: toPicoUnit(level.intensity * $0.intensity),
        sharpness: toPicoUnit($0.frequency / 100))
    }
    return HapticEvent(at: time, level, lasting: Double(duration) / 1000, points)
  }

  /// The points of the curve with the played frequency, which is limited to 0...100: a line that leaves the range bends at the
  /// limit.
  private func held() -> [(time: Double, intensity: Double, frequency: Double)] {
    var held: [(time: Double, intensity: Double, frequency: Double)] = []
    for (index, point) in curve.enumerated() {
      let value = frequency + point.frequency
      if index > 0 {
        let last = curve[index - 1]
        let from = frequency + last.frequency
        let crossings = [0.0, 100].map { ($0 - from) / (value - from) }
        for share in crossings.filter({ $0 > 0 && $0 < 1 }).inOrder() {
          held.append(
            (
              Double(last.time) + Double(point.time - last.time) * share,
              last.intensity + (point.intensity - last.intensity) * share,
              from + (value - from) * share
            ))
        }
      }
      held.append((Double(point.time), point.intensity, value))
    }
    return held.map { ($0.time, $0.intensity, min(max($0.frequency, 0), 100)) }
  }
}

struct PercentEventReader {
  let limits: PercentEvent.Limits
  private var events: [(motor: Double, event: HapticEvent)] = []

  func document(_ log: inout ReadingLog) -> TimelineDocument? {
    let places = Set(events.map { $0.motor }).inOrder().map { motor in
      let name = motor == 0 ? "both" : motor == 1 ? "left" : motor == 2 ? "right" : ""
      return (name: name, events: events.filter { $0.motor == motor }.map { $0.event })
    }
    return TimelineDocument(places: places, &log)
  }

  init(_ limits: PercentEvent.Limits) { self.limits = limits }

  mutating func read(
    _ entry: JSONPlace, from origin: Int = 0, motor: Double = 0, _ log: inout ReadingLog
  ) {
    guard let event = event(entry, &log) else { return }
    guard event.duration != 0 else { return log.loss.note(.dropped, of: .continuous) }
    let index = (entry["Event"] ?? entry)["Index"]
    #if !hasFeature(Embedded)
    index.map { limits.check(index: $0, &log) }
    #endif
    let motor = index?.value.number ?? motor
    events.append((motor, event.event(from: origin)))
  }

  private func event(_ entry: JSONPlace, _ log: inout ReadingLog) -> PercentEvent? {
    // The first RichTap files have no wrapper around an event: its parameters are next to its type.
    let isFlat = entry["Event"] == nil && entry["Type"] != nil
    guard let event = isFlat ? entry : entry["Event"], event.requireObject("\"Event\"", &log) else {
      return log.fail("missing-member", at: entry.path, "\"Event\" is missing")
    }
    let start = event.number(
      limits.startName, in: 0...Double(limits.latestStart), rule: "start-range", &log)
    var duration: Double?
    switch event.string("Type") {
    case "transient": break
    case "continuous":
      duration = event.number(
        "Duration", in: 0...Double(limits.longestEvent), rule: "duration-range", &log)
      if duration == nil { return nil }
    default:
      return log.fail(
        "unknown-event-type", at: "\(event.path).Type",
        "the type must be \"transient\" or \"continuous\"")
    }
    guard let parameters = event["Parameters"] ?? (event["Intensity"] != nil ? event : nil) else {
      return log.fail("missing-member", at: event.path, "\"Parameters\" is missing")
    }
    let range = duration == nil ? limits.tapFrequencies : 0...100
    guard let intensity = parameters.number("Intensity", in: 0...100, &log),
      let frequency = parameters.number("Frequency", in: range, &log), let start
    else { return nil }
    var percent = PercentEvent(
      start: Int(start.rounded()), duration: duration.map { Int($0.rounded()) },
      intensity: intensity, frequency: min(max(frequency, 0), 100))
    log.loss.noteClamped(frequency / 100, of: .transient)
    guard let length = percent.duration else { return percent }
    percent.curve = curve(parameters, &log)
    for point in percent.curve {
      log.loss.noteClamped((percent.frequency + point.frequency) / 100, of: .continuous)
    }
    #if !hasFeature(Embedded)
    if !isFlat { limits.check(percent.curve, length, at: parameters.path, &log) }
    #endif
    percent.curve.sortByTime { Double($0.time) }
    return percent
  }

  private func curve(_ parameters: JSONPlace, _ log: inout ReadingLog) -> [PercentEvent.Point] {
    guard parameters["Curve"] != nil, let places = parameters.array("Curve", &log) else {
      return []
    }
    if !limits.points.contains(places.count) {
      log.fail(
        "curve-points", at: "\(parameters.path).Curve",
        "the curve has \(places.count) points, \(limits.points.lowerBound) to "
          + "\(limits.points.upperBound) are allowed")
    }
    var points: [PercentEvent.Point] = []
    let range = 0...Double(limits.longestEvent)
    for place in places {
      guard let time = place.number("Time", in: range, rule: "curve-time", &log),
        let intensity = place.number("Intensity", in: 0...1, &log),
        let frequency = place.number("Frequency", in: -100...100, &log)
      else { continue }
      let tick = Int(time.rounded())
      if limits.startsAtRest, let last = points.last, tick < last.time {
        log.fail(
          "curve-order", at: "\(place.path).Time", "curve points must be in the order of time")
        continue
      }
      points.append(.init(time: tick, intensity: intensity, frequency: frequency))
    }
    return points
  }
}
