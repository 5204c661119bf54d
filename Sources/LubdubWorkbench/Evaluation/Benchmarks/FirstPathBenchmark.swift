/// Scores Lubdub's first path on ultra-wideband exchanges with known distances.
///
/// A range is moved by the delay from the device's first path to Lubdub's first path, times the share of the frame in the
/// range. The remaining error in line of sight on the other recordings is subtracted as a constant.
package enum FirstPathBenchmark {
  /// The score of Lubdub's first path, or of the device's own range.
  package struct Row: Sendable, Hashable {
    /// The number of samples per tap; `nil` for the device's unmoved range.
    package var factor: Int?
    /// The square root of the mean over recordings of their mean squared errors, in m, by label.
    package var labelled: [String: Double]
    package var rootMeanSquare: Double?
    /// The 95th percentile of the absolute errors, in m.
    package var percentile95: Double?
    /// The median of the standard deviations within the recordings, in m.
    package var jitter: Double?
    /// The number of frames in which Lubdub finds no first path. The device's first path replaces it.
    package var missing: Int
  }

  package struct Result: Sendable, Hashable {
    package var exchanges: Int
    package var labels: [String]
    /// The rows: the device first, then one row per factor.
    package var rows: [Row]
  }

  package static let factors = [1, 4, 8]

  private struct Shift {
    /// The increase of the range in m, if the other side sees the same delay.
    var meters = 0.0
    var missing = 0
  }

  package static func run(_ signals: [RawSignal]) throws -> Result? {
    let exchanges = RangedExchange.all(in: signals)
    guard !exchanges.isEmpty else { return nil }
    let labels = Set(exchanges.map(\.label)).subtracting([""]).sorted()
    let unmoved = exchanges.map { _ in Shift() }
    let rows =
      try [row(nil, exchanges, unmoved, labels)]
      + factors.map { row($0, exchanges, try shifts(exchanges, factor: $0), labels) }
    return Result(exchanges: exchanges.count, labels: labels, rows: rows)
  }

  private static func shifts(_ exchanges: [RangedExchange], factor: Int) throws -> [Shift] {
    var interpolation: EnvelopeInterpolation?
    return try exchanges.map { exchange in
      var shift = Shift()
      for frame in exchange.frames {
        let accumulator = frame.accumulator
        guard let device = accumulator.deviceFirstPath else { continue }
        if interpolation?.count != accumulator.taps.count {
          interpolation = try EnvelopeInterpolation(count: accumulator.taps.count, factor: factor)
        }
        guard let envelope = interpolation?.envelope(of: accumulator) else { continue }
        guard let path = FirstPath.place(in: envelope) else {
          shift.missing += 1
          continue
        }
        shift.meters += 2 * frame.leverage * (path - device) * Accumulator.metersPerTap
      }
      return shift
    }
  }

  private static func row(
    _ factor: Int?, _ exchanges: [RangedExchange], _ shifts: [Shift], _ labels: [String]
  ) -> Row {
    let recordings = zip(exchanges, shifts).grouped { $0.0.recording }.sorted { $0.key < $1.key }
      .map { name, own in
        let errors = own.map { $0.range + $1.meters - $0.truth }
        return (name: name, label: own[0].0.label, errors: errors)
      }
    let corrected = recordings.map { recording in
      let others = recordings.filter { $0.name != recording.name && $0.label == "LOS" }
      let constants = others.compactMap { Statistics.median($0.errors) }
      let constant = Statistics.median(constants) ?? 0
      return (label: recording.label, errors: recording.errors.map { $0 - constant })
    }
    var labelled: [String: Double] = [:]
    for label in labels {
      labelled[label] = GroupedLine.rootMeanSquare(
        corrected.filter { $0.label == label }.map(\.errors))
    }
    let jitters = corrected.compactMap { recording -> Double? in
      guard let mean = Statistics.mean(recording.errors) else { return nil }
      return Statistics.rootMeanSquare(recording.errors.map { $0 - mean })
    }
    return Row(
      factor: factor, labelled: labelled,
      rootMeanSquare: GroupedLine.rootMeanSquare(corrected.map(\.errors)),
      percentile95: Statistics.quantile(0.95, of: corrected.flatMap(\.errors).map { abs($0) }),
      jitter: Statistics.median(jitters), missing: shifts.reduce(0) { $0 + $1.missing })
  }
}
