/// What candidates lose on sessions. Candidate 0 is the settings before.
package struct LossTable: Sendable {
  package let sessions: Int
  package let candidates: Int
  /// A list for each loss: session by session the candidates.
  package let losses: [[Double]]
  /// Contacts that are felt later than 1 s, in the same order.
  package let late: [Double]

  package init(_ losses: [[[Double]]], late: [[Double]]? = nil) {
    sessions = losses.first?.count ?? 0
    candidates = losses.first?.first?.count ?? 0
    self.losses = losses.map { $0.flatMap(\.self) }
    self.late = late?.flatMap(\.self) ?? Array(repeating: 0, count: sessions * candidates)
  }

  /// The share of the mean loss before that each session gains with each candidate.
  func gains(_ loss: Int) -> [Double] {
    let values = losses[loss]
    let before = (0..<sessions).reduce(0) { $0 + values[$1 * candidates] } / Double(sessions)
    return values.indices.map { place in
      (values[place / candidates * candidates] - values[place]) / max(1e-9, before)
    }
  }

  /// How many late contacts more each candidate has than the settings before, over all sessions.
  var laterContacts: [Double] {
    var sums = [Double](repeating: 0, count: candidates)
    for place in late.indices {
      sums[place % candidates] += late[place] - late[place / candidates * candidates]
    }
    return sums
  }
}

/// Means and squares of the gains of candidates, with and without one of the sessions.
struct GainMoments {
  let gains: [Double]
  let sessions: Int
  let candidates: Int
  private(set) var sums: [Double]
  private(set) var squares: [Double]

  init(_ gains: [Double], sessions: Int) {
    (self.gains, self.sessions) = (gains, sessions)
    candidates = gains.count / max(1, sessions)
    sums = Array(repeating: 0, count: candidates)
    squares = sums
    for place in gains.indices {
      sums[place % candidates] += gains[place]
      squares[place % candidates] += gains[place] * gains[place]
    }
  }

  /// Mean less standard error, for each candidate.
  func cautious(without session: Int? = nil) -> [Double] {
    let count = Double(session == nil ? sessions : sessions - 1)
    return (0..<candidates).map { candidate in
      let own = session.map { gains[$0 * candidates + candidate] } ?? 0
      let mean = (sums[candidate] - own) / count
      let square = squares[candidate] - own * own
      guard count > 1 else { return mean }
      let variance = max(0, square - count * mean * mean) / (count - 1)
      return mean - (variance / count).squareRoot()
    }
  }
}

extension Sequence<Double> {
  /// The place of the largest, the first of equals; `nil` of nothing.
  func largestPlace() -> Int? {
    enumerated().reduce(nil as (offset: Int, element: Double)?) { best, next in
      best.map { next.element > $0.element } ?? true ? next : best
    }?.offset
  }
}
