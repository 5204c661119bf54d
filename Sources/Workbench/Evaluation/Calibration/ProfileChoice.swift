internal import Observations
public import Quantities
public import Ranging
public import Traces

/// Which curve of a radio the ranges follow, and by how much.
///
/// Each curve is judged on what it was not fitted to: the constant comes from the other recordings, or,
/// with a single one, from its other tenths. What is left is the root mean square without gross errors.
public struct ProfileChoice: Sendable, Hashable {
  /// The curve that is taken.
  public var profile: RangeBias.Profile
  /// What each curve leaves, in the order of the profiles.
  public var left: [RangeBias.Profile: Meters]
  /// How many recordings it was judged on.
  public var recordings: Int

  /// How much less than no curve a curve has to leave, as a share. A single recording asks for more: the
  /// distances that it lacks are where a wrong curve does harm.
  public static let neededGain = (several: 0.05, single: 0.25)
  private static let blocks = 10

  /// The choice for recordings with truth; `nil` when none has ten ranges with truth.
  ///
  /// - Parameter recordings: The ranges with truth, one list for each recording.
  public init?(_ recordings: [[TraceRecord]]) {
    let lists = recordings.filter { !$0.isEmpty }
    guard lists.reduce(0, { $0 + $1.count }) >= 10 else { return nil }
    self.recordings = lists.count
    let units = lists.count > 1 ? lists : Self.tenths(lists[0])
    left = [:]
    for profile in RangeBias.Profile.allCases {
      left[profile] = Meters(Self.left(units, RangeBias(profile: profile)))
    }
    profile = .none
    let needed = lists.count > 1 ? Self.neededGain.several : Self.neededGain.single
    let none = left[.none] ?? 0
    let best = RangeBias.Profile.allCases.filter { $0 != .none }
      .min { (left[$0] ?? 0) < (left[$1] ?? 0) }
    if let best, let rest = left[best], rest <= none * (1 - needed) { profile = best }
  }

  private static func tenths(_ list: [TraceRecord]) -> [[TraceRecord]] {
    var parts = [[TraceRecord]](repeating: [], count: blocks)
    for (index, record) in list.enumerated() { parts[index * blocks / list.count].append(record) }
    return parts.filter { !$0.isEmpty }
  }

  /// The root mean square that is left in each unit with the constant of the others.
  private static func left(_ units: [[TraceRecord]], _ curve: RangeBias) -> Double {
    let residuals = units.map { unit in
      unit.compactMap { record -> Double? in
        guard let range = record.observation.range, let truth = record.truth else { return nil }
        return (curve.corrected(range) - truth).value
      }
    }
    let sorted = residuals.enumerated()
      .flatMap { unit, values in values.map { (unit: unit, value: $0) } }
      .sorted { $0.value < $1.value }
    let values = sorted.map(\.value)
    let limit = max(0.5, 5 * (Statistics.robustDeviation(values) ?? 0))
    var squares = 0.0
    var count = 0.0
    for unit in units.indices {
      let constant = median(sorted, without: unit, of: sorted.count - residuals[unit].count)
      for residual in residuals[unit] where abs(residual - constant) < limit {
        squares += (residual - constant) * (residual - constant)
        count += 1
      }
    }
    return count > 0 ? (squares / count).squareRoot() : 0
  }

  /// The median of the others.
  private static func median(
    _ sorted: [(unit: Int, value: Double)], without unit: Int, of count: Int
  ) -> Double {
    var seen = 0
    for item in sorted where item.unit != unit {
      seen += 1
      if 2 * seen >= count { return item.value }
    }
    return sorted.first?.value ?? 0
  }
}

extension ProfileChoice {
  /// Why this one, in a sentence.
  public var sentence: String {
    let none = (left[.none] ?? 0).value
    let others = RangeBias.Profile.allCases.filter { $0 != .none }
      .map { "\($0.rawValue) \(Self.text(left[$0] ?? 0))" }.joined(separator: ", ")
    let judged = recordings > 1 ? "the other recordings" : "the other tenths of the recording"
    let needed = recordings > 1 ? Self.neededGain.several : Self.neededGain.single
    let gain = none > 0 ? 100 * (1 - (left[profile] ?? 0).value / none) : 0
    let reason =
      profile == .none
      ? "less than \(Int(100 * needed)) % better"
      : "\(Int(gain.rounded())) % less than without a curve"
    return "radio profile \(profile.rawValue): with the constant of \(judged) no curve leaves "
      + "\(Self.text(left[.none] ?? 0)), \(others): \(reason)"
  }

  /// Millimetres, in m.
  private static func text(_ value: Meters) -> String {
    "\((value.value * 1000).rounded() / 1000) m"
  }
}
