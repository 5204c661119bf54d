import Foundation

/// Plays AHAP as Apple documents it, and shares no code with the writer or the reader: a control applies to every event from
/// its time on, the control that began last counts, the intensity control multiplies, the sharpness control is added, and both
/// results are limited to 0...1.
struct AHAPPlayer {
  /// The felt intensity and sharpness at a moment.
  struct Felt: Hashable {
    var time: Double
    var intensity: Double
    var sharpness: Double
  }

  private struct Event {
    var time: Double
    var duration: Double?
    var intensity: Double
    var sharpness: Double
  }

  private struct Control {
    var start: Double
    /// Times are absolute.
    var points: [(time: Double, value: Double)]
  }

  private var events: [Event] = []
  private var controls: [String: [Control]] = [:]

  init(_ bytes: [UInt8]) throws {
    let root = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    for entry in root?["Pattern"] as? [[String: Any]] ?? [] {
      if let event = entry["Event"] as? [String: Any] { add(event) }
      if let parameter = entry["Parameter"] as? [String: Any] {
        let time = Self.number(parameter["Time"])
        add(
          parameter,
          Control(start: time, points: [(time, Self.number(parameter["ParameterValue"]))]))
      }
      if let curve = entry["ParameterCurve"] as? [String: Any] {
        let start = Self.number(curve["Time"])
        let points = (curve["ParameterCurveControlPoints"] as? [[String: Any]] ?? []).map {
          (time: start + Self.number($0["Time"]), value: Self.number($0["ParameterValue"]))
        }
        add(curve, Control(start: start, points: points))
      }
    }
    // Stable: of two that begin together, the later in the file counts.
    controls = controls.mapValues { list in
      list.enumerated().sorted {
        ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
      }.map(\.element)
    }
  }

  private static func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? 0 }

  private mutating func add(_ control: [String: Any], _ value: Control) {
    controls[control["ParameterID"] as? String ?? "", default: []].append(value)
  }

  private mutating func add(_ event: [String: Any]) {
    var values: [String: Double] = [:]
    for parameter in event["EventParameters"] as? [[String: Any]] ?? [] {
      values[parameter["ParameterID"] as? String ?? ""] = Self.number(parameter["ParameterValue"])
    }
    let isContinuous = event["EventType"] as? String == "HapticContinuous"
    events.append(
      Event(
        time: Self.number(event["Time"]),
        duration: isContinuous ? Self.number(event["EventDuration"]) : nil,
        intensity: values["HapticIntensity"] ?? 1, sharpness: values["HapticSharpness"] ?? 0.5))
  }

  /// The value of a control; times are compared to a tenth of a nanosecond.
  private func value(_ name: String, _ neutral: Double, at time: Double) -> Double {
    guard let control = controls[name]?.last(where: { $0.start <= time + 1e-10 }),
      let first = control.points.first, let last = control.points.last
    else { return neutral }
    guard time > first.time else { return first.value }
    for (left, right) in zip(control.points, control.points.dropFirst())
    where time >= left.time && time < right.time {
      return left.value + (right.value - left.value) * (time - left.time) / (right.time - left.time)
    }
    return last.value
  }

  private func felt(_ event: Event, at time: Double) -> Felt {
    let gain = value("HapticIntensityControl", 1, at: time)
    let shift = value("HapticSharpnessControl", 0, at: time)
    return Felt(
      time: time, intensity: min(max(event.intensity * gain, 0), 1),
      sharpness: min(max(event.sharpness + shift, 0), 1))
  }

  /// The transients as felt, in order of time.
  var taps: [Felt] {
    events.filter { $0.duration == nil }.map { felt($0, at: $0.time) }.sorted {
      ($0.time, $0.intensity, $0.sharpness) < ($1.time, $1.intensity, $1.sharpness)
    }
  }

  /// The continuous events at a moment, which add up; `nil` at rest.
  func course(at time: Double) -> Felt? {
    let sounding = events.filter { event in
      event.duration.map { time >= event.time && time < event.time + $0 } ?? false
    }.map { felt($0, at: time) }
    var strongest = sounding.max { $0.intensity < $1.intensity }
    strongest?.intensity = min(1, sounding.reduce(0) { $0 + $1.intensity })
    return strongest
  }
}
