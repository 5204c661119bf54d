/// The roles of the settings that a search offers beside its verdict.
package enum FrontRole: String, Sendable, CaseIterable {
  case keep
  /// The largest mean gain minus its error, without later contact.
  case safest = "safest gain"
  /// The fewest late contacts, then the smallest delay, for at most a tenth of the loss.
  case quickest = "quickest contact"
  /// The fewest false changes, without later contact, for at most a tenth of the loss.
  case calmest
  /// The smallest distance to the bounds in the objective, then the smallest cost.
  case wanted
}

/// The sums of candidates over sessions, for the rates that a person feels.
package struct FeltTable: Sendable {
  package enum Axis: Int, Sendable, CaseIterable {
    case late, delay, wrong, falseChanges

    package var name: String {
      switch self {
      case .late: "late contacts"
      case .delay: "delay s"
      case .wrong: "wrong zone"
      case .falseChanges: "false/h"
      }
    }
  }

  /// The sums by axis, session, and candidate: late contacts, delays in s, seconds in a wrong zone, and false changes.
  let sums: [[[Double]]]
  /// The divisors by axis and session, with the settings before the search: contacts, true changes, seconds, and hours.
  let grounds: [[Double]]

  package init(sums: [[[Double]]], grounds: [[Double]]) {
    (self.sums, self.grounds) = (sums, grounds)
  }

  fileprivate func without(_ fold: Fold) -> FeltTable {
    let kept = grounds[0].indices.filter { !fold.sessions.contains($0) }
    return FeltTable(
      sums: sums.map { sessions in kept.map { sessions[$0].places(fold.candidates) } },
      grounds: grounds.map { grounds in kept.map { grounds[$0] } })
  }

  /// The rate of each candidate; 0 if the divisor is zero.
  fileprivate func rates(_ axis: Axis) -> [Double] {
    let (sessions, ground) = (sums[axis.rawValue], grounds[axis.rawValue].reduce(0, +))
    var totals = [Double](repeating: 0, count: sessions.first?.count ?? 0)
    for own in sessions { for place in totals.indices { totals[place] += own[place] } }
    return totals.map { ground > 0 ? $0 / ground : 0 }
  }
}

package struct FrontRoles: Sendable {
  package struct Row: Sendable {
    package let role: FrontRole
    package let candidate: Int
    /// The rates by axis on the recordings of the search; `nil` if the divisor is zero.
    package let here: [Double?]
    /// The rates on each session with the candidate that was chosen for the role without the session.
    package let heldOut: [Double?]
    /// Half the width of the 95% interval of the change from the settings before the search to the held-out rates.
    package let reach: [Double?]
  }

  package let rows: [Row]

  /// The highest cost of quicker contact or calmer zones, as a share of the loss before the search.
  private static let price = 0.1
  /// The weight of 1 s of mean delay against a late contact, and the weight of the cost, which decides between equals.
  private static let (delayWeight, costWeight) = (0.1, 1e-3)

  /// Chooses a candidate for each role. `wanted` contains the candidates that meet the bounds, on all sessions and without
  /// each session; `nil` if there are no bounds. By default, each session is left out separately.
  package init(
    _ felt: FeltTable, _ losses: LossTable, _ folds: [Fold]? = nil,
    wanted: (whole: Int, left: [Int])? = nil
  ) {
    let whole = Self.picks(felt, losses) + (wanted.map { [$0.whole] } ?? [])
    let kept = [Int](repeating: 0, count: 4)
    let left = (folds ?? losses.single).bySession(losses.sessions, else: kept) { fold in
      Self.picks(felt.without(fold), losses.objective(without: fold)).map { fold.candidates[$0] }
    }.enumerated().map { session, own in own + (wanted.map { [$0.left[session]] } ?? []) }
    var seen: Set<Int> = []
    rows = FrontRole.allCases.prefix(whole.count).enumerated().compactMap { place, role in
      guard seen.insert(whole[place]).inserted else { return nil }
      let picks = left.map { $0[place] }
      func rates(_ candidate: (Int) -> Int) -> [Double?] {
        FeltTable.Axis.allCases.map { axis in
          let ground = felt.grounds[axis.rawValue].reduce(0, +)
          let sum = felt.grounds[axis.rawValue].indices.reduce(0) {
            $0 + felt.sums[axis.rawValue][$1][candidate($1)]
          }
          return ground > 0 ? sum / ground : nil
        }
      }
      return Row(
        role: role, candidate: whole[place], here: rates { _ in whole[place] },
        heldOut: rates { picks[$0] },
        reach: FeltTable.Axis.allCases.map { axis in
          Self.reach(
            picks.indices.map {
              felt.sums[axis.rawValue][$0][picks[$0]] - felt.sums[axis.rawValue][$0][0]
            }, over: felt.grounds[axis.rawValue])
        })
    }
  }

  /// Half the width of the 95% interval of a ratio of sums over sessions, by Student's t distribution; `nil` for fewer than
  /// two sessions.
  static func reach(_ changes: [Double], over grounds: [Double]) -> Double? {
    let (count, ground) = (changes.count, grounds.reduce(0, +))
    guard count > 1, ground > 0 else { return nil }
    let ratio = changes.reduce(0, +) / ground
    let squares = zip(changes, grounds).reduce(0.0) {
      let rest = $1.0 - ratio * $1.1
      return $0 + rest * rest
    }
    let error = (Double(count) / Double(count - 1) * squares).squareRoot() / ground
    return student(count - 1) * error
  }

  /// The 97.5% quantile of Student's t distribution, from tables. From 10 degrees of freedom on, it is 1.96 + 2.4 / n, with
  /// an error below 0.03.
  private static func student(_ freedom: Int) -> Double {
    let table = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26]
    return freedom <= table.count ? table[freedom - 1] : 1.96 + 2.4 / Double(freedom)
  }

  /// The candidate of each role, in the order of the roles.
  private static func picks(_ felt: FeltTable, _ losses: LossTable) -> [Int] {
    guard losses.sessions > 0 else { return [0, 0, 0, 0] }
    let moments = GainMoments(losses.gains(0), sessions: losses.sessions)
    let (cautious, later) = (moments.cautious(), losses.laterContacts)
    let (late, delay) = (felt.rates(.late), felt.rates(.delay))
    let falseChanges = felt.rates(.falseChanges)
    func isNoLater(_ candidate: Int) -> Bool { candidate == 0 || later[candidate] <= 1e-9 }
    func isCheap(_ candidate: Int) -> Bool { candidate == 0 || cautious[candidate] >= -price }
    func cost(_ candidate: Int) -> Double {
      costWeight * (1 - moments.sums[candidate] / Double(losses.sessions))
    }
    func best(_ value: (Int) -> Double?) -> Int {
      (0..<losses.candidates).map { value($0) ?? -.infinity }.largestPlace() ?? 0
    }
    return [
      0, best { isNoLater($0) ? cautious[$0] : nil },
      best { isCheap($0) ? -late[$0] - delayWeight * delay[$0] - cost($0) : nil },
      best { isCheap($0) && isNoLater($0) ? -falseChanges[$0] - cost($0) : nil },
    ]
  }
}
