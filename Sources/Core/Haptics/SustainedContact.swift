public import Quantities

/// What happens to a contact that is felt as one sustained event.
///
/// An actuator that plays continuous events starts one at `began`, follows at `changed` and stops at
/// `ended`. A timeline takes the finished event from `ended`.
public enum SustainedContact: Sendable, Hashable {
  /// It has begun, with this intensity and sharpness, each 0...1.
  case began(time: Seconds, intensity: Double, sharpness: Double)
  /// From now on it has another intensity, 0...1.
  case changed(time: Seconds, intensity: Double)
  /// It has ended. The event is the whole of it; `nil` when it ended at the moment at which it began.
  case ended(time: Seconds, event: HapticEvent?)

  /// When.
  public var time: Seconds {
    switch self {
    case .began(let time, _, _), .changed(let time, _), .ended(let time, _): time
    }
  }
}

// Sustained contact.
extension HeartbeatScheduler {
  /// The event that begins now when this is contact and contact is to be continuous.
  var sustainedEvent: SustainedEvent? {
    guard zone == 0, parameters.contact == .continuous, parameters.tempo(inZone: 0) != nil else {
      return nil
    }
    return SustainedEvent(
      start: now, intensity: contactIntensity, sharpness: parameters.tone.sharpness)
  }

  private var contactIntensity: Double {
    let full = parameters.tempo(inZone: 0)?.intensity ?? 0
    guard let distance else { return full }
    return full * parameters.tone.share(at: distance)
  }

  /// The event goes on with the intensity of the present distance.
  mutating func follow(_ event: SustainedEvent, _ emit: (Output) -> Void) {
    var event = event
    let isFelt = event.follow(contactIntensity, at: now)
    state = .sustaining(event)
    guard isFelt else { return }
    emit(.sustained(.changed(time: absolute(now), intensity: event.intensity)))
  }

  func began(_ event: SustainedEvent) -> SustainedContact {
    .began(
      time: absolute(event.start), intensity: event.intensity, sharpness: event.sharpness)
  }

  func end(_ event: SustainedEvent, at time: Double, _ emit: (Output) -> Void) {
    guard var event = event.event(endingAt: time) else {
      emit(.sustained(.ended(time: absolute(time), event: nil)))
      return
    }
    event.time = absolute(event.time.value)
    emit(.sustained(.ended(time: absolute(time), event: event)))
  }
}
