package struct EdgeSide: Sendable, Hashable {
  var isInside: Bool
  /// The time since which there is evidence for the other side, in seconds; `nil` if there is no evidence.
  var since: Double?
  /// The summed evidence for the other side, a log-likelihood ratio in nats; at least 0.
  var sum = 0.0
  /// The number of independent readings beyond the margin since `since`.
  var samples = 0
  /// The number of readings in a row inside, or outside as a negative number, while there is no zone.
  var run = 0
  /// Whether an unconfirmed estimate was beyond the edge: the next reading then has twice the weight.
  var isMarked = false

  package init(isInside: Bool) { self.isInside = isInside }

  mutating func forget() { self = EdgeSide(isInside: isInside) }

  var isCalm: Bool { since == nil && !isMarked }
}

package struct EdgeFlip {
  let edge: Int
  let isInward: Bool
  let share: Double
  /// The distance that decided, in the unit of the rule.
  let led: Double
  /// The limit that the distance had to pass, in the unit of the rule.
  let reference: Double
  let since: Double
}

extension [EdgeSide] {
  /// Moves one edge to its other side. Sides stay ordered: a device inside an edge is inside every farther edge.
  mutating func flip(_ edge: Int) {
    let isInside = !self[edge].isInside
    self[edge] = EdgeSide(isInside: isInside)
    for other in isInside ? edge + 1..<count : 0..<edge where self[other].isInside != isInside {
      self[other] = EdgeSide(isInside: isInside)
    }
  }

  package var zone: Int { count { !$0.isInside } }
}
