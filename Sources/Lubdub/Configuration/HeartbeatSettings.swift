public import Haptics
public import Quantities

/// How the heart beats.
public struct HeartbeatSettings: Sendable, Hashable {
  /// What decides the tempo.
  public enum Policy: String, Sendable, Hashable, CaseIterable {
    /// The zone.
    case stepped
    /// The distance, interpolated between knots.
    case continuous
  }

  /// What contact, the nearest zone, feels like.
  public enum Contact: String, Sendable, Hashable, CaseIterable {
    /// Fast beats.
    case beats
    /// One sustained event whose intensity follows the distance.
    case continuous
  }

  /// From one beat to the next in each beating zone, from the nearest, in s; zones beyond are silent.
  public var intervals: [Double]
  /// Strength of the beats in each beating zone, 0...1.
  public var intensities: [Double]
  /// What decides the tempo.
  public var policy: Policy = .stepped
  /// The distances at which the continuous policy has exactly the intervals and intensities, in m.
  public var knots: [Double]
  /// No beat comes sooner than this after another.
  public var refractory: Seconds = 0.2
  /// How long the tempo takes from one zone's to the next one's; zero for at once.
  public var glide: Seconds = 0
  /// How many times longer or shorter one interval may be than the one before; `nil` for any.
  public var swing: Double?
  /// What contact feels like.
  public var contact: Contact = .beats
  /// The sustained event of contact.
  public var tone = ContactTone()
  /// What one beat consists of.
  public var pattern: Pattern = .lubDub

  /// The settings that a scheduler with these parameters has.
  public init(_ parameters: HeartbeatScheduler.Parameters) {
    let tempos = parameters.tempos.compactMap { $0 }
    intervals = tempos.map(\.interval.value)
    intensities = tempos.map(\.intensity)
    knots = []
    if case .continuous(let course) = parameters.policy {
      policy = .continuous
      knots = course.map(\.distance.value)
      intervals = course.map(\.tempo.interval.value)
      intensities = course.map(\.tempo.intensity)
    }
    refractory = parameters.refractory
    glide = parameters.glide
    swing = parameters.swing
    if case .continuous(let tone) = parameters.contact {
      contact = .continuous
      self.tone = tone
    }
    pattern = parameters.pattern
  }

  /// What the scheduler is told.
  ///
  /// - Throws: `SettingError` when lists do not match in length.
  func parameters() throws(SettingError) -> HeartbeatScheduler.Parameters {
    guard intervals.count == intensities.count else {
      throw SettingError(
        key: "heartbeat.intensities",
        rule: "has \(intensities.count) values, expected one for each of the "
          + "\(intervals.count) heartbeat.intervals")
    }
    let tempos = zip(intervals, intensities).map { interval, intensity in
      Tempo(interval: Seconds(interval), intensity: intensity)
    }
    return HeartbeatScheduler.Parameters(
      tempos: tempos, policy: try course(of: tempos), refractory: refractory, glide: glide,
      swing: swing, contact: contact == .continuous ? .continuous(tone) : .beats,
      pattern: pattern)
  }

  private func course(of tempos: [Tempo]) throws(SettingError) -> TempoPolicy {
    guard policy == .continuous else { return .stepped }
    guard knots.count == tempos.count else {
      throw SettingError(
        key: "heartbeat.knots",
        rule: "has \(knots.count) values, expected one for each of the \(tempos.count) "
          + "heartbeat.intervals when the policy is continuous")
    }
    return .continuous(
      zip(knots, tempos).map { TempoKnot(distance: Meters($0), tempo: $1) })
  }
}
