/// Runs configurations over a recording with as little work as possible.
///
/// - Default filters run in lanes if the recording contains only ranges: `RangeBatch`.
/// - Any other estimator runs once for all configurations that differ only after the estimator: `SharedRun`.
/// - A heartbeat that depends on more than zones needs a whole pipeline, and has no output here.
struct TrialRuns {
  /// The outputs; `nil` for configurations that need a pipeline, and for contradictory configurations.
  private(set) var outputs: [TrialOutput?]

  private let configurations: [Configuration]
  private let recording: Recording
  private let start: Seconds

  init(_ configurations: [Configuration], over recording: Recording) {
    self.configurations = configurations
    self.recording = recording
    start = recording.origin
    outputs = configurations.map { _ in nil }
    let rest = outputs.indices.filter { place in
      configurations[place].heartbeat.goesByZones
        && (try? configurations[place].validate()) != nil
    }
    for group in runRanges(rest) {
      var run = SharedRun(group.map { configurations[$0] })
      for (place, output) in zip(group, run.outputs(over: recording)) { outputs[place] = output }
    }
  }

  private mutating func runRanges(_ places: [Int]) -> [[Int]] {
    let filters = groups(places.filter { configurations[$0].estimator == .fusion }) {
      $0.ranging.range
    }
    guard filters.count > 1, let trace = LaneTrace(recording.records),
      // Lanes share the times of their readings, so each filter must use every reading.
      let nearest = trace.ranges.min(),
      filters.allSatisfy({ configurations[$0[0]].ranging.range.corrected(Meters(nearest)) != nil })
    else { return groups(places, by: EstimatorSettings.init) }
    for first in stride(from: 0, to: filters.count, by: RangeBatch.width) {
      let block = filters[first..<min(first + RangeBatch.width, filters.count)]
      let replays = block.map { $0.map { ZoneReplay(configurations[$0]) } }
      var batch = RangeBatch(
        block.map { configurations[$0[0]].ranging.range }, replays, over: trace)
      for (group, list) in zip(block, batch.outputs(start: start)) {
        for (place, output) in zip(group, list) { outputs[place] = output }
      }
    }
    return groups(places.filter { outputs[$0] == nil }, by: EstimatorSettings.init)
  }

  /// The places grouped by a common part of their configurations, in the order of the first place of each group.
  private func groups<Part: Hashable>(
    _ places: [Int], by part: (Configuration) -> Part
  ) -> [[Int]] {
    places.grouped { part(configurations[$0]) }.map(\.elements)
  }
}

private struct EstimatorSettings: Hashable {
  let kind: EstimatorKind
  let ranging: FusionFilter.Parameters

  init(_ configuration: Configuration) {
    kind = configuration.estimator
    ranging = configuration.ranging
  }
}
