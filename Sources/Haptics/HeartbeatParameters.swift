public import Quantities

extension HeartbeatScheduler {
  /// What a scheduler goes by.
  public struct Parameters: Sendable, Hashable {
    /// The tempo of each zone, counted from the nearest; `nil` and zones beyond the last are silent.
    public var tempos: [Tempo?]
    /// What decides the tempo in a beating zone.
    public var policy: TempoPolicy
    /// No beat comes sooner than this after another; not longer than the shortest interval.
    public var refractory: Seconds
    /// How long the tempo takes from one zone's to the next one's, with the policy `.stepped`; zero
    /// for at once.
    public var glide: Seconds
    /// How many times longer or shorter one interval may be than the one before, more than 1; `nil`
    /// for any. The first beat of a nearer zone comes at once all the same.
    public var swing: Double?
    /// What contact, the nearest zone, feels like.
    public var contact: ContactStyle
    /// What one beat consists of.
    public var pattern: Pattern

    /// Parameters from their parts.
    public init(
      tempos: [Tempo?], policy: TempoPolicy = .stepped, refractory: Seconds = 0.2,
      glide: Seconds = 0, swing: Double? = nil, contact: ContactStyle = .beats,
      pattern: Pattern = .lubDub
    ) {
      self.tempos = tempos
      self.policy = policy
      self.refractory = refractory
      self.glide = glide
      self.swing = swing
      self.contact = contact
      self.pattern = pattern
    }

    /// Checks every setting.
    ///
    /// - Throws: `ParameterError` with a path such as `tempos[1].interval`.
    public func validate() throws(ParameterError) {
      guard refractory.isFinite, refractory.value >= 0 else {
        throw ParameterError(
          path: "refractory", found: "\(refractory)",
          expected: "a finite time that is not negative")
      }
      for (index, tempo) in tempos.enumerated() {
        guard let tempo else { continue }
        do {
          try tempo.validate()
          try checkRefractory(tempo.interval, "interval")
        } catch {
          throw error.inside("tempos[\(index)]")
        }
      }
      try validatePolicy()
      guard glide.isFinite, glide.value >= 0 else {
        throw ParameterError(
          path: "glide", found: "\(glide)", expected: "a finite time that is not negative")
      }
      if let swing {
        guard swing.isFinite, swing > 1 else {
          throw ParameterError(
            path: "swing", found: "\(swing)", expected: "a finite ratio above 1")
        }
      }
      try contact.validate()
      do {
        try pattern.validate()
      } catch {
        throw error.inside("pattern")
      }
    }

    private func validatePolicy() throws(ParameterError) {
      guard case .continuous(let knots) = policy else { return }
      do {
        try TempoCurve(knots).validate()
        if let fastest = knots.first {
          try checkRefractory(fastest.tempo.interval, "knots[0].interval")
        }
      } catch {
        throw error.inside("policy")
      }
    }

    private func checkRefractory(_ interval: Seconds, _ path: String) throws(ParameterError) {
      guard interval >= refractory else {
        throw ParameterError(
          path: path, found: "\(interval)",
          expected: "not less than the refractory time, \(refractory)")
      }
    }
  }
}

/// What the nearest zone feels like.
public enum ContactStyle: Sendable, Hashable {
  /// Beats, as in every other zone.
  case beats
  /// One sustained event for as long as contact lasts, whose intensity follows the distance.
  case continuous(ContactTone)

  func validate() throws(ParameterError) {
    guard case .continuous(let tone) = self else { return }
    do {
      try checkPositive(Seconds(tone.edge.value), "edge")
      try checkShare(tone.floor, "floor")
      try checkShare(tone.sharpness, "sharpness")
    } catch {
      throw error.inside("contact")
    }
  }
}

/// The sustained event of contact: as strong as the zone's tempo says at no distance, and falling
/// linearly to `floor` of that at the edge.
public struct ContactTone: Sendable, Hashable {
  /// Where the intensity has fallen to the floor; positive.
  public var edge: Meters
  /// Share of the intensity that is left at the edge, 0...1.
  public var floor: Double
  /// From dull (0) to sharp (1).
  public var sharpness: Double

  /// A tone from its parts.
  public init(edge: Meters = 0.05, floor: Double = 0.5, sharpness: Double = 0.5) {
    self.edge = edge
    self.floor = floor
    self.sharpness = sharpness
  }

  /// Share of the zone's intensity at a distance.
  func share(at distance: Meters) -> Double {
    let nearness = 1 - min(1, max(0, distance / edge))
    return floor + (1 - floor) * nearness
  }
}

extension HeartbeatScheduler.Parameters {
  /// The `eternal-loop` heartbeat: 0.2, 0.5, 1 and 2 s, silent beyond 2 m.
  public static let eternalLoop = Self(tempos: eternalLoopTempos)

  /// Calm breathing, six a minute wherever the heart would beat.
  public static let breath = Self(
    tempos: [1, 0.8, 0.6, 0.4].map { Tempo(interval: 10, intensity: $0) }, pattern: .breath)

  /// Clicks whose rate follows the distance without steps, from ten a second to one.
  public static let geiger = Self(
    tempos: eternalLoopTempos,
    policy: .continuous([
      TempoKnot(distance: 0.05, tempo: Tempo(interval: 0.1, intensity: 1)),
      TempoKnot(distance: 0.2, tempo: Tempo(interval: 0.2, intensity: 0.9)),
      TempoKnot(distance: 1, tempo: Tempo(interval: 0.5, intensity: 0.7)),
      TempoKnot(distance: 2, tempo: Tempo(interval: 1, intensity: 0.5)),
    ]),
    refractory: 0.1, pattern: .geiger)

  /// Pings whose echoes come back sooner the nearer the peer is.
  public static let sonar = Self(
    tempos: eternalLoopTempos.map { $0.map { Tempo(interval: 2 * $0.interval, intensity: 1) } },
    pattern: .sonar)

  private static let eternalLoopTempos: [Tempo?] = [
    Tempo(interval: 0.2, intensity: 1),
    Tempo(interval: 0.5, intensity: 0.8),
    Tempo(interval: 1, intensity: 0.6),
    Tempo(interval: 2, intensity: 0.4),
  ]
}
