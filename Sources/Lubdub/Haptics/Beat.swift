/// One heartbeat, with the moment, the tempo, and the strength decided for it.
public struct Beat: Sendable, Hashable, Identifiable {
  /// The identity of a planned beat among all beats of the same scheduler.
  ///
  /// A plan stays in force until the tempo or a setting changes in a way you can feel. A beat keeps its identity from the
  /// moment it is first planned until it is played or its plan is canceled, and no other beat gets that identity.
  public struct ID: Sendable, Hashable {
    /// The number of the plan, counted from 1; 0 for a beat that no scheduler planned.
    public var plan: Int
    /// The index of the beat in the plan, counted from 0.
    public var index: Int

    /// Creates an identity from its parts.
    public init(plan: Int = 0, index: Int) {
      (self.plan, self.index) = (plan, index)
    }
  }

  /// The identity of the beat among all beats of the same scheduler.
  public var id: ID
  /// The time at which the lub sounds.
  public var time: Seconds
  /// The interval that was in force when the beat was decided.
  public var interval: Seconds
  /// The strength of the lub, 0...1.
  public var intensity: Double
  /// The number of the zone, counted from the nearest, at the time of the decision; in a live session, at the time of
  /// delivery.
  public var zone: Int
  /// The delay between the beat's time and its delivery in a live session; zero for a beat delivered in time, and always zero
  /// in a timeline.
  public var lateness = Seconds.zero

  /// Creates a beat from its parts, with a lateness of zero.
  public init(
    id: ID = ID(index: 0), time: Seconds, interval: Seconds, intensity: Double, zone: Int
  ) {
    (self.id, self.time, self.interval) = (id, time, interval)
    (self.intensity, self.zone) = (intensity, zone)
  }
}
