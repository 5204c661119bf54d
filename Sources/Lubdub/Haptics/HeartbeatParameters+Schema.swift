extension HeartbeatScheduler.Parameters: SettingGroup {
  package static var schema: [Setting<Self>] {
    [
      .optionalNumbers(
        "intervals",
        "Beat interval of each zone, nearest first; a zone with null, or without a value, is silent",
        level: .basic, eachIn: 0.02...600
      ) { $1(&$0.intervals) },
      .numbers(
        "intensities", "Intensity of each zone, from the nearest", level: .basic, eachIn: 0...1
      ) { $1(&$0.intensities) },
      .choice(
        "policy",
        "Source of the tempo: zone (stepped), distance (continuous), or measured intervals (pulse)"
      ) { $1(&$0.policy) },
      .numbers(
        "knots", "Continuous: distance of each tempo", eachIn: 0...1000
      ) { $1(&$0.knots) },
      .number("refractory", "Shortest time between two beats", in: 0...60) {
        $1(&$0.refractory)
      },
      .number(
        "entryLead", "Time from entering a zone to its first beat; 0 for at once",
        in: 0...1
      ) { $1(&$0.entryLead) },
      .number(
        "tempoRampTime", "Stepped: duration of the ramp to the next tempo; 0 for no ramp",
        in: 0...60
      ) { $1(&$0.tempoRampTime) },
      .number(
        "pulseTimeout", "Pulse: time without an interval after which the zone's tempo applies",
        in: 0.5...600
      ) { $1(&$0.pulseTimeout) },
      .number(
        "pulseRampTime",
        "Pulse: duration of the ramp between measured tempo and zone's tempo", in: 0...60
      ) { $1(&$0.pulseRampTime) },
      .optional(
        "maxIntervalRatio",
        "Largest ratio of two successive intervals; null for any", in: 1.01...1000
      ) { $1(&$0.maxIntervalRatio) },
      .choice(
        "contact", "Style of the nearest zone: beats, or one continuous event", level: .basic
      ) { $1(&$0.contact) },
      .number(
        "contactEdge", "Continuous contact: distance at which the intensity is lowest",
        in: 0.001...1000
      ) { $1(&$0.tone.edge) },
      .number(
        "contactFloor", "Continuous contact: share of the intensity at contactEdge", in: 0...1
      ) { $1(&$0.tone.floor) },
      .number(
        "contactSharpness", "Continuous contact: sharpness, from dull (0) to sharp (1)", in: 0...1
      ) {
        $1(&$0.tone.sharpness)
      },
      .pattern("pattern", "Events of one beat: a name, or a list of events") {
        $1(&$0.pattern)
      },
      .choice("timeBase", "Unit of the times in a pattern") {
        $1(&$0.pattern.timeBase)
      },
    ]
  }

  package func validateTogether() throws(SettingError) {
    guard intensities.count == intervals.count else {
      throw SettingError(
        key: "intensities",
        rule: "has \(intensities.count) values, expected one for each of the "
          + "\(intervals.count) intervals; set both lists")
    }
    for case let interval? in intervals where interval < refractory {
      throw SettingError(
        key: "intervals", found: "\(interval)",
        expected: "not less than the refractory time, \(refractory)")
    }
    if policy == .continuous { try validateCurve() }
    try SettingError.at("pattern") { () throws(SettingError) in try pattern.validate() }
  }

  private func validateCurve() throws(SettingError) {
    guard knots.count == intervals.count else {
      throw SettingError(
        key: "knots",
        rule: "has \(knots.count) values, expected one for each of the \(intervals.count) "
          + "intervals when the policy is continuous")
    }
    guard !intervals.contains(nil) else {
      throw SettingError(
        key: "intervals", rule: "leaves a zone silent, which a continuous tempo cannot")
    }
    try curve.validate()
  }
}

extension HeartbeatScheduler.Parameters {
  /// The `eternal-loop` heartbeat: 0.2, 0.5, 1, and 2 s, silent beyond 2 m.
  public static let eternalLoop = Self(tempos: eternalLoopTempos.map { $0 })

  /// Calm breathing, six breaths per minute in every beating zone.
  public static let breath: Self = {
    var parameters = Self(tempos: [1, 0.8, 0.6, 0.4].map { Tempo(interval: 10, intensity: $0) })
    parameters.pattern = .breath
    return parameters
  }()

  /// Clicks whose rate follows the distance without steps, from ten per second to one.
  public static let geiger: Self = {
    var parameters = Self(knots: [
      TempoKnot(distance: 0.05, tempo: Tempo(interval: 0.1, intensity: 1)),
      TempoKnot(distance: 0.2, tempo: Tempo(interval: 0.2, intensity: 0.9)),
      TempoKnot(distance: 1, tempo: Tempo(interval: 0.5, intensity: 0.7)),
      TempoKnot(distance: 2, tempo: Tempo(interval: 1, intensity: 0.5)),
    ])
    parameters.refractory = 0.1
    parameters.pattern = .geiger
    return parameters
  }()

  /// Pings whose echoes come back sooner the nearer the peer is.
  public static let sonar: Self = {
    var parameters = Self(
      tempos: eternalLoopTempos.map { Tempo(interval: 2 * $0.interval, intensity: 1) })
    parameters.pattern = .sonar
    return parameters
  }()

  private static let eternalLoopTempos: [Tempo] = [
    Tempo(interval: 0.2, intensity: 1), Tempo(interval: 0.5, intensity: 0.8),
    Tempo(interval: 1, intensity: 0.6), Tempo(interval: 2, intensity: 0.4),
  ]
}
