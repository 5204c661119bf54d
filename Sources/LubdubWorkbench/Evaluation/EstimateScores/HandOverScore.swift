/// The behavior of an estimator in outages of UWB in which Bluetooth goes on, over the answers of both radios.
package struct HandOverScore: Sendable, Hashable {
  package struct Outage: Sendable, Hashable {
    /// Change of the error from the last answer before the outage to the first one that is at least
    /// `handOver` into it. It counts what truly moved meanwhile, so that holding a value jumps, too.
    package var jump: Meters
    /// Largest step between two answers until a second behind `handOver`: what is seen to jump.
    package var step: Meters
    /// The errors of the answers in the outage.
    package var range: RangeScore
    /// From the first range after the outage until the error is that of UWB again: not above the
    /// 95th percentile of the estimator's own errors outside outages. `nil` when the trace ends first.
    package var back: Seconds?
  }

  /// UWB silent for so long has been handed over by every estimator.
  package static let handOver: Seconds = 0.5

  package var outages: [Outage]
  /// Root of the mean square of estimate - truth outside outages; 0 when there is nothing outside.
  package var present: Meters

  package init(_ track: ScoredTrack, outages spans: [ClosedRange<Double>]) {
    let isOut = { (point: ScoredTrack.Point) in spans.contains { $0.contains(point.time.value) } }
    let outside = track.points.filter { !isOut($0) }.compactMap(\.error)
    present = Meters(Statistics.rootMeanSquare(outside) ?? 0)
    let usual = Statistics.quantile(0.95, of: outside.map(abs)) ?? 0
    outages = spans.compactMap { Self.score(track, $0, usual: usual) }
  }

  private static func score(
    _ track: ScoredTrack, _ span: ClosedRange<Double>, usual: Double
  ) -> Outage? {
    let inside = ScoredTrack(points: track.points.filter { span.contains($0.time.value) })
    let switched = span.lowerBound + handOver.value
    guard let range = RangeScore(inside),
      let before = track.points.last(where: { $0.time.value < span.lowerBound && $0.error != nil }),
      let after = inside.points.first(where: { $0.time.value >= switched && $0.error != nil }),
      let errorBefore = before.error, let errorAfter = after.error
    else { return nil }
    let near = inside.points.filter { $0.time.value <= switched + 1 }
    let shown = ([before] + near).compactMap(\.estimate?.distance.value)
    let step = zip(shown, shown.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    let later = track.points.filter { $0.time.value > span.upperBound }
    let returned = later.first { $0.estimate?.radio == .uwb }?.time
    let good = later.first { point in point.error.map { abs($0) <= usual } ?? false }?.time
    let back = returned.flatMap { start in good.map { max(.zero, $0 - start) } }
    return Outage(
      jump: Meters(abs(errorAfter - errorBefore)), step: Meters(step), range: range, back: back)
  }
}
