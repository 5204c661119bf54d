/// An estimate from ultra-wideband, in the form that zones use.
package struct RangingReading: Sendable {
  /// The time, distance, velocity, and deviation, in s, m, m/s, and m.
  package let time, distance, velocity, deviation: Double
  /// Whether the estimate uses a new measurement.
  package let isIndependent: Bool
  package let spread: RangeSpread
  /// The unfiltered range; `nil` if zones use only the estimate.
  package let heard: HeardRange?
  /// `tracking` if the estimate may decide, `confirming` if it waits for confirmation, otherwise `coasting`.
  package let status: DistanceEstimate.Status

  @inline(__always) package init(
    time: Double, distance: Double, velocity: Double, deviation: Double, isIndependent: Bool,
    spread: RangeSpread, heard: HeardRange?, status: DistanceEstimate.Status
  ) {
    (self.time, self.distance, self.velocity) = (time, distance, velocity)
    (self.deviation, self.isIndependent, self.spread) = (deviation, isIndependent, spread)
    (self.heard, self.status) = (heard, status)
  }

  @inline(__always) package var estimate: DistanceEstimate {
    DistanceEstimate(
      time: Seconds(time), distance: Meters(distance), standardDeviation: Meters(deviation),
      low: Meters(distance), high: Meters(distance), velocity: MetersPerSecond(velocity),
      radio: .uwb, status: status, shape: .normal, shortTermDeviation: deviation, spread: spread)
  }
}

/// The conditions under which readings change nothing: no zone, no evidence, no silence. A search over settings skips such
/// stretches as a whole.
package struct ZoneRest: Sendable, Hashable {
  /// The limits of the distances without evidence for another zone, in m, from `nearest` to below `farthest`.
  fileprivate let nearest, farthest: Double
  /// The limit of extrapolation, in s and at least in m; see `CUSUMEdge.led`.
  fileprivate let lookAhead, halfBand: Double
  /// The limits of the deviations for which the conditions hold, in m.
  package let sharpest, bluntest: Double
  /// The time within which readings must follow each other, in s.
  package let silence: Double

  @inline(__always) func holds(_ estimate: DistanceEstimate) -> Bool {
    let distance = estimate.distance.value
    let speed = estimate.velocity?.value.magnitude ?? 0
    return holds(
      nearest: distance, farthest: distance, speed: speed, estimate.spread.deviation.value)
  }

  init(_ test: CUSUMTest, zone: Int, silence: Double, _ spread: RangeSpread) {
    // The deviation stays within these limits for some time.
    sharpest = spread.deviation.value * 0.9
    bluntest = min(spread.deviation.value * 1.1, RangeSpread.usualDeviation)
    let (least, most) = (
      sharpest / RangeSpread.usualDeviation, bluntest / RangeSpread.usualDeviation
    )
    var (nearest, farthest) = (-Double.infinity, Double.infinity)
    for index in test.edges.indices {
      let calm = test.edges[index].calm(least, most)
      if index < zone {
        nearest = max(nearest, calm.inner)
      } else {
        farthest = min(farthest, calm.outer)
      }
    }
    (self.nearest, self.farthest) = (nearest, farthest)
    (lookAhead, halfBand) = (test.longestLookAhead, test.largestHalfBand)
    self.silence = silence
  }

  fileprivate init(nearest: Double, farthest: Double, silence: Double) {
    (self.nearest, self.farthest, self.silence) = (nearest, farthest, silence)
    (lookAhead, halfBand) = (0, 0)
    (sharpest, bluntest) = (0, .infinity)
  }

  /// Returns whether readings between two distances change nothing; `false` also if this is uncertain.
  @inline(__always) package func holds(
    nearest: Double, farthest: Double, speed: Double, _ deviation: Double
  ) -> Bool {
    let most = max(halfBand, farthest / 3)
    let reach = min(lookAhead * max(0, speed - Reading.deadband), most)
    return nearest - reach >= self.nearest && farthest + reach < self.farthest
      && deviation >= sharpest && deviation <= bluntest
  }
}

// MARK: - Readings that follow each other

extension ZoneDetector {
  /// Skips readings that change nothing; `reading` is the last of these readings.
  package mutating func rest(until reading: RangingReading) {
    pass(to: reading.estimate)
    settle()
  }

  /// Returns whether `follow` can process a stretch: a zone exists, ranging decides it by CUSUM, and there is no silence.
  package func canFollow(pause: Double) -> Bool {
    guard case .inZone = state, case .cusum = rules.tests.range, last?.radio == .uwb else {
      return false
    }
    return pause < longestPause
  }

  /// The time between ranges from which a silence begins, in s.
  private var longestPause: Double { silence(of: .uwb).coasting.value }

  /// Processes the readings of a stretch that passed `canFollow`, like `update` does one by one.
  package mutating func follow(_ readings: [RangingReading], _ decide: (ZoneChange) -> Void) {
    guard case .cusum(let test) = rules.tests.range else { return }
    let silence = longestPause
    var rest = findRest()
    for reading in readings {
      guard reading.status == .tracking else {
        mark(reading.estimate)
        rest = nil
        continue
      }
      if let rest,
        rest.holds(
          nearest: reading.distance, farthest: reading.distance, speed: reading.velocity.magnitude,
          reading.spread.deviation.value)
      {
        _ = weighing.step(to: reading.time)
        continue
      }
      guard let step = weighing.step(to: reading.time) else { continue }
      let estimate = reading.estimate
      var seen = Reading(estimate, isIndependent: reading.isIndependent, usesLogarithm: false)
      seen.takenBack = reading.heard?.takenBack ?? -.infinity
      if let flip = test.weigh(seen, after: step, &weighing, &sides) {
        move(by: flip, estimate, decide)
      }
      let isCalm = sides.allSatisfy { $0.isCalm }
      rest = isCalm ? ZoneRest(test, zone: sides.zone, silence: silence, reading.spread) : nil
    }
    if let reading = readings.last(where: { $0.status == .tracking }) { self.rest(until: reading) }
  }

  private mutating func move(
    by flip: EdgeFlip, _ estimate: DistanceEstimate, _ decide: (ZoneChange) -> Void
  ) {
    now = estimate.time.value
    guard case .inZone(let zone) = state, let change = move(from: zone, by: flip, estimate) else {
      return
    }
    decide(change)
  }

  /// Returns the conditions under which ranges change only the last estimate, until any other input; `nil` while there is
  /// evidence for another zone, and if the last estimate was not from ranging. The state stays the same; the method is
  /// mutating only to avoid a copy of the detector.
  package mutating func findRest() -> ZoneRest? {
    guard case .inZone(let zone) = state, let last, last.radio == .uwb else { return nil }
    for side in sides where !side.isCalm { return nil }
    let silence = longestPause
    switch rules.tests.range {
    case .cusum(let test): return ZoneRest(test, zone: zone, silence: silence, last.spread)
    case .probability: return nil
    case .hysteresis(let test):
      // A distance that is farther only by rounding is left to the test itself.
      let slack = 1e-9
      let nearest = test.edges[..<zone].map { $0.edge - $0.margin + slack }.max()
      let farthest = test.edges[zone...].map { $0.edge + $0.margin - slack }.min()
      return ZoneRest(
        nearest: nearest ?? -.infinity, farthest: farthest ?? .infinity, silence: silence)
    }
  }
}
