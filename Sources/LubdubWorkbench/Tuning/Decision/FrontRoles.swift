/// The settings that a search offers beside its verdict, one for each role.
package enum FrontRole: String, Sendable, CaseIterable {
  case keep
  /// The largest mean gain less its error, with contact no later.
  case safest = "safest gain"
  /// The fewest late contacts, then the least delay, for at most a tenth of the loss.
  case quickest = "quickest contact"
  /// The fewest false changes, with contact no later, for at most a tenth of the loss.
  case calmest
  /// The least that lacks to the bounds that come first, then the least cost.
  case wanted
}

/// Sums of candidates over sessions, of which a person feels the rates.
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

  /// By axis and session the candidates: late contacts, delays in s, seconds in a wrong zone, false changes.
  let sums: [[[Double]]]
  /// By axis the sessions: contacts, true changes, seconds, hours, with the settings before.
  let grounds: [[Double]]

  package init(sums: [[[Double]]], grounds: [[Double]]) {
    (self.sums, self.grounds) = (sums, grounds)
  }
}

package struct FrontRoles: Sendable {
  package struct Row: Sendable {
    package let role: FrontRole
    package let candidate: Int
    /// By axis the rates on the recordings of the search; `nil` where there is nothing to count over.
    package let here: [Double?]
    /// The rates on each session with what was chosen for the role without it.
    package let heldOut: [Double?]
    /// Half of the 95 % interval of the change from the settings before to the held-out rates.
    package let reach: [Double?]
  }

  package let rows: [Row]

  /// The highest price of contact or calm, as a share of the loss before.
  private static let price = 0.1
  /// How much of a late contact a second of mean delay is, and how much cost decides between equals.
  private static let (delayWeight, costWeight) = (0.1, 1e-3)

  /// `wanted` is what meets the bounds, on all sessions and without each; `nil` where there is none.
  package init(
    _ felt: FeltTable, _ losses: LossTable, wanted: (whole: Int, left: [Int])? = nil
  ) {
    let choice = Choice(felt, losses)
    let whole = choice.picks(without: nil) + (wanted.map { [$0.whole] } ?? [])
    let left = (0..<losses.sessions).map { session in
      choice.picks(without: session) + (wanted.map { [$0.left[session]] } ?? [])
    }
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

  /// Half of the 95 % interval of a ratio of sums over sessions, by Student's t; `nil` with fewer than two.
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

  /// The 97.5 % quantile of Student's t (tables; from 10 degrees of freedom on 1.96 + 2.4 / n, which is right to 0.03).
  private static func student(_ freedom: Int) -> Double {
    let table = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26]
    return freedom <= table.count ? table[freedom - 1] : 1.96 + 2.4 / Double(freedom)
  }

  private struct Choice {
    let felt: FeltTable
    let losses: LossTable
    let moments: GainMoments
    let gains: [Double]
    let before: Double
    let later: [Double]
    /// By axis the sums of the candidates.
    let totals: [[Double]]
    let grounds: [Double]

    init(_ felt: FeltTable, _ losses: LossTable) {
      (self.felt, self.losses, later) = (felt, losses, losses.laterContacts)
      gains = losses.gains(0)
      moments = GainMoments(gains, sessions: losses.sessions)
      before = (0..<losses.sessions).reduce(0) { $0 + losses.losses[0][$1 * losses.candidates] }
      totals = felt.sums.map { sessions in
        (0..<losses.candidates).map { candidate in sessions.reduce(0) { $0 + $1[candidate] } }
      }
      grounds = felt.grounds.map { $0.reduce(0, +) }
    }

    /// The candidate of each role, in their order.
    func picks(without session: Int?) -> [Int] {
      let count = losses.candidates
      let cautious = moments.cautious(without: session)
      let own = session.map { losses.losses[0][$0 * count] } ?? 0
      // Gains are shares of the loss of all sessions before.
      let scale =
        before / Double(losses.sessions)
        / max(1e-9, (before - own) / Double(losses.sessions - (session == nil ? 0 : 1)))
      func rate(_ axis: FeltTable.Axis, _ candidate: Int) -> Double {
        let left = session.map {
          (felt.sums[axis.rawValue][$0][candidate], felt.grounds[axis.rawValue][$0])
        }
        let ground = grounds[axis.rawValue] - (left?.1 ?? 0)
        return ground > 0 ? (totals[axis.rawValue][candidate] - (left?.0 ?? 0)) / ground : 0
      }
      func isNoLater(_ candidate: Int) -> Bool {
        let own = session.map {
          losses.late[$0 * count + candidate] - losses.late[$0 * count]
        }
        return candidate == 0 || later[candidate] - (own ?? 0) <= 1e-9
      }
      func isCheap(_ candidate: Int) -> Bool {
        candidate == 0 || scale * cautious[candidate] >= -price
      }
      func cost(_ candidate: Int) -> Double {
        let own = session.map { gains[$0 * count + candidate] } ?? 0
        return 1 - scale * (moments.sums[candidate] - own) / Double(losses.sessions)
      }
      func best(_ value: (Int) -> Double?) -> Int {
        (0..<count).map { value($0) ?? -.infinity }.largestPlace() ?? 0
      }
      return [
        0, best { isNoLater($0) ? cautious[$0] : nil },
        best {
          isCheap($0)
            ? -rate(.late, $0) - delayWeight * rate(.delay, $0) - costWeight * cost($0) : nil
        },
        best {
          isCheap($0) && isNoLater($0) ? -rate(.falseChanges, $0) - costWeight * cost($0) : nil
        },
      ]
    }
  }
}
