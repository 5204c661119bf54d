/// The reasons for zone changes, and for zone changes that did not happen, in words.
package struct Explanation {
  package let zones: ZoneDetector.Parameters
  private let crossings: TrueCrossings?
  private let alternatives: ZoneAlternatives?
  private let prices: [String: String]

  package init(
    zones: ZoneDetector.Parameters, _ recorder: SessionRecorder? = nil,
    alternatives: ZoneAlternatives? = nil
  ) {
    self.zones = zones
    crossings = recorder?.comparison().map { TrueCrossings($0) }
    self.alternatives = alternatives
    prices = recorder.flatMap { alternatives?.prices(beside: $0) } ?? [:]
  }

  package func line(_ one: ZoneConsideration) -> String {
    let what = "\(time(one.time))  \(name(one.from)) → \(name(one.to))  \(one.outcome.sentence)"
    let sentences = [ground(one), truth(one), cure(one)].compactMap(\.self)
    return sentences.isEmpty ? what : "\(what). " + sentences.joined(separator: ". ")
  }

  private func ground(_ one: ZoneConsideration) -> String? {
    guard let evidence = one.evidence else { return one.distance.map(interval) }
    var text = distance(one, evidence)
    if one.outcome == .returned, let peak = one.peak {
      text =
        "Most at \(time(peak)), \(NumberText.percent(evidence.share)) of the threshold. " + text
    }
    let contact = one.contactProbability.map { ", contact \(NumberText.rounded($0, 2))" } ?? ""
    return text + contact + (one.distance.map { "; \(interval($0))" } ?? "")
  }

  private func distance(_ one: ZoneConsideration, _ evidence: ZoneEvidence) -> String {
    let led = "\(metres(evidence.led.value)) ± \(NumberText.rounded(evidence.deviation, 3))"
    if let probability = evidence.probability {
      let body = evidence.moved.map {
        ", moved \(NumberText.rounded($0, 2)), body in the way \(NumberText.rounded(1 - $0, 2))"
      }
      return "\(led), zone \(NumberText.rounded(probability, 2))\(body ?? "")"
    }
    guard let reference = evidence.reference else { return "\(led), first zone" }
    let isInward = (one.to ?? 0) < (one.from ?? 0)
    let limit = "\(isInward ? "below" : "above") the limit of \(metres(reference.value))"
    let isBeyond = isInward == (evidence.led < reference)
    return isBeyond
      ? "Predicted \(led), \(limit) for \(time(one.waited))"
      : "Predicted \(led), no longer \(limit) after \(time(one.waited))"
  }

  private func interval(_ distance: DistanceInterval) -> String {
    "\(distance.radio.rawValue) says \(metres(distance.median.value)) "
      + "[\(NumberText.rounded(distance.low.value, 3)), \(NumberText.rounded(distance.high.value, 3))]"
  }

  private func truth(_ one: ZoneConsideration) -> String? {
    guard let crossings, one.from != nil, one.to != nil, one.from != one.to else { return nil }
    return crossings.crossing(of: one).map { "The truth crossed at \(time($0))" }
      ?? (crossings.isKnown(at: one.time) ? "The truth did not cross" : "The truth is not known")
  }

  private func cure(_ one: ZoneConsideration) -> String? {
    alternatives?.setting(for: one).map {
      "\($0) would have changed it" + (prices[$0].map { " (in all: \($0))" } ?? "")
    }
  }

  private func name(_ zone: Int?) -> String {
    guard let zone else { return "none" }
    return zones.names.indices.contains(zone) ? zones.names[zone].visible : "\(zone)"
  }

  private func time(_ time: Seconds) -> String { "\(NumberText.rounded(time.value, 3)) s" }
  private func metres(_ value: Double) -> String { "\(NumberText.rounded(value, 3)) m" }
}
