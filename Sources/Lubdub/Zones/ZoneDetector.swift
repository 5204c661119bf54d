/// Decides the zone of a device, and the time at which silence makes the zone unknown.
///
/// Every edge has a side in force, inside or outside. The side changes when the evidence of the readings meets the edge's rule;
/// the zone is the number of edges whose side is outside. Laws:
/// - From any state, a constant input outside all bands reaches its zone in bounded time. Inside a band, an input keeps the
///   previous side.
/// - Silence and link events end the zone at once.
/// - Devices that touch are in the nearest zone, whatever the radio measures, until they are released.
/// - An estimate that is not trusted decides nothing and does not break silence; an estimate that is not a number or goes back
///   in time changes nothing.
/// - A value is its whole state, and shifting all times only shifts the changes.
///
/// For time without readings, call `advance(to:)`. Before every `update`, call it until it returns `nil`.
public struct ZoneDetector: Sendable, Hashable {
  var rules: Rules
  private var pace = SamplePace()

  struct Rules: Sendable, Hashable {
    let zones: Zones
    let tests: PerFamily<RadioTest>
    let first: PerFamily<AcquisitionRule>
    let silences: PerRadio<SilenceTimes>

    let parameters: Parameters

    var whenUnknown: Parameters.WhenUnknown { parameters.whenUnknown }

    init(
      _ parameters: Parameters, _ silences: PerRadio<SilenceTimes>,
      _ link: SignalStrengthFilter.Parameters
    ) {
      zones = Zones(validEdges: parameters.edges, names: parameters.names)
      tests = PerFamily { RadioTest(parameters, $0, link) }
      self.parameters = parameters
      first = PerFamily { AcquisitionRule(parameters.rule(for: $0), family: $0) }
      self.silences = silences
    }
  }

  var sides: [EdgeSide]
  var state = State.unknown {
    didSet {
      isTouching = state == .touching
      settle()
    }
  }
  package private(set) var isTouching = false
  /// The value of `nextDeadline`; infinity if there is none. It is stored because every sample reads it, and reading one
  /// number copies nothing.
  package private(set) var due = Double.infinity
  /// The conditions under which the next range changes only the last estimate; `nil` until they are needed.
  private var rest: ZoneRest?
  var weighing = Weighing(from: -.infinity)
  var last: DistanceEstimate?
  /// The time of the last release of a touch, in s: silence also counts from this time.
  var released = -Double.infinity
  /// The time of the last estimate or event of the link; earlier estimates are ignored.
  var now = -Double.infinity
  var isUntrustedRunReported = false
  /// The evidence for the other side of each edge; empty unless changes are explained.
  var leanings: [ZoneLeaning?] = []
  var nearness = Nearness.apart
  var first = FirstZone()
  /// Whether signal strength had a zone since the link was established.
  var hadLevelZone = false
  /// Whether silence has lasted, so that the zone is held, or the device has left it.
  var isSilent = false
  /// The times at which the peer and other peers were last heard, and whether the local receiver is on.
  var peerHeard = -Double.infinity
  var othersHeard = -Double.infinity
  var isReceiverOn = true
  /// The last range if it reverses an outlier, otherwise -infinity.
  var takenBack = -Double.infinity
  package internal(set) var isKnown = true

  enum State: Sendable, Hashable {
    /// No sample has arrived, or the peer was given up.
    case unknown
    /// There are readings, but no zone yet: the time since which the sides have been the same, and the number of independent
    /// readings since then.
    case acquiring(since: Double, samples: Int)
    case inZone(Int)
    /// In a zone, without readings for some time.
    case coasting(Int)
    case touching
    case stale
  }

  package init(
    _ parameters: Parameters, silences: PerRadio<SilenceTimes> = PerRadio { $0.entry.silence },
    link: SignalStrengthFilter.Parameters = .init()
  ) {
    rules = Rules(parameters, silences, link)
    sides = parameters.edges.map { _ in EdgeSide(isInside: false) }
  }

