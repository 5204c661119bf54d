package import CanonicalJSON
package import Lubdub
package import Proximity

/// Why zones changed, or did not.
package struct Explanation {
  package let zones: ZoneSettings

  package init(zones: ZoneSettings) {
    self.zones = zones
  }

  /// One line for one considered change.
  package func line(_ consideration: ZoneConsideration) -> String {
    var parts = [
      "\(NumberText.rounded(consideration.time.value, 3)) s",
      "\(name(consideration.from)) → \(name(consideration.to))",
    ]
    if let probability = consideration.probability {
      parts.append("p \(NumberText.rounded(probability, 4))")
    }
    if let distance = consideration.distance {
      parts.append(
        "\(NumberText.rounded(distance.median.value, 3)) m [\(NumberText.rounded(distance.low.value, 3)), "
          + "\(NumberText.rounded(distance.high.value, 3))] by \(Reports.name(of: distance.source))"
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
      "probability": .optional(consideration.probability),
      "distance_m": .optional(consideration.distance?.median.value),
      "low_m": .optional(consideration.distance?.low.value),
      "high_m": .optional(consideration.distance?.high.value),
      "source": .optional(consideration.distance.map { Reports.name(of: $0.source) }),
      "waited_s": .number((consideration.waited.value * 1e9).rounded() / 1e9),
      "outcome": .string(outcome(consideration.outcome)),
    ]
  }

  private func name(_ zone: Int?) -> String {
    guard let zone else { return "none" }
    return zones.names.indices.contains(zone) ? zones.names[zone] : "\(zone)"
  }

  private func outcome(_ outcome: ZoneConsideration.Outcome) -> String {
    switch outcome {
    case .taken(let reason): "taken: \(reason.rawValue)"
    case .returned: "not taken: the distance came back"
    case .tooSoon: "not yet: less than the dwell since the last change"
    case .tooFewSamples: "not yet: too few independent readings"
    case .untrusted: "not taken: the estimate is not confirmed"
    }
  }
}
