// Sustained contact.
extension HeartbeatScheduler {
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

  mutating func follow(_ event: SustainedEvent, _ emit: (Output) -> Void) {
    var event = event
    let isFelt = event.follow(contactIntensity, at: now)
    state = .sustaining(event)
    guard isFelt else { return }
    emit(.sustained(.changed(time: absolute(now), intensity: event.intensity)))
  }

  func began(_ event: SustainedEvent) -> SustainedContact {
    .began(time: absolute(event.start), intensity: event.intensity, sharpness: event.sharpness)
  }

  func end(_ event: SustainedEvent, at time: Double, _ emit: (Output) -> Void) {
    var whole = event.event(endingAt: time)
    whole?.time = absolute(event.start)
    emit(.sustained(.ended(time: absolute(time), event: whole)))
  }
}