  package var zones: Zones { rules.zones }

  /// The zone now, counted from the nearest; `nil` if there is none.
  package var zone: Int? { isKnown || rules.whenUnknown == .hold ? held : nil }

  /// The zone in force, known or not.
  package var held: Int? {
    switch state {
    case .inZone(let zone), .coasting(let zone): zone
    case .touching: 0
    case .unknown, .acquiring, .stale: nil
    }
  }

  package var nextDeadline: Seconds? { due < .infinity ? Seconds(due) : nil }

  mutating func settle() {
    rest = nil
    let heard = heard
    guard heard > -.infinity else {
      due = .infinity
      return
    }
    let silence = silence(of: last?.radio ?? .uwb)
    let end = silenceEnd(silence)
    switch state {
    case .unknown, .acquiring, .touching: due = .infinity
    case .inZone: due = min(heard + silence.coasting.value, end)
    case .coasting: due = isSilent ? .infinity : end
    case .stale: due = heard + silence.lost.value
    }
  }

  /// Returns the time in s at which silence counts as lasting. It is inlined because a call would copy the detector.
  @inline(__always) func silenceEnd(_ silence: SilenceTimes) -> Double {
    let after = (rules.parameters.silenceAfter ?? silence.stale).value
    let heardAfter = rules.parameters.heardAfter?.value ?? after
    return min(max(heard, peerHeard) + after, heard + heardAfter)
  }

  var heard: Double { max(last?.time.value ?? -.infinity, released) }

  /// Advances to a time without readings. Returns the earliest change due at or before `time`, with the time at which it was
  /// due; call again until the result is `nil`.
  package mutating func advance(to time: Seconds) -> ZoneChange? {
    guard self.due <= time.value else { return nil }
    let due = Seconds(self.due)
    let from = zone
    let reason: ZoneChange.Reason
    switch state {
    case .unknown, .acquiring, .touching: return nil
    case .inZone(let zone): (state, reason) = (.coasting(zone), .coasting)
    case .coasting:
      reason = .stale
      endBySilence()
      guard zone != from || state == .stale else { return nil }
    case .stale: (state, reason) = (.unknown, .lost)
    }
    return ZoneChange(
      time: due, from: from, to: zone, reason: reason, distance: last.map { DistanceInterval($0) },
      waited: due - Seconds(heard), silence: silenceCause)
  }

  /// Processes an estimate, which decides if its status is `tracking` or `fallback`. A repeated value is not independent: it
  /// may confirm a decision but does not count as a separate reading. For a late estimate, `present` is the time now: an
  /// estimate that is older than the time of silence adds evidence, but does not end the silence.
  @inline(__always) package mutating func update(
    _ estimate: DistanceEstimate, isIndependent: Bool = true, at present: Seconds? = nil
  ) -> ZoneChange? {
    passes(over: estimate) ? nil : decide(estimate, isIndependent: isIndependent, at: present)
  }

  /// Processes a range that changes only the last estimate, like most ranges; ignores other ranges and returns `false`.
  @inline(__always) mutating func passes(over estimate: DistanceEstimate) -> Bool {
    let time = estimate.time.value
    guard estimate.radio == .uwb, time < due, time >= now, estimate.isTrusted, estimate.isUsable
    else { return false }
    if rest == nil { rest = findRest() }
    guard let rest, rest.holds(estimate) else { return false }
    pass(to: estimate)
    due = time + rest.silence
    return true
  }

  @inline(__always) mutating func pass(to estimate: DistanceEstimate) {
    now = estimate.time.value
    _ = weighing.step(to: now)
    last = estimate
  }

  @inline(never) mutating func decide(
    _ estimate: DistanceEstimate, isIndependent: Bool, at present: Seconds?
  ) -> ZoneChange? {
    guard estimate.isUsable, estimate.time.value >= now else { return nil }
    if estimate.radio.family == .wideRange { pace.note(at: estimate.time.value) }
    while due <= estimate.time.value { _ = advance(to: estimate.time) }
    now = estimate.time.value
    isSilent = isSilent && !estimate.isTrusted
    guard estimate.isTrusted else {
      mark(estimate)
      return nil
    }
    let change = judge(estimate, isIndependent, at: present)
    last = estimate
    settle()
    return change
  }

