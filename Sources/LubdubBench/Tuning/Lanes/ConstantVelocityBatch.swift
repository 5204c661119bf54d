struct ConstantVelocityBatch {
  /// Which of the configurations it was made of are in the batch.
  let places: [Int]
  private let candidates: [ConstantVelocityCandidate]
  let configuration: Configuration
  private let trace: LaneTrace

  /// Those of the configurations that run in lanes, by what they have in common.
  static func batches(_ configurations: [Configuration], over recording: Recording)
    -> [ConstantVelocityBatch]
  {
    let plain = configurations.indices.compactMap { place in
      ConstantVelocityCandidate(configurations[place]).map { (place: place, candidate: $0) }
    }.filter { (try? configurations[$0.place].validate()) != nil }
    let groups = plain.grouped { configurations[$0.place].withoutPlainSettings }
    return groups.compactMap { common, group in
      let bias = common.ranging.range.bias
      guard
        let trace = LaneTrace(recording.records, bias: bias, edges: common.zones.edges.map(\.value))
      else { return nil }
      return ConstantVelocityBatch(
        places: group.map(\.place), candidates: group.map(\.candidate), configuration: common,
        trace: trace)
    }
  }

  func outputs(start: Seconds) -> [TrialOutput] {
    let scores = ConstantVelocityLanes.scores(
      of: candidates, over: trace, staleAfter: configuration.ranging.range.silence.stale.value,
      wantsRatio: true)
    let samples = Double(trace.isScored.count { $0 })
    return scores.map { plain in
      var score = Score()
      (score.samples, score.answered) = (samples, samples)
      score.squaredError = plain.squaredError
      score.squaredLogRatio = plain.squaredLogRatio
      let moves = plain.changes.map {
        ZoneMove(time: Seconds($0.time), zone: $0.zone, isSilence: $0.zone == nil)
      }
      score.beats = configuration.heartbeat.beats(
        moves, from: .zero, until: Seconds(trace.times.last ?? 0))
      return TrialOutput(
        score: score,
        moves: plain.changes.map {
          ZoneComparison.Move(time: start + Seconds($0.time), zone: $0.zone)
        })
    }
  }
}

// MARK: - Configurations that lanes can run

extension ConstantVelocityCandidate {
  /// `nil` for one that needs more than the plain filter, one margin and dwell, and beats in steps.
  init?(_ configuration: Configuration) {
    let zones = configuration.zones.range
    guard configuration.estimator == .constantVelocity, zones.kind == .hysteresis,
      zones.marginUnit == .percent, zones.minimumSamples == 1, let margin = zones.margin.first,
      let dwell = zones.dwell.first, zones.margin.count == 1, zones.dwell.count == 1,
      configuration.heartbeat.goesByZones
    else { return nil }
    self.init(
      processNoise: configuration.ranging.constantVelocity.processNoise,
      measurementDeviation: configuration.ranging.constantVelocity.measurementDeviation,
      margin: margin, dwell: dwell)
  }
}

extension Configuration {
  fileprivate var withoutPlainSettings: Configuration {
    var copy = self
    copy.ranging.constantVelocity = ConstantVelocityFilter.Parameters()
    copy.zones.range.margin = [0]
    copy.zones.range.dwell = [0]
    return copy
  }
}
