internal import Evaluation
internal import Lubdub
internal import RealModule
internal import TraceReading

/// Collects what a score is made of while a pipeline runs.
struct TrialOutput {
  private var score = Score()
  private var readings: [ZoneCourse.Step]
  private let start: Seconds
  private let outermost: Int
  private var end: Seconds

  init(start: Seconds, outermost: Int) {
    self.start = start
    self.outermost = outermost
    end = start
    readings = [ZoneCourse.Step(time: start, zone: outermost)]
  }

  /// What was collected elsewhere.
  init(
    start: Seconds, outermost: Int, score: Score, changes: [ZoneCourse.Step], end: Seconds
  ) {
    self.init(start: start, outermost: outermost)
    self.score = score
    self.end = end
    readings += changes
  }

  /// Takes the estimate after a row that was processed.
  mutating func add(_ record: TraceRecord, _ estimate: DistanceEstimate?) {
    guard record.isScored, let truth = record.truth else { return }
    let observation = record.observation
    end = observation.time
    score.samples += 1
    guard let estimate, estimate.status != .confirming else { return }
    let error = (estimate.distance - truth).value
    let floor = RangeScore.logFloor.value
    let ratio = Double.log2(
      max(estimate.distance.value, floor) / max(truth.value, floor))
    score.answered += 1
    score.squaredError += error * error
    score.squaredLogRatio += ratio * ratio
  }

  /// Takes a decision of a session that started at zero.
  mutating func take(_ decision: Decision) {
    switch decision {
    case .zone(let change):
      readings.append(ZoneCourse.Step(time: start + change.time, zone: change.to ?? outermost))
    case .beat: score.beats += 1
    case .cancelled, .sustained, .ceremony, .considered: break
    }
  }

  /// The finished score.
  func score(against truth: ZoneCourse, _ intervals: [Seconds?]) -> Score {
    var result = score
    let course = ZoneCourse(readings: readings, end: end)
    let zones = ZoneScore(course, truth: truth)
    result.wrongTime = zones.wrongTime.value
    result.totalTime = zones.totalTime.value
    result.trueChanges = Double(zones.trueChanges)
    result.falseChanges = Double(zones.falseChanges)
    result.missedChanges = Double(zones.missedChanges)
    result.delay = zones.delays.reduce(0) { $0 + abs($1.value) }
    result.delay += ZoneScore.window.upperBound * result.missedChanges
    let beats = BeatScore(course, truth: truth, intervals: intervals)
    let longest = intervals.compactMap { $0?.value }.max() ?? 0
    result.intervalError = longest * beats.oneSidedTime.value
    if let mean = beats.meanIntervalError {
      result.intervalError += mean.value * beats.bothTime.value
    }
    return result
  }
}
