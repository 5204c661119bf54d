/// A decision of the pipeline. Decisions come in the order of their times, which are on the caller's clock.
public enum Decision: Sendable, Hashable {
  /// The zone, or the knowledge about it, has changed.
  case zone(ZoneChange)
  /// A beat, with its pattern.
  case beat(Beat, Pattern)
  /// The beats planned from this time on are canceled; ask for a new plan.
  case cancelled(from: Seconds)
  /// A contact that is played as one sustained event has begun, changed, or ended.
  case sustained(SustainedContact)
  /// An action of the ceremony, or the cue of a mark.
  case ceremony(CeremonyAction)
  /// A considered change of zone, with its outcome. Only reported on request.
  case considered(ZoneConsideration)

  /// The time at which the decision takes effect, on the caller's clock.
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

  /// The events to play, of a beat, a cue, or a sustained contact that has ended.
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
