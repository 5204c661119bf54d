public import Observations
public import Quantities
public import Ranging

/// What recordings with known distance show about a pair of radios that measure ranges: ultra-wideband, or
/// channel sounding.
public struct RangeCalibration: Sendable, Hashable {
  /// Bias that is left once the profile's curve is taken off, in m.
  public var constant: Determination
  /// Change of the bias per metre.
  public var slope: Determination
  /// Where the constant was determined: the median reading, in m.
  public var center: Meters
  /// The radio's curve that constant and slope belong to.
  public var profile: RangeBias.Profile
  /// Change of the bias per decibel of received power, in m/dB; for information.
  public var powerSlope: Determination
  /// Robust standard deviation of a reading around its recording's median error, in m.
  public var noise: Determination
  /// How wrong a corrected reading may be for long: sigma_cal, in m.
  public var calibrationDeviation: Determination
  /// What a blocked path adds to that, in quadrature, in m.
  public var obstructionDeviation: Determination
  /// What touching devices report; `nil` with fewer than ten readings whose truth is 0, gross errors left out.
  public var contact: ContactCalibration?
  /// Readings whose truth is 0 that were left out as gross errors.
  public var contactGrossErrors: Int
  /// Readings used.
  public var readings: Int
  /// Readings left out as gross errors.
  public var grossErrors: Int
  /// Reading minus truth minus bias, for every reading.
  public var residuals: [CalibrationResidual]

  /// The bias, ready for the range filter; `nil` if not even the constant could be determined.
  public var bias: RangeBias? {
    constant.value.map {
      RangeBias(constant: Meters($0), slope: slope.value ?? 0, center: center, profile: profile)
    }
  }
}

extension RangeCalibration {
  /// Prior of the slope: 1 % of scale error. It keeps short recordings from making one up.
  private static let slopePrior = 0.01
  /// From a median distance to a standard deviation.
  private static let robust = 1.4826

  private struct Reading {
    let recording: Int
    let sample: CalibrationSample
    let z: Double
    let truth: Double
    var residual: Double
  }

  /// Fits bias and noise to recordings with truth.
  ///
  /// The median of reading - truth - curve is the constant. The slope is least squares on what lies
  /// within five robust deviations, shrunk towards none by its standard error. Readings of touching
  /// devices (truth 0) raise the constant as far as contact needs it. The width of what is left, times
  /// 1.2 when all comes from one recording, is the calibration deviation.
  ///
  /// - Parameters:
  ///   - recordings: Links or sessions, each in the order of time.
  ///   - radio: The radio that ranges are taken of: ultra-wideband or channel sounding.
  ///   - profile: The radio's known curve, if any.
  public init(
    _ recordings: [CalibrationRecording], of radio: Radio = .uwb,
    profile: RangeBias.Profile = .none
  ) {
    let all = Self.readings(recordings, of: radio, profile)
    self.profile = profile
    let z = all.map(\.z)
    center = Meters(Statistics.median(z) ?? 0)
    let rough = Statistics.median(all.map(\.residual)) ?? 0
    let reach = max(0.5, 5 * Statistics.robustDeviation(all.map(\.residual), around: rough))
    let kept = all.filter { ($0.residual - rough).magnitude < reach }
    readings = kept.count
    grossErrors = all.count - kept.count
    contactGrossErrors = all.count { $0.truth == 0 } - kept.count { $0.truth == 0 }
    residuals = []
    guard kept.count >= 10 else {
      let reason = "\(counted(kept.count, "reading")) with truth, at least 10 are needed"
      constant = .undetermined(because: reason)
      slope = .undetermined(because: reason)
      powerSlope = .undetermined(because: reason)
      noise = .undetermined(because: reason)
      calibrationDeviation = .undetermined(because: reason)
      obstructionDeviation = .undetermined(because: reason)
      return
    }
    let resampling = Resampling(kept.map(\.recording))
    slope = Self.slope(kept, resampling)
    let tilt = slope.value ?? 0
    let middle = center.value
    let flat = kept.map { $0.residual - tilt * ($0.z - middle) }
    let level = Statistics.median(flat) ?? 0
    contact = Self.contact(kept, flat, above: level)
    let raised = level + (contact?.raise.value ?? 0)
    let rest = flat.map { $0 - raised }
    constant = .determined(raised, standardError: Self.error(of: flat, resampling, contact))
    noise = Self.noise(kept, rest, resampling)
    calibrationDeviation = Self.width(
      rest, resampling, isSingle: Set(kept.map(\.recording)).count < 2)
    obstructionDeviation = Self.obstruction(
      kept, rest, recordings: recordings.count, beside: calibrationDeviation.value ?? 0)
    powerSlope = Self.powerSlope(kept, rest)
    residuals = all.map { reading in
      CalibrationResidual(
        recording: recordings[reading.recording].name, time: reading.sample.observation.time,
        truth: Meters(reading.truth), reading: reading.sample.observation.range?.value ?? 0,
        residual: reading.residual - raised - tilt * (reading.z - middle),
        receivedPower: reading.sample.observation.rssi)
    }
  }

