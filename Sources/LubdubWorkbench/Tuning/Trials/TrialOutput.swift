struct TrialOutput {
  private(set) var score = Score()
  private var moves: [ZoneComparison.Move] = []
  private let start: Seconds
  /// The last whole second with an answer from signal strength.
  private var second: Double?

  init(start: Seconds) { self.start = start }

  init(_ fit: Score, _ replay: ZoneReplay, start: Seconds, end: Seconds) {
    self.start = start
    score = fit
    score.beats = replay.beats(until: end)
    moves = replay.changes.map { ZoneComparison.Move(time: start + $0.time, zone: $0.zone) }
  }

  /// Adds an answer. As in `ScoredTrack`, a truth of 0 is contact, and antennas are not points.
  mutating func add(_ truth: Meters?, _ estimate: DistanceEstimate?) {
    guard let truth, truth > .zero else { return }
    score.samples += 1
    guard let estimate, estimate.status != .confirming else { return }
    let error = (estimate.distance - truth).value
    let floor = RangeScore.logFloor.value
    let ratio = LogTwo.of(max(estimate.distance.value, floor) / max(truth.value, floor))
    score.answered += 1
    score.squaredError += error * error
    score.squaredLogRatio += ratio * ratio
    // As in `FollowingScore`, one answer per second counts, so that a radio with a high rate has no larger weight.
    let second = estimate.time.value.rounded(.down)
    guard estimate.radio == .ble, truth >= 0.1, second != self.second else { return }
    self.second = second
    let (x, y) = (LogTwo.of(truth.value), LogTwo.of(max(estimate.distance.value, floor)))
    score.signals += 1
    score.truthSum += x
    score.answerSum += y
    score.truthSquares += x * x
    score.products += x * y
  }

  /// Records a decision of a session that starts at zero.
  mutating func record(_ decision: Decision) {
    switch decision {
    case .zone(let change):
      guard change.isMove else { return }
      moves.append(ZoneComparison.Move(time: start + change.time, zone: change.to))
    case .beat: score.beats += 1
    case .cancelled, .sustained, .ceremony, .considered: break
    }
  }

  func score(
    against truth: TrueZones, _ intervals: [Seconds?], _ limits: ContactLimits
  ) -> Score {
    let zones = ZoneComparison(truth, moves: moves)
    var result = score
    result.add(zones.score, limits)
    result.add(zones.beatScore(intervals: intervals), intervals)
    return result
  }
}

extension Score {
  fileprivate mutating func add(_ zones: ZoneScore, _ limits: ContactLimits) {
    wrongTime = zones.wrongTime.value
    withoutTime = zones.withoutTime.value
    totalTime = zones.totalTime.value
    trueChanges = Double(zones.trueChanges)
    falseChanges = Double(zones.falseChanges)
    missedChanges = Double(zones.missedChanges)
    delay = zones.delaySum.value
    contacts = Double(zones.contacts.count)
    for place in contactsWithin.indices {
      contactsWithin[place] = Double(zones.contacts(within: Seconds(limits.seconds[place])))
    }
    contactTime = zones.contactTime.value
    feltContactTime = zones.feltContactTime.value
    gapChanges = Double(zones.gapChanges)
    acquisitionTime = zones.acquisitions.reduce(0) { $0 + $1.value }
    acquisitions = Double(zones.acquisitions.count)
    for change in zones.changes where change.edge < Score.edgeLimit {
      edges[change.edge].trueChanges += 1
      edges[change.edge].missedChanges += change.delay == nil ? 1 : 0
      edges[change.edge].delay += change.countedDelay.value
    }
    for (edge, count) in zones.falseChangesOfEdges.prefix(Score.edgeLimit).enumerated() {
      edges[edge].falseChanges = Double(count)
    }
    restTime = zones.restTime.value
    restChanges = Double(zones.restChanges)
  }

  fileprivate mutating func add(_ beats: BeatScore, _ intervals: [Seconds?]) {
    let longest = intervals.compactMap { $0?.value }.max() ?? 0
    beatTime = beats.bothTime.value
    beatError = (beats.meanIntervalError?.value ?? 0) * beats.bothTime.value
    oneSidedTime = beats.oneSidedTime.value
    intervalError = beatError + longest * oneSidedTime
  }
}
