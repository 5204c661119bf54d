extension ZoneDetector {
  /// The time at which silence will end the zone, if no sample arrives until then; `nil` if silence won't end a zone.
  package var zoneEnd: Seconds? {
    guard zone != nil, state != .touching else { return nil }
    guard !isSilent, rules.parameters.silence != .hold else { return nil }
    return Seconds(silenceEnd(silence(of: last?.radio ?? .uwb)))
  }

  /// Applies new edges, rules, and silence times during a session. The zone stays if the last distance is still in it; if the
  /// edges have moved past the distance, the zone is decided again at once. Evidence that was summed for the old rules is
  /// forgotten.
  package mutating func apply(
    _ parameters: Parameters, silences: PerRadio<SilenceTimes>,
    link: SignalStrengthFilter.Parameters, at time: Seconds
  ) -> ZoneChange? {
    let old = zone
    let oldEdges = zones.edges
    isKnown = true
    adopt(Rules(parameters, silences, link))
    guard oldEdges != zones.edges else {
      forgetEvidence(since: last?.time.value ?? -.infinity)
      return nil
    }
    let distance = state == .touching ? .zero : last?.distance ?? .zero
    sides = zones.edges.map { EdgeSide(isInside: distance < $0) }
    guard let old, let last else { return nil }
    resume(in: sides.zone)
    guard sides.zone != old else { return nil }
    return ZoneChange(
      time: time, from: old, to: sides.zone, reason: .settings, distance: DistanceInterval(last))
  }
}
