/// Tests whether the gain of the best of many candidates holds on other sessions.
///
/// The test compares the largest t over all candidates and losses with the largest t for random signs of whole sessions (the
/// max-T of Westfall and Young, "Resampling-Based Multiple Testing", 1993; Romano and Wolf, "Exact and approximate stepdown
/// methods for multiple hypothesis testing", JASA 100 (2005)). Bounds from the quantile of the latter hold for all
/// candidates at once, so the search may choose freely.
///
/// A search moves toward good candidates, and would move elsewhere with other signs. So its candidates make chance look
/// smaller than it is: a nominal level of 5% is really 14 to 19% in four kinds of random fields, and a nominal level of 1%
/// is really 3 to 7% (tools/bench/experiments/luck).
package struct GainTest: Sendable {
  package enum Verdict: String, Sendable {
    case take
    /// The gain holds, but contact is felt later.
    case trade = "take at a price"
    case keep
    case tooFew = "not enough to say"
    /// The readings do not follow the truth.
    case unfit = "truth and readings do not belong together"

    package var isAdvised: Bool { self == .take || self == .trade }
  }

  package let verdict: Verdict
  /// The candidate to use, which has the largest expected gain. If a candidate without later contact gains for certain, only
  /// such candidates count. Without searches that left out sessions, the candidate has the best bound.
  package let candidate: Int
  /// The loss that decided the test.
  package let loss: LossTable.Kind
  /// The expected gain as a share of the loss before the search, from candidates that were found and chosen without each
  /// session. For an advised candidate, it is at least the bound.
  package let expected: Double
  /// The best bound: a candidate gains at least this for all candidates and losses together, nominally 19 times out of 20.
  /// For the candidate to use, this is measured and not proved: docs/results/tuning.md.
  package let atLeast: Double
  package let inSample: Double
  package let laterContacts: Double
  package let p: Double
  package let critical: Double
  /// The standard deviation of the expected gain between sessions.
  package let deviation: Double
  package let sessions: Int
  /// The number of further sessions that would show the gain about four times out of five; 0 for other verdicts.
  package let record: Int
  /// The candidates chosen without each session.
  package let picks: [Int]

  package static let leastSessions = 6
  /// The smallest gain that is worth more recordings.
  static let leastGain = 0.03
  private static let seed: UInt64 = 29

  /// Tests the candidates of a table.
  ///
  /// - Parameters:
  ///   - table: The losses of candidates.
  ///   - level: The nominal level. The default is for candidates of a search, and is really about 5%, and up to 7%.
  ///   - draws: The number of draws of signs.
  ///   - doubt: A verdict that has another reason than chance, and takes precedence.
  ///   - keepsContact: Whether advice must not delay contact.
  ///   - folds: Sessions with the candidates found without them. By default, each session has all candidates.
  package init(
    _ table: LossTable, level: Double = 0.01, draws: Int = 1000, doubt: Verdict? = nil,
    keepsContact: Bool = false, folds: [Fold]? = nil
  ) {
    let count = table.sessions
    sessions = count
    guard count > 1, table.candidates > 0 else {
      candidate = count == 0 ? 0 : table.gains(0).largestPlace() ?? 0
      (verdict, loss, expected, atLeast) = (doubt ?? .tooFew, .objective, 0, 0)
      (inSample, laterContacts, p, critical, deviation) = (0, 0, 1, 3.2, 0)
      record = doubt == nil ? Self.leastSessions - count : 0
      picks = Array(repeating: 0, count: count)
      return
    }
    let moments = table.losses.indices.map { GainMoments(table.gains($0), sessions: count) }
    let tests = moments.map { $0.tests() }
    let drawn = Self.drawn(moments, draws)
    critical =
      drawn.sorted()[
        min(max(Int(((1 - level) * Double(draws)).rounded(.up)) - 1, 0), draws - 1)]
    // For losses other than the objective, only candidates that also improve the objective count.
    let objective = moments[0].cautious()
    let peaks = tests.enumerated().map { loss, own in
      zip(own, objective).map { loss == 0 || $1 > 0 ? $0.t : 0 }.max() ?? 0
    }
    let loss = peaks[0] > critical ? 0 : peaks.largestPlace() ?? 0
    self.loss = table.kinds[loss]
    p = Double(1 + drawn.count { $0 >= peaks[loss] }) / Double(draws + 1)
    let low = zip(tests[loss], objective).enumerated().map { [critical] place, one in
      place == 0 || loss == 0 || one.1 > 0 ? one.0.mean - critical * one.0.error : -.infinity
    }
    // The objective chooses among the candidates that another loss shows.
    let rank = loss == 0 ? low : zip(low, objective).map { $0 > 0 ? $1 : -.infinity }
    let later = table.laterContacts
    let safe =
      zip(rank, later).enumerated()
      .map { $0 == 0 || $1.1 <= 1e-9 ? $1.0 : -.infinity }.largestPlace() ?? 0
    let trade = rank.largestPlace() ?? 0
    let isSafe = safe != 0 && low[safe] > 0
    picks = (folds ?? table.single).bySession(count, else: 0) {
      table.choice(without: $0, keepsContact: isSafe && folds != nil)
    }
    let held = picks.enumerated().map { moments[loss].gains[$0 * table.candidates + $1] }
    let chosen = Statistics.mean(held) ?? 0
    deviation = Statistics.sampleDeviation(held) ?? 0
    let sure = isSafe ? safe : trade
    verdict =
      if let doubt {
        doubt
      } else if count < Self.leastSessions {
        .tooFew
      } else if isSafe {
        .take
      } else if low[trade] > 0, !keepsContact {
        .trade
      } else {
        chosen >= Self.leastGain ? .tooFew : .keep
      }
    candidate = folds == nil ? sure : table.choice(without: table.whole, keepsContact: isSafe)
    atLeast = low[sure]
    // If each left-out session leads to another choice, the mean of the choices is low, and the bound replaces it.
    expected = verdict.isAdvised ? max(chosen, low[sure]) : chosen
    inSample = tests[loss][candidate].mean
    laterContacts = later[candidate]
    let needed = Self.sessionsNeeded(gain: expected, deviation: deviation, critical: critical)
    let isOpen = verdict == .tooFew && doubt == nil
    record = isOpen ? max(1, (needed ?? Self.leastSessions) - count) : 0
  }

  /// The number of sessions that show a gain about four times out of five; `nil` if there is no gain. Gain and deviation are
  /// shares of the loss before the search.
  package static func sessionsNeeded(
    gain: Double, deviation: Double, critical: Double = 3.2
  ) -> Int? {
    guard gain > 0 else { return nil }
    let ratio = critical * deviation / gain
    return max(leastSessions, Int(min(1e6, ratio * ratio).rounded(.up)) + 1)
  }

  /// The two-sided interval of the mean gain of one candidate without a search, by the signs of whole sessions; `nil` for
  /// fewer than two sessions.
  static func interval(_ gains: [Double], level: Double = 0.05) -> ClosedRange<Double>? {
    guard gains.count > 1 else { return nil }
    let both = GainMoments(gains.flatMap { [$0, -$0] }, sessions: gains.count)
    let drawn = drawn([both], 1000).sorted()
    let test = both.test(both.sums[0], of: 0)
    let reach = drawn[Int(((1 - level) * Double(drawn.count)).rounded(.up)) - 1] * test.error
    return test.mean - reach...test.mean + reach
  }

  /// The number of candidates that fit into the cache of a core.
  private static let block = 128

  /// The largest t of all candidates for the signs of each draw.
  private static func drawn(_ moments: [GainMoments], _ draws: Int) -> [Double] {
    let count = moments[0].sessions
    var random = SplitMix64(seed: seed)
    let signs = (0..<draws * count).map { _ in random.next() >> 63 == 1 ? 1.0 : -1.0 }
    var largest = [Double](repeating: 0, count: draws)
    for one in moments {
      for start in stride(from: 0, to: one.candidates, by: block) {
        let end = min(start + block, one.candidates)
        for draw in 0..<draws {
          var sums = [Double](repeating: 0, count: end - start)
          for session in 0..<count {
            let (sign, row) = (signs[draw * count + session], session * one.candidates + start)
            for place in sums.indices { sums[place] += sign * one.gains[row + place] }
          }
          for place in sums.indices {
            largest[draw] = max(largest[draw], one.test(sums[place], of: start + place).t)
          }
        }
      }
    }
    return largest
  }
}

extension GainMoments {
  /// The mean, the standard error, and the t of a candidate whose gains have this sum.
  fileprivate func test(_ sum: Double, of candidate: Int) -> (
    mean: Double, error: Double, t: Double
  ) {
    let count = Double(sessions)
    let mean = sum / count
    let variance = max(0, squares[candidate] / count - mean * mean) / (count - 1)
    let error = variance.squareRoot()
    return (mean, error, error > 1e-9 ? mean / error : 0)
  }

  fileprivate func tests() -> [(mean: Double, error: Double, t: Double)] {
    (0..<candidates).map { test(sums[$0], of: $0) }
  }
}
