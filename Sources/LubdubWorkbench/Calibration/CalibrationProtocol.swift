/// The source of the calibration that a recording is scored with.
package enum CalibrationProtocol: String, Sendable, Hashable, CaseIterable {
  /// From the other sessions of the set; of more than `Calibrator.groupLimit`, several are left out together.
  case leaveOneOut = "loo"
  /// From the first fifth of the recording itself, and the rest is scored.
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

/// Which bias of ranges is calibrated.
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

/// Calibrates estimators by what `lubdub calibrate` writes, from exactly the rows that a protocol leaves.
package struct Calibrator: Sendable {
  package var source: CalibrationProtocol
  package var biasModel: BiasModel
  private let recordings: [Recording]
  private let unmoved: [Recording]?
  private let truthShift: TruthShift
  private let widensIntervals: Bool
  private let reach: CalibrationReach?
  /// Which recordings are left out together: those of a session, or of several where there are many.
  private let groups: [Int]

  /// Each group costs a fit to all others: without a limit the cost grows with the square of the recordings.
  package static let groupLimit = 100

  /// The part of a recording that its own calibration may use.
  package static let linkShare = 0.2

  /// `unmoved` has ranges as they were before an NLOS profile: how wide they lie is taken from these. The factor on
  /// the interval of signal strength takes a calibration without each recording.
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

  /// Which recordings have the same calibration.
  package func group(of index: Int) -> Int {
    switch source {
    case .leaveOneOut: groups[index]
    case .link: index
    case .pooled, .none: 0
    }
  }

  /// The start of scoring of a recording; `nil` at its beginning.
  package func scoreStart(of index: Int) -> Seconds? {
    guard source == .link else { return nil }
    let times = recordings[index].records.map(\.sample.time)
    guard let first = times.first, let last = times.last else { return nil }
    return first + (last - first) * Self.linkShare
  }

  /// The parameters for a recording: defaults where not calibrated or outside the range of a setting.
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

  /// The parameters for all recordings: defaults where not fitted because of `isCancelled`.
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
  /// The start of scoring; `nil` at the beginning.
  let start: Seconds?
}

/// The recordings of one set that have an input, with its rows alone and the truth on the clock of the radio.
struct BenchmarkPart {
  let input: AccuracyReport.Input
  let offset: TruthOffset
  let recordings: [Calibrated]
}

extension Calibrator {
  /// A part for each input that a recording has.
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
  /// The recordings of each data set, in the order of the names.
  var sets: [[Recording]] {
    Dictionary(grouping: self, by: \.dataset).sorted { $0.key < $1.key }.map(\.value)
  }
}
