internal import Observations
public import Quantities
public import Ranging
internal import RealModule
internal import Traces

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
  private let unmoved: [[TraceRecord]]
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
    let times = recordings[index].records.map(\.observation.time)
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
    if let fit = biasModel.fit(other.map { ranges[$0] }) {
      let wide = biasModel.fit(other.map { unmoved[$0] }) ?? fit
      parameters.range.bias = fit.bias
      parameters.range.calibrationDeviation = wide.deviation
      if let obstruction = wide.obstruction { parameters.range.obstructionDeviation = obstruction }
    }
    if let pathLoss = SignalCalibration(calibrationRecordings(other)).pathLoss {
      parameters.signal = SignalStrengthFilter.Parameters(
        pathLoss: pathLoss, trust: .thisKind, typicalDistance: typicalDistance(other),
        observedSpread: observedSpread(other))
    }
    return parameters
  }

  private func calibrationRecordings(_ indices: [Int]) -> [CalibrationRecording] {
    indices.map { index in
      CalibrationRecording(
        name: recordings[index].name,
        samples: signals[index].map { CalibrationSample($0.observation, truth: $0.truth) })
    }
  }

  /// The median true distance of the signal strengths, without the antennas' near field.
  private func typicalDistance(_ indices: [Int]) -> Meters? {
    Statistics.median(distances(indices)).map { Meters($0) }
  }

  /// How widely ln(distance) lies around it: the 95th percentile over 1.96.
  private func observedSpread(_ indices: [Int]) -> Double? {
    let distances = distances(indices)
    guard let center = Statistics.median(distances) else { return nil }
    let away = distances.map { abs(Double.log2($0 / center)) * 0.693_147_180_559_945 }
    return Statistics.quantile(0.95, of: away).map { $0 / 1.96 }
  }

  private func distances(_ indices: [Int]) -> [Double] {
    indices.flatMap { signals[$0].compactMap(\.truth?.value) }.filter { $0 >= 0.1 }
  }

  private func isOther(_ candidate: Int, than index: Int) -> Bool {
    groups[candidate] != groups[index]
  }

  private func calibrateLink(
    _ index: Int, others: [Int], _ parameters: inout FusionFilter.Parameters
  ) {
    let end = scoreStart(of: index) ?? 0
    let ownRanges = ranges[index].filter { $0.observation.time < end }
    if biasModel == .slope {
      calibrateSlope(ownRanges, name: recordings[index].name, &parameters)
    } else if let fit = biasModel.fit([ownRanges]) {
      let own = unmoved[index].filter { $0.observation.time < end }
      let wide = biasModel.fit([own]) ?? fit
      parameters.range.bias = fit.bias
      parameters.range.calibrationDeviation = max(0.05, wide.deviation * 1.2)
    }
    let ownSignals = signals[index].filter { $0.observation.time < end }
    let exponent = SignalCalibration(calibrationRecordings(others)).pathLoss?.exponent ?? 2
    guard let power = referencePower(ownSignals, exponent: exponent) else { return }
    parameters.signal = SignalStrengthFilter.Parameters(
      pathLoss: PathLoss(referencePower: power, exponent: exponent), trust: .thisLink,
      typicalDistance: typicalDistance(others), observedSpread: observedSpread(others))
  }

  private func calibrateSlope(
    _ records: [TraceRecord], name: String, _ parameters: inout FusionFilter.Parameters
  ) {
    let samples = records.map { CalibrationSample($0.observation, truth: $0.truth) }
    let profile = BiasFit.best([records])?.bias.profile ?? .none
    let fit = RangeCalibration(
      [CalibrationRecording(name: name, samples: samples)], profile: profile)
    guard let bias = fit.bias, let deviation = fit.calibrationDeviation.value else { return }
    parameters.range.bias = bias
    parameters.range.calibrationDeviation = Meters(deviation)
  }

  /// The mean of RSSI + 10 n log10 d, without the antennas' near field.
  private func referencePower(_ records: [TraceRecord], exponent: Double) -> DBm? {
    let shape = PathLoss(referencePower: 0, exponent: exponent)
    let powers = records.compactMap { record -> Double? in
      guard let rssi = record.observation.rssi, let truth = record.truth, truth.value >= 0.1
      else { return nil }
      return (rssi - shape.rssi(at: truth)).value
    }
    return Statistics.mean(powers).map { DBm($0) }
  }
}
