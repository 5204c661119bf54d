/// Recordings for tuning, and the sources of their truth.
package struct RecordingSource: Sendable {
  package var recordings: [Recording] = []
  /// The names of recordings without a truth, for which the smoothed estimate is the truth.
  package var smoothed: [String] = []
  /// Notes for the user on the links in use and on rejected input.
  package var notes: [String] = []
  package var reports: [(path: String, report: ReadReport)] = []
  package var skipped: [(path: String, reason: String)] = []

  /// The findings about all files, errors first, as the tool prints them.
  package var findings: [String] { RecordingLoader.errors(of: reports) + notes }

  /// Reads recordings. A file without truth is scored against `FixedIntervalSmoother`, which also uses later readings. The
  /// smoothed truth shares the bias of the radio, so the score shows noise, delay, and chatter, but not the error of
  /// distances. Stated distances (`touched` to `released`, `at 1`) take precedence.
  package init(
    _ paths: [String], loader: RecordingLoader = RecordingLoader(),
    smoothing parameters: FusionFilter.Parameters = .init()
  ) throws(ReadError) {
    var loader = loader
    loader.needsTruth = false
    let all = try loader.files(in: paths)
    notes = all.folderNotes + all.files.flatMap(\.file.notes) + (all.brokenNote.map { [$0] } ?? [])
    skipped = all.broken
    reports = all.reports
    for (path, file) in all.files { add(file.recordings, of: path, parameters) }
  }

  package init(_ recordings: [Recording], smoothing parameters: FusionFilter.Parameters = .init()) {
    for recording in recordings { add([recording], of: recording.name, parameters) }
  }

  private mutating func add(
    _ found: [Recording], of path: String, _ parameters: FusionFilter.Parameters
  ) {
    let hasTruth = found.contains { $0.records.contains { $0.truth != nil } }
    let isMeasured = found.contains {
      $0.records.contains { $0.sample.range != nil && $0.sample.isScored }
    }
    var usable =
      hasTruth || !isMeasured
      ? found.map(\.withStatedTruth).filter { $0.records.contains { $0.truth != nil } } : []
    if usable.isEmpty {
      usable = found.compactMap { Self.smoothing($0, parameters) }
      smoothed += usable.map(\.name)
    }
    if usable.isEmpty { skipped.append((path, "it has neither truth nor samples that give one")) }
    recordings += usable
  }

  /// The recording with the smoothed distance as its truth, except for stated distances; `nil` if no row gets a truth.
  private static func smoothing(
    _ recording: Recording, _ parameters: FusionFilter.Parameters
  ) -> Recording? {
    let estimates = FixedIntervalSmoother(parameters: parameters)
      .smooth(recording.records.map(\.sample))
    guard !estimates.isEmpty else { return nil }
    var smoothed = recording.withStatedTruth
    var place = 0
    for index in smoothed.records.indices where smoothed.records[index].truth == nil {
      let time = smoothed.records[index].sample.time
      while place < estimates.count, estimates[place].time < time { place += 1 }
      guard place < estimates.count, estimates[place].time == time else { continue }
      smoothed.records[index].truth = estimates[place].distance
    }
    return smoothed
  }
}
