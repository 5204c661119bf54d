/// The calibration of a pair of ranging radios, from recordings with known distances.
package struct RangeCalibration: Sendable, Hashable {
  /// The bias that remains after the profile's curve is subtracted, in m.
  package var constant: Determination
  package var slope: Determination
  /// The median reading, for which the constant was determined, in m.
  package var center: Meters
  /// The mixture of curves; `nil` if there are no readings.
  package var mixture: BiasMixture?
  /// The change of the bias per decibel of received power, in m/dB, for information only.
  package var powerSlope: Determination
  /// The robust standard deviation of a reading around its recording's median error, in m.
  package var noise: Determination
  /// The short-term deviation at rest, as a session learns it, in m. This is the median of the recordings.
  package var restDeviation: Determination
  /// The lasting error of a corrected reading, sigma_cal, in m.
  package var calibrationDeviation: Determination
  /// The part of the mean error that a late truth causes or may cause; `nil` with too few readings.
  package var lag: TruthLag?
  /// The deviation that a blocked path adds to `calibrationDeviation`, in quadrature, in m.
  package var obstructionDeviation: Determination
  /// The contact calibration; `nil` with fewer than ten readings whose truth is 0, without gross errors.
  package var contact: ContactCalibration?
  /// The number of gross errors among readings whose truth is 0.
  package var contactGrossErrors: Int
  package var readings: Int
  package var grossErrors: Int
  /// The residual of every reading: the reading minus the truth and the bias.
  package var residuals: [CalibrationResidual]

  /// The bias for the range filter; `nil` if not even the constant could be determined.
  package var bias: RangeBias? {
    constant.value.map {
      RangeBias(
        constant: Meters($0), slope: slope.value ?? 0, center: center, profile: profile,
        profileShare: mixture?.bias.profileShare ?? 1)
    }
  }

  package var profile: RangeBias.Profile { mixture?.bias.profile ?? .none }

  /// The readings that a full fit needs. Fewer readings count as one stop, and give only a constant that is shrunk toward
  /// zero.
  static let enough = 10
  /// The deviation of a bias before any reading, and its deviation between two stops, in m.
  private static let usualBias = 0.2
  private static let stopDeviation = 0.1
  /// The factor from a median absolute deviation to a standard deviation.
  private static let robust = 1.4826

  private struct Reading {
    let recording: Int
    let row: TraceRecord
    let z: Double
    let truth: Double
    var error: Double { z - truth }
  }

  /// Fits a mixture of curves to the readings within five robust deviations; see `BiasMixture`. The calibration deviation is
  /// the width of the residuals, times 1.2 if all readings come from one recording.
  package init(
    _ recordings: [Recording], of radio: Radio = .uwb, prior: BiasPrior? = nil,
    hasErrors: Bool = true
  ) {
    let all = Self.readings(recordings, of: radio)
    let rough = Statistics.median(all.map(\.error)) ?? 0
    let reach = max(0.5, 5 * Statistics.robustDeviation(all.map(\.error), around: rough))
    let kept = all.filter { ($0.error - rough).magnitude < reach }
    // Readings at one place cannot show a curve.
    let wanted = prior ?? (radio == .uwb ? .mixed : .straight)
    let prior = wanted == .mixed && !Self.reachesFar(kept) ? .constant : wanted
    // In contact, readings may be below zero, but the center is a distance.
    center = Meters(max(0, Statistics.median(kept.map(\.z)) ?? 0))
    readings = kept.count
    grossErrors = all.count - kept.count
    contactGrossErrors = all.count { $0.truth == 0 } - kept.count { $0.truth == 0 }
    residuals = []
    let few = "\(counted(kept.count, "reading")) with truth, at least \(Self.enough) are needed"
    slope = .undetermined(because: few)
    (constant, powerSlope, noise, restDeviation) = (slope, slope, slope, slope)
    (calibrationDeviation, obstructionDeviation) = (slope, slope)
    guard !kept.isEmpty else { return }
    guard kept.count >= Self.enough else {
      let mixture = BiasMixture(few: prior)
      self.mixture = mixture
      let rest = kept.map { mixture.bias.corrected(Meters($0.z)).value - $0.truth }
      let error = Self.stopDeviation * (1 + 1 / Double(rest.count)).squareRoot()
      let shrunk = Determination.shrunk(
        Statistics.median(rest) ?? 0, error: error, towards: (0, Self.usualBias))
      constant = shrunk
      calibrationDeviation = .determined(max(0.05, shrunk.standardError ?? 0), standardError: 0)
      return
    }
    let mixture = BiasMixture(
      kept.map { .init(reading: $0.z, error: $0.error, recording: $0.recording) }, prior: prior)
    self.mixture = mixture
    let resampling = Resampling(kept.map(\.recording), isWanted: hasErrors)
    let curve = RangeBias(profile: mixture.bias.profile, profileShare: mixture.bias.profileShare)
    let straight = kept.map { curve.corrected($0.z) - $0.truth }
    slope = Self.slope(kept, straight, mixture, resampling)
    let tilt = mixture.bias.slope
    let middle = center.value
    let flat = zip(kept, straight).map { $1 - tilt * ($0.z - middle) }
    let lag = Self.lag(kept, flat)
    self.lag = lag
    let level = mixture.bias.constant.value + tilt * middle - lag.shift.value
    contact = Self.contact(kept, flat, above: level)
    let rest = flat.map { $0 - level }
    constant = Determination.determined(
      level, standardError: resampling.standardError(ofQuantile: 0.5, of: flat)
    ).widened(by: lag.error.value)
    noise = Self.noise(kept, rest, resampling)
    calibrationDeviation = Self.width(
      rest, resampling, isSingle: Set(kept.map(\.recording)).count < 2, widenedBy: lag.error.value)
    obstructionDeviation = Self.obstruction(
      kept, rest, recordings: recordings.count, beside: calibrationDeviation.value ?? 0)
    restDeviation = Self.restDeviation(recordings, bias ?? RangeBias())
    guard hasErrors else { return }
    powerSlope = Self.powerSlope(kept, rest)
    residuals = all.map { reading in
      CalibrationResidual(
        recording: recordings[reading.recording].name, time: reading.row.sample.time,
        truth: Meters(reading.truth), reading: reading.row.sample.range?.value ?? 0,
        residual: curve.corrected(reading.z) - reading.truth - level - tilt * (reading.z - middle),
        receivedPower: reading.row.sample.rssi)
    }
  }

  private static func readings(_ recordings: [Recording], of radio: Radio) -> [Reading] {
    recordings.enumerated().flatMap { index, recording in
      recording.records.compactMap { row in
        guard row.sample.radio == radio, let range = row.sample.range,
          let truth = row.truth, range.isFinite, truth.isFinite
        else { return nil }
        return Reading(recording: index, row: row, z: range.value, truth: truth.value)
      }
    }
  }

  private static func lag(_ kept: [Reading], _ errors: [Double]) -> TruthLag {
    var rates = errors
    var duration = 0.0
    for (_, indices) in kept.indices.grouped(by: { kept[$0].recording }) {
      let rows = indices.map { (time: kept[$0].row.sample.time.value, truth: kept[$0].truth) }
      duration += rows[rows.count - 1].time - rows[0].time
      for (index, rate) in zip(indices, TruthLag.rates(rows)) { rates[index] = rate }
    }
    return TruthLag(errors: errors, rates: rates, lasting: duration)
  }

  private static func reachesFar(_ kept: [Reading]) -> Bool {
    let z = kept.map(\.z)
    return (Statistics.quantile(0.95, of: z) ?? 0) - (Statistics.quantile(0.05, of: z) ?? 0) >= 1
  }

  private static func slope(
    _ kept: [Reading], _ straight: [Double], _ mixture: BiasMixture, _ resampling: Resampling
  ) -> Determination {
    guard reachesFar(kept) else {
      return .undetermined(because: "90% of the readings are within 1 m of each other")
    }
    let sums = resampling.sums(kept.map(\.z), straight)
    let error = resampling.standardError { LineSums.total(sums, $0).slope }
    let share = zip(BiasMixture.Curve.allCases, mixture.weights).filter { $0.0.hasSlope }
      .reduce(0) { $0 + $1.1 }
    return .determined(mixture.bias.slope, standardError: share * error)
  }

  /// The contact calibration; `nil` with fewer than ten readings of touching devices.
  private static func contact(
    _ kept: [Reading], _ flat: [Double], above level: Double
  ) -> ContactCalibration? {
    let touching = zip(kept, flat).filter { $0.0.truth == 0 }
    let values = touching.map(\.1)
    guard values.count >= 10, let bias = Statistics.median(values) else { return nil }
    let resampling = Resampling(touching.map(\.0.recording))
    let error = resampling.standardError(ofQuantile: 0.5, of: values)
    return ContactCalibration(
      bias: .determined(bias, standardError: error), readings: values.count,
      level: .determined(bias - level, standardError: error))
  }

  private static func restDeviation(
    _ recordings: [Recording], _ bias: RangeBias
  ) -> Determination {
    var parameters = RangeFilter.Parameters()
    parameters.bias = bias
    let learned = recordings.compactMap { recording in
      var filter = RangeFilter(parameters: parameters)
      for row in recording.records { filter.update(row.sample) }
      return filter.learned.rangeDeviation?.value
    }
    guard let median = Statistics.median(learned) else {
      return .undetermined(because: "no recording has ranges at rest for long enough")
    }
    let spread = Statistics.robustDeviation(learned, around: median)
    return .determined(median, standardError: spread / Double(learned.count).squareRoot())
  }

  private static func noise(
    _ kept: [Reading], _ rest: [Double], _ resampling: Resampling
  ) -> Determination {
    let centers = Dictionary(grouping: zip(kept, rest)) { $0.0.recording }
      .mapValues { own in Statistics.median(own.map(\.1)) ?? 0 }
    let away = zip(kept, rest).map { ($1 - (centers[$0.recording] ?? 0)).magnitude }
    return .determined(
      robust * (Statistics.median(away) ?? 0),
      standardError: robust * resampling.standardError(ofQuantile: 0.5, of: away))
  }

  private static func width(
    _ rest: [Double], _ resampling: Resampling, isSingle: Bool, widenedBy lag: Double
  ) -> Determination {
    let away = rest.map(\.magnitude)
    let reach = (Statistics.quantile(0.95, of: away) ?? 0) / NormalDistribution.quantile95
    let error = resampling.standardError(ofQuantile: 0.95, of: away) / NormalDistribution.quantile95
    // One recording does not show the differences between links.
    let width = isSingle ? max(0.05, 1.2 * reach) : reach
    return .determined((width * width + lag * lag).squareRoot(), standardError: error)
  }

  private static func obstruction(
    _ kept: [Reading], _ rest: [Double], recordings: Int, beside deviation: Double
  ) -> Determination {
    var blocked = [[Double]](repeating: [], count: recordings)
    for (reading, residual) in zip(kept, rest) where NLOSDetector.isBlocked(reading.row.sample) {
      blocked[reading.recording].append(residual.magnitude)
    }
    return NLOSDetector.deviation(blocked, of: kept.count, beside: deviation)
  }

  private static func powerSlope(_ kept: [Reading], _ rest: [Double]) -> Determination {
    let pairs = zip(kept, rest).compactMap { reading, residual in
      reading.row.sample.rssi.map { (recording: reading.recording, power: $0.value, residual) }
    }
    guard pairs.count >= 10 else {
      return .undetermined(because: "the UWB ranges have no received power")
    }
    let (power, residuals) = (pairs.map(\.power), pairs.map(\.2))
    let (sxx, sxy) = Statistics.moments(power, residuals)
    guard sxx / Double(pairs.count) > 0.25 else {
      return .undetermined(because: "received power varies by less than 0.5 dB")
    }
    let resampling = Resampling(pairs.map(\.recording))
    let sums = resampling.sums(power, residuals)
    return .determined(
      sxy / sxx, standardError: resampling.standardError { LineSums.total(sums, $0).slope })
  }
}
