import CanonicalJSON
import Lubdub
import Proximity

/// Why zones changed, or did not.
struct Explanation {
  let zones: ZoneSettings

  /// One line for one considered change.
  func line(_ consideration: ZoneConsideration) -> String {
    var parts = [
      "\(fixed(consideration.time.value, 3)) s",
      "\(name(consideration.from)) → \(name(consideration.to))",
    ]
    if let probability = consideration.probability { parts.append("p \(fixed(probability, 4))") }
    if let distance = consideration.distance {
      parts.append(
        "\(fixed(distance.median.value, 3)) m [\(fixed(distance.low.value, 3)), "
          + "\(fixed(distance.high.value, 3))] by \(LubdubCLI.name(of: distance.source))")
    }
    parts.append("waited \(fixed(consideration.waited.value, 3)) s")
    parts.append(outcome(consideration.outcome))
    return parts.joined(separator: "  ")
  }

  /// One row of the table in the JSON.
  func json(_ consideration: ZoneConsideration) -> JSONValue {
    [
      "t_s": .number((consideration.time.value * 1e9).rounded() / 1e9),
      "from": .optional(consideration.from.map(Double.init)),
      "to": .optional(consideration.to.map(Double.init)),
      "probability": .optional(consideration.probability),
      "distance_m": .optional(consideration.distance?.median.value),
      "low_m": .optional(consideration.distance?.low.value),
      "high_m": .optional(consideration.distance?.high.value),
      "source": .optional(consideration.distance.map { LubdubCLI.name(of: $0.source) }),
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
