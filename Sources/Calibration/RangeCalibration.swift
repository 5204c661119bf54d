internal import Link
public import Quantities
public import Ranging
internal import Statistics

/// What recordings with known distance tell about a pair of UWB radios.
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
  /// Readings used, and those left out as gross errors.
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
  /// Errors stay the same for about this long, so that a recording is worth one reading per so many
  /// seconds.
  private static let correlationTime = 2.0
  /// Prior of the slope: 1 % of scale error. It keeps short recordings from making one up.
  private static let slopePrior = 0.01
  /// Deviation of an independent error, which the prior is weighed against.
  private static let errorDeviation = 0.08

  private struct Reading {
    let recording: Int
    let sample: CalibrationSample
    let z: Double
    let truth: Double
    var residual: Double
  }

  /// Fits bias and noise to recordings with truth.
  ///
  /// The median of reading - truth - curve is the constant; the slope is a ridge regression on what
  /// lies within five robust deviations. The width of what is left, times 1.2 when all comes from
  /// one recording, is the calibration deviation.
  ///
  /// - Parameters:
  ///   - recordings: Links or sessions, each in the order of time.
  ///   - profile: The radio's known curve, if any.
  public init(_ recordings: [CalibrationRecording], profile: RangeBias.Profile = .none) {
    let all = Self.readings(recordings, profile)
    self.profile = profile
    let z = all.map(\.z)
    center = Meters(Statistics.median(z) ?? 0)
    let rough = Statistics.median(all.map(\.residual)) ?? 0
    let reach = max(0.5, 5 * Statistics.robustDeviation(all.map(\.residual), around: rough))
    let kept = all.filter { ($0.residual - rough).magnitude < reach }
    readings = kept.count
    grossErrors = all.count - kept.count
    residuals = []
    guard kept.count >= 10 else {
      let reason = "\(kept.count) UWB readings with truth, at least 10 are needed"
      constant = .undetermined(because: reason)
      slope = .undetermined(because: reason)
      powerSlope = .undetermined(because: reason)
      noise = .undetermined(because: reason)
      calibrationDeviation = .undetermined(because: reason)
      obstructionDeviation = .undetermined(because: reason)
      return
    }
    let effective = Self.effectiveCount(kept)
    slope = Self.slope(kept, effectiveCount: effective)
    let tilt = slope.value ?? 0
    let middle = center.value
    let level = Statistics.median(kept.map { $0.residual - tilt * ($0.z - middle) }) ?? 0
    let rest = kept.map { $0.residual - level - tilt * ($0.z - middle) }
    // Standard error of a median of correlated values: 1.2533 sigma / sqrt(n).
    let spread = Statistics.robustDeviation(rest, around: 0)
    constant = .determined(level, standardError: 1.2533 * spread / effective.squareRoot())
    noise = Self.noise(kept, rest, effectiveCount: effective)
    calibrationDeviation = Self.width(kept, rest)
    obstructionDeviation = Self.obstruction(
      kept, rest, recordings: recordings.count, beside: calibrationDeviation.value ?? 0)
    powerSlope = Self.powerSlope(kept, rest, effectiveCount: effective)
    residuals = all.map { reading in
      CalibrationResidual(
        recording: recordings[reading.recording].name, time: reading.sample.observation.time,
        truth: Meters(reading.truth), reading: reading.sample.observation.range?.value ?? 0,
        residual: reading.residual - level - tilt * (reading.z - middle),
        receivedPower: reading.sample.observation.rssi)
    }
  }

  private static func readings(
    _ recordings: [CalibrationRecording], _ profile: RangeBias.Profile
  ) -> [Reading] {
    let curve = RangeBias(profile: profile)
    return recordings.enumerated().flatMap { index, recording in
      recording.samples.compactMap { sample in
        guard sample.observation.radio == .uwb, let range = sample.observation.range,
          let truth = sample.truth, range.isFinite, truth.isFinite
        else { return nil }
        let residual = curve.corrected(range.value) - truth.value
        return Reading(
          recording: index, sample: sample, z: range.value, truth: truth.value, residual: residual)
      }
    }
  }

  /// How many independent readings the kept ones are worth.
  private static func effectiveCount(_ kept: [Reading]) -> Double {
    var seconds = 0.0
    for (before, after) in zip(kept, kept.dropFirst()) where before.recording == after.recording {
      let pause = after.sample.observation.time.value - before.sample.observation.time.value
      seconds += min(max(pause, 0), correlationTime)
    }
    let recordings = Double(Set(kept.map(\.recording)).count)
    return min(Double(kept.count), max(recordings, seconds / correlationTime))
  }

  private static func slope(_ kept: [Reading], effectiveCount: Double) -> Determination {
    let z = kept.map(\.z)
    let low = Statistics.quantile(0.05, of: z) ?? 0
    let high = Statistics.quantile(0.95, of: z) ?? 0
    guard high - low >= 1 else {
      return .undetermined(because: "90 % of the readings lie within 1 m of each other")
    }
    let (sxx, sxy) = Statistics.moments(z, kept.map(\.residual))
    let weight = effectiveCount / (Double(kept.count) * errorDeviation * errorDeviation)
    let precision = weight * sxx + 1 / (slopePrior * slopePrior)
    return .determined(weight * sxy / precision, standardError: 1 / precision.squareRoot())
  }

  private static func noise(
    _ kept: [Reading], _ rest: [Double], effectiveCount: Double
  ) -> Determination {
    var byRecording: [Int: [Double]] = [:]
    for (reading, residual) in zip(kept, rest) {
      byRecording[reading.recording, default: []].append(residual)
    }
    var centered: [Double] = []
    for recording in byRecording.keys.sorted() {
      let values = byRecording[recording] ?? []
      let center = Statistics.median(values) ?? 0
      centered += values.map { $0 - center }
    }
    let deviation = Statistics.robustDeviation(centered, around: 0)
    return .determined(deviation, standardError: deviation / (2 * effectiveCount).squareRoot())
  }

  private static func width(_ kept: [Reading], _ rest: [Double]) -> Determination {
    let recordings = Set(kept.map(\.recording)).count
    let reach =
      (Statistics.quantile(0.95, of: rest.map(\.magnitude)) ?? 0) / NormalDistribution.quantile95
    // One recording does not show what differs from link to link.
    let deviation = recordings > 1 ? reach : max(0.05, 1.2 * reach)
    return .determined(
      deviation, standardError: deviation / (2 * Double(recordings)).squareRoot())
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

  private static func powerSlope(
    _ kept: [Reading], _ rest: [Double], effectiveCount: Double
  ) -> Determination {
    let pairs = zip(kept, rest).compactMap { reading, residual in
      reading.sample.observation.rssi.map { ($0.value, residual) }
    }
    guard pairs.count >= 10 else {
      return .undetermined(because: "the UWB readings come without received power")
    }
    let power = pairs.map(\.0)
    let (sxx, sxy) = Statistics.moments(power, pairs.map(\.1))
    guard sxx / Double(pairs.count) > 0.25 else {
      return .undetermined(because: "received power varies by less than 0.5 dB")
    }
    let scale = effectiveCount / Double(pairs.count)
    return .determined(sxy / sxx, standardError: errorDeviation / (scale * sxx).squareRoot())
  }
}
