public import Lubdub
public import LubdubGround
internal import LubdubTraces

/// Recordings to tune on, and where their truth comes from.
public struct RecordingSource: Sendable {
  /// The recordings, all with truth.
  public var recordings: [Recording] = []
  /// Names of those whose truth is the smoothed estimate, because they have none of their own.
  public var smoothed: [String] = []
  /// What a user should know of the files: which link was taken, what was rejected.
  public var notes: [String] = []
  /// What became of the rows of each file.
  public var reports: [(path: String, report: ReadReport)] = []
  /// Files in which nothing could be used, with the reason.
  public var skipped: [(path: String, reason: String)] = []

  /// Reads traces from files and folders.
  ///
  /// A file without truth is scored against the offline estimate of `FixedIntervalSmoother`, which has
  /// seen the future of every moment. It shares the bias of the radio, so that it shows noise, delay
  /// and chatter, and not how far the distances are off. While devices touch, the truth is 0.
  ///
  /// - Parameters:
  ///   - paths: Files, and folders of `.csv` and `.ndjson` files.
  ///   - loader: How recordings and their sessions are named.
  ///   - parameters: What the smoother goes by.
  /// - Throws: `ReadError` when a file that `paths` names is not a trace. One in a folder is skipped.
  public init(
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

  /// Takes recordings that are in memory, each as if it were a file of its own.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - parameters: What the smoother goes by where one has no truth.
  public init(
    _ recordings: [Recording], smoothing parameters: FusionFilter.Parameters = .init()
  ) {
    for recording in recordings { add([recording], of: recording.name, parameters) }
  }

  private mutating func add(
    _ found: [Recording], of path: String, _ parameters: FusionFilter.Parameters
  ) {
    var usable = found.filter { $0.records.contains { $0.truth != nil } }
    if usable.isEmpty {
      usable = found.compactMap { Self.smoothing($0, parameters) }
      smoothed += usable.map(\.name)
    }
    if usable.isEmpty { skipped.append((path, "it has neither truth nor samples that give one")) }
    recordings += usable
  }

  /// The recording with the smoothed distance as its truth; `nil` when no row gets one.
  private static func smoothing(
    _ recording: Recording, _ parameters: FusionFilter.Parameters
  ) -> Recording? {
    guard let records = smoothing(recording.records, parameters) else { return nil }
    var recording = recording
    recording.records = records
    return recording
  }

  /// The rows with the smoothed distance as their truth; `nil` when no row gets one.
  static func smoothing(
    _ records: [TraceRecord], _ parameters: FusionFilter.Parameters
  ) -> [TraceRecord]? {
    let estimates = FixedIntervalSmoother(parameters: parameters)
      .smooth(records.map(\.sample))
    guard !estimates.isEmpty else { return nil }
    var result = records
    var place = 0
    var isTouching = false
    for index in records.indices {
      switch records[index].sample.event {
      case .touched: isTouching = true
      case .released, .disconnected: isTouching = false
      default: break
      }
      if isTouching {
        result[index].truth = .zero
        continue
      }
      let time = records[index].sample.time
      while place < estimates.count, estimates[place].time < time { place += 1 }
      guard place < estimates.count, estimates[place].time == time else { continue }
      result[index].truth = estimates[place].distance
    }
    return result
  }
}
