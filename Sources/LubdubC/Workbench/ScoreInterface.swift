internal import Synchronization

/// Scores the pipeline against the truth; see lubdub_bench.h.
@c @implementation public func lubdub_score(
  _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int,
  _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length)
    return try score(options) { () throws(Failure) in
      (try Recordings(recordings, count, options), nil)
    }
  }
}

/// Scores estimates of another program against the truth; see lubdub_bench.h.
@c @implementation public func lubdub_evaluate(
  _ recordings: UnsafePointer<lubdub_recording>?, _ estimates: UnsafePointer<lubdub_estimates>?,
  _ count: Int, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let estimates, count > 0 else { throw Failure("estimates is null, or count is 0") }
    let options = try Options(options, length)
    return try score(options) { () throws(Failure) in
      let recordings = try Recordings(recordings, count, options)
      var given: [GivenTrack] = []
      for (index, recording) in recordings.list.enumerated() {
        given.append(try GivenTrack(estimates[index], rows: recording.records.count, index))
      }
      return (recordings, given)
    }
  }
}

/// Returns the scores of the recordings that `read` returns; `read` is called after the settings are checked.
private func score(
  _ options: Options, _ read: () throws(Failure) -> (Recordings, [GivenTrack]?)
) throws(Failure) -> Result {
  let configuration = try options.configuration(vocabulary: .workbench)
  let edges = try options.truthEdges()
  let expected = configuration.zones.edges.count
  if let edges, edges.count != expected {
    throw Failure(
      "truthEdges has \(counted(edges.count, "edge")), expected \(expected), one for each of zones.edges"
    )
  }
  let (found, given) = try read()
  let recordings = try found.aligned(options)
  guard recordings.list.contains(where: { $0.records.contains { $0.truth != nil } }) else {
    throw Failure(
      Status.nothingToDo, "no recording has truth_m, the true distance that scores compare with")
  }
  let jobs = try options.count("jobs", 1...4096) ?? 1
  let progress = Progress(recordings.list)
  let outcomes = Workers(jobs).map(Array(recordings.list.indices)) { index in
    Swift.Result { () throws(Failure) in
      try RecordingScores(
        recordings.list[index], given?[index], configuration, edges, progress)
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

/// The progress of all runs of a call, across threads.
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
  private let isGiven: Bool
  private let zones: ZoneScore?
  private let beat: BeatScore?

  init(
    _ recording: Recording, _ given: GivenTrack?, _ configuration: Configuration,
    _ edges: [Meters]?, _ progress: Progress
  ) throws(Failure) {
    var run = try failing(Status.badSettings) { () throws(SettingError) in
      try SessionRun(configuration, keeping: [], truthEdges: edges)
    }
    var points: [ScoredTrack.Point] = []
    var rows: [ScoredTrack.Row] = []
    var repeats = RepeatDetector()
    for (index, record) in recording.records.enumerated() {
      if index & 0xFFF == 0xFFF { try progress.pass(0x1000) }
      guard run.process(record.sample, truth: record.truth).isTaken else { continue }
      var estimate = run.estimate
      if let given {
        estimate = given.estimate(of: index, at: run.time, by: record.sample.radio)
        rows.append(given.row(record.sample, estimate, at: run.time, &repeats))
      }
      // Like `ScoredTrack`: a truth of 0 is contact, and antennas are not points.
      guard let truth = record.scoredTruth, truth > .zero else { continue }
      let answer = estimate.flatMap { $0.status == .confirming ? nil : $0 }
      points.append(ScoredTrack.Point(time: run.time, truth: truth, estimate: answer))
    }
    try progress.pass(recording.records.count & 0xFFF)
    run.finish()
    var moves = given?.moves
    if given != nil, moves == nil {
      moves = try failing(Status.badSettings) { () throws(SettingError) in
        try ZoneComparison.moves(over: rows, deciding: configuration.zones)
      }
    }
    let comparison = run.recorder.scoredComparison(of: moves)
    self.points = points
    isGiven = given != nil
    zones = comparison?.score
    beat = comparison?.beatScore(intervals: configuration.beatIntervals)
  }

  func json(of recording: Recording) -> JSONValue {
    [
      "dataset": .string(recording.dataset), "name": .string(recording.name),
      "rows": .number(Double(recording.records.count)),
      "range": RangeScore(ScoredTrack(points: points), countsExact: isGiven)?.json ?? .null,
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
    let range = RangeScore(
      ScoredTrack(points: scores.flatMap(\.points)), countsExact: scores.contains(where: \.isGiven))
    return [
      "recordings": .number(Double(scores.count)), "range": range?.json ?? .null,
      "zones": hasZones ? zones.json : .null, "beat": hasZones ? beat.json : .null,
    ]
  }
}
