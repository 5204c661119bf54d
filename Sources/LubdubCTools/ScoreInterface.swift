public import CLubdub
internal import Lubdub
internal import LubdubBench
internal import LubdubC
internal import LubdubGround
internal import LubdubSessions
internal import LubdubTraces

/// Scores the pipeline against the truth, as lubdub_bench.h shows.
@c @implementation
public func lubdub_score(
  _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int,
  _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let options = try Options(options, length)
    let configuration = try options.configuration(vocabulary: .workbench)
    let recordings = try Recordings(recordings, count, options)
    let total = recordings.list.reduce(0) { $0 + $1.records.count }
    let watch = Watch.ofThisThread
    var (all, done) = ([RecordingScores](), 0)
    for recording in recordings.list {
      all.append(
        try RecordingScores(recording, configuration) { (rows) throws(Failure) in
          try watch.pass(done: done + rows, total: total)
        })
      done += recording.records.count
    }
    let result = Result()
    result.add("scores", .array(zip(recordings.list, all).map { $1.json(of: $0) }))
    result.add("total", RecordingScores.total(all))
    result.add("notes", Recordings.json(recordings.notes))
    return result
  }
}

/// What the pipeline achieved on one recording.
private struct RecordingScores {
  private let points: [ScoredTrack.Point]
  private let zones: ZoneScore?
  private let beat: BeatScore?

  /// Runs a recording; `pass` is called with the rows that are done, and may end it.
  init(
    _ recording: Recording, _ configuration: Configuration, pass: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    var run = try failing(Status.badSettings) { () throws(SettingError) in
      try SessionRun(configuration, keeping: [])
    }
    var points: [ScoredTrack.Point] = []
    for (index, record) in recording.records.enumerated() {
      if index & 0xFFF == 0 { try pass(index) }
      guard run.process(record.sample, truth: record.truth).isTaken,
        // As `ScoredTrack` does: a truth of 0 is contact, where antennas are no points.
        let truth = record.scoredTruth, truth > .zero
      else { continue }
      let answer = run.estimate.flatMap { $0.status == .confirming ? nil : $0 }
      points.append(ScoredTrack.Point(time: run.time, truth: truth, estimate: answer))
    }
    run.finish()
    let comparison = run.recorder.comparison()
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
