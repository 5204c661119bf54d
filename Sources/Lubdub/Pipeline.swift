internal import Haptics
public import Proximity
public import Quantities
public import Ranging

/// From observations to a heartbeat: estimator, zones, ceremony and scheduler under one configuration.
///
/// A pipeline is a value without clock, file or lock: the same one runs in an app, in a replay and in
/// a search over settings. Time comes with the observations; what they say is handed to a
/// `PipelineOutput` as soon as it is decided. Feeding a recording at once or row by row makes no
/// difference, and shifting all times shifts nothing: the timeline starts with the first observation.
public struct Pipeline: Sendable {
  /// What the pipeline was told.
  public let configuration: Configuration
  /// The time of the first observation on the trace's clock; `nil` before there is one.
  public private(set) var origin: Seconds?

  private var estimator: ActiveEstimator
  private var repeats = RepeatDetector()
  private var detector: ZoneDetector
  private var scheduler: HeartbeatScheduler
  private var ceremony: Ceremony
  private var now = Seconds.zero
  /// When the last event of a beat ends.
  private var lastEventEnd = Seconds.zero

  /// A pipeline that has seen nothing.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself.
  public init(_ configuration: Configuration) throws(SettingError) {
    self.configuration = configuration
    estimator = ActiveEstimator(configuration)
    let zones = try configuration.zoneParameters()
    let heartbeat = try configuration.heartbeatParameters()
    let rites = try configuration.ceremonyParameters()
    do {
      detector = try ZoneDetector(zones)
      scheduler = try HeartbeatScheduler(heartbeat)
      ceremony = try Ceremony(rites)
    } catch {
      throw SettingError(error, at: error.path)
    }
  }

  /// The zone now, counted from the nearest; `nil` for none.
  public var zone: Int? { detector.zone }

  /// Where the ceremony stands.
  public var phase: CeremonyPhase { ceremony.phase }

  /// When the next edge will be crossed if the velocity holds; `nil` without an edge ahead.
  public var timeToEdge: Seconds? { detector.timeToEdge(at: now) }

  /// The posterior at a time on the trace's clock; `nil` before there is any.
  public func estimate(at time: Seconds) -> RangeEstimate? {
    guard let origin else { return nil }
    return estimator.estimate(at: time - origin)
  }

  /// Folds in one observation. One whose time is not finite or goes back changes nothing.
  public mutating func process(
    _ observation: Observation, into output: inout some PipelineOutput
  ) {
    guard observation.time.isFinite else { return }
    let origin = origin ?? observation.time
    let time = observation.time - origin
    guard time >= now else { return }
    self.origin = origin
    advance(to: time, into: &output)
    var local = observation
    local.time = time
    let isUsed = estimator.update(local)
    let estimate = estimator.estimate(at: time)
    if let event = observation.event {
      handle(event, estimate, at: time, into: &output)
    } else if let estimate, isUsed, estimate.radio == observation.radio {
      decide(estimate, local, into: &output)
    }
    if var estimate {
      estimate.time = observation.time
      output.estimated(estimate, zone: detector.zone, from: observation)
    } else {
      output.estimated(nil, zone: detector.zone, from: observation)
    }
  }

  /// Lets time pass without observations, up to a time on the trace's clock: silence turns into
  /// `stale` and `lost`, and beats are played. A live app calls this from a timer.
  public mutating func wait(until time: Seconds, into output: inout some PipelineOutput) {
    guard let origin, time.isFinite, time - origin >= now else { return }
    advance(to: time - origin, into: &output)
  }

  /// Ends the session with the last observation.
  ///
  /// - Returns: The length of the timeline: until the last observation, or until the last event ends.
  public mutating func finish(into output: inout some PipelineOutput) -> Seconds {
    var end = max(now, lastEventEnd)
    let pattern = scheduler.parameters.pattern
    scheduler.finish(at: now) { decided in
      end = max(end, Self.play(decided, pattern, into: &output))
    }
    return end
  }
}

