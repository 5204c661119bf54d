/// The sessions that a search left out, and the candidates that it found. The first candidate is the settings before the
/// search.
package struct Fold {
  let sessions: [Int]
  let candidates: [Int]
}

extension [Double] {
  /// The values at some places. If all places are given, the list itself is returned, which is faster.
  func places(_ places: [Int]) -> [Double] {
    places.count == count ? self : places.map { self[$0] }
  }
}

extension [Fold] {
  /// One value per session, from the fold that leaves out the session, or `other` if there is no such fold.
  func bySession<Value>(_ count: Int, else other: Value, _ value: (Fold) -> Value) -> [Value] {
    var values = [Value](repeating: other, count: count)
    for fold in self {
      let own = value(fold)
      for session in fold.sessions { values[session] = own }
    }
    return values
  }
}

/// The losses of candidates on sessions. Candidate 0 is the settings before the search.
package struct LossTable: Sendable {
  package enum Kind: String, Sendable {
    case objective
    /// The seconds in which the felt zone differs from the true zone.
    case felt
    /// The error of the beat.
    case beat
  }

  package let sessions: Int
  package let candidates: Int
  /// The kinds of losses: the objective, and then further kinds.
  let kinds: [Kind]
  /// The losses by kind, session, and candidate.
  package let losses: [[Double]]
  /// The contacts that are felt later than 1 s, by session and candidate.
  package let late: [Double]

  package init(
    _ objective: [[Double]], felt: [[Double]]? = nil, beat: [[Double]]? = nil,
    late: [[Double]]? = nil
  ) {
    let others: [(Kind, [[Double]]?)] = [(.felt, felt), (.beat, beat)]
    let all = [(.objective, objective)] + others.compactMap { kind, own in own.map { (kind, $0) } }
    sessions = objective.count
    candidates = objective.first?.count ?? 0
    kinds = all.map(\.0)
    losses = all.map { $0.1.flatMap(\.self) }
    self.late = late?.flatMap(\.self) ?? Array(repeating: 0, count: sessions * candidates)
  }

  /// The gain of each candidate on each session, as a share of the mean loss before the search.
  func gains(_ loss: Int) -> [Double] {
    var gains = losses[loss]
    let starts = stride(from: 0, to: gains.count, by: max(1, candidates))
    let before = max(1e-9, starts.reduce(0) { $0 + gains[$1] } / Double(max(1, sessions)))
    for start in starts {
      let own = gains[start]
      for place in start..<start + candidates { gains[place] = (own - gains[place]) / before }
    }
    return gains
  }

  /// The additional late contacts of each candidate over all sessions, compared with the settings before the search.
  var laterContacts: [Double] {
    let sums = Self.sums(late, candidates)
    return sums.map { $0 - sums[0] }
  }

  /// All candidates, without a left-out session.
  var whole: Fold { Fold(sessions: [], candidates: Array(0..<candidates)) }

  /// One fold per session, each with all candidates.
  var single: [Fold] {
    (0..<sessions).map { Fold(sessions: [$0], candidates: Array(0..<candidates)) }
  }

  /// The losses by the objective only, for the candidates of a fold on the other sessions.
  func objective(without fold: Fold) -> LossTable {
    let kept = (0..<sessions).filter { !fold.sessions.contains($0) }
    func rest(_ values: [Double]) -> [[Double]] {
      kept.map { Array(values[$0 * candidates..<($0 + 1) * candidates]).places(fold.candidates) }
    }
    return LossTable(rest(losses[0]), late: rest(late))
  }

  /// The candidate of a fold with the largest expected gain on the other sessions: the largest mean gain of the objective
  /// minus its error. If `keepsContact` is set, only candidates without later contact count.
  func choice(without fold: Fold, keepsContact: Bool) -> Int {
    let rest = objective(without: fold)
    let gains = GainMoments(rest.gains(0), sessions: rest.sessions).cautious()
    let later = rest.laterContacts
    let open = gains.indices.map { keepsContact && later[$0] > 1e-9 ? -.infinity : gains[$0] }
    return fold.candidates[open.largestPlace() ?? 0]
  }

  /// The sum of each candidate over the sessions.
  static func sums(_ values: [Double], _ candidates: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: candidates)
    for start in stride(from: 0, to: values.count, by: max(1, candidates)) {
      for place in sums.indices { sums[place] += values[start + place] }
    }
    return sums
  }
}

/// The sums and squares of the gains of candidates.
struct GainMoments {
  let gains: [Double]
  let sessions: Int
  let candidates: Int
  let sums: [Double]
  let squares: [Double]

  init(_ gains: [Double], sessions: Int) {
    (self.gains, self.sessions) = (gains, sessions)
    candidates = gains.count / max(1, sessions)
    sums = LossTable.sums(gains, candidates)
    squares = LossTable.sums(gains.map { $0 * $0 }, candidates)
  }

  /// The mean minus the standard error, for each candidate.
  func cautious() -> [Double] {
    let count = Double(sessions)
    return zip(sums, squares).map { sum, square in
      let mean = sum / count
      guard count > 1 else { return mean }
      let variance = max(0, square - count * mean * mean) / (count - 1)
      return mean - (variance / count).squareRoot()
    }
  }
}

extension Sequence<Double> {
  /// The place of the largest element; the first place if several elements are equally large. `nil` for an empty list.
  func largestPlace() -> Int? {
    enumerated().reduce(nil as (offset: Int, element: Double)?) { best, next in
      best.map { next.element > $0.element } ?? true ? next : best
    }?.offset
  }
}
