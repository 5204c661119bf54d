/// Standard errors from resampling whole recordings with replacement: the bootstrap of clusters (Efron and Tibshirani 1993,
/// section 8.3). The errors include the differences between recordings, such as the bias. Resampling single readings would
/// remove these differences.
///
/// For a single recording, tenths in the order of time are resampled. The errors then include effects that last for a while,
/// but not the differences from the next recording.
struct Resampling {
  let units: [Int]
  private let draws: [[Int]]
  private let correction: Double

  private static let drawCount = 200
  private static let blocks = 10
  private static let seed: UInt64 = 14

  init(_ recordings: [Int], isWanted: Bool = true) {
    let isSingle = Set(recordings).count < 2
    let readings = recordings.count
    units =
      isSingle
      ? (0..<readings).map { $0 * Self.blocks / readings } : recordings.numbered()
    let count = (units.max() ?? -1) + 1
    // Corrects the spread of n units around their own mean, which is too small.
    correction = count > 1 ? (Double(count) / Double(count - 1)).squareRoot() : 0
    var random = SplitMix64(seed: Self.seed)
    draws = (0..<(isWanted ? Self.drawCount : 0)).map { _ in
      var drawn = [Int](repeating: 0, count: count)
      for _ in 0..<count { drawn[random.below(count)] += 1 }
      return drawn
    }
  }

  /// The standard error of a statistic. The statistic receives the number of times that each unit counts.
  func standardError(_ statistic: ([Int]) -> Double?) -> Double {
    correction * (Statistics.sampleDeviation(draws.compactMap(statistic)) ?? 0)
  }

  func standardError(ofQuantile share: Double, of values: [Double]) -> Double {
    guard !draws.isEmpty else { return 0 }
    let order = values.indices.sorted { values[$0] < values[$1] }
    return standardError { drawn in
      let total = units.reduce(0) { $0 + drawn[$1] }
      let wanted = share * Double(total)
      var seen = 0
      for index in order {
        seen += drawn[units[index]]
        if seen > 0, Double(seen) >= wanted { return values[index] }
      }
      return nil
    }
  }

  /// The sums over the readings of each unit, for the standard errors of straight lines.
  func sums(_ x: [Double], _ y: [Double]) -> [LineSums] {
    var sums = [LineSums](repeating: LineSums(), count: (units.max() ?? -1) + 1)
    for (unit, (x, y)) in zip(units, zip(x, y)) { sums[unit].add(x, y) }
    return sums
  }
}

struct LineSums {
  private var count = 0.0
  private var x = 0.0
  private var y = 0.0
  private var xx = 0.0
  private var xy = 0.0

  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    self.x += x
    self.y += y
    xx += x * x
    xy += x * y
  }

  var isEmpty: Bool { count == 0 }

  static func total(_ sums: [LineSums], _ drawn: [Int]) -> LineSums {
    var total = LineSums()
    for (part, times) in zip(sums, drawn) {
      let times = Double(times)
      total.count += times * part.count
      total.x += times * part.x
      total.y += times * part.y
      total.xx += times * part.xx
      total.xy += times * part.xy
    }
    return total
  }

  /// The slope of the line; `nil` if x does not vary.
  var slope: Double? {
    let sxx = count > 0 ? xx - x * x / count : 0
    return sxx > 1e-9 * max(1, xx) ? (xy - x * y / count) / sxx : nil
  }
}

extension Determination {
  /// The mean and the deviation of the product of two normal distributions.
  static func shrunk(
    _ value: Double, error: Double, towards prior: (mean: Double, deviation: Double)
  ) -> Determination {
    let own = prior.deviation * prior.deviation
    let share = own / (own + error * error)
    return .determined(
      prior.mean + share * (value - prior.mean), standardError: share.squareRoot() * error)
  }
}