  @inline(__always) private mutating func judge(
    _ estimate: DistanceEstimate, _ isIndependent: Bool, at present: Seconds?
  ) -> ZoneChange? {
    let age = max(.zero, (present ?? estimate.time) - estimate.time)
    guard zone != nil || age < silence(of: estimate.radio).stale else { return nil }
    switch state {
    case .touching: return nil
    case .inZone(let zone): return step(from: zone, estimate, isIndependent)
    case .coasting(let zone):
      if age < silence(of: estimate.radio).coasting { state = .inZone(zone) }
      return step(from: zone, estimate, isIndependent)
    // Readings of one radio do not count for another radio.
    case .acquiring(let since, let samples)
    where !isStale(at: estimate.time) && last?.radio.family == estimate.radio.family:
      return acquire(estimate, isIndependent, since: since, samples: samples)
    case .unknown, .stale, .acquiring:
      for edge in sides.indices {
        let run = sides[edge].run
        sides[edge] = EdgeSide(isInside: estimate.distance < zones.edges[edge])
        sides[edge].run = run
      }
      return acquire(estimate, isIndependent, since: estimate.time.value, samples: 0)
    }
  }

  // MARK: - One reading

  func silence(of radio: Radio) -> SilenceTimes {
    let silence = rules.silences[radio]
    return radio.family == .wideRange ? pace.stretched(silence) : silence
  }

  private func isStale(at time: Seconds) -> Bool {
    guard let last else { return true }
    return last.time + silence(of: last.radio).stale <= time
  }

  func test(for estimate: DistanceEstimate) -> RadioTest { rules.tests[estimate.radio.family] }

  /// Looks for the first zone: the zone of the median, once it has lasted for some time. A reading clearly beyond an edge
  /// changes the edge's side and restarts the time.
  private mutating func acquire(
    _ estimate: DistanceEstimate, _ isIndependent: Bool, since: Double, samples: Int
  ) -> ZoneChange? {
    let test = test(for: estimate)
    if case .cusum = test, estimate.radio.family == .range { return acquireByRuns(estimate) }
    var rule = rules.first[estimate.radio.family]
    let reading = Reading(estimate, isIndependent: isIndependent, usesLogarithm: test.usesLogarithm)
    var (since, samples) = (since, samples)
    var first = 0
    if let nearness = estimate.nearness {
      _ = force(nearness, estimate)
      // The near test has waited long enough.
      if nearness.isNear { rule = AcquisitionRule() }
      first = nearness.isNear ? sides.count : zones.contactEdges
      for edge in 0..<zones.contactEdges where !nearness.isNear {
        sides[edge] = EdgeSide(isInside: false)
      }
    }
    if case .probability(let test) = test, estimate.nearness?.isNear != true {
      return acquireByLevel(
        estimate, test, from: first, since: since, samples: samples + (isIndependent ? 1 : 0))
    }
    for edge in first..<sides.count
    where test.givesWay(edge, isInside: sides[edge].isInside, to: reading) {
      sides[edge] = EdgeSide(isInside: !sides[edge].isInside)
      (since, samples) = (reading.time, 0)
    }
    if isIndependent { samples += 1 }
    let waited = reading.time - since
    guard waited >= rule.time - HysteresisTest.tolerance, samples >= rule.samples else {
      state = .acquiring(since: since, samples: samples)
      return nil
    }
    return begin(
      estimate, isKnown: test.isKnown(estimate, zone: sides.zone, was: false), waited: waited)
  }

