/// A recording prepared for runs with many configurations.
package struct Trial: Sendable {
  package let recording: Recording
  /// Whether errors of distances are in m. Otherwise, they are ratios, for signal strength only.
  package let hasRanges: Bool
  /// The bias and path loss that replace the values of a configuration; `nil` keeps the values of the configuration.
  package let calibration: FusionFilter.Parameters?
  private let limits: ContactLimits

  private let truth: TrueZones

  package init(
    _ recording: Recording, edges: [Meters], calibration: FusionFilter.Parameters? = nil,
    limits: ContactLimits = .usual
  ) {
    self.recording = recording
    self.limits = limits
    self.calibration = calibration
    hasRanges = recording.records.contains { $0.truth != nil && $0.sample.range != nil }
    truth = recording.trueZones(edges: edges)
  }

  package func calibrated(_ configuration: Configuration) -> Configuration {
    guard let calibration else { return configuration }
    return Self.calibrated(configuration, calibration)
  }

  static func calibrated(
    _ configuration: Configuration, _ calibration: FusionFilter.Parameters
  ) -> Configuration {
    var copy = configuration
    copy.ranging.range.bias = calibration.range.bias
    copy.ranging.range.calibrationDeviation = calibration.range.calibrationDeviation
    copy.ranging.signal = copy.ranging.signal.calibrated(by: calibration.signal)
    return copy
  }

  package func score(_ configuration: Configuration) throws(SettingError) -> Score {
    let configuration = calibrated(configuration)
    var run = try PipelineRun(configuration)
    var output = TrialOutput(start: recording.origin)
    for record in recording.records {
      run.process(record.sample) { output.record($0) }
      output.add(record.scoredTruth, run.estimate)
    }
    return self.score(of: output, configuration)
  }

  /// The number of configurations per run. With this number, their shared work is a small share of the cost.
  package static let width = 16 * RangeBatch.width

  /// The number of configurations of one recording in a worker's batch: an equal share, from `RangeBatch.width` to `width`.
  package static func width(of configurations: Int, among workers: Int) -> Int {
    min(max((configurations - 1) / max(workers, 1) + 1, RangeBatch.width), width)
  }

  /// The scores of configurations. Configurations with the same estimator run it once. The scores equal the scores of
  /// separate pipelines, to the last bit.
  package func scores(_ configurations: [Configuration]) -> [Result<Score, SettingError>] {
    let calibrated = configurations.map(calibrated)
    let outputs = TrialRuns(calibrated, over: recording).outputs
    return configurations.indices.map { place in
      let configuration = calibrated[place]
      return Result { () throws(SettingError) in
        guard let output = outputs[place] else { return try score(configurations[place]) }
        return self.score(of: output, configuration)
      }
    }
  }

  func score(of output: TrialOutput, _ configuration: Configuration) -> Score {
    output.score(against: truth(for: configuration), configuration.beatIntervals, limits)
  }

  private func truth(for configuration: Configuration) -> TrueZones {
    let wanted = configuration.zones.trueEdges(truth.edges)
    return wanted == truth.edges ? truth : recording.trueZones(edges: wanted)
  }
}

extension Recording {
  func trueZones(edges: [Meters]) -> TrueZones {
    var zones = TrueZones(edges: edges)
    for record in records {
      guard let truth = record.zoneTruth else { continue }
      zones.add(truth, at: record.sample.time, by: record.sample.radio)
    }
    zones.finish()
    return zones
  }
}
