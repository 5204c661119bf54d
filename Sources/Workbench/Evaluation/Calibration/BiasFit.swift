internal import Observations
public import Quantities
public import Ranging
public import Traces

/// The constant of a bias from many recordings at once, for scoring with one of them left out: quick
/// enough to be made anew for each of hundreds. `RangeCalibration` says more about a few recordings.
public struct BiasFit: Sendable, Hashable {
  /// The bias.
  public var bias: RangeBias
  /// What is left: 95th percentile of |residual| over 1.96. It is the calibration deviation that
  /// makes a 95 % interval hold where the same constant is used.
  public var deviation: Meters
  /// What a blocked path adds to the deviation, in quadrature; `nil` where the recordings do not show.
  public var obstruction: Meters?
  /// Root mean square of what is left, without gross errors (five robust deviations, at least
  /// 0.5 m).
  public var rootMeanSquare: Meters

  /// Fits the constant: the median of reading - curve(reading) - truth; `nil` when there are no ranges
  /// with truth.
  ///
  /// - Parameters:
  ///   - recordings: Ranges with truth, one list for each recording. Of more than 20,000 ranges,
  ///     every n-th is used.
  ///   - profile: The curve that is taken off first.
  public init?(_ recordings: [[TraceRecord]], profile: RangeBias.Profile) {
    let curve = RangeBias(profile: profile)
    let lists = Self.thinned(recordings)
    let residuals = lists.flatMap { $0.compactMap { Self.residual($0, curve) } }.sorted()
    guard let constant = Statistics.quantile(0.5, ofSorted: residuals) else { return nil }
    let left = residuals.map { abs($0 - constant) }.sorted()
    let robust = 1.4826 * (Statistics.quantile(0.5, ofSorted: left) ?? 0)
    let kept = left.prefix { $0 < max(0.5, 5 * robust) }
    bias = RangeBias(constant: Meters(constant), profile: profile)
    deviation = Meters((Statistics.quantile(0.95, ofSorted: left) ?? 0) / 1.96)
    rootMeanSquare = Meters(Statistics.rootMeanSquare(Array(kept)) ?? 0)
    let blocked = lists.map { list in
      list.filter { NLOSDetector.isBlocked($0.observation) }
        .compactMap { Self.residual($0, curve) }.map { abs($0 - constant) }
    }
    obstruction = NLOSDetector.deviation(blocked, of: residuals.count, beside: deviation.value)
      .value.map { Meters($0) }
  }

  /// The better of no curve and each radio profile: the one that leaves the smaller root mean square.
  /// A single recording lacks distances at which a wrong curve does harm: there `ProfileChoice` decides,
  /// which asks for more.
  public static func best(_ recordings: [[TraceRecord]]) -> BiasFit? {
    let lists = recordings.filter { !$0.isEmpty }
    if lists.count == 1 {
      return BiasFit(lists, profile: ProfileChoice(lists)?.profile ?? .none)
    }
    return RangeBias.Profile.allCases.compactMap { BiasFit(recordings, profile: $0) }
      .min { $0.rootMeanSquare < $1.rootMeanSquare }
  }

  private static func residual(_ record: TraceRecord, _ curve: RangeBias) -> Double? {
    guard let reading = record.observation.range, let truth = record.truth else { return nil }
    return (curve.corrected(reading) - truth).value
  }

  private static func thinned(_ recordings: [[TraceRecord]]) -> [[TraceRecord]] {
    let total = recordings.reduce(0) { $0 + $1.count }
    let stride = max(1, (total + 19_999) / 20_000)
    guard stride > 1 else { return recordings }
    var place = -1
    return recordings.map { list in
      list.filter { _ in
        place += 1
        return place.isMultiple(of: stride)
      }
    }
  }
}
