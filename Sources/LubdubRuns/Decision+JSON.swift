// The decisions of a pipeline as JSON; see `docs/timeline.schema.json`. Numbers have nine decimals: times are in whole
// nanoseconds, and distances and evidence omit their last digits, which depend on the C library.

extension ZoneChange {
  package var json: JSONValue {
    var members = ZoneConsideration(self).members
    members["reason"] = .string(reason.rawValue)
    if let silence { members["silence"] = .string(silence.rawValue) }
    return .object(members)
  }
}

extension ZoneConsideration {
  package var json: JSONValue { json(beside: nil) }

  /// The consideration with the time at which the truth made this change, and the setting that would have changed the outcome.
  func json(beside truth: TrueCrossings?, changedBy setting: String?? = nil) -> JSONValue {
    var members = members
    members["outcome"] = .string(outcome.sentence)
    members["peak_s"] = rounded(peak?.value)
    if let truth { members["truth_s"] = rounded(truth.crossing(of: self)?.value) }
    if let setting { members["setting"] = .optional(setting) }
    return .object(members)
  }

  fileprivate var members: [String: JSONValue] {
    [
      "t_s": rounded(time.value),
      "from": .optional(from.map { Double($0) }),
      "to": .optional(to.map { Double($0) }),
      "evidence": rounded(evidence?.share),
      "led_m": rounded(evidence?.led.value),
      "deviation": rounded(evidence?.deviation),
      "probability": rounded(evidence?.probability),
      "moved": rounded(evidence?.moved),
      "contact_probability": rounded(contactProbability),
      "band_m": rounded(evidence?.reference?.value),
      "distance_m": rounded(distance?.median.value),
      "low_m": rounded(distance?.low.value),
      "high_m": rounded(distance?.high.value),
      "source": .optional(distance?.radio.rawValue),
      "waited_s": rounded(waited.value),
    ]
  }
}

extension CeremonyAction {
  /// A change of phase; `nil` for any other action.
  package var phaseJSON: JSONValue? {
    guard case .phase(let from, let to) = kind else { return nil }
    var reason = "progress"
    if case .failed(let failure) = to { reason = failure.rawValue }
    return [
      "t_s": rounded(time.value), "from": .string(from.name), "to": .string(to.name),
      "reason": .string(reason),
    ]
  }

  /// A cue or a request to the radio; `nil` for a change of phase.
  package var cueJSON: JSONValue? {
    let name: String
    var reason: CeremonyRefusal?
    switch kind {
    case .cue(let cue): name = cue.name
    case .reconnect(let attempt): name = "reconnect \(attempt)"
    case .restartRanging: name = "restartRanging"
    case .refused(let event, let refusal):
      name = "refused \(event.rawValue)"
      reason = refusal
    case .phase: return nil
    }
    var members: [String: JSONValue] = ["t_s": rounded(time.value), "name": .string(name)]
    if let reason { members["reason"] = .string(reason.rawValue) }
    return .object(members)
  }
}

extension SustainedContact {
  package var json: JSONValue {
    let time = rounded(time.value)
    return switch self {
    case .began(_, let intensity, let sharpness):
      [
        "t_s": time, "state": "began", "intensity": .number(intensity),
        "sharpness": .number(sharpness),
      ]
    case .changed(_, let intensity):
      ["t_s": time, "state": "changed", "intensity": .number(intensity)]
    case .ended: ["t_s": time, "state": "ended"]
    }
  }
}

extension CeremonyPhase {
  package var name: String {
    switch self {
    case .searching: "searching"
    case .approaching: "approaching"
    case .readyToSend: "readyToSend"
    case .sending: "sending"
    case .attaching: "attaching"
    case .complete: "complete"
    case .failed: "failed"
    }
  }
}

extension ZoneConsideration.Outcome {
  package var sentence: String {
    switch self {
    case .taken(let reason): "taken: \(reason.rawValue)"
    case .returned: "not taken: the evidence went"
    case .tooFewSamples: "not yet: too few independent readings"
    case .untrusted: "not taken: the estimate is not confirmed"
    }
  }
}

/// A number rounded to nine decimals; null for `nil` and for a number that is not finite.
package func rounded(_ number: Double?) -> JSONValue {
  guard let number, number.isFinite else { return .null }
  return .number(number.rounded(decimals: 9))
}
