public import Lubdub
internal import LubdubTraces
internal import RealModule

/// Where the calibration that a recording is scored with comes from.
public enum CalibrationProtocol: String, Sendable, Hashable, CaseIterable {
  /// From the other recordings of the set; those of the same session are left out with it. Of more than
  /// `Calibrator.groupLimit` sessions, several are left out together.
  case leaveOneOut = "loo"
  /// From the first fifth of the recording itself, and the rest is scored. What a fifth cannot show
  /// (exponent, typical distance) comes from the other recordings.
  case link
  /// From all recordings of the set, the scored one included: what calibration could reach at best.
  case pooled
  /// None: everything at its default.
  case none

  /// What it means, in a few words.
  public var summary: String {
    switch self {
    case .leaveOneOut: "calibrated on the other recordings of the set"
    case .link: "calibrated on the first fifth of the recording, scored on the rest"
    case .pooled: "calibrated on the whole set, the scored recording included"
    case .none: "not calibrated"
    }
  }
}

/// Which bias of ranges is calibrated.
public enum BiasModel: String, Sendable, Hashable, CaseIterable {
  /// The mixture of curves that `lubdub calibrate` writes.
  case automatic = "auto"
  /// A constant.
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

/// Calibrates estimators for the recordings of one set under a protocol.
public struct Calibrator: Sendable {
  /// Where calibrations come from.
  public var source: CalibrationProtocol
  /// Which bias is calibrated.
  public var biasModel: BiasModel
  private let recordings: [Recording]
  private let ranges: [[TraceRecord]]
  private let unmoved: [[TraceRecord]]
  private let unmovedDiffers: Bool
  private let signals: [[TraceRecord]]
  /// Which recordings are left out together: those of a session, or of several where there are many.
  private let groups: [Int]

  /// The most groups that are left out in turn. Each costs a fit to all others, so that without a limit the
  /// cost would grow with the square of the number of recordings.
  public static let groupLimit = 100

  /// The part of a recording that its own calibration may use.
  public static let linkShare = 0.2

  /// A calibrator for the recordings of one set.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - source: Where calibrations come from.
  ///   - biasModel: Which bias is calibrated.
  ///   - unmoved: The same recordings, their ranges as they were before an NLOS profile moved them: how
  ///     wide ranges lie is taken from these. `nil` where none did.
  public init(
    _ recordings: [Recording], source: CalibrationProtocol, biasModel: BiasModel = .automatic,
    unmoved: [Recording]? = nil
  ) {
    self.source = source
    self.biasModel = biasModel
    self.recordings = recordings
    ranges = recordings.map { $0.samples(of: .uwb) }
    unmovedDiffers = unmoved != nil
    self.unmoved = unmoved?.map { $0.samples(of: .uwb) } ?? ranges
    signals = recordings.map { $0.samples(of: .ble) }
    var sessions: [String: Int] = [:]
    groups = recordings.map { recording in
      let place = sessions[recording.session] ?? sessions.count
      sessions[recording.session] = place
      return place % Self.groupLimit
    }
  }

  /// Which recordings have the same calibration.
  ///
  /// - Parameter index: The recording's place in the list.
  /// - Returns: A number that they have in common.
  public func group(of index: Int) -> Int {
    switch source {
    case .leaveOneOut: groups[index]
    case .link: index
    case .pooled, .none: 0
    }
  }

  /// When scoring of a recording starts; `nil` at its start.
  public func scoreStart(of index: Int) -> Seconds? {
    guard source == .link else { return nil }
    let times = recordings[index].records.map(\.sample.time)
    guard let first = times.first, let last = times.last else { return nil }
    return first + (last - first) * Self.linkShare
  }

  /// What the estimators are given for a recording.
  ///
  /// - Parameter index: The recording's place in the list.
  /// - Returns: Parameters; what could not be calibrated, or lies beyond what its settings take, is at
  ///   its default.
  public func parameters(for index: Int) -> FusionFilter.Parameters {
    let standard = FusionFilter.Parameters()
    var parameters = fitted(for: index)
    if (try? parameters.range.validate()) == nil { parameters.range = standard.range }
    if (try? parameters.signal.validate()) == nil { parameters.signal = standard.signal }
    return parameters
  }

