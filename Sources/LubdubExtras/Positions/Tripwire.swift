/// A path on the ground that shows who crosses it.
package struct Tripwire: Sendable, Hashable {
  package var id: String
  package var path: [Coordinate]

  package init(id: String, path: [Coordinate]) { (self.id, self.path) = (id, path) }

  func parts(on plane: LocalPlane) -> [Segment] {
    let corners = path.map { plane.offset(to: $0) }
    return zip(corners, corners.dropFirst()).map { Segment($0, $1) }
  }
}

/// When a crossing of a wire is reported.
package struct TripwireRule: Sendable, Hashable {
  /// The walker is clear of the wire at so many deviations of the fix.
  package var clearance = 1.0
  /// Or when no way back was seen for so long.
  package var dwell: Seconds = 5
  /// Two fixes further apart in time do not make a path.
  package var maximumGap: Seconds = 60
  /// How many times wider errors are than the fixes state.
  package var accuracyScale = 2.5
  /// Standard deviation of one axis where the fixes state none.
  package var usualDeviation: Meters = 4

  package init() {}
}

extension Track {
  /// The crossings of a wire by the fixes from a time on, with the detector that found them.
  package func crossings(
    of wire: Tripwire, rule: TripwireRule, from start: Seconds? = nil
  ) -> (events: [FenceEvent], detector: TripwireDetector) {
    var detector = TripwireDetector(wire, rule: rule)
    let events = fixes.indices.compactMap { index in
      fixes[index].time >= start ?? fixes[index].time
        ? detector.update(fixes[index], afterGap: gaps.contains(index - 1)) : nil
    }
    return (events, detector)
  }
}

/// A path that goes over the wire and back, before it was clear of it, is noise and is not reported.
package struct TripwireDetector: Sendable {
  package let wire: Tripwire
  package let rule: TripwireRule
  /// Crossings that were taken back.
  package private(set) var cancelled = 0
  /// Pairs of fixes that were too far apart to make a path.
  package private(set) var gaps = 0

  private var last: Fix?
  private var pending: (time: Seconds, isToRight: Bool)?

  package init(_ wire: Tripwire, rule: TripwireRule = .init()) {
    (self.wire, self.rule) = (wire, rule)
  }

  /// The crossing that is sure by now, if any, dated when the path crossed the wire.
  package mutating func update(_ fix: Fix, afterGap: Bool = false) -> FenceEvent? {
    defer { last = fix }
    guard let plane = LocalPlane(origin: fix.place) else { return nil }
    let parts = wire.parts(on: plane)
    if let last {
      if afterGap || fix.time - last.time > rule.maximumGap {
        gaps += 1
      } else {
        cross(parts, from: plane.offset(to: last.place), last.time, fix.time)
      }
    }
    guard let pending else { return nil }
    let distance = parts.map(\.distanceFromOrigin).min() ?? .infinity
    let deviation = max((fix.deviation ?? rule.usualDeviation).value * rule.accuracyScale, 1e-6)
    let isClear = distance >= rule.clearance * deviation
    guard isClear || fix.time - pending.time >= rule.dwell else { return nil }
    self.pending = nil
    return FenceEvent(
      time: pending.time, decided: fix.time, kind: .cross, id: wire.id,
      probability: NormalDistribution.cumulative(distance / deviation),
      direction: pending.isToRight ? .toRight : .toLeft, reason: isClear ? .clear : .dwell)
  }

  private mutating func cross(
    _ parts: [Segment], from start: PlaneOffset, _ first: Seconds, _ second: Seconds
  ) {
    let step = Segment(start, PlaneOffset(east: 0, north: 0))
    let found = parts.compactMap { step.crossing(of: $0) }.sorted { $0.share < $1.share }
    for (share, isToRight) in found {
      if let before = pending, before.isToRight != isToRight {
        pending = nil
        cancelled += 1
      } else {
        pending = (first + share * (second - first), isToRight)
      }
    }
  }
}
