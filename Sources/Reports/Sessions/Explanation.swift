internal import Link
internal import Quantities
package import CanonicalJSON
package import Proximity

/// Why zones changed, or did not.
package struct Explanation {
  package let zones: ZoneDetector.Parameters

  package init(zones: ZoneDetector.Parameters) {
    self.zones = zones
  }

  /// One line for one considered change.
  package func line(_ consideration: ZoneConsideration) -> String {
    var parts = [
      "\(NumberText.rounded(consideration.time.value, 3)) s",
      "\(name(consideration.from)) → \(name(consideration.to))",
    ]
    if let evidence = consideration.evidence { parts.append(text(evidence)) }
    if let distance = consideration.distance {
      parts.append(
        "\(NumberText.rounded(distance.median.value, 3)) m [\(NumberText.rounded(distance.low.value, 3)), "
          + "\(NumberText.rounded(distance.high.value, 3))] by \(distance.radio.rawValue)"
      )
    }
    parts.append("waited \(NumberText.rounded(consideration.waited.value, 3)) s")
    parts.append(outcome(consideration.outcome))
    return parts.joined(separator: "  ")
  }

  /// One row of the table in the JSON.
  package func json(_ consideration: ZoneConsideration) -> JSONValue {
    [
      "t_s": .number((consideration.time.value * 1e9).rounded() / 1e9),
      "from": .optional(consideration.from.map(Double.init)),
      "to": .optional(consideration.to.map(Double.init)),
      "evidence": .optional(consideration.evidence?.share),
      "led_m": .optional(consideration.evidence?.led.value),
      "deviation": .optional(consideration.evidence?.deviation),
      "band_m": .optional(consideration.evidence?.reference?.value),
      "distance_m": .optional(consideration.distance?.median.value),
      "low_m": .optional(consideration.distance?.low.value),
      "high_m": .optional(consideration.distance?.high.value),
      "source": .optional(consideration.distance?.radio.rawValue),
      "waited_s": .number((consideration.waited.value * 1e9).rounded() / 1e9),
      "outcome": .string(outcome(consideration.outcome)),
    ]
  }

  /// How much evidence there was, at which distance, and which end of the band it had to be beyond.
  private func text(_ evidence: ZoneEvidence) -> String {
    let led =
      "\(NumberText.rounded(evidence.led.value, 3)) m ± \(NumberText.rounded(evidence.deviation, 3))"
    let share = "evidence \(NumberText.rounded(evidence.share * 100, 0)) %"
    guard let reference = evidence.reference else { return "\(led), first zone" }
    return "\(share), led to \(led), band ends at \(NumberText.rounded(reference.value, 3)) m"
  }

  private func name(_ zone: Int?) -> String {
    guard let zone else { return "none" }
    return zones.names.indices.contains(zone) ? zones.names[zone] : "\(zone)"
  }

  private func outcome(_ outcome: ZoneConsideration.Outcome) -> String {
    switch outcome {
    case .taken(let reason): "taken: \(reason.rawValue)"
    case .returned: "not taken: the evidence went"
    case .tooFewSamples: "not yet: too few independent readings"
    case .untrusted: "not taken: the estimate is not confirmed"
    }
  }
}
