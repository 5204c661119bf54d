/// A self-contained HTML file for designing a pattern. Its engine plays and writes the drawn pattern.
package struct DesignPage: Sendable {
  /// The most events of a page, because each event has its own handles.
  package static let mostEvents = 400

  private let name: String
  private let pattern: Pattern
  /// The tempo in beats per minute, with the fewest digits for which the whole pattern fits.
  private let rate: Double

  /// Creates a page for a pattern at its own tempo.
  package init(_ pattern: Pattern, name: String) throws(ReportFailure) {
    let beat = Beat(time: .zero, interval: pattern.naturalInterval, intensity: 1, zone: 0)
    try self.init(pattern.events(for: beat), name: name, interval: pattern.naturalInterval)
  }

  /// Creates a page for a haptic file, as one beat with the duration of the file.
  package init(_ timeline: Timeline, name: String) throws(ReportFailure) {
    try self.init(timeline.events, name: name, interval: timeline.duration)
  }

  private init(_ events: [HapticEvent], name: String, interval: Seconds) throws(ReportFailure) {
    guard events.count <= Self.mostEvents else {
      throw ReportFailure(
        "\(events.count) events are more than the \(Self.mostEvents) that a design page shows; "
          + "cut out a part with lubdub edit --from 0s --to 2s")
    }
    self.name = name
    // A tap at the very end would coincide with the first tap of the next beat.
    let end = events.map { $0.time + max($0.duration, Seconds(0.1)) }.max() ?? Seconds(1)
    rate = max(0.001, (60_000 / max(interval, end).value).rounded(.down) / 1000)
    pattern = Pattern(
      name: "design", timeBase: .fixed,
      elements: events.map(Pattern.Element.init).sorted { $0.offset < $1.offset })
  }

  package func html(actuators: [(name: String, model: ActuatorModel)]) throws(NoPages) -> [UInt8] {
    var configuration = Preset.default.configuration
    configuration.heartbeat.pattern = pattern
    let settings = SettingsJSON.value(of: configuration)
    return try PageTemplate.design.html([
      "name": .string(name), "bpm": .number(rate),
      "pattern": settings["heartbeat"]?["pattern"] ?? .array([]),
      "actuators": .array(
        actuators.map { ["name": .string($0.name), "actuator": $0.model.json] }),
    ])
  }
}

extension Pattern.Element {
  fileprivate init(_ event: HapticEvent) {
    func tidy(_ seconds: Seconds) -> Double { (max(seconds, .zero).value * 1e9).rounded() / 1e9 }
    func share(_ value: Double) -> Double { min(max(value, 0), 1) }
    let kind: Kind =
      switch event.kind {
      case .transient: .transient
      case .continuous(let duration, let curve):
        .continuous(
          duration: tidy(duration),
          curve: curve.map {
            .init(
              offset: tidy($0.time), intensity: share($0.intensity), sharpness: share($0.sharpness))
          })
      }
    // The curve of a pattern is a share of the event's intensity, but the curve of an event is absolute.
    let hasCurve = if case .continuous(_, let curve) = event.kind { !curve.isEmpty } else { false }
    self.init(
      offset: tidy(event.time), intensity: hasCurve ? 1 : share(event.intensity),
      sharpness: share(event.sharpness), kind: kind)
  }
}

extension ActuatorModel {
  /// The model's name and numbers as JSON, for pages and for files of models.
  package var json: JSONValue {
    let numbers = fields.map { ($0.name, JSONValue.number($0.value)) }
    return JSONValue(members: numbers + [("model", .string(name))])
  }
}
