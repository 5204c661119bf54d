internal import JSON
internal import Haptics
internal import Quantities

/// The events that OpenHarmony and RichTap share: whole milliseconds, intensity and frequency in
/// percent, and a curve whose intensities multiply and whose frequencies add.
struct PercentEvent {
  struct Point {
    /// Milliseconds from the start of the event.
    var time: Int
    /// Factor on the event's intensity, 0...1.
    var intensity: Double
    /// Percent added to the event's frequency, -100...100.
    var frequency: Double
  }

  /// Milliseconds.
  var start: Int
  /// Milliseconds; `nil` for a transient.
  var duration: Int?
  /// Percent.
  var intensity: Double
  /// Percent.
  var frequency: Double
  var curve: [Point] = []

  /// When it ends, in milliseconds.
  var end: Int { start + (duration ?? 0) }

  /// The members of the JSON object, but for the start.
  var members: [String: JSONValue] {
    var parameters: [String: JSONValue] = [
      "Intensity": .number(intensity), "Frequency": .number(frequency),
    ]
    guard let duration else {
      return ["Type": "transient", "Parameters": .object(parameters)]
    }
    if !curve.isEmpty {
      parameters["Curve"] = .array(
        curve.map {
          [
            "Time": .number(Double($0.time)), "Intensity": .number($0.intensity),
            "Frequency": .number($0.frequency),
          ]
        })
    }
    return [
      "Type": "continuous", "Duration": .number(Double(duration)),
      "Parameters": .object(parameters),
    ]
  }

  /// The event of a timeline; a start before it, in milliseconds, is added.
  func event(from origin: Int) -> HapticEvent {
    let time = Seconds(Double(origin + start) / 1000)
    let (level, tone) = (intensity / 100, frequency / 100)
    guard let duration else {
      return HapticEvent(time: time, intensity: level, sharpness: tone)
    }
    let points = curve.map {
      HapticEvent.CurvePoint(
        time: Seconds(Double($0.time) / 1000), intensity: toPicoUnit(level * $0.intensity),
        sharpness: toPicoUnit(min(max(tone + $0.frequency / 100, 0), 1)))
    }
    return HapticEvent(
      time: time, intensity: level, sharpness: tone,
      kind: .continuous(duration: Seconds(Double(duration) / 1000), curve: points))
  }

  /// What a format allows.
  struct Limits {
    /// The member that holds the start.
    var startName: String
    /// The latest start, in milliseconds.
    var latestStart: Int
    /// The longest continuous event, in milliseconds.
    var longestEvent: Int
    var points: ClosedRange<Int>
    /// Whether a continuous event must have a curve that begins and ends at intensity 0.
    var startsAtRest: Bool
  }
}

/// Reads such events and checks them against the limits.
struct PercentEventReader {
  let limits: PercentEvent.Limits
  var findings: [Finding] = []

  init(_ limits: PercentEvent.Limits) {
    self.limits = limits
  }

  /// The event of an entry `{"Event": …}`; `nil` together with a finding.
  mutating func read(_ entry: JSONPlace) -> PercentEvent? {
    guard let event = entry["Event"], event.requireObject("\"Event\"", findings: &findings) else {
      findings.append(
        Finding(.error, rule: "missing-member", at: entry.path, "\"Event\" is missing"))
      return nil
    }
    let start = event.number(
      limits.startName, in: 0...Double(limits.latestStart), rule: "start-range",
      findings: &findings)
    var duration: Double?
    switch event["Type"]?.value.string {
    case "transient": break
    case "continuous":
      duration = event.number(
        "Duration", in: 0...Double(limits.longestEvent), rule: "duration-range",
        findings: &findings)
      if duration == nil { return nil }
    default:
      findings.append(
        Finding(
          .error, rule: "unknown-event-type", at: "\(event.path).Type",
          "the type must be \"transient\" or \"continuous\""))
      return nil
    }
    guard let parameters = event["Parameters"],
      let intensity = parameters.number("Intensity", in: 0...100, findings: &findings),
      let frequency = parameters.number("Frequency", in: 0...100, findings: &findings),
      let start
    else {
      if event["Parameters"] == nil {
        findings.append(
          Finding(.error, rule: "missing-member", at: event.path, "\"Parameters\" is missing"))
      }
      return nil
    }
    var result = PercentEvent(
      start: Int(start.rounded()), duration: duration.map { Int($0.rounded()) },
      intensity: intensity, frequency: frequency)
    if duration != nil { result.curve = curve(parameters) }
    return result
  }

  private mutating func curve(_ parameters: JSONPlace) -> [PercentEvent.Point] {
    guard parameters["Curve"] != nil,
      let places = parameters.array("Curve", findings: &findings)
    else { return [] }
    if !limits.points.contains(places.count) {
      findings.append(
        Finding(
          .error, rule: "curve-points", at: "\(parameters.path).Curve",
          "the curve has \(places.count) points, \(limits.points.lowerBound) to "
            + "\(limits.points.upperBound) are allowed"))
    }
    var points: [PercentEvent.Point] = []
    for place in places {
      let range = 0...Double(limits.longestEvent)
      guard let time = place.number("Time", in: range, rule: "curve-time", findings: &findings),
        let intensity = place.number("Intensity", in: 0...1, findings: &findings),
        let frequency = place.number("Frequency", in: -100...100, findings: &findings)
      else { continue }
      let tick = Int(time.rounded())
      if let last = points.last, tick < last.time {
        findings.append(
          Finding(
            .error, rule: "curve-order", at: "\(place.path).Time",
            "curve points must be in the order of time"))
        continue
      }
      points.append(.init(time: tick, intensity: intensity, frequency: frequency))
    }
    return points
  }
}
