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
