/// Something that the pipeline has decided. Decisions come in the order of their times, which are on
/// the caller's clock.
public enum Decision: Sendable, Hashable {
  /// The zone, or what is known about it, has changed.
  case zone(ZoneChange)
  /// A beat, with the pattern that it is played by.
  case beat(Beat, Pattern)
  /// The beats that were planned from this time on are not played; ask for a new plan.
  case cancelled(from: Seconds)
  /// A contact that is felt as one sustained event has begun, changed or ended.
  case sustained(SustainedContact)
  /// The ceremony asks for something, or has moved on; or a mark gives its cue.
  case ceremony(CeremonyAction)
  /// A change of zone was considered: taken, or not and why. Only reported where it is asked for.
  case considered(ZoneConsideration)

  /// When.
  public var time: Seconds {
    switch self {
    case .zone(let change): change.time
    case .beat(let beat, _): beat.time
    case .cancelled(let time): time
    case .sustained(let contact): contact.time
    case .ceremony(let action): action.time
    case .considered(let consideration): consideration.time
    }
  }

  /// What is to be felt: the events of a beat or of a cue, or a sustained contact that is over.
  public var events: [HapticEvent] {
    switch self {
    case .beat(let beat, let pattern): pattern.events(for: beat)
    case .sustained(.ended(_, let event?)): [event]
    case .ceremony(let action):
      if case .cue(let cue) = action.kind { cue.events(at: time) } else { [] }
    case .zone, .cancelled, .sustained, .considered: []
    }
  }
}

extension Decision {
  init(_ output: HeartbeatScheduler.Output, _ pattern: Pattern) {
    switch output {
    case .beat(let beat): self = .beat(beat, pattern)
    case .cancelled(let time): self = .cancelled(from: time)
    case .sustained(let contact): self = .sustained(contact)
    }
  }
}
