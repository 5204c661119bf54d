public import Evaluation
public import Lubdub
internal import TraceReading

/// A recording made ready for being run with many configurations.
public struct Trial: Sendable {
  /// The recording.
  public let recording: Recording
  /// Whether its distances are measured in metres (ultra-wideband) or as a ratio (signal strength
  /// alone).
  public let hasRanges: Bool
  /// What the estimators are told about bias and path loss, on top of a configuration; `nil` for
  /// nothing.
  public let calibration: FusionFilter.Parameters?

  private let truth: ZoneCourse
  private let edges: [Double]

  /// A trial of a recording.
  ///
  /// - Parameters:
  ///   - recording: With truth.
  ///   - edges: The edges that most configurations have; those with others cost a little more.
  ///   - calibration: Bias and path loss from other recordings.
  public init(
    _ recording: Recording, edges: [Double], calibration: FusionFilter.Parameters? = nil
  ) {
    self.recording = recording
    self.edges = edges
    self.calibration = calibration
    hasRanges = recording.records.contains { $0.truth != nil && $0.observation.range != nil }
    truth = Self.truth(of: recording, edges: edges)
  }

  /// The configuration with the calibration of this recording.
  public func calibrated(_ configuration: Configuration) -> Configuration {
    guard let calibration else { return configuration }
    var copy = configuration
    copy.ranging.range.bias = calibration.range.bias
    copy.ranging.range.calibrationDeviation = calibration.range.calibrationDeviation
    copy.ranging.signal.pathLoss = calibration.signal.pathLoss
    copy.ranging.signal.trust = calibration.signal.trust
    copy.ranging.signal.typicalDistance = calibration.signal.typicalDistance
    return copy
  }

  /// Runs the pipeline over the recording, causally, and scores what came out.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself.
  public func score(_ configuration: Configuration) throws(SettingError) -> Score {
    let configuration = calibrated(configuration)
    var pipeline = try Pipeline(configuration)
    var output = TrialOutput(
      start: recording.records.first?.observation.time ?? 0,
      outermost: configuration.zones.edges.count)
    let start = recording.records.first?.observation.time ?? 0
    for record in recording.records {
      var observation = record.observation
      observation.time = observation.time - start
      pipeline.process(observation) { output.take($0) }
      output.add(record, pipeline.estimate)
    }
    return output.score(against: truth(for: configuration), intervals(configuration))
  }

  /// Scores of configurations: those of the plain filter side by side in lanes, the others one after
  /// the other. Lanes and pipelines give the same scores to the last bit.
  ///
  /// - Returns: A score for each, or why it has none.
  public func scores(
    _ configurations: [Configuration]
  ) -> [Result<Score, SettingError>] {
    let batches = PlainBatch.batches(configurations.map(calibrated), over: recording)
    var results: [Result<Score, SettingError>?] = configurations.map { _ in nil }
    for batch in batches {
      let outputs = batch.outputs(start: recording.records.first?.observation.time ?? 0)
      let truth = truth(for: batch.configuration)
      for (place, output) in zip(batch.places, outputs) {
        results[place] = .success(output.score(against: truth, intervals(batch.configuration)))
      }
    }
    return zip(configurations, results).map { configuration, known in
      known ?? Result { () throws(SettingError) in try score(configuration) }
    }
  }

  private func truth(for configuration: Configuration) -> ZoneCourse {
    let wanted = configuration.zones.edges.map(\.value)
    return wanted == edges ? truth : Self.truth(of: recording, edges: wanted)
  }

  private func intervals(_ configuration: Configuration) -> [Seconds?] {
    let beating = configuration.heartbeat.intervals
    let silent = max(0, configuration.zones.edges.count + 1 - beating.count)
    return beating + Array(repeating: nil, count: silent)
  }

  private static func truth(of recording: Recording, edges: [Double]) -> ZoneCourse {
    let known = recording.records.filter { $0.isScored }
    let readings = known.map { record in
      ZoneCourse.Step(
        time: record.observation.time,
        zone: edges.count { $0 <= (record.truth?.value ?? 0) })
    }
    return ZoneCourse(readings: readings, end: known.last?.observation.time ?? 0)
  }
}

extension TraceRecord {
  /// Whether an answer is asked for at this row: a measurement with truth.
  var isScored: Bool {
    guard truth != nil, observation.event == nil else { return false }
    return observation.radio == .uwb ? observation.range != nil : observation.rssi != nil
  }
}
