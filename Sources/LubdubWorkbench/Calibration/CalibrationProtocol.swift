/// The source of the calibration with which a recording is scored.
package enum CalibrationProtocol: String, Sendable, Hashable, CaseIterable {
  /// Calibrates on the other sessions of the data set. If there are more than `Calibrator.groupLimit` sessions, several are
  /// left out together.
  case leaveOneOut = "loo"
  /// Calibrates on the first fifth of the recording, and scores the rest.
  case link
  case pooled
  case none

  package var summary: String {
    switch self {
    case .leaveOneOut: "calibrated on the other recordings of the set"
    case .link: "calibrated on the first fifth of the recording, scored on the rest"
    case .pooled: "calibrated on the whole set, the scored recording included"
    case .none: "not calibrated"
    }
  }
}

/// The kind of range bias to calibrate.
package enum BiasModel: String, Sendable, Hashable, CaseIterable {
  /// The mixture of curves that `lubdub calibrate` writes.
  case automatic = "auto"
  case constant
  /// A constant and the curve of the DW1000 family.
  case curve

  var prior: BiasPrior {
    switch self {
    case .automatic: .mixed
    case .constant: .constant
    case .curve: .curve
    }
  }
}

/// Calibrates estimators with the settings that `lubdub calibrate` writes, from exactly the rows that a protocol allows.
package struct Calibrator: Sendable {
  package var source: CalibrationProtocol
  package var biasModel: BiasModel
  private let recordings: [Recording]
  private let unmoved: [Recording]?
  private let truthShift: TruthShift
  private let widensIntervals: Bool
  private let reach: CalibrationReach?
  /// The group of each recording. A group contains one session, or several if there are many, and is left out together.
  private let groups: [Int]

  /// The most groups. Each group costs a fit to all others, so without a limit, the cost grows with the square of the number
  /// of recordings.
  package static let groupLimit = 100

  /// The share of a recording that its own calibration may use.
  package static let linkShare = 0.2

  /// Creates a calibrator. `unmoved` contains the ranges before an NLOS profile moved them, and gives the widths of
  /// intervals. For the factor on the interval of signal strength, each recording is left out of one more calibration.
  package init(
    _ recordings: [Recording], source: CalibrationProtocol, biasModel: BiasModel = .automatic,
    truthShift: TruthShift = .fixed(.zero), unmoved: [Recording]? = nil,
    widensIntervals: Bool = true, reach: CalibrationReach? = nil
  ) {
    self.source = source
    self.biasModel = biasModel
    self.recordings = recordings
    self.unmoved = unmoved
    self.truthShift = truthShift
    self.widensIntervals = widensIntervals
    self.reach = reach
    groups = recordings.map(\.session).numbered().map { $0 % Self.groupLimit }
  }

  /// The number of the recording's group. Recordings of one group have the same calibration.
  package func group(of index: Int) -> Int {
    switch source {
    case .leaveOneOut: groups[index]
    case .link: index
    case .pooled, .none: 0
    }
  }

  /// The time from which a recording is scored; `nil` for its beginning.
  package func scoreStart(of index: Int) -> Seconds? {
    guard source == .link else { return nil }
    let times = recordings[index].records.map(\.sample.time)
    guard let first = times.first, let last = times.last else { return nil }
    return first + (last - first) * Self.linkShare
  }

  /// The parameters for a recording: the defaults if nothing was calibrated, or if a value is outside the range of its
  /// setting.
  package func parameters(for index: Int) -> FusionFilter.Parameters {
    let rows = rows(recordings, for: index)
    guard !rows.isEmpty else { return FusionFilter.Parameters() }
    let result = CalibrationResult(
      truthShift.align(rows).recordings, prior: biasModel.prior,
      unmoved: unmoved.map { truthShift.align(self.rows($0, for: index)).recordings },
      hasErrors: false, widensIntervals: widensIntervals)
    let configuration =
      result.settings(changing: Preset.default.configuration, for: reach).configuration
    return (try? configuration.validate()) == nil
      ? FusionFilter.Parameters() : configuration.ranging
  }

  /// The parameters for all recordings: the defaults for recordings that `isCancelled` left without a fit.
  func parameters(
    by workers: Workers, isCancelled: @Sendable () -> Bool = { false }
  ) -> [FusionFilter.Parameters] {
    let places = Dictionary(grouping: recordings.indices, by: group(of:)).values.map { $0[0] }
    let firsts = places.sorted()
    let fitted = workers.map(firsts, isCancelled: isCancelled) { parameters(for: $0) }
    let known = Dictionary(uniqueKeysWithValues: zip(firsts.map(group(of:)), fitted))
    return recordings.indices.map { known[group(of: $0)].flatMap(\.self) ?? .init() }
  }

  private func rows(_ recordings: [Recording], for index: Int) -> [Recording] {
    switch source {
    case .none: return []
    case .pooled: return recordings
    case .leaveOneOut:
      return recordings.indices.filter { groups[$0] != groups[index] }.map { recordings[$0] }
    case .link:
      guard let end = scoreStart(of: index) else { return [] }
      var start = recordings[index]
      start.records.removeAll { $0.sample.time >= end }
      return start.records.isEmpty ? [] : [start]
    }
  }
}

struct Calibrated {
  let recording: Recording
  let parameters: FusionFilter.Parameters
  /// The time from which the recording is scored; `nil` for its beginning.
  let start: Seconds?
}

/// The recordings of one data set that have an input, with only the rows of the input, and with the truth on the radio's
/// clock.
struct BenchmarkPart {
  let input: AccuracyReport.Input
  let offset: TruthOffset
  let recordings: [Calibrated]
}

extension Calibrator {
  /// One part per input that at least one recording has.
  func parts(_ inputs: [AccuracyReport.Input], by workers: Workers) -> [BenchmarkPart] {
    let offset = truthShift.offset(of: recordings)
    let parameters = parameters(by: workers)
    return inputs.map { input in
      let calibrated = recordings.indices.compactMap { index in
        input.rows(of: recordings[index]).map {
          Calibrated(
            recording: $0.shiftingTruth(by: offset.applied), parameters: parameters[index],
            start: scoreStart(of: index))
        }
      }
      return BenchmarkPart(input: input, offset: offset, recordings: calibrated)
    }.filter { !$0.recordings.isEmpty }
  }
}

extension [Recording] {
  /// The recordings of each data set, in the order of the names of the sets.
  var sets: [[Recording]] {
    Dictionary(grouping: self, by: \.dataset).sorted { $0.key < $1.key }.map(\.value)
  }
}
