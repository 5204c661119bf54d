internal import RealModule

/// Whether an estimator follows the truth or always returns the usual distance. The error does not show the difference,
/// because a constant answer has a small error.
///
/// All figures use ln(distance), once per second, for truths of at least 0.1 m.
package struct FollowingScore: Sendable, Hashable {
  /// The slope by least squares: 1 is ideal, and a constant answer gives 0. `nil` if ln(truth) varies by less than 0.2.
  package var slope: Double?
  /// Spearman's rank correlation of truth and estimate, which does not depend on their scales. `nil` if ln(truth) varies by
  /// less than 0.2.
  package var rank: Double?
  /// One value per lasting step of the truth by at least a factor of two: the time from the middle of the true step until
  /// the estimate has made half of the step and keeps it for 3 s; `nil` if that takes more than 30 s.
  package var halfTimes: [Seconds?]

  /// The smallest deviation of ln(truth) that allows a slope.
  private static let leastDeviation = 0.2
  /// The length of the windows before and after a step, in whole seconds. The pause between the windows has the same length.
  private static let window = 8
  /// The largest range of ln(truth) in a window.
  private static let windowReach = 0.4
  private static let longestHalfTime = 30
  private static let kept = 3

  /// The score of a track; `nil` if the truth never reaches 0.1 m.
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

  /// The ranks of values. Equal values share a rank.
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
    /// The level of a window, if the truth rests in the window.
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

  /// The score over recordings; `nil` if there are no recordings.
  package init?(averaging scores: [FollowingScore]) {
    guard !scores.isEmpty else { return nil }
    slope = Statistics.mean(scores.compactMap(\.slope))
    rank = Statistics.mean(scores.compactMap(\.rank))
    halfTimes = scores.flatMap(\.halfTimes)
  }

  /// The median half time, with 30 s for steps that are not followed within 30 s; `nil` if there are no steps.
  package var medianHalfTime: Seconds? {
    Statistics.median(halfTimes.map { $0?.value ?? Double(Self.longestHalfTime) })
      .map { Seconds($0) }
  }

  /// The share of steps that are not followed within 30 s; `nil` if there are no steps.
  package var neverShare: Double? {
    halfTimes.isEmpty ? nil : Double(halfTimes.count { $0 == nil }) / Double(halfTimes.count)
  }
}
