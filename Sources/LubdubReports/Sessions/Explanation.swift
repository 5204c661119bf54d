package import Lubdub
internal import LubdubSessions

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
    parts.append(consideration.outcome.sentence)
    return parts.joined(separator: "  ")
  }

  /// How much evidence there was, at which distance, and which end of the band it had to be beyond.
  private func text(_ evidence: ZoneEvidence) -> String {
    let led =
      "\(NumberText.rounded(evidence.led.value, 3)) m ± \(NumberText.rounded(evidence.deviation, 3))"
    if let probability = evidence.probability {
      let body = evidence.moved.map {
        ", moved \(NumberText.rounded($0, 2)), body in the way \(NumberText.rounded(1 - $0, 2))"
      }
      return "\(led), zone \(NumberText.rounded(probability, 2))\(body ?? "")"
    }
    let share = "evidence \(NumberText.rounded(evidence.share * 100, 0)) %"
    guard let reference = evidence.reference else { return "\(led), first zone" }
    let end = NumberText.rounded(reference.value, 3)
    return "\(share), \(led) with the lead, band ends at \(end) m"
  }

  private func name(_ zone: Int?) -> String {
    guard let zone else { return "none" }
    return zones.names.indices.contains(zone) ? zones.names[zone] : "\(zone)"
  }
}
