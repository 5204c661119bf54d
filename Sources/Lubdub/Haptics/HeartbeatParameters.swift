extension HeartbeatScheduler {
  /// The settings of a scheduler.
  public struct Parameters: Sendable, Hashable {
    /// The time between beats in each zone, counted from the nearest; `nil` and zones beyond the last are silent. With the
    /// policy `.continuous`, the intervals at the knots.
    public var intervals: [Seconds?]
    /// The strength of the beats, 0...1; one value per interval.
    public var intensities: [Double]
    /// The source of the tempo in a beating zone.
    public var policy: TempoPolicy = .stepped
    /// An app's tempo function, which replaces the zone's tempo and the curve; `nil` if there is none. Settings files can't
    /// contain it.
    public var tempo: OwnTempo?
    /// The distances at which the policy `.continuous` has exactly the intervals and intensities above, increasing; values
    /// between the knots are interpolated linearly, and values beyond the first and the last knot are constant.
    public var knots: [Meters] = []
    /// The shortest time between two beats; not longer than the shortest interval.
    public var refractory: Seconds = 0.2
    /// The time from entering a zone to its first beat, so that an engine can schedule the beat; with zero, the first beat
    /// is due at once. A beat that is already planned earlier keeps its time.
    public var entryLead: Seconds = 0
    /// The duration of the ramp from one zone's tempo to the next zone's tempo, with the policy `.stepped`; zero for no
    /// ramp.
    public var tempoRampTime: Seconds = 0
    /// The time without an interval after which the policy `.pulse` returns to the zone's own tempo.
    public var pulseTimeout: Seconds = 5
    /// The duration of the ramp between the measured tempo and the zone's tempo, with the policy `.pulse`; zero for no ramp.
    public var pulseRampTime: Seconds = 4
    /// The largest ratio of one interval to the previous interval, longer or shorter, more than 1; `nil` if there is no
    /// limit. The first beat of a nearer zone still comes at once.
    public var maxIntervalRatio: Double?
    /// The style of contact, the nearest zone.
    public var contact: ContactStyle = .beats
    /// The sustained event of a continuous contact.
    public var tone = ContactTone()
    /// The events of one beat.
    public var pattern: Pattern = .lubDub

    /// Creates parameters with a tempo for each zone, counted from the nearest; `nil` for a silent zone.
    public init(tempos: [Tempo?]) {
      intervals = tempos.map { $0?.interval }
      intensities = tempos.map { $0?.intensity ?? 0 }
    }

    package init(knots: [TempoKnot]) {
      self.init(tempos: knots.map { $0.tempo })
      policy = .continuous
      self.knots = knots.map { $0.distance }
    }

    package func tempo(inZone zone: Int) -> Tempo? {
      guard intervals.indices.contains(zone), let interval = intervals[zone],
        intensities.indices.contains(zone)
      else { return nil }
      return Tempo(interval: interval, intensity: intensities[zone])
    }

    var followsDistance: Bool { policy == .continuous || tempo != nil }

    var curve: TempoCurve {
      guard policy == .continuous else { return TempoCurve(knots: []) }
      return TempoCurve(
        knots: knots.indices.compactMap { index in
          tempo(inZone: index).map { TempoKnot(distance: knots[index], tempo: $0) }
        })
    }
  }
}

/// The source of the tempo in a beating zone.
public enum TempoPolicy: String, Sendable, Hashable, CaseIterable {
  /// The zone's own tempo.
  case stepped
  /// The distance. The zone still decides whether there are beats at all, and the zone's own tempo applies until a distance is
  /// known.
  case continuous
  /// Intervals given during the session, such as the intervals of a pulse, with the intensity of the zone. The zone still
  /// decides whether there are beats at all, and the zone's own tempo applies while no interval arrives.
  case pulse
}

/// The style of the nearest zone.
public enum ContactStyle: String, Sendable, Hashable, CaseIterable {
  /// Beats, as in every other zone.
  case beats
  /// One sustained event for the whole contact, with an intensity that follows the distance.
  case continuous
}

/// The sustained event of contact: the intensity of the zone's tempo at distance zero, which falls linearly to the share
/// `floor` of this intensity at the edge.
public struct ContactTone: Sendable, Hashable {
  /// The distance at which the intensity reaches the floor; positive.
  public var edge: Meters = 0.05
  /// The share of the intensity that remains at the edge, 0...1.
  public var floor = 0.5
  /// The sharpness, from dull (0) to sharp (1).
  public var sharpness = 0.5

  /// Creates the default tone.
  public init() {}

  func share(at distance: Meters) -> Double {
    let nearness = 1 - min(1, max(0, distance / edge))
    return floor + (1 - floor) * nearness
  }
}
