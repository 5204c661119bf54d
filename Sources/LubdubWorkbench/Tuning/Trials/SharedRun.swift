/// One run of an estimator over a recording, shared by the zones of several configurations.
struct SharedRun {
  private var estimator: ActiveEstimator
  private var replays: [ZoneReplay]
  private var repeats = RepeatDetector()
  private var duplicates = Duplicates()
  private var fit = TrialOutput(start: 0)
  private var estimate: DistanceEstimate?
  /// The readings that have not been processed yet, and their bounds.
  private var readings: [RangingReading] = []
  private var bounds = StretchBounds()
  private var lastTrusted: Seconds?

  init(_ configurations: [Configuration]) {
    estimator = ActiveEstimator(configurations[0])
    replays = configurations.map { ZoneReplay($0) }
  }

  mutating func outputs(over recording: Recording) -> [TrialOutput] {
    let start = recording.origin
    var last = Seconds(-.infinity)
    for record in recording.records {
      var sample = record.sample
      sample.time = sample.time - start
      if sample.isUsable, sample.time >= last, !duplicates.contains(sample) {
        last = sample.time
        duplicates.add(sample)
        process(sample)
      }
      fit.add(record.scoredTruth, estimate)
    }
    tellStretch()
    let end = last.isFinite ? last : .zero
    return replays.map { replay in
      var replay = replay
      replay.pass(to: end)
      return TrialOutput(fit.score, replay, start: start, end: end)
    }
  }

  private mutating func process(_ sample: Sample) {
    let time = sample.time
    let isUsed = estimator.update(sample)
    estimate = estimator.estimateInPlace(at: time)
    if let event = sample.event {
      let isSilent = estimate.map { $0.status == .stale } ?? true
      tellStretch()
      for place in replays.indices { replays[place].process(event, isSilent: isSilent, at: time) }
    } else if let estimate, isUsed, estimate.radio == sample.radio {
      process(estimate, isNew: repeats.isIndependent(sample), estimator.heard(sample))
    } else if let estimate, let heard = estimator.heard(sample) {
      readings.append(reading(estimate, isNew: false, heard, .coasting))
    }
  }

  private func reading(
    _ estimate: DistanceEstimate, isNew: Bool, _ heard: HeardRange?,
    _ status: DistanceEstimate.Status
  ) -> RangingReading {
    RangingReading(
      time: estimate.time.value, distance: estimate.distance.value,
      velocity: estimate.velocity?.value ?? 0, deviation: estimate.shortTermDeviation,
      isIndependent: isNew, spread: estimate.spread, heard: heard, status: status)
  }

  private mutating func process(_ estimate: DistanceEstimate, isNew: Bool, _ heard: HeardRange?) {
    let before = lastTrusted
    if estimate.isTrusted { lastTrusted = estimate.time }
    if estimate.radio == .uwb, estimate.isTrusted, let before, estimate.velocity != nil {
      let reading = reading(estimate, isNew: isNew, heard, .tracking)
      readings.append(reading)
      bounds.add(reading, after: (estimate.time - before).value)
      if readings.count == Self.longestStretch { tellStretch() }
      return
    }
    tellStretch()
    for place in replays.indices { replays[place].process(estimate, isIndependent: isNew, heard) }
  }

  private static let longestStretch = 64

  private mutating func tellStretch() {
    guard !readings.isEmpty else { return }
    let last = readings.last { $0.status == .tracking }
    for place in replays.indices { replays[place].process(bounds, last: last) { readings } }
    readings.removeAll(keepingCapacity: true)
    bounds = StretchBounds()
  }
}
