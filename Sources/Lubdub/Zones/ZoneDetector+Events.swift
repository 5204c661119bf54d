extension ZoneDetector {
  /// Handles an event that decides without a reading.
  ///
  /// - A loss ends the zone; later readings start again. While the devices touch, only the end of the whole link
  ///   (`disconnected`) ends the zone, because no device is left to report the release.
  /// - A touch means the nearest zone, whatever the radio measures, even during a long silence.
  /// - A release returns the decision to the radio: evidence begins at zero on the side of contact, and silence counts from the
  ///   release.
  ///
  /// - Returns: The change of zone, or `nil` when the zone stays the same.
  package mutating func handle(_ event: ZoneEvent, at time: Seconds) -> ZoneChange? {
    switch event {
    case .lost(let reason): drop(at: time, reason: reason)
    case .touched: touch(at: time)
    case .released: release(at: time)
    }
  }

  private mutating func drop(at time: Seconds, reason: ZoneChange.Reason) -> ZoneChange? {
    now = max(now, time.value)
    guard state != .touching || reason == .disconnected else { return nil }
    let from = zone
    let distance = last.map { DistanceInterval($0) }
    state = .unknown
    isKnown = true
    last = nil
    nearness = .apart
    released = -.infinity
    forgetFirst()
    (isSilent, hadLevelZone) = (false, false)
    guard let from else { return nil }
    return ZoneChange(time: time, from: from, to: nil, reason: reason, distance: distance)
  }

  private mutating func touch(at time: Seconds) -> ZoneChange? {
    now = max(now, time.value)
    let from = zone
    state = .touching
    isKnown = true
    for edge in sides.indices { sides[edge] = EdgeSide(isInside: true) }
    guard from != 0 else { return nil }
    return ZoneChange(
      time: time, from: from, to: 0, reason: .touched, distance: last.map { DistanceInterval($0) })
  }

  private mutating func release(at time: Seconds) -> ZoneChange? {
    guard state == .touching else { return nil }
    now = max(now, time.value)
    released = now
    state = .inZone(0)
    nearness = .apart
    forgetEvidence(since: now)
    return nil
  }
}
