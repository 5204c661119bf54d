/// The basis of the first zone, also after silence: unfiltered ranges. A wrong first reading would pass the gate of the
/// filter, and the filter would doubt the following right readings for a second (docs/decisions/05-zones.md).
struct FirstZone: Sendable, Hashable {
  /// The number of readings, the times of the first and the last reading, and the step before the last reading; times are in
  /// s.
  var count = 0
  var start = 0.0
  var last = -Double.infinity
  var step = 0.0
  /// Whether the next reading only ends a silence.
  var skipsNext = false

  /// The required number of readings in a row on one side of each edge, this number for slow radios, and the least time
  /// since the first reading, in s.
  static let (run, slowRun, time) = (3, 2, 0.25)
  /// The number of readings, and the time in s, after which an undecided edge counts as outside.
  static let (openCount, openTime) = (5, 1.0)
  /// The time from which a zone by signal strength may be known, and the time from which the most likely zone counts anyway,
  /// in s.
  static let (levelTime, longestTime) = (1.0, 5.0)

  var need: Int { step >= RangeSpread.slowStep ? Self.slowRun : Self.run }
}

extension ZoneDetector {
  /// Processes an unfiltered range, whether the filter accepted it or not.
  @inline(__always) package mutating func hear(_ range: HeardRange, at time: Double) {
    takenBack = range.takenBack
    if listens { listen(range, at: time) }
  }

  /// Whether readings decide about the first zone.
  @inline(__always) private var listens: Bool {
    switch state {
    case .unknown, .acquiring, .stale: true
    case .inZone, .coasting, .touching: false
    }
  }

  private mutating func listen(_ range: HeardRange, at time: Double) {
    guard !first.skipsNext else {
      first.skipsNext = false
      return
    }
    let isGap = time - first.last >= silence(of: .uwb).stale.value
    if range.isRestart || isGap { forgetFirst() }
    first.step = first.count > 0 ? time - first.last : 0
    first.last = time
    if first.count == 0 { first.start = time }
    first.count += 1
    for edge in sides.indices {
      let side = range.reading < zones.edges[edge].value ? 1 : -1
      sides[edge].run = sides[edge].run * side > 0 ? sides[edge].run + side : side
    }
  }

  mutating func forgetFirst() {
    first = FirstZone()
    for edge in sides.indices { sides[edge].run = 0 }
  }

  /// Looks for the first zone by ranges. The estimate of the filter does not decide, but must not be on the other side.
  mutating func acquireByRuns(_ estimate: DistanceEstimate) -> ZoneChange? {
    let (time, x) = (estimate.time.value, estimate.distance.value)
    if first.last < time { listen(HeardRange(x), at: time) }
    let slack = 0.5 * estimate.shortTermDeviation
    let waited = time - first.start
    var isDecided = waited >= FirstZone.time - HysteresisTest.tolerance
    for (side, edge) in zip(sides, zones.edges) {
      let isContradicted = side.run > 0 ? x >= edge.value + slack : x < edge.value - slack
      isDecided = isDecided && side.run.magnitude >= first.need && !isContradicted
    }
    let isOpen =
      first.count >= FirstZone.openCount && waited >= FirstZone.openTime - HysteresisTest.tolerance
    guard isDecided || isOpen else {
      state = .acquiring(since: first.count > 0 ? first.start : time, samples: first.count)
      return nil
    }
    let need = isDecided ? first.need : FirstZone.run
    var isInside = false
    for index in sides.indices {
      let isNear = sides[index].run >= need && x < zones.edges[index].value + slack
      isInside = isInside || isNear
      sides[index] = EdgeSide(isInside: isInside)
    }
    forgetFirst()
    return begin(estimate, isKnown: true, waited: waited)
  }

  /// Looks for the first zone by signal strength: the most likely zone counts, and is known if it is likely enough.
  mutating func acquireByLevel(
    _ estimate: DistanceEstimate, _ test: ProbabilityTest, from first: Int, since: Double,
    samples: Int
  ) -> ZoneChange? {
    let best = test.likeliest(estimate, from: first)
    let waited = estimate.time.value - since
    func isOver(_ time: Double) -> Bool { waited >= time - HysteresisTest.tolerance }
    let isLikely = estimate.isLevelKnown && best.probability >= test.aloneConfidence
    let isKnown = isLikely && samples >= FirstZone.run && isOver(FirstZone.levelTime)
    // After silence, the filter continues from its state: its zone counts at once, and is known once it is likely enough.
    let isOverdue = isOver(FirstZone.longestTime) && samples >= FirstZone.slowRun
    guard isKnown || isOverdue || hadLevelZone else {
      state = .acquiring(since: since, samples: samples)
      return nil
    }
    // The zone of the median, which is the most likely zone if a zone is known: its edges decide it.
    for edge in sides.indices {
      let isInside = edge >= first && test.share(ofOther: edge, isInside: true, estimate) < 0.5
      sides[edge] = EdgeSide(isInside: isInside)
    }
    hadLevelZone = true
    return begin(estimate, isKnown: isKnown, waited: waited)
  }

  /// Returns the evidence that the first zone still needs, or that a zone needs to become known.
  func missing(since: Double, samples: Int) -> MissingEvidence? {
    guard let last else { return nil }
    guard last.radio.family == .level else {
      let runs = sides.map { first.need - Int($0.run.magnitude) }
      let time = FirstZone.time - (first.last - first.start)
      return MissingEvidence(
        readings: max(runs.max() ?? 0, 0), time: Seconds(max(time, 0)), probability: 0)
    }
    var probability = 0.0
    if case .probability(let test) = test(for: last) {
      probability = test.aloneConfidence - test.likeliest(last, from: 0).probability
    }
    let time = FirstZone.levelTime - (last.time.value - since)
    return MissingEvidence(
      readings: max(FirstZone.run - samples, 0), time: Seconds(max(time, 0)),
      probability: max(probability, 0))
  }

  /// Begins in the zone that the sides determine.
  mutating func begin(
    _ estimate: DistanceEstimate, isKnown: Bool, waited: Double
  ) -> ZoneChange? {
    let zone = sides.zone
    state = .inZone(zone)
    self.isKnown = isKnown
    weighing = Weighing(from: estimate.time.value)
    guard let shown = self.zone else { return nil }
    let test = test(for: estimate)
    let reading = Reading(estimate, isIndependent: true, usesLogarithm: test.usesLogarithm)
    return ZoneChange(
      time: estimate.time, from: nil, to: shown, reason: .acquired,
      evidence: ZoneEvidence(
        share: 1, led: estimate.distance, deviation: reading.deviation, reference: nil, estimate,
        test, zone: zone), distance: DistanceInterval(estimate), waited: Seconds(waited))
  }
}
