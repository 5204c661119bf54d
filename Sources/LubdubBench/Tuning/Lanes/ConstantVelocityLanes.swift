/// Runs plain candidates in vector lanes: sixteen at once, as two vectors of eight that fill each other's waiting
/// times. Step by step as `ConstantVelocityFilter` and `ZoneDetector` do it: distances and changes are the same to
/// the last bit.
package struct ConstantVelocityLanes: Sendable {
  package static let width = 2 * Lanes.scalarCount

  /// Silent for so long, there is no zone: `Radio.uwb.entry.silence`.
  package static let staleAfter = 3.0

  package static func scores(
    of candidates: [ConstantVelocityCandidate], over trace: LaneTrace,
    staleAfter: Double = staleAfter,
    wantsRatio: Bool = false
  ) -> [LaneScore] {
    guard let origin = trace.ranges.first else { return candidates.map { _ in LaneScore() } }
    var scores: [LaneScore] = []
    scores.reserveCapacity(candidates.count)
    for first in stride(from: 0, to: candidates.count, by: width) {
      let block = Array(candidates[first..<min(first + width, candidates.count)])
      // Lanes without a candidate of their own repeat the first.
      let lanes = (0..<width).map { block[$0 < block.count ? $0 : 0] }
      var halves = [lanes.prefix(width / 2), lanes.suffix(width / 2)].map { half in
        Half(
          filter: FilterLanes(Array(half), first: origin),
          zones: ZoneLanes(Array(half), edges: trace.edges))
      }
      run(&halves, over: trace, staleAfter, wantsRatio)
      scores += halves.flatMap(\.scores).prefix(block.count)
    }
    return scores
  }

  private struct Half {
    var filter: FilterLanes
    var zones: ZoneLanes

    var scores: [LaneScore] {
      (0..<Lanes.scalarCount).map { lane in
        LaneScore(
          squaredError: filter.squaredError[lane], squaredLogRatio: filter.squaredLogRatio[lane],
          changes: zones.changes[lane])
      }
    }
  }

  /// One pass over the trace. What every reading needs is kept apart from the zones, which are asked
  /// only when a distance comes near to a limit.
  private static func run(
    _ halves: inout [Half], over trace: LaneTrace, _ staleAfter: Double, _ wantsRatio: Bool
  ) {
    var (one, two) = (halves[0].filter, halves[1].filter)
    var (zonesOne, zonesTwo) = (halves[0].zones, halves[1].zones)
    halves.removeAll()
    var (calmOne, calmTwo) = (ZoneLanes.Calm(), ZoneLanes.Calm())
    var before = trace.times[0]
    let floor = RangeScore.logFloor.value
    for index in trace.times.indices {
      let time = trace.times[index]
      var isFirst = index == 0
      if index > 0 {
        one.update(trace.ranges[index], step: time - before)
        two.update(trace.ranges[index], step: time - before)
      }
      if time >= before + staleAfter, index > 0 {
        zonesOne.forget(at: before + staleAfter)
        zonesTwo.forget(at: before + staleAfter)
        (calmOne, calmTwo, isFirst) = (ZoneLanes.Calm(), ZoneLanes.Calm(), true)
      }
      if !calmOne.holds(one.distance, at: time) {
        calmOne = zonesOne.decide(
          one.distance, at: time, isIndependent: trace.isIndependent[index], isFirst: isFirst)
      }
      if !calmTwo.holds(two.distance, at: time) {
        calmTwo = zonesTwo.decide(
          two.distance, at: time, isIndependent: trace.isIndependent[index], isFirst: isFirst)
      }
      if trace.isScored[index] {
        one.score(truth: trace.truths[index])
        two.score(truth: trace.truths[index])
        if wantsRatio {
          one.scoreRatio(truth: trace.truths[index], floor: floor)
          two.scoreRatio(truth: trace.truths[index], floor: floor)
        }
      }
      before = time
    }
    halves = [Half(filter: one, zones: zonesOne), Half(filter: two, zones: zonesTwo)]
  }
}
