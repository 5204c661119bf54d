extension HeartbeatScheduler {
  /// The settings of a scheduler.
  public struct Parameters: Sendable, Hashable {
    /// From one beat to the next in each zone, counted from the nearest; `nil` and zones beyond the
    /// last are silent. With the policy `.continuous`, the intervals at the knots.
    public var intervals: [Seconds?]
    /// Strength of the beats, 0...1; one for each interval.
    public var intensities: [Double]
    /// What decides the tempo in a beating zone.
    public var policy: TempoPolicy = .stepped
    /// A tempo of the app's own, in place of the zone's and of the curve; `nil` for none. No setting: a file holds no function.
    public var tempo: OwnTempo?
    /// The distances at which the policy `.continuous` has exactly the intervals and intensities above,
    /// increasing; in between they are interpolated linearly, and held beyond the first and the last.
    public var knots: [Meters] = []
    /// No beat comes sooner than this after another; not longer than the shortest interval.
    public var refractory: Seconds = 0.2
    /// How long after a zone is entered its first beat comes, so that an engine can schedule it; zero for at once.
    /// A beat that is planned for sooner keeps its time.
    public var entryLead: Seconds = 0
    /// How long the tempo takes from one zone's to the next one's, with the policy `.stepped`; zero for at once.
    public var tempoRampTime: Seconds = 0
    /// With the policy `.pulse`, after so long without an interval the zone's own tempo takes over.
    public var pulseTimeout: Seconds = 5
    /// With the policy `.pulse`, how long the tempo takes from the given one to the zone's and back; zero for at once.
    public var pulseRampTime: Seconds = 4
    /// How many times longer or shorter one interval may be than the one before, more than 1; `nil`
    /// for any. The first beat of a nearer zone comes at once all the same.
    public var maxIntervalRatio: Double?
    /// What contact, the nearest zone, feels like.
    public var contact: ContactStyle = .beats
    /// The sustained event of a continuous contact.
    public var tone = ContactTone()
    /// What one beat consists of.
    public var pattern: Pattern = .lubDub

    /// Parameters with a tempo for each zone, counted from the nearest; `nil` for a silent one.
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

/// What decides the tempo in a beating zone.
public enum TempoPolicy: String, Sendable, Hashable, CaseIterable {
  /// The zone's own tempo.
  case stepped
  /// The distance. The zone still decides whether there are beats at all, and its own tempo serves
  /// until a distance is known.
  case continuous
  /// Intervals that are given from outside meanwhile, such as those of a pulse; the intensity is the zone's. The zone
  /// still decides whether there are beats at all, and its own tempo serves while none is heard.
  case pulse
}

/// What the nearest zone feels like.
public enum ContactStyle: String, Sendable, Hashable, CaseIterable {
  /// Beats, as in every other zone.
  case beats
  /// One sustained event for as long as contact lasts, whose intensity follows the distance.
  case continuous
}

/// The sustained event of contact: as strong as the zone's tempo says at no distance, and falling
/// linearly to `floor` of that at the edge.
public struct ContactTone: Sendable, Hashable {
  /// Where the intensity has fallen to the floor; positive.
  public var edge: Meters = 0.05
  /// Share of the intensity that is left at the edge, 0...1.
  public var floor = 0.5
  /// From dull (0) to sharp (1).
  public var sharpness = 0.5

  /// The default tone.
  public init() {}

  func share(at distance: Meters) -> Double {
    let nearness = 1 - min(1, max(0, distance / edge))
    return floor + (1 - floor) * nearness
  }
}
