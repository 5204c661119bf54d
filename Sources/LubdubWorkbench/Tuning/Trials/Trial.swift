/// A recording made ready for being run with many configurations.
package struct Trial: Sendable {
  package let recording: Recording
  /// Whether distances are measured in metres, or as a ratio for signal strength alone.
  package let hasRanges: Bool
  /// Bias and path loss on top of a configuration; `nil` for none.
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

  /// With so many configurations at a time, what they share costs next to nothing for each.
  package static let width = 16 * RangeBatch.width

  /// The number of configurations of one recording that a worker takes at a time: every worker gets some.
  package static func width(of configurations: Int, among workers: Int) -> Int {
    min(max((configurations - 1) / max(workers, 1) + 1, RangeBatch.width), width)
  }

  /// Those that share an estimator run it once; the same as those of pipelines, to the last bit.
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