  private func fitted(for index: Int) -> FusionFilter.Parameters {
    var parameters = FusionFilter.Parameters()
    guard source != .none else { return parameters }
    let other = recordings.indices.filter { source == .pooled || isOther($0, than: index) }
    if source == .link {
      calibrateLink(index, others: other, &parameters)
      return parameters
    }
    calibrateRanges(other.map { (ranges[$0], unmoved[$0]) }, &parameters)
    calibrateSignals(
      SignalCalibration(signals(of: other), hasErrors: false), .thisKind, &parameters)
    return parameters
  }

  private func calibrateRanges(
    _ lists: [(moved: [TraceRecord], before: [TraceRecord])],
    _ parameters: inout FusionFilter.Parameters
  ) {
    func fit(_ lists: [[TraceRecord]]) -> RangeCalibration {
      RangeCalibration(
        lists.map { Self.recording($0) }, prior: biasModel.prior, hasErrors: false)
    }
    let found = fit(lists.map(\.moved))
    guard let bias = found.bias else { return }
    let wide = unmovedDiffers ? fit(lists.map(\.before)) : found
    parameters.range.bias = bias
    if let deviation = wide.calibrationDeviation.value {
      parameters.range.calibrationDeviation = Meters(deviation)
    }
    if let obstruction = wide.obstructionDeviation.value {
      parameters.range.obstructionDeviation = Meters(obstruction)
    }
  }

  private func calibrateSignals(
    _ fit: SignalCalibration, usualPlace: SignalCalibration? = nil, _ trust: PathLossTrust,
    _ parameters: inout FusionFilter.Parameters
  ) {
    guard let pathLoss = fit.pathLoss else { return }
    let place = fit.typicalDistance.value == nil ? usualPlace ?? fit : fit
    parameters.signal = SignalStrengthFilter.Parameters(
      pathLoss: pathLoss, trust: trust,
      powerDeviation: fit.powerDeviation.value.map { Decibels($0) },
      typicalDistance: place.typicalDistance.value.map { Meters($0) },
      spread: place.observedSpread.value)
    parameters.signal.shadow = fit.shadow.value.map { Decibels($0) }
    parameters.signal.mobility = place.mobility.value
    parameters.signal.distances = place.distances.map { Meters($0) }
    parameters.signal.places = place.places
    parameters.signal.widthFactor = fit.widthFactor
    parameters.signal.contactLevel = fit.contactLevel.value.map { DBm($0) }
    parameters.signal.contactGap = fit.contactGap.value.map { Decibels($0) }
    if let deviation = fit.contactLevel.standardError {
      parameters.signal.contactLevelDeviation = Decibels(deviation)
    }
  }

  private static func recording(_ records: [TraceRecord]) -> CalibrationRecording {
    CalibrationRecording(
      name: "", samples: records.map { CalibrationSample($0.sample, truth: $0.truth) })
  }

  private func signals(of indices: [Int]) -> [CalibrationRecording] {
    indices.map { Self.recording(signals[$0]) }
  }

  private func isOther(_ candidate: Int, than index: Int) -> Bool {
    groups[candidate] != groups[index]
  }

  /// Calibrates a link on its own first fifth; what that cannot show comes from the others.
  private func calibrateLink(
    _ index: Int, others: [Int], _ parameters: inout FusionFilter.Parameters
  ) {
    let end = scoreStart(of: index) ?? 0
    func start(_ records: [TraceRecord]) -> [TraceRecord] {
      records.filter { $0.sample.time < end }
    }
    calibrateRanges([(start(ranges[index]), start(unmoved[index]))], &parameters)
    let usual = SignalCalibration(signals(of: others), hasErrors: false)
    let own = SignalCalibration(
      [Self.recording(start(signals[index]))], isOwn: true, knownExponent: usual.exponent.value,
      hasErrors: false)
    if own.pathLoss != nil {
      calibrateSignals(own, usualPlace: usual, .thisLink, &parameters)
    } else {
      calibrateSignals(usual, .thisKind, &parameters)
    }
  }
}
