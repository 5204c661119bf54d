public import Quantities
public import Ranging
public import Traces

/// A path loss that was determined from signal strength with truth, and how wrong it may be.
public struct PathLossFit: Sendable, Hashable {
  /// Reference power and exponent.
  public var pathLoss: PathLoss
  /// Standard error of the reference power.
  public var powerError: Decibels
  /// Standard error of the exponent; infinite when the distance hardly changes.
  public var exponentError: Double
  /// Standard deviation of what is left.
  public var deviation: Decibels
  /// Time after which the residual's correlation has fallen to 1/e.
  public var fadingTime: Seconds
  /// Median of the true distances.
  public var typicalDistance: Meters
  /// Standard deviation of ln(true distance).
  public var spread: Double
  /// How many readings it rests on.
  public var count: Int

  /// Nearer than this, the antennas' near field decides, and readings are left out.
  public static let nearField: Meters = 0.1

  /// Exponents outside are not believed.
  public static let exponents = 0.3...6.0

  /// Least squares of signal strength over log distance, without the near field.
  ///
  /// - Parameters:
  ///   - recordings: Signal strength with truth, one list for each recording.
  ///   - exponent: The exponent, where it is known; `nil` fits it.
  /// - Returns: The fit; `nil` with fewer than two readings with truth.
  public init?(_ recordings: [[TraceRecord]], exponent: Double? = nil) {
    let lists = recordings.map { $0.compactMap(Sample.init) }
    let samples = lists.flatMap { $0 }
    guard samples.count >= 2, let meanLog = Statistics.mean(samples.map(\.logDistance)),
      let meanLevel = Statistics.mean(samples.map(\.level))
    else { return nil }
    var product = 0.0
    var square = 0.0
    for sample in samples {
      product += (sample.logDistance - meanLog) * (sample.level - meanLevel)
      square += (sample.logDistance - meanLog) * (sample.logDistance - meanLog)
    }
    let slope = square > 0 ? -product / square / 10 : 2
    let fitted = exponent ?? min(max(slope, Self.exponents.lowerBound), Self.exponents.upperBound)
    let power = meanLevel + 10 * fitted * meanLog
    pathLoss = PathLoss(referencePower: DBm(power), exponent: fitted)
    let residuals = lists.map { list in
      list.map { (time: $0.time, value: $0.level - power + 10 * fitted * $0.logDistance) }
    }
    let sigma = Statistics.rootMeanSquare(residuals.flatMap { $0.map(\.value) }) ?? 0
    let memory = Self.correlationTime(residuals)
    let independent = Self.independentCount(residuals, memory: memory)
    let spreadOfLog = (square / Double(samples.count)).squareRoot()
    let unit = 10 * spreadOfLog * independent.squareRoot()
    exponentError = exponent != nil ? 0 : unit > 0 ? sigma / unit : .infinity
    let lever = exponent == nil ? 10 * meanLog * exponentError : 0
    let middle = sigma / independent.squareRoot()
    powerError = Decibels((middle * middle + lever * lever).squareRoot())
    deviation = Decibels(sigma)
    fadingTime = Seconds(memory)
    typicalDistance = Meters(Statistics.median(samples.map(\.distance)) ?? 1)
    spread = spreadOfLog * 2.302_585_092_994_045_7
    count = samples.count
  }

  private struct Sample {
    let time: Double
    let level: Double
    let distance: Double
    let logDistance: Double

    init?(_ record: TraceRecord) {
      guard let rssi = record.observation.rssi, let truth = record.truth,
        truth >= PathLossFit.nearField
      else { return nil }
      time = record.observation.time.value
      level = rssi.value
      distance = truth.value
      logDistance = decimalLogarithm(truth.value)
    }
  }

  /// The wait at which the product of two residuals has fallen to 1/e of their variance: residuals
  /// are paired with those up to 20 s later, in classes of half a second.
  private static func correlationTime(_ lists: [[(time: Double, value: Double)]]) -> Double {
    let width = 0.5
    var sums = [Double](repeating: 0, count: 40)
    var counts = [Double](repeating: 0, count: 40)
    var variance = 0.0
    var total = 0.0
    for list in lists {
      let stride = max(1, list.count / 2000)
      for first in Swift.stride(from: 0, to: list.count, by: stride) {
        variance += list[first].value * list[first].value
        total += 1
        for second in list[(first + 1)...].prefix(200) {
          let place = Int((second.time - list[first].time) / width)
          guard place >= 0, place < sums.count else { break }
          sums[place] += list[first].value * second.value
          counts[place] += 1
        }
      }
    }
    guard total > 0, variance > 0 else { return 0 }
    for index in sums.indices where counts[index] >= 20 {
      let correlation = sums[index] / counts[index] / (variance / total)
      if correlation < 0.367_879 { return (Double(index) + 0.5) * width }
    }
    return Double(sums.count) * width
  }

  private static func independentCount(
    _ lists: [[(time: Double, value: Double)]], memory: Double
  ) -> Double {
    let stretch = max(2 * memory, 1e-3)
    let counts = lists.map { list -> Double in
      guard let first = list.first, let last = list.last else { return 0 }
      return min(Double(list.count), max(1, (last.time - first.time) / stretch))
    }
    return max(1, counts.reduce(0, +))
  }
}
