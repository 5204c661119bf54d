/// A circle on the ground that detects entries and exits.
package struct Region: Sendable, Hashable {
  package var id: String
  package var center: Coordinate
  package var radius: Meters
  /// The owner; `nil` if the region has no owner.
  package var owner: String?

  package init(id: String, center: Coordinate, radius: Meters, owner: String? = nil) {
    (self.id, self.center, self.radius, self.owner) = (id, center, radius, owner)
  }
}

extension Track {
  /// Finds entries into a region and exits from it. A side counts if its probability reaches `share`, which is above 0.5.
  /// Either two fixes 5 s apart must agree, so that one wrong fix has no effect, or one fix after a minute of silence is
  /// enough. The first side is not a passage.
  package func passages(
    through region: Region, likelier share: Double = 0.75, rules: GameRules = .init()
  ) -> (events: [GroundEvent], startsInside: Bool) {
    var detector = RegionDetector(region: region, rules: rules, share: share)
    var first: Bool?
    let events = fixes.compactMap { fix in
      let event = detector.update(fix)
      first = first ?? detector.isInside
      return event
    }
    return (events, first ?? false)
  }
}

private struct RegionDetector {
  let region: Region
  let rules: GameRules
  let share: Double
  private(set) var isInside: Bool?
  private var side: (isInside: Bool, since: Seconds)?
  private var last: Seconds?

  /// The least time between the first fix on a side and another fix that can confirm the side.
  private static let spacing: Seconds = 5

  init(region: Region, rules: GameRules, share: Double) {
    (self.region, self.rules, self.share) = (region, rules, share)
  }

  mutating func update(_ fix: Fix) -> GroundEvent? {
    let isAlone = last.map { fix.time - $0 > TripwireDetector.longestGap } ?? false
    defer { last = fix.time }
    if isAlone { isInside = isInside ?? side?.isInside }
    guard let probability = probability(of: fix) else { return nil }
    let says = probability >= 0.5
    if says != side?.isInside { side = (says, fix.time) }
    guard let side, says != isInside, isAlone || fix.time - side.since >= Self.spacing else {
      return nil
    }
    defer { isInside = says }
    return isInside.map { _ in
      GroundEvent(
        time: side.since, decided: fix.time, mark: says ? .entered : .left, id: region.id,
        owner: region.owner, probability: says ? probability : 1 - probability)
    }
  }

  /// The probability that a fix is inside; `nil` if neither side is certain. A fix with a large deviation compared with the
  /// region is unlikely to be in any small area, so it counts as outside only if it is beyond the edge by its own deviation.
  private func probability(of fix: Fix) -> Double? {
    guard let distance = fix.place.distance(to: region.center) else { return nil }
    let deviation = rules.deviation(of: fix)
    let inside = PlanarUncertainty.probability(
      within: region.radius, at: distance, deviation: deviation)
    if inside >= share { return inside }
    let inward = (region.radius - distance).value
    let beyond =
      deviation.value > 0
      ? NormalDistribution.cumulative(inward / deviation.value) : inward < 0 ? 0 : 1
    let outside = max(inside, beyond)
    return outside <= 1 - share ? outside : nil
  }
}
