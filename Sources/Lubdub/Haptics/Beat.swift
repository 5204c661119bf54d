/// One heartbeat: the moment, the tempo and the strength that it was decided with.
public struct Beat: Sendable, Hashable, Identifiable {
  /// What distinguishes a planned beat from every other one of the same scheduler.
  ///
  /// A plan holds until something that is felt changes: the tempo, or a setting. A beat keeps its identity from
  /// the moment it is first planned until it is played or its plan is cancelled, and no other beat gets it.
  public struct ID: Sendable, Hashable {
    /// Which plan, counted from 1; 0 for a beat that no scheduler planned.
    public var plan: Int
    /// Which beat of the plan, counted from 0.
    public var index: Int

    /// An identity from its parts.
    public init(plan: Int = 0, index: Int) {
      (self.plan, self.index) = (plan, index)
    }
  }

  /// What distinguishes it from every other beat of the same scheduler.
  public var id: ID
  /// When the lub sounds.
  public var time: Seconds
  /// The interval that was in force when the beat was decided.
  public var interval: Seconds
  /// Strength of the lub, 0...1.
  public var intensity: Double
  /// Number of the zone, counted from the nearest: when the beat was decided; in a live session, when it was handed out.
  public var zone: Int
  /// How long after its time a live session handed it out; zero for one that came in time. Zero in a timeline,
  /// too, where nothing comes late.
  public var lateness = Seconds.zero

  /// A beat from its parts, in time.
  public init(
    id: ID = ID(index: 0), time: Seconds, interval: Seconds, intensity: Double, zone: Int
  ) {
    (self.id, self.time, self.interval) = (id, time, interval)
    (self.intensity, self.zone) = (intensity, zone)
  }
}
