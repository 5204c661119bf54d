internal import Quantities

/// The beats that will be played if nothing new is heard, in the order of time.
///
/// A value that looks ahead without touching the scheduler it came from. Iterating allocates nothing.
public struct BeatPlan: Sequence, IteratorProtocol, Sendable {
  private var series: BeatSeries?
  private let limits: TempoLimits
  private let zone: Int
  private let origin: Double
  private let end: Double

  /// A plan over a series of beats, `nil` for none. `origin` is added to the times of the series; a beat
  /// at `end`, a time of the series, is included.
  init(_ series: BeatSeries?, limits: TempoLimits, zone: Int, origin: Double, end: Double) {
    self.series = series
    self.limits = limits
    self.zone = zone
    self.origin = origin
    self.end = end
  }

  /// The next planned beat; `nil` when the plan ends.
  public mutating func next() -> Beat? {
    guard let due = series?.nextBeat, due <= end else { return nil }
    return series?.playNext(limits, zone: zone, origin: origin)
  }
}
