internal import RealModule

/// The prior probabilities of four curves of the bias: a constant, a straight line, the radio's curve with a constant, and
/// the radio's curve with a line. A curve of weight 0 is not used.
package struct BiasPrior: Sendable, Hashable {
  package let weights: [Double]

  private init(_ constant: Double, _ slope: Double, _ profile: Double, _ both: Double) {
    weights = [constant, slope, profile, both]
  }

  /// The prior for an unknown radio. Most radios have the curve, and all other radios lose little by this prior.
  package static let mixed = BiasPrior(0.15, 0.05, 0.70, 0.10)
  /// The prior for a radio without the curve.
  package static let straight = BiasPrior(0.75, 0.25, 0, 0)
  /// The prior for a radio with the curve.
  package static let curved = BiasPrior(0, 0, 0.875, 0.125)
  package static let constant = BiasPrior(1, 0, 0, 0)
  package static let curve = BiasPrior(0, 0, 1, 0)

  /// Creates the prior for the radio's curve that the user states. Without a statement (`nil`), the prior is `mixed`.
  package init(_ profile: RangeBias.Profile?) {
    switch profile {
    case nil: self = .mixed
    case RangeBias.Profile.none?: self = .straight
    case .dw1000?: self = .curved
    }
  }
}

/// The bias of ranges as a mixture of four curves. The weight of a curve depends on its error on recordings that it was not
/// fitted to.
///
/// If a single recording cannot show the right curve, choosing one curve increases the error up to 2.9 times. The mixture's
/// error is at most a few percent above the error of the best curve (decision 7).
package struct BiasMixture: Sendable, Hashable {
  /// The curves in words for sentences, in the order of their weights.
  package enum Curve: String, Sendable, Hashable, CaseIterable {
    case constant = "a constant"
    case slope = "a straight line"
    /// The radio's curve plus a constant.
    case profile = "the curve of dw1000"
    case both = "that curve and a line"

    var hasProfile: Bool { self == .profile || self == .both }
    var hasSlope: Bool { self == .slope || self == .both }
  }

  /// The bias to subtract. The center is 0, so the constant is the bias at 0 m.
  package private(set) var bias = RangeBias()
  /// The residuals of each curve on samples left out of its fit, as a root mean square in m.
  package private(set) var left: [Double]
  /// The weights of the curves. Their sum is 1.
  package private(set) var weights: [Double]
  /// The number of independent places: the number of blocks, or the number of meters of distance with enough readings in
  /// each recording, if that is larger.
  package private(set) var places: Int

  /// One reading of a recording and its error, in m.
  struct Sample {
    let reading, error: Double
    let recording: Int
  }

  private static let parts = 10
  /// The most groups of recordings. Recordings of one group are left out together.
  private static let mostFolds = 20
  /// The most samples for scoring curves. Of more samples, every n-th is used.
  private static let mostSamples = 5_000
  /// The width of one place in m, and the readings that a place needs to count.
  private static let placeWidth = 1.0
  private static let leastReadings = 5
  /// The error that every calibration has, in m.
  private static let floor = 0.005
  /// The prior variance of the slope: 1% of scale error.
  private static let slopeVariance = 1e-4

  init(_ samples: [Sample], prior: BiasPrior) {
    let stride = max(1, (samples.count + Self.mostSamples - 1) / Self.mostSamples)
    let few = samples.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    let judged = Table(few)
    places = judged.places
    left = zip(Curve.allCases, prior.weights).map { curve, weight in
      weight > 0 ? judged.left(curve) : .infinity
    }
    weights = Self.weights(left, places: places, prior)
    let table = stride > 1 ? Table(samples) : judged
    var (constant, slope, share) = (0.0, 0.0, 0.0)
    for (curve, weight) in zip(Curve.allCases, weights) where weight > 0 {
      let line = table.line(curve) { _ in true }
      constant += weight * line.constant
      slope += weight * line.slope
      share += weight * line.share
    }
    bias = RangeBias(
      constant: Meters(constant), slope: slope, profile: share > 0 ? .dw1000 : .none,
      profileShare: share > 0 ? share : 1)
  }

  /// The mixture for too few readings: the prior.
  init(few prior: BiasPrior) {
    left = Curve.allCases.map { _ in 0 }
    weights = prior.weights
    places = 1
    let share = zip(Curve.allCases, weights).filter { $0.0.hasProfile }.reduce(0) { $0 + $1.1 }
    bias = RangeBias(profile: share > 0 ? .dw1000 : .none, profileShare: share > 0 ? share : 1)
  }

  /// The weights of curves with these residuals at places that the curves were not fitted to. A slope adds a parameter,
  /// which costs half the logarithm of the number of places (Schwarz 1978), because a line can cancel the radio's curve near
  /// the readings.
  package static func weights(_ left: [Double], places: Int, _ prior: BiasPrior) -> [Double] {
    let count = Double(max(places, 1))
    let logs = zip(Curve.allCases, zip(left, prior.weights)).map { curve, one in
      let (left, prior) = one
      guard prior > 0, left.isFinite else { return -Double.infinity }
      let fit = -count / 2 * Double.log(left * left + floor * floor)
      return Double.log(prior) + fit - (curve.hasSlope ? Double.log(count) / 2 : 0)
    }
    guard let most = logs.max(), most.isFinite else { return prior.weights }
    let odds = logs.map { Double.exp($0 - most) }
    let sum = odds.reduce(0, +)
    return odds.map { $0 / sum }
  }

  /// The samples in blocks. A block is a recording, or a tenth of the only recording.
  private struct Table {
    let reading, error, curve: [Double]
    let block: [Int]
    let blocks: Range<Int>
    let folds: [Int]
    let places: Int

    init(_ samples: [Sample]) {
      reading = samples.map(\.reading)
      error = samples.map(\.error)
      let profile = RangeBias(profile: .dw1000)
      curve = reading.map { profile.curve(at: Meters($0)).value }
      let recordings = samples.map(\.recording).numbered()
      let count = (recordings.max() ?? -1) + 1
      let stays = Dictionary(grouping: samples) { sample in
        [sample.recording, Int((sample.reading / BiasMixture.placeWidth).rounded(.down))]
      }
      let stayed = stays.count { $1.count >= BiasMixture.leastReadings }
      if count > 1 {
        block = recordings
        blocks = 0..<count
        folds = blocks.map { $0 % BiasMixture.mostFolds }
      } else {
        block = samples.indices.map { $0 * BiasMixture.parts / max(1, samples.count) }
        blocks = 0..<((block.last ?? -1) + 1)
        // Adjacent tenths are similar, so pairs of tenths are left out together.
        folds = blocks.map { $0 / 2 }
      }
      places = max(blocks.count, stayed)
    }

    /// The constant at 0 m, the slope, and the share of the radio's curve, fitted to the selected blocks.
    func line(
      _ kind: Curve, _ counts: (Int) -> Bool
    ) -> (constant: Double, slope: Double, share: Double) {
      let share = kind.hasProfile ? 1.0 : 0
      let rows = reading.indices.filter { counts(block[$0]) }
      let values = rows.map { error[$0] - share * curve[$0] }
      let places = rows.map { reading[$0] }
      guard kind.hasSlope, let slope = tilt(rows, values, places), slope != 0 else {
        return (Statistics.median(values) ?? 0, 0, share)
      }
      let middle = Statistics.median(places) ?? 0
      let flat = zip(values, places).map { $0 - slope * ($1 - middle) }
      return ((Statistics.median(flat) ?? 0) - slope * middle, slope, share)
    }

    /// The slope, shrunk by its error. The error comes from leaving out one block after the other.
    private func tilt(_ rows: [Int], _ values: [Double], _ places: [Double]) -> Double? {
      guard let low = Statistics.quantile(0.05, of: places),
        let high = Statistics.quantile(0.95, of: places), high - low >= 1
      else { return nil }
      var sums = blocks.map { _ in LineSums() }
      for (row, (place, value)) in zip(rows, zip(places, values)) {
        sums[block[row]].add(place, value)
      }
      let used = blocks.filter { !sums[$0].isEmpty }
      let all = blocks.map { _ in 1 }
      guard let whole = LineSums.total(sums, all).slope else { return nil }
      var variance = 1.0
      if used.count > 2 {
        let others = used.map { left -> Double in
          var times = all
          times[left] = 0
          return LineSums.total(sums, times).slope ?? 0
        }
        let squares = Statistics.moments(others, others).sxx
        variance = Double(used.count - 1) / Double(used.count) * squares
      }
      return whole * BiasMixture.slopeVariance / (BiasMixture.slopeVariance + variance)
    }

    /// The square root of the mean over blocks of their mean squared residuals. The fit for a block leaves out the fold of
    /// the block.
    func left(_ kind: Curve) -> Double {
      var squares = blocks.map { _ in 0.0 }
      var counts = squares
      for fold in Set(folds).sorted() {
        guard blocks.contains(where: { folds[$0] != fold }) else { continue }
        let line = line(kind) { folds[$0] != fold }
        for row in reading.indices where folds[block[row]] == fold {
          let rest =
            error[row] - line.constant - line.slope * reading[row] - line.share * curve[row]
          squares[block[row]] += rest * rest
          counts[block[row]] += 1
        }
      }
      let means = zip(squares, counts).filter { $1 > 0 }.map { $0 / $1 }
      return (Statistics.mean(means) ?? 0).squareRoot()
    }
  }

  package var sentence: String {
    let parts = zip(Curve.allCases, zip(weights, left)).filter { $1.0 >= 0.005 }.map { curve, one in
      let share = "\(Int((100 * one.0).rounded()))% \(curve.rawValue)"
      return places < 2 ? share : "\(share) (leaves \((one.1 * 1000).rounded() / 1000) m)"
    }
    return "bias curve mixed from " + parts.joined(separator: ", ")
  }
}
