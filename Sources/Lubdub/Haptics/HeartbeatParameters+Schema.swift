extension HeartbeatScheduler.Parameters {
  package static var schema: [Setting<Self>] {
    [
      .optionalNumbers(
        "intervals",
        "From beat to beat in each zone from the nearest; null and zones beyond are silent",
        unit: "s", level: .basic, eachIn: 0.02...600,
        get: { $0.intervals.map { $0?.value } },
        set: { $0.intervals = $1.map { $0.map { Seconds($0) } } }),
      .numbers(
        "intensities", "Strength in each zone from the nearest", level: .basic, eachIn: 0...1,
        get: { $0.intensities }, set: { $0.intensities = $1 }),
      .choice(
        "policy",
        "What decides the tempo: the zone (stepped), the distance (continuous) or a heart (pulse)",
        get: { $0.policy }, set: { $0.policy = $1 }),
      .numbers(
        "knots", "Continuous: distances at which the tempos above are exact", unit: "m",
        eachIn: 0...1000, get: { $0.knots.map { $0.value } },
        set: { $0.knots = $1.map { Meters($0) } }),
      .quantity(
        "refractory", "No beat comes sooner than this after another", in: 0...60,
        get: { $0.refractory }, set: { $0.refractory = $1 }),
      .quantity(
        "entryLead", "How long after a zone is entered its first beat comes; 0 for at once",
        in: 0...1, get: { $0.entryLead }, set: { $0.entryLead = $1 }),
      .quantity(
        "tempoRampTime", "Stepped: duration of the ramp to the next tempo; 0 for none", in: 0...60,
        get: { $0.tempoRampTime }, set: { $0.tempoRampTime = $1 }),
      .quantity(
        "pulseTimeout", "Pulse: after this time without a beat of the heart, the zone's own tempo",
        in: 0.5...600, get: { $0.pulseTimeout }, set: { $0.pulseTimeout = $1 }),
      .quantity(
        "pulseRampTime",
        "Pulse: duration of the ramp from the heart's tempo to the zone's and back", in: 0...60,
        get: { $0.pulseRampTime }, set: { $0.pulseRampTime = $1 }),
      .optional(
        "maxIntervalRatio",
        "Largest ratio of one interval to the one before, either way; null for any",
        in: 1.01...1000,
        get: { $0.maxIntervalRatio }, set: { $0.maxIntervalRatio = $1 }),
      .choice(
        "contact", "What the nearest zone feels like: beats, or one continuous event",
        level: .basic, get: { $0.contact }, set: { $0.contact = $1 }),
      .quantity(
        "contactEdge", "Continuous contact: the intensity falls to the floor here",
        in: 0.001...1000, get: { $0.tone.edge }, set: { $0.tone.edge = $1 }),
      .number(
        "contactFloor", "Continuous contact: share of the intensity left at the edge", in: 0...1,
        get: { $0.tone.floor }, set: { $0.tone.floor = $1 }),
      .number(
        "contactSharpness", "Continuous contact: from dull (0) to sharp (1)", in: 0...1,
        get: { $0.tone.sharpness }, set: { $0.tone.sharpness = $1 }),
      .pattern(
        "pattern", "What one beat consists of: a name, or a list of events",
        get: { $0.pattern }, set: { $0.pattern = $1 }),
      .choice(
        "timeBase", "What the times in a pattern are measured in",
        get: { $0.pattern.timeBase }, set: { $0.pattern.timeBase = $1 }),
    ]
  }

  /// Checks every setting, and that they fit each other.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
    guard intensities.count == intervals.count else {
      throw SettingError(
        key: "intensities",
        rule: "has \(intensities.count) values, expected one for each of the "
          + "\(intervals.count) intervals")
    }
    for case let interval? in intervals where interval < refractory {
      throw SettingError(
        key: "intervals", found: "\(interval)",
        expected: "not less than the refractory time, \(refractory)")
    }
    if policy == .continuous { try validateCurve() }
    do {
      try pattern.validate()
    } catch {
      throw error.inside("pattern")
    }
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
  /// The `eternal-loop` heartbeat: 0.2, 0.5, 1 and 2 s, silent beyond 2 m.
  public static let eternalLoop = Self(tempos: eternalLoopTempos.map { $0 })

  /// Calm breathing, six a minute wherever the heart would beat.
  package static let breath: Self = {
    var parameters = Self(
      tempos: [1, 0.8, 0.6, 0.4].map { Tempo(interval: 10, intensity: $0) })
    parameters.pattern = .breath
    return parameters
  }()

  /// Clicks whose rate follows the distance without steps, from ten a second to one.
  package static let geiger: Self = {
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
  package static let sonar: Self = {
    var parameters = Self(
      tempos: eternalLoopTempos.map { Tempo(interval: 2 * $0.interval, intensity: 1) })
    parameters.pattern = .sonar
    return parameters
  }()

  private static let eternalLoopTempos: [Tempo] = [
    Tempo(interval: 0.2, intensity: 1),
    Tempo(interval: 0.5, intensity: 0.8),
    Tempo(interval: 1, intensity: 0.6),
    Tempo(interval: 2, intensity: 0.4),
  ]
}