// MARK: - Decisions

extension Pipeline {
  /// Takes what is due in the order of time. Silence at a moment comes before the beat of that moment,
  /// so that no beat sounds while nobody knows the distance.
  private mutating func advance(to time: Seconds, into output: inout some PipelineOutput) {
    while true {
      let silence = detector.nextDeadline ?? Seconds(.infinity)
      let rite = ceremony.nextDeadline ?? Seconds(.infinity)
      let due = min(silence, rite)
      guard due <= time else { break }
      beat(until: due, into: &output)
      if silence <= rite, let change = detector.advance(to: due) {
        apply(change, into: &output)
      } else {
        apply(ceremony.advance(to: due), into: &output)
      }
    }
    beat(until: time, into: &output)
    now = time
  }

  private mutating func beat(until time: Seconds, into output: inout some PipelineOutput) {
    guard let next = scheduler.nextDeadline, next < time else { return }
    let pattern = scheduler.parameters.pattern
    var end = lastEventEnd
    scheduler.advance(to: time) { end = max(end, Self.play($0, pattern, into: &output)) }
    lastEventEnd = end
  }

  /// Hands on a beat with its events, or a sustained event.
  ///
  /// - Returns: When the last of the events ends.
  @discardableResult
  private static func play(
    _ decided: HeartbeatScheduler.Output, _ pattern: Pattern,
    into output: inout some PipelineOutput
  ) -> Seconds {
    switch decided {
    case .beat(let beat):
      output.beat(beat)
      var end = beat.time
      for event in pattern.events(for: beat) {
        output.played(event)
        end = max(end, event.time + event.duration)
      }
      return end
    case .sustained(let event):
      output.played(event)
      return event.time + event.duration
    }
  }

  private mutating func decide(
    _ estimate: RangeEstimate, _ observation: Observation,
    into output: inout some PipelineOutput
  ) {
    let isIndependent = repeats.isIndependent(observation)
    let change =
      if output.wantsConsiderations {
        detector.update(estimate, isIndependent: isIndependent) { output.considered($0) }
      } else {
        detector.update(estimate, isIndependent: isIndependent)
      }
    if estimate.isTrusted { scheduler.distance(estimate.distance, at: estimate.time) }
    if let change { apply(change, into: &output) }
  }

  private mutating func handle(
    _ event: LinkEvent, _ estimate: RangeEstimate?, at time: Seconds,
    into output: inout some PipelineOutput
  ) {
    let isSilent = estimate.map { $0.status == .stale } ?? true
    if isSilent, let loss = LinkLoss(event), let change = detector.drop(at: time, reason: loss) {
      apply(change, into: &output)
    }
    if let event = CeremonyEvent(rawValue: event.rawValue) {
      apply(ceremony.handle(event, at: time), into: &output)
    }
  }

  private mutating func apply(_ change: ZoneChange, into output: inout some PipelineOutput) {
    output.changed(change)
    scheduler.enter(zone: change.to, at: change.time)
    apply(ceremony.update(change), into: &output)
  }

  private mutating func apply(
    _ actions: [CeremonyAction], into output: inout some PipelineOutput
  ) {
    for action in actions {
      output.acted(action)
      guard case .cue(let cue) = action.kind else { continue }
      for event in Cue(cue).events(at: action.time) { output.played(event) }
    }
  }
}

// MARK: - Between the modules

extension LinkLoss {
  /// The loss that a link event means; `nil` for one that is no loss.
  package init?(_ event: LinkEvent) {
    switch event {
    case .disconnected: self = .disconnected
    case .suspended: self = .suspended
    case .peerLost: self = .peerLost
    default: return nil
    }
  }
}

extension Cue {
  /// What a ceremony's cue feels like.
  init(_ cue: CeremonyCue) {
    switch cue {
    case .impact: self = .ringSent
    case .celebration: self = .ringAttached
    case .tap: self = .tap
    }
  }
}
