/// The beats that will be played if no new sample arrives, in the order of time.
///
/// A plan looks ahead without changing its scheduler. Iterating allocates no memory.
public struct BeatPlan: Sequence, IteratorProtocol, Sendable {
  var series: BeatSeries?
  let limits: TempoLimits
  let zone: Int
  let origin: Double
  let end: Double
  let zoneEnd: Double
  /// The plan that applies from the time at which a held sample counts; empty if no sample is held.
  var later: [BeatPlan] = []

  /// The next planned beat; `nil` when the plan ends.
  public mutating func next() -> Beat? {
    guard let due = series?.nextBeat, due <= end, due < zoneEnd else {
      guard let plan = later.first else { return nil }
      self = plan
      return next()
    }
    return series?.playNext(limits, zone: zone, origin: origin)
  }
}
