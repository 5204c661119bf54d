public import Quantities
public import Ranging
public import Traces

/// A bias that was determined from ranges with truth, and how wrong it may be.
public struct BiasFit: Sendable, Hashable {
  /// The bias.
  public var bias: RangeBias
  /// Standard error of its constant: the spread of the residuals over the root of the number of
  /// independent stretches, each as long as errors stay correlated (`correlationTime`).
  public var standardError: Meters
  /// What is left: 95th percentile of |residual| over 1.96. It is the calibration deviation that
  /// makes a 95 % interval hold where the same constant is used.
  public var deviation: Meters
  /// Robust standard deviation of what is left.
  public var robustDeviation: Meters
  /// Root mean square of what is left, without gross errors (five robust deviations, at least
  /// 0.5 m).
  public var rootMeanSquare: Meters
  /// How many ranges it rests on.
  public var count: Int

  /// Errors of UWB ranges stay correlated for about this long on recordings in motion.
  public static let correlationTime: Seconds = 2

  /// Fits the constant of a bias: the median of reading - truth - curve(reading).
  ///
  /// - Parameters:
  ///   - recordings: Ranges with truth, one list for each recording.
  ///   - profile: The curve that is taken off first.
  /// - Returns: The fit; `nil` when there are no ranges with truth.
  public init?(_ recordings: [[TraceRecord]], profile: RangeBias.Profile) {
    let pairs = Self.pairs(recordings)
    let shape = RangeBias(profile: profile)
    let residuals = pairs.map { (shape.corrected($0.reading) - $0.truth).value }.sorted()
    guard let constant = Statistics.quantile(0.5, ofSorted: residuals) else { return nil }
    let left = residuals.map { abs($0 - constant) }.sorted()
    let robust = 1.4826 * (Statistics.quantile(0.5, ofSorted: left) ?? 0)
    let limit = max(0.5, 5 * robust)
    let kept = left.prefix { $0 < limit }
    rootMeanSquare = Meters(Statistics.rootMeanSquare(Array(kept)) ?? 0)
    let readings = pairs.map(\.reading.value)
    bias = RangeBias(
      constant: Meters(constant), center: Meters(Statistics.median(readings) ?? 0),
      profile: profile)
    deviation = Meters((Statistics.quantile(0.95, ofSorted: left) ?? 0) / 1.96)
    robustDeviation = Meters(robust)
    let independent = Self.independentCount(recordings)
    standardError = Meters(1.2533 * robust / independent.squareRoot())
    count = residuals.count
  }

  /// The better of no curve and each radio profile: the one that leaves the smaller root mean square.
  public static func best(_ recordings: [[TraceRecord]]) -> BiasFit? {
    RangeBias.Profile.allCases.compactMap { BiasFit(recordings, profile: $0) }
      .min { $0.rootMeanSquare < $1.rootMeanSquare }
  }

  /// At most so many pairs are looked at; of more, every n-th.
  private static let mostPairs = 20_000

  private static func pairs(
    _ recordings: [[TraceRecord]]
  ) -> [(reading: Meters, truth: Meters)] {
    let all = recordings.lazy.flatMap { $0 }
    let total = recordings.reduce(0) { $0 + $1.count }
    let stride = max(1, (total + mostPairs - 1) / mostPairs)
    var pairs: [(reading: Meters, truth: Meters)] = []
    pairs.reserveCapacity(total / stride + 1)
    for (index, record) in all.enumerated() where index.isMultiple(of: stride) {
      guard let reading = record.observation.range, let truth = record.truth else { continue }
      pairs.append((reading, truth))
    }
    return pairs
  }

  /// How many independent readings there are: one for each correlation time of each recording.
  static func independentCount(_ recordings: [[TraceRecord]]) -> Double {
    let lengths = recordings.map { records -> Double in
      guard let first = records.first, let last = records.last else { return 0 }
      let time = (last.observation.time - first.observation.time).value
      return min(Double(records.count), max(1, time / correlationTime.value))
    }
    return max(1, lengths.reduce(0, +))
  }
}

extension BiasFit {
  /// Adds a slope over the reading, held near 0 by a prior of 1 % (ridge regression), so that it
  /// catches a wrong scale and does no harm where the distance hardly changes.
  ///
  /// - Parameters:
  ///   - records: Ranges with truth of one recording, in the order of time.
  ///   - slopeDeviation: Prior standard deviation of the slope, in metres per metre.
  ///   - noise: Deviation of an independent residual.
  /// - Returns: The fit with its slope, and the slope's standard error.
  public func addingSlope(
    _ records: [TraceRecord], slopeDeviation: Double = 0.01, noise: Meters = 0.08
  ) -> (fit: BiasFit, standardError: Double) {
    let flat = RangeBias(constant: bias.constant, profile: bias.profile)
    let limit = max(0.5, 5 * robustDeviation.value)
    let kept = records.compactMap { record -> (z: Double, residual: Double)? in
      guard let reading = record.observation.range, let truth = record.truth else { return nil }
      let residual = (flat.corrected(reading) - truth).value
      return abs(residual) < limit ? (reading.value, residual) : nil
    }
    guard let center = Statistics.median(kept.map(\.z)), kept.count > 2 else { return (self, 0) }
    let weight = Self.independentCount([records]) / Double(kept.count) / (noise.value * noise.value)
    let meanZ = kept.reduce(0) { $0 + $1.z } / Double(kept.count)
    let meanResidual = kept.reduce(0) { $0 + $1.residual } / Double(kept.count)
    var product = 0.0
    var square = 0.0
    for (z, residual) in kept {
      product += (z - meanZ) * (residual - meanResidual)
      square += (z - meanZ) * (z - meanZ)
    }
    let precision = weight * square + 1 / (slopeDeviation * slopeDeviation)
    let slope = weight * product / precision
    let left = kept.map { $0.residual - slope * ($0.z - center) }
    let shift = Statistics.median(left) ?? 0
    let sizes = left.map { abs($0 - shift) }
    var fit = self
    fit.bias.slope = slope
    fit.bias.center = Meters(center)
    fit.bias.constant = Meters(bias.constant.value + shift)
    fit.deviation = Meters((Statistics.quantile(0.95, of: sizes) ?? 0) / 1.96)
    return (fit, (1 / precision).squareRoot())
  }
}
