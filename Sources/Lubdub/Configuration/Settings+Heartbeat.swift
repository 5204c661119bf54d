internal import Haptics
internal import Quantities

extension Setting {
  /// How the heart beats.
  static let heartbeat: [Setting] = [
    Setting(
      "heartbeat.intervals", "From beat to beat in each beating zone from the nearest", unit: "s",
      .numbers(get: { $0.heartbeat.intervals }, set: { $0.heartbeat.intervals = $1 }, 0.02...600)),
    Setting(
      "heartbeat.intensities", "Strength in each beating zone from the nearest",
      .numbers(get: { $0.heartbeat.intensities }, set: { $0.heartbeat.intensities = $1 }, 0...1)),
    Setting(
      "heartbeat.policy", "What decides the tempo: the zone (stepped) or the distance (continuous)",
      .choice(
        get: { $0.heartbeat.policy.rawValue },
        set: { configuration, word in
          guard let policy = HeartbeatSettings.Policy(rawValue: word) else { return false }
          configuration.heartbeat.policy = policy
          return true
        }, options: HeartbeatSettings.Policy.allCases.map(\.rawValue))),
    Setting(
      "heartbeat.knots", "Continuous: distances at which the tempi above are exact", unit: "m",
      .numbers(get: { $0.heartbeat.knots }, set: { $0.heartbeat.knots = $1 }, 0...1000)),
    Setting(
      "heartbeat.refractory", "No beat comes sooner than this after another", unit: "s",
      .number(\.heartbeat.refractory.value, 0...60)),
    Setting(
      "heartbeat.glide", "Stepped: how long the tempo takes to the next one; 0 at once", unit: "s",
      .number(\.heartbeat.glide.value, 0...60)),
    Setting(
      "heartbeat.swing", "One interval over the one before at most; null for any",
      .optionalNumber(
        get: { $0.heartbeat.swing }, set: { $0.heartbeat.swing = $1 }, 1.01...1000)),
    Setting(
      "heartbeat.contact", "What the nearest zone feels like",
      .choice(
        get: { $0.heartbeat.contact.rawValue },
        set: { configuration, word in
          guard let contact = HeartbeatSettings.Contact(rawValue: word) else { return false }
          configuration.heartbeat.contact = contact
          return true
        }, options: HeartbeatSettings.Contact.allCases.map(\.rawValue))),
    Setting(
      "heartbeat.contactEdge", "Continuous contact: the intensity falls to the floor here",
      unit: "m", .number(\.heartbeat.tone.edge.value, 0.001...1000)),
    Setting(
      "heartbeat.contactFloor", "Continuous contact: share of the intensity left at the edge",
      .number(\.heartbeat.tone.floor, 0...1)),
    Setting(
      "heartbeat.contactSharpness", "Continuous contact: from dull (0) to sharp (1)",
      .number(\.heartbeat.tone.sharpness, 0...1)),
    Setting(
      "heartbeat.pattern", "What one beat consists of: a name, or a list of events",
      .pattern(\.heartbeat.pattern)),
    Setting(
      "heartbeat.timeBase", "What the times in a pattern are measured in",
      .choice(
        get: { $0.heartbeat.pattern.timeBase.rawValue },
        set: { configuration, word in
          guard let base = Pattern.TimeBase(rawValue: word) else { return false }
          configuration.heartbeat.pattern.timeBase = base
          return true
        }, options: Pattern.TimeBase.allCases.map(\.rawValue))),
  ]
}
