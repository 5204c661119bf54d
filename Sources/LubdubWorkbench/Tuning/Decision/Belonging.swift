/// Whether the truth belongs to the readings. With the truth of another walk, calm zones really cost less, and every test
/// gives a wrong result.
package enum Belonging: Sendable, Hashable {
  case together
  case apart
  /// The recordings do not show whether the truth belongs to them.
  case open

  /// The time in s over which medians are taken, to keep only slow changes.
  private static let window = 2.0
  /// The smallest share of the variance of the truth that ranges must explain.
  private static let explained = 0.9
  /// The smallest deviation of a useful truth, in m. If most recordings vary less, they are scored together.
  private static let leastSpread = 0.1
  /// A rank correlation of level and distance below this value needs no test.
  private static let strong = -0.5
  private static let draws = 200
  private static let seed: UInt64 = 17

  package init(_ recordings: [Recording]) {
    let ranges = recordings.compactMap { Course($0) { $0.range?.value } }
    guard ranges.isEmpty else {
      let share = Self.explainedShare(ranges.map { $0.pairs })
      self = share.map { $0 >= Self.explained ? .together : $0 < 0.5 ? .apart : .open } ?? .together
      return
    }
    self = Self.signals(recordings.compactMap { Course($0) { $0.rssi?.value } })
  }

  /// The medians of truth and reading over parts of a recording.
  private struct Course {
    let dataset: String
    var truths: [Double] = []
    var readings: [Double] = []

    var pairs: [(truth: Double, reading: Double)] {
      zip(truths, readings).map { (truth: $0, reading: $1) }
    }

    init?(_ recording: Recording, reading: (Sample) -> Double?) {
      dataset = recording.dataset
      var open: [(truth: Double, reading: Double)] = []
      var start = -Double.infinity
      func median(_ values: [Double]) -> Double { Statistics.median(values) ?? 0 }
      for record in recording.records {
        guard let truth = record.scoredTruth, let value = reading(record.sample), value.isFinite
        else { continue }
        let time = record.sample.time.value
        if time >= start + Belonging.window {
          if !open.isEmpty {
            truths.append(median(open.map(\.truth)))
            readings.append(median(open.map(\.reading)))
          }
          (start, open) = (time, [])
        }
        open.append((truth.value, value))
      }
      guard !open.isEmpty else { return nil }
      truths.append(median(open.map(\.truth)))
      readings.append(median(open.map(\.reading)))
    }
  }

  /// The value 1 - median((robust deviation of reading - truth / deviation of the truth)²) over recordings, or over all
  /// readings together if most recordings are at rest; `nil` if the truth hardly varies.
  static func explainedShare(_ recordings: [[(truth: Double, reading: Double)]]) -> Double? {
    func ratio(_ pairs: [(truth: Double, reading: Double)]) -> Double? {
      let (spread, error) = (
        Statistics.sampleDeviation(pairs.map(\.truth)) ?? 0,
        Statistics.robustDeviation(pairs.map { $0.reading - $0.truth }) ?? 0
      )
      return spread >= leastSpread ? error / spread : nil
    }
    let own = recordings.compactMap(ratio)
    let found =
      2 * own.count >= recordings.count ? Statistics.median(own) : ratio(recordings.flatMap(\.self))
    return found.map { 1 - $0 * $0 }
  }

  /// Compares the rank correlation of levels and distances with the correlations for truths of other recordings. If all
  /// walks follow one script, their truths are similar, so a strong correlation is enough.
  private static func signals(_ courses: [Course]) -> Belonging {
    let own = courses.grouped(by: \.dataset).map(\.elements)
    func correlation(_ truths: ([Course]) -> [[Double]]) -> Double {
      let found = own.map { set in
        rankCorrelation(truths(set).flatMap(\.self), set.flatMap(\.readings))
      }
      return Statistics.mean(found) ?? 0
    }
    let real = correlation { $0.map(\.truths) }
    if real <= strong { return .together }
    guard courses.count > 1 else { return .open }
    var random = SplitMix64(seed: seed)
    let below = (0..<draws).count { _ in
      correlation { set in
        var order = Array(set.indices)
        for place in order.indices.reversed() { order.swapAt(place, random.below(place + 1)) }
        return set.indices.map { place in
          let other = set[order[place]].truths
          return set[place].truths.indices.map { other[$0 % other.count] }
        }
      } <= real
    }
    return Double(1 + below) / Double(draws + 1) <= 0.05 ? .together : .open
  }

  /// Spearman's rank correlation. Equal values share a rank.
  static func rankCorrelation(_ x: [Double], _ y: [Double]) -> Double {
    func ranks(_ values: [Double]) -> [Double] {
      let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
      var ranks = [Double](repeating: 0, count: values.count)
      var start = 0
      while start < order.count {
        let end = order[start...].prefix { values[$0] == values[order[start]] }.endIndex
        for place in start..<end { ranks[order[place]] = Double(start + end - 1) / 2 }
        start = end
      }
      return ranks
    }
    let (a, b) = (ranks(x), ranks(y))
    let (own, shared) = Statistics.moments(a, b)
    let other = Statistics.moments(b, b).sxx
    return own > 0 && other > 0 ? shared / (own * other).squareRoot() : 0
  }
}
