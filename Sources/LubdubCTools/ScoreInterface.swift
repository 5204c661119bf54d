internal import Synchronization

/// Scores the pipeline against the truth, as lubdub_bench.h shows.
@c @implementation public func lubdub_score(
  _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int,
  _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length)
    let configuration = try options.configuration(vocabulary: .workbench)
    let edges = try options.truthEdges()
    let expected = configuration.zones.edges.count
    if let edges, edges.count != expected {
      throw Failure(
        "truthEdges has \(counted(edges.count, "edge")), expected \(expected), one for each of zones.edges"
      )
    }
    let recordings = try Recordings(recordings, count, options).aligned(options)
    guard recordings.list.contains(where: { $0.records.contains { $0.truth != nil } }) else {
      throw Failure(
        Status.nothingToDo, "no recording has truth_m, the true distance that scores compare with")
    }
    let jobs = try options.count("jobs", 1...4096) ?? 1
    let progress = Progress(recordings.list)
    let outcomes = Workers(jobs).map(recordings.list) { recording in
      Swift.Result { () throws(Failure) in
        try RecordingScores(recording, configuration, edges, progress)
      }
    }
    var all: [RecordingScores] = []
    for outcome in outcomes {
      if let scores = try outcome?.get() { all.append(scores) }
    }
    let result = Result()
    result.add("scores", .array(zip(recordings.list, all).map { $1.json(of: $0) }))
    result.add("total", RecordingScores.total(all))
    result.add("notes", Recordings.json(recordings.notes))
    return result
  }
}

/// Scores distances that somebody else has estimated, as lubdub_bench.h shows.
@c @implementation public func lubdub_range(
  _ truths: UnsafePointer<Double>?, _ distances: UnsafePointer<Double>?,
  _ lows: UnsafePointer<Double>?, _ highs: UnsafePointer<Double>?, _ count: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let truths, let distances, (lows == nil) == (highs == nil), count >= 0 else {
      throw Failure("truths or distances are null, or one end of the intervals")
    }
    var points: [ScoredTrack.Point] = []
    for index in 0..<count where truths[index] > 0 {
      let (low, high) = (lows?[index] ?? .nan, highs?[index] ?? .nan)
      let deviation = Meters((high - low) / (2 * NormalDistribution.quantile95))
      let estimate = DistanceEstimate(
        time: .zero, distance: Meters(distances[index]), standardDeviation: deviation,
        low: Meters(low), high: Meters(high), velocity: nil, radio: .uwb, status: .tracking,
        shape: .normal, shortTermDeviation: deviation.value)
      points.append(
        ScoredTrack.Point(
          time: .zero, truth: Meters(truths[index]),
          estimate: distances[index].isNaN ? nil : estimate))
    }
    let result = Result()
    let score = RangeScore(ScoredTrack(points: points), countsExact: true)
    result.add("range", score?.json ?? .null)
    return result
  }
}

/// How far the runs of a call are, whichever thread makes them.
private final class Progress: Sendable {
  private let watch = Watch.ofThisThread
  private let total: Int
  private let done = Atomic(0)

  init(_ recordings: [Recording]) { total = recordings.reduce(0) { $0 + $1.records.count } }

  func pass(_ rows: Int) throws(Failure) {
    try watch.pass(done: done.add(rows, ordering: .relaxed).newValue, total: total)
  }
}

private struct RecordingScores: Sendable {
  private let points: [ScoredTrack.Point]
  private let zones: ZoneScore?
  private let beat: BeatScore?

  init(
    _ recording: Recording, _ configuration: Configuration, _ edges: [Meters]?, _ progress: Progress
  ) throws(Failure) {
    var run = try failing(Status.badSettings) { () throws(SettingError) in
      try SessionRun(configuration, keeping: [], truthEdges: edges)
    }
    var points: [ScoredTrack.Point] = []
    for (index, record) in recording.records.enumerated() {
      if index & 0xFFF == 0xFFF { try progress.pass(0x1000) }
      guard run.process(record.sample, truth: record.truth).isTaken,
        // As `ScoredTrack` does: a truth of 0 is contact, where antennas are no points.
        let truth = record.scoredTruth, truth > .zero
      else { continue }
      let answer = run.estimate.flatMap { $0.status == .confirming ? nil : $0 }
      points.append(ScoredTrack.Point(time: run.time, truth: truth, estimate: answer))
    }
    try progress.pass(recording.records.count & 0xFFF)
    run.finish()
    let comparison = run.recorder.fixedComparison() ?? run.recorder.comparison()
    self.points = points
    zones = comparison?.score
    beat = comparison?.beatScore(intervals: configuration.beatIntervals)
  }

  func json(of recording: Recording) -> JSONValue {
    [
      "dataset": .string(recording.dataset), "name": .string(recording.name),
      "rows": .number(Double(recording.records.count)),
      "range": RangeScore(ScoredTrack(points: points))?.json ?? .null,
      "zones": zones?.json ?? .null, "beat": beat?.json ?? .null,
    ]
  }

  static func total(_ scores: [RecordingScores]) -> JSONValue {
    var zones = ZoneScore()
    var beat = BeatScore()
    for score in scores {
      if let own = score.zones { zones.add(own) }
      if let own = score.beat { beat.add(own) }
    }
    let hasZones = scores.contains { $0.zones != nil }
    let range = RangeScore(ScoredTrack(points: scores.flatMap(\.points)))
    return [
      "recordings": .number(Double(scores.count)), "range": range?.json ?? .null,
      "zones": hasZones ? zones.json : .null, "beat": hasZones ? beat.json : .null,
    ]
  }
}
