/// The behavior of an estimator in outages of UWB during which Bluetooth continues, from the answers for both radios.
package struct HandOverScore: Sendable, Hashable {
  package struct Outage: Sendable, Hashable {
    /// The change of the error from the last answer before the outage to the first answer at least `handOver` after its
    /// start. True movement counts, so an estimator that holds its value jumps, too.
    package var jump: Meters
    /// The largest step between two answers until 1 s after `handOver`: the visible jump.
    package var step: Meters
    /// The errors of the answers in the outage.
    package var range: RangeScore
    /// The time from the first range after the outage until the error is no larger than the 95th percentile of the
    /// estimator's errors outside outages; `nil` if the trace ends first.
    package var back: Seconds?
  }

  /// The time without UWB after which every estimator has handed over.
  package static let handOver: Seconds = 0.5

  package var outages: [Outage]
  /// The root mean square of estimate minus truth outside outages; 0 without answers outside outages.
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
