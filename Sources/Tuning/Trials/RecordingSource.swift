public import Evaluation
public import Ranging
public import Traces

/// Recordings to tune on, and where their truth comes from.
public struct RecordingSource: Sendable {
  /// The recordings, all with truth.
  public var recordings: [Recording] = []
  /// Names of those whose truth is the smoothed estimate, because they have none of their own.
  public var smoothed: [String] = []
  /// Files in which nothing could be used, with the reason.
  public var skipped: [(path: String, reason: String)] = []

  /// Reads traces from files and folders.
  ///
  /// A file without truth is scored against the offline estimate of `FixedIntervalSmoother`, which has
  /// seen the future of every moment. It shares the bias of the radio, so that it tells noise, delay
  /// and chatter, and not how far the distances are off.
  ///
  /// - Parameters:
  ///   - paths: Files, and folders of `.csv` and `.ndjson` files.
  ///   - loader: How recordings and their sessions are named.
  ///   - parameters: What the smoother goes by.
  /// - Throws: `TraceError` when a file is no trace.
  public init(
    _ paths: [String], loader: RecordingLoader = RecordingLoader(),
    smoothing parameters: FusionFilter.Parameters = .init()
  ) throws(TraceError) {
    for (path, dataset) in RecordingLoader.traces(in: paths) {
      let found = try loader.recordings(at: path, dataset: dataset).recordings
      guard found.isEmpty else {
        recordings += found
        continue
      }
      let records = try TraceReader.readAll(path: path).records
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard let records = Self.smoothing(records, parameters) else {
        skipped.append((path, "it has neither truth nor samples that give one"))
        continue
      }
      recordings.append(
        Recording(
          dataset: dataset, name: name, session: loader.session(name), records: records))
      smoothed.append(name)
    }
  }

  /// The rows with the smoothed distance as their truth; `nil` when no row gets one.
  static func smoothing(
    _ records: [TraceRecord], _ parameters: FusionFilter.Parameters
  ) -> [TraceRecord]? {
    let estimates = FixedIntervalSmoother(parameters: parameters)
      .smooth(records.map(\.observation))
    guard !estimates.isEmpty else { return nil }
    var result = records
    var place = 0
    for index in records.indices {
      let time = records[index].observation.time
      while place < estimates.count, estimates[place].time < time { place += 1 }
      guard place < estimates.count, estimates[place].time == time else { continue }
      result[index].truth = estimates[place].distance
    }
    return result
  }
}
