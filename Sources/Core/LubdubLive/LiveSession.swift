public import Lubdub
public import Quantities

/// A pipeline that hands out beats ahead of their time and takes back what is no longer true.
///
/// A value without a clock: it is given the time. `LivePlayer` puts a clock under it.
public struct LiveSession: Sendable {
  /// How long before its time a beat is handed out.
  public let lead: Seconds
  /// What became of the observations.
  public private(set) var receptions = ReceptionCounts()

  private var pipeline: Pipeline
  private var schedule = BeatSchedule()

  /// A session that has heard nothing.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the pipeline.
  ///   - lead: How long before its time a beat is handed out; finite, not negative.
  /// - Throws: `SettingError` when the configuration contradicts itself, or the lead is no duration.
  public init(_ configuration: Configuration, lead: Seconds = 0.1) throws(SettingError) {
    guard lead.isFinite, lead.value >= 0 else {
      throw SettingError(
        key: "lead", found: "\(lead)", expected: "a finite time that is not negative")
    }
    self.lead = lead
    pipeline = try Pipeline(configuration)
  }

  /// The settings of the pipeline.
  public var configuration: Configuration { pipeline.configuration }
  /// The posterior after the last observation; `nil` before there is any.
  public var estimate: DistanceEstimate? { pipeline.estimate }
  /// The zone now, counted from the nearest; `nil` for none.
  public var zone: Int? { pipeline.zone }

  /// When `pass` must be called next; `nil` for not before something is heard.
  public var nextWake: Seconds? {
    let deadline = pipeline.nextDeadline ?? Seconds(.infinity)
    var plan = pipeline.plan(until: Seconds(.infinity))
    var next = plan.next()
    for _ in 0..<schedule.count where next != nil { next = plan.next() }
    let handOut = next.map { $0.time - lead } ?? Seconds(.infinity)
    let wake = min(deadline, handOut)
    return wake.isFinite ? wake : nil
  }

  /// Takes an observation in.
  ///
  /// - Parameters:
  ///   - observation: Stamped with the same clock as `now`.
  ///   - now: The time; an observation of a later time moves the session on to it.
  ///   - handOut: Called for everything that follows, in the order of time.
  /// - Returns: What became of the observation.
  @discardableResult
  public mutating func process(
    _ observation: Observation, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) -> Reception {
    advance(to: now, handOut)
    let reception = pipeline.process(observation) { schedule.take($0, handOut) }
    receptions.add(reception)
    let time = reception.isTaken ? max(now, observation.time) : now
    handOutPlan(from: time, handOut)
    return reception
  }

  /// Takes an interval between two beats of a heart in, for the tempo policy `.pulse`.
  ///
  /// - Parameters:
  ///   - interval: From one beat to the next.
  ///   - now: The time; it is the present.
  ///   - handOut: Called for everything that follows, in the order of time.
  /// - Returns: What became of it.
  @discardableResult
  public mutating func process(
    heart interval: Seconds, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) -> Reception {
    advance(to: now, handOut)
    let reception = pipeline.process(heart: interval, at: now) { schedule.take($0, handOut) }
    handOutPlan(from: now, handOut)
    return reception
  }

  /// Lets time pass.
  public mutating func pass(to now: Seconds, _ handOut: (LiveEvent) -> Void) {
    advance(to: now, handOut)
    handOutPlan(from: now, handOut)
  }

  /// Takes new settings over while running.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself; nothing has changed then.
  public mutating func apply(
    _ configuration: Configuration, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) throws(SettingError) {
    try configuration.validate()
    advance(to: now, handOut)
    try pipeline.apply(configuration) { schedule.take($0, handOut) }
    handOutPlan(from: now, handOut)
  }

  /// Ends the session: beats that were handed out and are still to come are taken back.
  ///
  /// - Returns: The end.
  @discardableResult
  public mutating func finish(at now: Seconds, _ handOut: (LiveEvent) -> Void) -> Seconds {
    let end = pipeline.finish(at: now) { schedule.take($0, handOut) }
    schedule.cancel(handOut)
    return end
  }

  private mutating func advance(to now: Seconds, _ handOut: (LiveEvent) -> Void) {
    pipeline.advance(to: now) { schedule.take($0, handOut) }
  }

  private mutating func handOutPlan(from now: Seconds, _ handOut: (LiveEvent) -> Void) {
    // By the same difference as in `nextWake`, so that waking then hands the beat out on any clock.
    let due = pipeline.plan(until: Seconds(.infinity)).prefix { $0.time - lead <= now }
    schedule.follow(due, pipeline.configuration.heartbeat.pattern, handOut)
  }
}

/// Beats that were handed out and are still to come, in the order of time.
private struct BeatSchedule: Sendable {
  private var beats: [Beat] = []

  var count: Int { beats.count }

  /// Passes a decision on. A beat that is decided before it was handed out is handed out now: it was
  /// due at once, or the host was busy when its time came.
  mutating func take(_ decision: Decision, _ handOut: (LiveEvent) -> Void) {
    if case .beat(let beat, let pattern) = decision {
      if let place = beats.firstIndex(where: { $0.isSame(as: beat) }) {
        beats.remove(at: place)
      } else {
        handOut(.scheduled(beat, pattern))
      }
    }
    handOut(.decided(decision))
  }

  /// Hands out what is planned, and takes back what no longer is. A beat that stays the same in a new
  /// plan is left alone.
  mutating func follow(_ plan: [Beat], _ pattern: Pattern, _ handOut: (LiveEvent) -> Void) {
    var planned = plan
    guard !(planned.isEmpty && beats.isEmpty) else { return }
    for beat in beats where !planned.contains(where: { $0.isSame(as: beat) }) {
      handOut(.cancelled(beat))
    }
    for index in planned.indices {
      if let known = beats.first(where: { $0.isSame(as: planned[index]) }) {
        planned[index] = known
      } else {
        handOut(.scheduled(planned[index], pattern))
      }
    }
    beats = planned
  }

  /// Takes everything back.
  mutating func cancel(_ handOut: (LiveEvent) -> Void) {
    for beat in beats { handOut(.cancelled(beat)) }
    beats = []
  }
}

extension Beat {
  /// Whether it is felt as the same beat, in whichever plan.
  fileprivate func isSame(as other: Beat) -> Bool {
    time == other.time && intensity == other.intensity && interval == other.interval
  }
}
