extension Recording {
  /// Every row with an RSSI, with the smoothed UWB distance as its truth, unless the nearest range is too far away in time.
  package func withTruthFromRanges(
    parameters: FusionFilter.Parameters = .init()
  ) -> Recording {
    let smoother = FixedIntervalSmoother(parameters: parameters)
    let ranges = smoother.smooth(records.map(\.sample).filter { $0.radio == .uwb })
      .filter { $0.status == .tracking }
    var next = 0
    var result: [TraceRecord] = []
    for row in records where row.sample.radio == .ble {
      let now = row.sample.time
      while next < ranges.count, ranges[next].time <= now { next += 1 }
      guard next > 0, next < ranges.count else { continue }
      let before = ranges[next - 1]
      let after = ranges[next]
      guard after.time - before.time <= Seconds(1) else { continue }
      let share = (now - before.time) / max(after.time - before.time, Seconds(1e-9))
      let distance = before.distance + share * (after.distance - before.distance)
      result.append(TraceRecord(row.sample, truth: distance))
    }
    return Recording(dataset: dataset, name: name, records: result)
  }
}
