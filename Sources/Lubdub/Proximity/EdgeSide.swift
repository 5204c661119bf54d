package struct EdgeSide: Sendable, Hashable {
  var isInside: Bool
  /// Since when something has spoken for the other side, in seconds; `nil` when nothing does.
  var since: Double?
  /// Summed evidence for the other side, a log-likelihood ratio in nats; at least 0.
  var sum = 0.0
  /// Independent readings beyond the margin since `since`.
  var samples = 0
  /// While there is no zone: how many readings in a row lie inside, or outside as a negative number.
  var run = 0
  /// Whether an answer that waits to be confirmed lay beyond the edge: the next one weighs twice.
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
  /// What it had to be beyond, in the unit of the rule.
  let reference: Double
  let since: Double
}

extension [EdgeSide] {
  /// Moves one edge to its other side. Sides stay ordered: what is inside an edge is inside every farther one.
  mutating func flip(_ edge: Int) {
    let isInside = !self[edge].isInside
    self[edge] = EdgeSide(isInside: isInside)
    for other in isInside ? edge + 1..<count : 0..<edge where self[other].isInside != isInside {
      self[other] = EdgeSide(isInside: isInside)
    }
  }

  package var zone: Int { count { !$0.isInside } }
}