  private static func readings(
    _ recordings: [CalibrationRecording], of radio: Radio, _ profile: RangeBias.Profile
  ) -> [Reading] {
    let curve = RangeBias(profile: profile)
    return recordings.enumerated().flatMap { index, recording in
      recording.samples.compactMap { sample in
        guard sample.observation.radio == radio, let range = sample.observation.range,
          let truth = sample.truth, range.isFinite, truth.isFinite
        else { return nil }
        let residual = curve.corrected(range.value) - truth.value
        return Reading(
          recording: index, sample: sample, z: range.value, truth: truth.value, residual: residual)
      }
    }
  }

  private static func slope(_ kept: [Reading], _ resampling: Resampling) -> Determination {
    let z = kept.map(\.z)
    let low = Statistics.quantile(0.05, of: z) ?? 0
    let high = Statistics.quantile(0.95, of: z) ?? 0
    guard high - low >= 1 else {
      return .undetermined(because: "90 % of the readings lie within 1 m of each other")
    }
    let residuals = kept.map(\.residual)
    let (sxx, sxy) = Statistics.moments(z, residuals)
    let sums = resampling.sums(z, residuals)
    let error = resampling.standardError { LineSums.total(sums, $0).slope }
    return .shrunk(sxy / sxx, error: error, towards: (0, slopePrior))
  }

  /// What readings of touching devices say; `nil` with fewer than ten of them.
  private static func contact(
    _ kept: [Reading], _ flat: [Double], above level: Double
  ) -> ContactCalibration? {
    let touching = zip(kept, flat).filter { $0.0.truth == 0 }
    let values = touching.map(\.1)
    guard values.count >= 10, let bias = Statistics.median(values) else { return nil }
    let resampling = Resampling(touching.map(\.0.recording))
    return ContactCalibration(
      bias: .determined(bias, standardError: resampling.standardError(ofQuantile: 0.5, of: values)),
      readings: values.count,
      raise: Meters(max(0, bias + ContactCalibration.allowance.value - level)))
  }

  /// The standard error of the constant: that of the contact where the contact has set it.
  private static func error(
    of flat: [Double], _ resampling: Resampling, _ contact: ContactCalibration?
  ) -> Double {
    if let contact, contact.raise > .zero, case .determined(_, let error) = contact.bias {
      return error
    }
    return resampling.standardError(ofQuantile: 0.5, of: flat)
  }

  private static func noise(
    _ kept: [Reading], _ rest: [Double], _ resampling: Resampling
  ) -> Determination {
    var byRecording: [Int: [Double]] = [:]
    for (reading, residual) in zip(kept, rest) {
      byRecording[reading.recording, default: []].append(residual)
    }
    let centers = byRecording.mapValues { Statistics.median($0) ?? 0 }
    let away = zip(kept, rest).map { ($1 - (centers[$0.recording] ?? 0)).magnitude }
    return .determined(
      robust * (Statistics.median(away) ?? 0),
      standardError: robust * resampling.standardError(ofQuantile: 0.5, of: away))
  }

  private static func width(
    _ rest: [Double], _ resampling: Resampling, isSingle: Bool
  ) -> Determination {
    let away = rest.map(\.magnitude)
    let reach = (Statistics.quantile(0.95, of: away) ?? 0) / NormalDistribution.quantile95
    let error =
      resampling.standardError(ofQuantile: 0.95, of: away) / NormalDistribution.quantile95
    // One recording does not show what differs from link to link.
    return .determined(isSingle ? max(0.05, 1.2 * reach) : reach, standardError: error)
  }

  private static func obstruction(
    _ kept: [Reading], _ rest: [Double], recordings: Int, beside deviation: Double
  ) -> Determination {
    var blocked = [[Double]](repeating: [], count: recordings)
    for (reading, residual) in zip(kept, rest)
    where NLOSDetector.isBlocked(reading.sample.observation) {
      blocked[reading.recording].append(residual.magnitude)
    }
    return NLOSDetector.deviation(blocked, of: kept.count, beside: deviation)
  }

  private static func powerSlope(_ kept: [Reading], _ rest: [Double]) -> Determination {
    let pairs = zip(kept, rest).compactMap { reading, residual in
      reading.sample.observation.rssi.map { (reading.recording, $0.value, residual) }
    }
    guard pairs.count >= 10 else {
      return .undetermined(because: "the UWB readings come without received power")
    }
    let power = pairs.map(\.1)
    let residuals = pairs.map(\.2)
    let (sxx, sxy) = Statistics.moments(power, residuals)
    guard sxx / Double(pairs.count) > 0.25 else {
      return .undetermined(because: "received power varies by less than 0.5 dB")
    }
    let resampling = Resampling(pairs.map(\.0))
    let sums = resampling.sums(power, residuals)
    return .determined(
      sxy / sxx, standardError: resampling.standardError { LineSums.total(sums, $0).slope })
  }
}
