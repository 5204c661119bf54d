public import Quantities
public import Ranging
internal import Traces

/// Where the calibration that a recording is scored with comes from.
public enum CalibrationProtocol: String, Sendable, Hashable, CaseIterable {
  /// From the other recordings of the set; those of the same session are left out with it.
  case leaveOneOut = "loo"
  /// From the first fifth of the recording itself, and the rest is scored. What a fifth cannot tell
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
  /// The better of `constant` and the radio profiles on the calibration part.
  case automatic = "auto"
  /// A constant.
  case constant
  /// A constant and the curve of the DW1000 family.
  case curve
  /// As `automatic`, with a ridge slope over the distance where a link is calibrated by itself.
  case slope

  func fit(_ recordings: [[TraceRecord]]) -> BiasFit? {
    switch self {
    case .constant: BiasFit(recordings, profile: .none)
    case .curve: BiasFit(recordings, profile: .dw1000)
    case .automatic, .slope: BiasFit.best(recordings)
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
  private let signals: [[TraceRecord]]

  /// The part of a recording that its own calibration may use.
  public static let linkShare = 0.2

  /// A calibrator for the recordings of one set.
  public init(
    _ recordings: [Recording], source: CalibrationProtocol, biasModel: BiasModel = .automatic
  ) {
    self.source = source
    self.biasModel = biasModel
    self.recordings = recordings
    ranges = recordings.map { $0.samples(of: .uwb) }
    signals = recordings.map { $0.samples(of: .ble) }
  }

  /// When scoring of a recording starts; `nil` at its start.
  public func scoreStart(of index: Int) -> Seconds? {
    guard source == .link else { return nil }
    let times = recordings[index].records.map(\.observation.time)
    guard let first = times.first, let last = times.last else { return nil }
    return first + (last - first) * Self.linkShare
  }

  /// What the estimators are told for a recording.
  ///
  /// - Parameter index: The recording's place in the list.
  /// - Returns: Parameters; what could not be calibrated is at its default.
  public func parameters(for index: Int) -> FusionFilter.Parameters {
    var parameters = FusionFilter.Parameters()
    guard source != .none else { return parameters }
    let other = recordings.indices.filter { source == .pooled || isOther($0, than: index) }
    if source == .link {
      calibrateLink(index, others: other, &parameters)
      return parameters
    }
    if let fit = biasModel.fit(other.map { ranges[$0] }) {
      parameters.range.bias = fit.bias
      parameters.range.calibrationDeviation = fit.deviation
    }
    if let fit = PathLossFit(other.map { signals[$0] }) {
      parameters.signal = SignalStrengthFilter.Parameters(
        pathLoss: fit.pathLoss, trust: .thisKind, typicalDistance: fit.typicalDistance)
    }
    return parameters
  }

  private func isOther(_ candidate: Int, than index: Int) -> Bool {
    candidate != index && recordings[candidate].session != recordings[index].session
  }

  private func calibrateLink(
    _ index: Int, others: [Int], _ parameters: inout FusionFilter.Parameters
  ) {
    let end = scoreStart(of: index) ?? 0
    let ownRanges = ranges[index].filter { $0.observation.time < end }
    if var fit = biasModel.fit([ownRanges]) {
      if biasModel == .slope { fit = fit.addingSlope(ownRanges).fit }
      parameters.range.bias = fit.bias
      parameters.range.calibrationDeviation = max(0.05, fit.deviation * 1.2)
    }
    let ownSignals = signals[index].filter { $0.observation.time < end }
    let wider = PathLossFit(others.map { signals[$0] })
    guard let own = PathLossFit([ownSignals], exponent: wider?.pathLoss.exponent ?? 2) else {
      return
    }
    parameters.signal = SignalStrengthFilter.Parameters(
      pathLoss: own.pathLoss, trust: .thisLink, typicalDistance: wider?.typicalDistance)
  }
}