  private mutating func step(
    from zone: Int, _ estimate: DistanceEstimate, _ isIndependent: Bool
  ) -> ZoneChange? {
    if let flip = follow(estimate, isIndependent), let change = move(from: zone, by: flip, estimate)
    {
      return change
    }
    let was = isKnown
    let knows =
      estimate.radio.family != .level || rules.tests.level.isKnown(estimate, zone: zone, was: was)
    guard knows != was else { return nil }
    let before = self.zone
    isKnown = knows
    return ZoneChange(
      time: estimate.time, from: before, to: self.zone, reason: isKnown ? .known : .unknown,
      evidence: ZoneEvidence(
        share: 1, led: estimate.distance, deviation: estimate.shortTermDeviation, reference: nil,
        estimate, test(for: estimate), zone: zone), distance: DistanceInterval(estimate))
  }

  private mutating func follow(_ estimate: DistanceEstimate, _ isIndependent: Bool) -> EdgeFlip? {
    if let last, last.radio != estimate.radio {
      forgetEvidence(since: last.time.value, keepingContact: isStandIn(last, estimate))
    }
    switch estimate.radio.family {
    case .range:
      return rules.tests.range.update(
        estimate, isIndependent, &weighing, &sides, takenBack: takenBack)
    case .level:
      guard let nearness = estimate.nearness else {
        return rules.tests.level.update(estimate, isIndependent, &weighing, &sides)
      }
      let forced = force(nearness, estimate)
      guard !nearness.isNear else {
        weighing = Weighing(from: estimate.time.value)
        return forced
      }
      return rules.tests.level.update(
        estimate, isIndependent, &weighing, &sides, inwardFrom: zones.contactEdges) ?? forced
    case .wideRange: return rules.tests.wideRange.update(estimate, isIndependent, &weighing, &sides)
    }
  }

  mutating func move(
    from zone: Int, by flip: EdgeFlip, _ estimate: DistanceEstimate
  ) -> ZoneChange? {
    let found = sides.zone
    guard found != zone else { return nil }
    let before = self.zone
    state = .inZone(found)
    isKnown = estimate.isLevelKnown || estimate.nearness?.isNear == true
    return ZoneChange(
      time: estimate.time, from: before, to: found, reason: flip.isInward ? .entered : .left,
      evidence: ZoneEvidence(flip, estimate, test(for: estimate), zone: found),
      distance: DistanceInterval(estimate), waited: Seconds(now - flip.since))
  }

  /// Marks the edges that an unconfirmed estimate is beyond, for a radio whose noise is stated.
  mutating func mark(_ estimate: DistanceEstimate) {
    guard case .inZone = state, case .cusum(let test) = rules.tests.range,
      estimate.status == .confirming, estimate.radio == .uwb, estimate.spread.isStated
    else { return }
    test.mark(estimate.distance.value, estimate.spread.share, &sides)
    settle()
  }

  mutating func adopt(_ rules: Rules) {
    self.rules = rules
    settle()
  }

  /// Replaces the present zone by another; silence continues.
  mutating func resume(in zone: Int) {
    switch state {
    case .inZone: state = .inZone(zone)
    case .coasting: state = .coasting(zone)
    case .unknown, .acquiring, .touching, .stale: break
    }
  }

  /// Forgets the evidence when another radio decides, because the radios require different amounts of evidence.
  mutating func forgetEvidence(since time: Double, keepingContact: Bool = false) {
    for edge in sides.indices
    where !keepingContact || edge >= zones.contactEdges || sides[edge].isInside {
      sides[edge].forget()
    }
    weighing = Weighing(from: time)
  }

  /// Returns whether signal strength with a near test takes over from ranges, or returns the decision to ranges. Only ranges
  /// sum evidence for contact then, and their sum stays with the zone. A dwell does not stay, because it would count the
  /// silence of the ranges.
  private func isStandIn(_ last: DistanceEstimate, _ next: DistanceEstimate) -> Bool {
    guard case .cusum = rules.tests.range else { return false }
    let (signal, other) = last.radio.family == .level ? (last, next) : (next, last)
    return signal.radio.family == .level && signal.nearness != nil
      && other.radio.family != .wideRange
  }
}
