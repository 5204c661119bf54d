/// Estimates of another program, one per row of a recording.
struct GivenTrack: Sendable {
  /// The zone changes; `nil` if the rule of the settings decides.
  let moves: [ZoneComparison.Move]?
  private let distances: [Double]
  private let intervals: (lows: [Double], highs: [Double])?
  private let deviations: [Double]?
  private let statuses: [UInt8]?

  private static let known = DistanceEstimate.Status.allCases

  init(_ estimates: lubdub_estimates, rows: Int, _ index: Int) throws(Failure) {
    func column<Value>(_ start: UnsafePointer<Value>?) -> [Value]? {
      start.map { Array(UnsafeBufferPointer(start: $0, count: rows)) }
    }
    func fault(_ rule: String) -> Failure { Failure("estimates[\(index)]: \(rule)") }
    guard let distances = column(estimates.distances) else { throw fault("distances is null") }
    self.distances = distances
    deviations = column(estimates.deviations)
    statuses = column(estimates.statuses)
    switch (column(estimates.lows), column(estimates.highs)) {
    case (let lows?, let highs?):
      if let row = zip(lows, highs).enumerated().first(where: { $1.0 > $1.1 })?.offset {
        throw fault("row \(row): the upper end of the interval is below the lower end")
      }
      intervals = (lows, highs)
    case (nil, nil): intervals = nil
    default: throw fault("one end of the intervals is null")
    }
    if distances.contains(where: { $0.isInfinite }) { throw fault("a distance is not finite") }
    guard let times = estimates.zone_times else {
      moves = nil
      return
    }
    guard let zones = estimates.zones, estimates.zone_count >= 0 else {
      throw fault("zones is null")
    }
    var moves: [ZoneComparison.Move] = []
    for place in 0..<estimates.zone_count {
      let (time, zone) = (times[place], zones[place])
      guard time.isFinite, moves.last.map({ $0.time.value <= time }) ?? true else {
        throw fault("change \(place) of the zone has a time that is not finite, or goes back")
      }
      moves.append(ZoneComparison.Move(time: Seconds(time), zone: zone == .max ? nil : Int(zone)))
    }
    self.moves = moves
  }

  func estimate(of row: Int, at time: Seconds, by radio: Radio) -> DistanceEstimate? {
    let distance = distances[row]
    let status = statuses.map { Int($0[row]) } ?? 1
    guard !distance.isNaN, Self.known.indices.contains(status) else { return nil }
    let (low, high) = intervals.map { ($0.lows[row], $0.highs[row]) } ?? (.nan, .nan)
    let deviation = deviations?[row] ?? (high - low) / (2 * NormalDistribution.quantile95)
    return DistanceEstimate(
      time: time, distance: Meters(distance), standardDeviation: Meters(deviation),
      low: Meters(low), high: Meters(high), velocity: nil, radio: radio,
      status: Self.known[status], shape: .normal, shortTermDeviation: deviation)
  }

  /// Returns a row for the zone rule: a measurement decides if an answer is based on it. For the rule, distances below zero
  /// count as zero, and distances without an interval count as exact.
  func row(
    _ sample: Sample, _ estimate: DistanceEstimate?, at time: Seconds,
    _ repeats: inout RepeatDetector
  ) -> ScoredTrack.Row {
    var decisive = estimate
    if !sample.isScored || [.coasting, .stale].contains(estimate?.status) { decisive = nil }
    if var answer = decisive {
      answer.distance = max(.zero, answer.distance)
      if answer.low.value.isNaN || answer.high.value.isNaN {
        (answer.low, answer.high) = (answer.distance, answer.distance)
        answer.standardDeviation = .zero
        answer.shortTermDeviation = 0
      }
      decisive = answer
    }
    let isSilent = estimate.map { $0.status == .stale } ?? true
    return ScoredTrack.Row(
      time: time, estimate: decisive,
      isIndependent: decisive == nil || repeats.isIndependent(sample),
      event: sample.event.flatMap { ZoneEvent($0, isSilent: isSilent) }, radio: sample.radio)
  }
}
