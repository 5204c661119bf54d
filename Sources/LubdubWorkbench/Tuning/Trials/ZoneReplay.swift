/// The part of a pipeline after its estimator that a score needs.
struct ZoneReplay {
  private var detector: ZoneDetector
  private let heartbeat: HeartbeatScheduler.Parameters
  private(set) var changes: [ZoneMove] = []
  /// The time of the heartbeat's first input.
  private var origin: Seconds?
  /// The conditions for stretches that change nothing, and the last reading of the skipped stretches.
  private var rest: ZoneRest?
  private var passed: RangingReading?

  init(_ configuration: Configuration) {
    detector = ZoneDetector(
      configuration.zoneParameters, silences: configuration.ranging.silences)
    heartbeat = configuration.heartbeat
  }

  mutating func pass(to time: Seconds) {
    endRest()
    guard detector.due <= time.value else { return }
    while let change = detector.advance(to: time) { note(change, isSilence: true) }
  }

  /// Processes an estimate at the time of its sample, and the uncorrected range.
  mutating func process(
    _ estimate: DistanceEstimate, isIndependent: Bool, _ heard: HeardRange? = nil
  ) {
    pass(to: estimate.time)
    if let heard { detector.hear(heard, at: estimate.time.value) }
    if estimate.isTrusted { origin = origin ?? estimate.time }
    if let change = detector.update(estimate, isIndependent: isIndependent) {
      note(change, isSilence: false)
    }
  }

  /// Processes an event of the link. `isSilent` is true if the estimate is stale or missing.
  mutating func process(_ event: LinkEvent, isSilent: Bool, at time: Seconds) {
    pass(to: time)
    guard let event = ZoneEvent(event, isSilent: isSilent) else { return }
    if event == .touched { origin = origin ?? time }
    if let change = detector.handle(event, at: time) { note(change, isSilence: false) }
  }

  /// Processes readings. `readings` is called only if one of them may change something.
  mutating func process(
    _ bounds: StretchBounds, last: RangingReading?, _ readings: () -> [RangingReading]
  ) {
    if let rest, let last, rest.holds(bounds) {
      passed = last
      return
    }
    endRest()
    if detector.canFollow(pause: bounds.pause) {
      follow(readings())
    } else {
      for reading in readings() {
        process(reading.estimate, isIndependent: reading.isIndependent, reading.heard)
      }
    }
    rest = detector.findRest()
  }

  /// Processes the last skipped reading, before any other input.
  private mutating func endRest() {
    if let passed { detector.rest(until: passed) }
    (passed, rest) = (nil, nil)
  }

  private mutating func follow(_ readings: [RangingReading]) {
    var moves: [ZoneChange] = []
    detector.follow(readings) { if $0.isMove { moves.append($0) } }
    for move in moves { note(move, isSilence: false) }
  }

  private mutating func note(_ change: ZoneChange, isSilence: Bool) {
    guard change.isMove else { return }
    changes.append(ZoneMove(time: change.time, zone: change.to, isSilence: isSilence))
  }

  func beats(until end: Seconds) -> Double {
    heartbeat.beats(changes, from: origin ?? .zero, until: end)
  }
}

/// A zone from a time on. `isSilence` is true if silence ended the previous zone.
struct ZoneMove {
  let time: Seconds
  let zone: Int?
  let isSilence: Bool
}

extension HeartbeatScheduler.Parameters {
  var goesByZones: Bool { policy == .stepped && tempo == nil && contact == .beats }

  func beats(_ moves: [ZoneMove], from origin: Seconds, until end: Seconds) -> Double {
    var scheduler = HeartbeatScheduler(self)
    scheduler.distance(.zero, at: origin)
    var beats = 0.0
    func play(until time: Double) {
      // As in `Pipeline`, times are on the clock of the session.
      guard scheduler.due <= time else { return }
      scheduler.advance(to: Seconds(time)) { if case .beat = $0 { beats += 1 } }
    }
    for move in moves {
      let time = move.time.value
      // As in `Pipeline`, a beat that is due at the time of silence, up to rounding, does not count.
      play(until: move.isSilence ? time - max(1e-9, 4 * time.ulp) : time)
      scheduler.enter(zone: move.zone, at: move.time)
    }
    play(until: end.value)
    return beats
  }
}
