/// Runs default estimators over one recording of ranges. Equal filters share a lane, and the zone detector runs only on
/// stretches with evidence for another zone.
struct RangeBatch {
  static let width = RangeLanes.width

  private let trace: LaneTrace
  private var lanes: RangeLanes
  private var stretch = StretchLanes()
  private var replays: [[ZoneReplay]]
  private var fit = FitLanes()

  init(_ filters: [RangeFilter.Parameters], _ replays: [[ZoneReplay]], over trace: LaneTrace) {
    self.trace = trace
    self.replays = replays
    lanes = RangeLanes(filters)
  }

  mutating func outputs(start: Seconds) -> [[TrialOutput]] {
    for first in stride(from: 0, to: trace.times.count, by: StretchLanes.capacity) {
      let rows = first..<min(first + StretchLanes.capacity, trace.times.count)
      stretch.process(rows, of: trace, by: &lanes)
      fit.add(stretch, rows, of: trace)
      for lane in replays.indices { replay(lane) }
    }
    let end = Seconds(trace.times.last ?? 0)
    return replays.indices.map { lane in
      replays[lane].map { replay in
        var replay = replay
        replay.pass(to: end)
        return TrialOutput(fit.score(lane), replay, start: start, end: end)
      }
    }
  }

  private mutating func replay(_ lane: Int) {
    let last = stretch.lastReading(lane)
    let bounds = stretch.bounds(lane)
    var known: [RangingReading]?
    for place in replays[lane].indices {
      replays[lane][place].process(bounds, last: last) { [stretch] in
        let readings = known ?? stretch.readings(lane)
        known = readings
        return readings
      }
    }
  }
}

private struct FitLanes {
  private var samples = 0.0
  private var answered = Lanes.zero
  private var squaredError = Lanes.zero
  private var squaredLogRatio = Lanes.zero

  mutating func add(_ stretch: StretchLanes, _ rows: Range<Int>, of trace: LaneTrace) {
    let floor = RangeScore.logFloor.value
    var (error, ratio, count) = (squaredError, squaredLogRatio, answered)
    for (place, row) in rows.enumerated() where trace.isScored[row] {
      samples += 1
      let truth = trace.truths[row]
      let distance = stretch.answers[place].motion.distance
      let off = distance - truth
      let held = distance.replacing(with: floor, where: distance .< floor)
      let logarithm = LogTwo.of(held / max(truth, floor))
      let isAnswered = stretch.outcomes[place].isAnswered
      count += Lanes.zero.replacing(with: 1, where: isAnswered)
      error += Lanes.zero.replacing(with: off * off, where: isAnswered)
      ratio += Lanes.zero.replacing(with: logarithm * logarithm, where: isAnswered)
    }
    (squaredError, squaredLogRatio, answered) = (error, ratio, count)
  }

  func score(_ lane: Int) -> Score {
    var score = Score()
    (score.samples, score.answered) = (samples, answered[lane])
    score.squaredError = squaredError[lane]
    score.squaredLogRatio = squaredLogRatio[lane]
    return score
  }
}
