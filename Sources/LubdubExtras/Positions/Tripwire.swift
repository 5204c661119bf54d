/// A path on the ground that detects people who cross it.
package struct Tripwire: Sendable, Hashable {
  package var id: String
  package var path: [Coordinate]

  package init(id: String, path: [Coordinate]) { (self.id, self.path) = (id, path) }

  /// The distance of a place from the nearest point of the wire; `nil` near a pole.
  package func distance(to place: Coordinate) -> Meters? {
    LocalPlane(origin: place).map { parts(on: $0).distanceFromOrigin }
  }

  func parts(on plane: LocalPlane) -> [Segment] {
    let corners = path.map { plane.offset(to: $0) }
    return zip(corners, corners.dropFirst()).map { Segment($0, $1) }
  }
}

/// The crossing of a wire.
package struct Crossing: Sendable, Hashable {
  /// The side that the walker reaches, looking along the wire from its first to its last place.
  package enum Direction: String, Sendable, Hashable {
    /// The walker crosses from right to left.
    case toLeft = "to-left"
    /// The walker crosses from left to right.
    case toRight = "to-right"
  }

  package enum Reason: String, Sendable, Hashable {
    /// The walker was clear of the wire.
    case clear
    /// The walker did not return for some time.
    case dwell
    /// No fix was received for some time, during which the walker may have crossed the wire.
    case gap
  }

  /// The time at which the path crossed the wire.
  package var time: Seconds
  /// The time of the decision about the crossing.
  package var decided: Seconds
  package var wire: String
  /// The probability that the place is on the new side. For a gap, the probability that the walker crossed the wire without
  /// returning.
  package var probability: Double
  package var direction: Direction
  package var reason: Reason
}

extension Track {
  /// The crossings of a wire by the fixes from a start time, with the deviations from the rules. Between fixes that are more
  /// than a minute apart, and at gaps of the log, a crossing has the reason `gap` and a probability.
  package func crossings(
    of wire: Tripwire, rules: GameRules = .init(), from start: Seconds? = nil
  ) -> [Crossing] {
    var detector = TripwireDetector(wire: wire, rules: rules)
    return fixes.indices.flatMap { index in
      fixes[index].time >= start ?? fixes[index].time
        ? detector.update(fixes[index], afterGap: gaps.contains(index - 1)) : []
    }
  }
}

/// Detects crossings. A path that returns over the wire before it was clear of the wire is noise, and is not reported.
struct TripwireDetector {
  let wire: Tripwire
  let rules: GameRules

  /// The time after which a crossing without return counts, if the walker is not clear of the wire by one deviation.
  private static let dwell: Seconds = 5
  /// The largest time between two fixes of a path.
  static let longestGap: Seconds = 60

  private var last: Fix?
  private var pending: (time: Seconds, isToRight: Bool)?

  init(wire: Tripwire, rules: GameRules) { (self.wire, self.rules) = (wire, rules) }

  /// Adds a fix, and returns the crossings that it decides.
  mutating func update(_ fix: Fix, afterGap: Bool) -> [Crossing] {
    defer { last = fix }
    guard let plane = LocalPlane(origin: fix.place) else { return [] }
    let parts = wire.parts(on: plane)
    var found: [Crossing] = []
    if let last {
      let start = plane.offset(to: last.place)
      if afterGap || fix.time - last.time > Self.longestGap {
        found += possible(parts, from: last, start, to: fix)
      } else {
        cross(parts, from: start, last.time, fix.time)
      }
    }
    guard let pending else { return found }
    let distance = parts.distanceFromOrigin
    let deviation = max(rules.deviation(of: fix), 1e-6)
    let isClear = distance >= deviation
    guard isClear || fix.time - pending.time >= Self.dwell else { return found }
    self.pending = nil
    let sure = Crossing(
      time: pending.time, decided: fix.time, wire: wire.id,
      probability: NormalDistribution.cumulative(distance.value / deviation.value),
      direction: pending.isToRight ? .toRight : .toLeft, reason: isClear ? .clear : .dwell)
    return [sure] + found
  }

  private func possible(
    _ parts: [Segment], from last: Fix, _ start: PlaneOffset, to fix: Fix
  ) -> [Crossing] {
    let passing = rules.wandering.passing(
      parts, from: (start, last.time, rules.deviation(of: last)),
      to: (fix.time, rules.deviation(of: fix)))
    guard let passing, passing.probability >= rules.doubt else { return [] }
    return [
      Crossing(
        time: passing.time, decided: fix.time, wire: wire.id, probability: passing.probability,
        direction: passing.isToRight ? .toRight : .toLeft, reason: .gap)
    ]
  }

  private mutating func cross(
    _ parts: [Segment], from start: PlaneOffset, _ first: Seconds, _ second: Seconds
  ) {
    let step = Segment(start, PlaneOffset(east: 0, north: 0))
    let found = parts.compactMap { step.crossing(of: $0) }.sorted { $0.share < $1.share }
    for (share, isToRight) in found {
      if let before = pending, before.isToRight != isToRight {
        pending = nil
      } else {
        pending = (first + share * (second - first), isToRight)
      }
    }
  }
}
