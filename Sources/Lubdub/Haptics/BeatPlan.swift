/// The beats that will be played if nothing new is heard, in the order of time.
///
/// A value that looks ahead without touching the scheduler it came from. Iterating allocates nothing.
public struct BeatPlan: Sequence, IteratorProtocol, Sendable {
  private var series: BeatSeries?
  private let limits: TempoLimits
  private let zone: Int
  private let origin: Double
  private let end: Double
  private let zoneEnd: Double

  /// A plan from its parts.
  ///
  /// - Parameters:
  ///   - series: The beats to come; `nil` for none.
  ///   - limits: What limits their intervals.
  ///   - zone: The zone that they belong to, counted from the nearest.
  ///   - origin: What is added to a time of the series.
  ///   - end: Time of the series that no beat comes after; a beat at that moment is included.
  ///   - zoneEnd: Time of the series at which the zone ends; a beat at that moment is not included.
  init(
    _ series: BeatSeries?, limits: TempoLimits, zone: Int, origin: Double, end: Double,
    zoneEnd: Double
  ) {
    self.series = series
    self.limits = limits
    self.zone = zone
    self.origin = origin
    self.end = end
    self.zoneEnd = zoneEnd
  }

  /// The next planned beat; `nil` when the plan ends.
  public mutating func next() -> Beat? {
    guard let due = series?.nextBeat, due <= end, due < zoneEnd else { return nil }
    return series?.playNext(limits, zone: zone, origin: origin)
  }
}
