internal import RealModule

/// Whether an estimator follows what the truth does, or answers the usual distance: what the error alone
/// does not show, for a constant answer has a small one.
///
/// All in ln(distance), once a second, from a truth of 0.1 m up.
package struct FollowingScore: Sendable, Hashable {
  /// Slope by least squares: 1 is ideal, 0 a constant answer; `nil` where ln(truth) varies by less than 0.2.
  package var slope: Double?
  /// Spearman's rank correlation of the two: what no scale can bring. `nil` likewise.
  package var rank: Double?
  /// For each lasting step of the truth by a factor of two or more: the time from the truth's half way until
  /// the estimate has made half of the step and keeps it for 3 s; `nil` for not within 30 s.
  package var halfTimes: [Seconds?]

  /// Deviation of ln(truth) that a slope takes.
  private static let leastDeviation = 0.2
  /// Length of a window on either side of a step, and the pause between the two, in whole seconds.
  private static let window = 8
  /// The largest range of ln(truth) in a window.
  private static let windowReach = 0.4
  private static let longestHalfTime = 30
  private static let kept = 3

  /// The score of a track; `nil` where no truth is 0.1 m or more.
  package init?(_ track: ScoredTrack) {
    var seconds: [Int: (truth: Double, estimate: Double)] = [:]
    for point in track.points where point.truth >= 0.1 {
      guard let estimate = point.estimate, point.time.value.magnitude < 1e9 else { continue }
      let second = Int(point.time.value.rounded(.down))
      guard seconds[second] == nil else { continue }
      seconds[second] = (
        Double.log(point.truth.value), Double.log(max(estimate.distance.value, 0.03))
      )
    }
    guard !seconds.isEmpty else { return nil }
    let rows = seconds.sorted { $0.key < $1.key }
    let truths = rows.map(\.value.truth)
    let estimates = rows.map(\.value.estimate)
    let (sxx, sxy) = Statistics.moments(truths, estimates)
    if (sxx / Double(rows.count)).squareRoot() >= Self.leastDeviation {
      slope = sxy / sxx
      let (left, right) = (Self.ranks(truths), Self.ranks(estimates))
      let (rxx, rxy) = Statistics.moments(left, right)
      let (ryy, _) = Statistics.moments(right, right)
      rank = ryy > 0 ? rxy / (rxx * ryy).squareRoot() : 0
    }
    halfTimes = Self.halfTimes(seconds)
  }

  /// The ranks of values; equal ones share theirs.
  private static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = values
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for place in start...end { ranks[order[place]] = Double(start + end) / 2 }
      start = end + 1
    }
    return ranks
  }

  private static func halfTimes(_ seconds: [Int: (truth: Double, estimate: Double)]) -> [Seconds?] {
    guard let first = seconds.keys.min(), let last = seconds.keys.max() else { return [] }
    /// The level of a window, if the truth rests in it.
    func level(_ range: Range<Int>, _ path: (Int) -> Double?, within reach: Double?) -> Double? {
      let values = range.compactMap(path)
      guard values.count >= window / 2, let least = values.min(), let most = values.max(),
        most - least <= reach ?? .infinity
      else { return nil }
      return Statistics.median(values)
    }
    var found: [Seconds?] = []
    var second = first + window
    while second + 2 * window <= last + 1 {
      defer { second += 1 }
      let earlier = second - window..<second
      let later = second + window..<second + 2 * window
      guard let before = level(earlier, { seconds[$0]?.truth }, within: windowReach),
        let after = level(later, { seconds[$0]?.truth }, within: windowReach),
        (after - before).magnitude >= Double.log(2),
        let start = level(earlier, { seconds[$0]?.estimate }, within: nil)
      else { continue }
      let step = after - before
      func hasMadeHalf(_ value: Double?, _ from: Double) -> Bool {
        value.map { ($0 - from) / step >= 0.5 } ?? false
      }
      let range = second..<second + 2 * window
      let halfWay = range.first { hasMadeHalf(seconds[$0]?.truth, before) } ?? second
      let reached = (halfWay...halfWay + longestHalfTime).first { time in
        (time..<time + kept).allSatisfy { second in
          seconds[second].map { hasMadeHalf($0.estimate, start) } ?? true
        } && seconds[time] != nil
      }
      found.append(reached.map { Seconds(Double($0 - halfWay)) })
      second += 2 * window
    }
    return found
  }

  /// The score over recordings; `nil` when there are none.
  package init?(averaging scores: [FollowingScore]) {
    guard !scores.isEmpty else { return nil }
    slope = Statistics.mean(scores.compactMap(\.slope))
    rank = Statistics.mean(scores.compactMap(\.rank))
    halfTimes = scores.flatMap(\.halfTimes)
  }

  /// Median half time; a step that is not followed within 30 s counts as 30 s. `nil` without steps.
  package var medianHalfTime: Seconds? {
    Statistics.median(halfTimes.map { $0?.value ?? Double(Self.longestHalfTime) })
      .map { Seconds($0) }
  }

  /// The share of the steps that is not followed within 30 s; `nil` without steps.
  package var neverShare: Double? {
    halfTimes.isEmpty ? nil : Double(halfTimes.count { $0 == nil }) / Double(halfTimes.count)
  }
}
