extension CalibrationRecording {
  /// The recording with UWB in place of truth, for the path loss of a pair that has both radios:
  /// every RSSI gets the smoothed UWB distance, unless the nearest range is too long ago or ahead.
  package func withTruthFromRanges(
    parameters: FusionFilter.Parameters = .init()
  ) -> CalibrationRecording {
    let smoother = FixedIntervalSmoother(parameters: parameters)
    let ranges = smoother.smooth(samples.map(\.sample).filter { $0.radio == .uwb })
      .filter { $0.status == .tracking }
    var next = 0
    var result: [CalibrationSample] = []
    for row in samples where row.sample.radio == .ble {
      let now = row.sample.time
      while next < ranges.count, ranges[next].time <= now { next += 1 }
      guard next > 0, next < ranges.count else { continue }
      let before = ranges[next - 1]
      let after = ranges[next]
      guard after.time - before.time <= Seconds(1) else { continue }
      let share = (now - before.time) / max(after.time - before.time, Seconds(1e-9))
      let distance = before.distance + share * (after.distance - before.distance)
      result.append(CalibrationSample(row.sample, truth: distance))
    }
    return CalibrationRecording(name: name, samples: result)
  }
}
