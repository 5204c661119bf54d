public import Lubdub
internal import LubdubSignals
internal import RealModule

/// What recordings with known distance show about signal strength between two devices.
public struct SignalCalibration: Sendable, Hashable {
  /// RSSI at one metre, in dBm.
  public var referencePower: Determination
  /// Path-loss exponent.
  public var exponent: Determination
  /// Standard deviation of RSSI around the model, in dB.
  public var deviation: Determination
  /// How long a fade lasts: when the residuals' correlation has fallen to 1/e, in s.
  public var fadingTime: Determination
  /// How wrong the reference power is for the next recording, in dB: one standard deviation.
  public var powerDeviation: Determination
  /// The level while the devices touch, in dBm, and what differs between recordings as its error.
  public var contactLevel: Determination
  /// How much stronger that is than 0.1 to 0.3 m, in dB.
  public var contactGap: Determination
  /// Where such links usually are, in m; only from several recordings.
  public var typicalDistance: Determination
  /// How widely ln(distance) lies around it: 95th percentile over 1.96; only from several recordings.
  public var observedSpread: Determination
  /// Readings used.
  public var readings: Int
  /// Recordings that they come from.
  package private(set) var recordingCount: Int
  /// RSSI minus model, for every reading.
  public var residuals: [CalibrationResidual]

  /// The path loss, ready for the signal-strength filter; `nil` if the reference power could not
  /// be determined. An exponent that could not is taken to be 2.
  public var pathLoss: PathLoss? {
    referencePower.value.map {
      PathLoss(referencePower: DBm($0), exponent: exponent.value ?? 2)
    }
  }

  /// How much wider the interval of the next recording has to be because so few have shown where such links are: the
  /// deviation of Student's t with two degrees more than there are recordings. 1 for none and a single one, whose
  /// typical distance is the generic one.
  package var widthFactor: Double {
    recordingCount < 2 ? 1 : (1 + 2 / Double(recordingCount)).squareRoot()
  }
}

extension SignalCalibration {
  /// Exponents outside this range are not those of a radio link.
  private static let plausibleExponents = 0.4...6.0
  /// The exponent of free space.
  private static let usualExponent = 2.0
  /// What a single recording's exponent differs from what is known beforehand by: devices, pockets, rooms.
  private static let exponentDeviation = 0.5
  /// Fewer readings than this are a stop, and give a reference power that is shrunk towards the usual one.
  static let enough = 10
  /// Reference powers of devices, and what differs between two stops, in dBm and dB.
  private static let usualPower = (mean: -59.0, deviation: 9.0)
  private static let stopDeviation = 6.0
  /// A link whose level is off by more of the expected deviations is one of another kind.
  private static let unlikeDeviations = 2.0
  /// What differs between recordings of one kind before any is known, in dB.
  private static let usualPowerDeviation = 3.0

  private struct Reading {
    let recording: Int
    let time: Double
    let rssi: Double
    let truth: Double
    /// ln(distance)
    var logDistance: Double { Double.log(truth) }
  }

  /// Fits the path loss by least squares over ln(distance), distances from 0.1 m up. With one recording
  /// the exponent is shrunk towards 2 by its standard error.
  ///
  /// - Parameters:
  ///   - recordings: Links or sessions, each in the order of time. For recordings without
  ///     truth but with both radios, pass them through `CalibrationRecording.withTruthFromRanges`.
  ///   - knownExponent: The exponent, where others have shown it; `nil` to fit it.
  ///   - hasErrors: Whether standard errors are wanted, which take most of the time.
  public init(
    _ recordings: [CalibrationRecording], knownExponent: Double? = nil, hasErrors: Bool = true
  ) {
    let all = Self.readings(recordings)
    readings = all.count
    recordingCount = Set(all.map(\.recording)).count
    residuals = []
    (typicalDistance, observedSpread) = Self.usualPlace(all)
    (contactLevel, contactGap) = Self.contact(recordings)
    let few =
      "\(all.count) RSSI readings with a distance of 0.1 m or more, \(Self.enough) are needed"
    exponent = .undetermined(because: few)
    deviation = exponent
    fadingTime = exponent
    powerDeviation = exponent
    referencePower = exponent
    guard all.count >= Self.enough else {
      guard !all.isEmpty else { return }
      let shape = PathLoss(referencePower: 0, exponent: 2)
      let powers = all.map { $0.rssi - shape.rssi(at: Meters($0.truth)).value }
      referencePower = .shrunk(
        Statistics.median(powers) ?? 0, error: Self.stopDeviation, towards: Self.usualPower)
      powerDeviation = .determined(referencePower.standardError ?? 0, standardError: 0)
      return
    }
    let logs = all.map(\.logDistance)
    let powers = all.map(\.rssi)
    let (sxx, sxy) = Statistics.moments(logs, powers)
    let spread = (sxx / Double(all.count)).squareRoot()
    let scale = Double.naturalLogarithmOf10 / 10
    let fitted = spread > 0 ? -sxy / sxx * scale : 2
    let isFlat = spread < 0.25
    let isOdd = !Self.plausibleExponents.contains(fitted)
    let resampling = Resampling(
      all.map(\.recording), isWanted: hasErrors || recordingCount < 2)
    let sums = resampling.sums(logs, powers)
    let isSingle = recordingCount < 2
    let error = resampling.standardError { LineSums.total(sums, $0).slope.map { -$0 * scale } }
    let own =
      isSingle
      ? Determination.shrunk(
        fitted, error: error,
        towards: (Self.usualExponent, Self.exponentDeviation))
      : .determined(fitted, standardError: error)
    let isKnown = !isFlat && !isOdd && knownExponent == nil
    let n = knownExponent ?? (isKnown ? own.value : nil) ?? Self.usualExponent
    let slope = n / scale
    let level = Statistics.mean(all.map { $0.rssi + slope * $0.logDistance }) ?? 0
    let rest = all.map { $0.rssi - level + slope * $0.logDistance }
    let sigma = (rest.reduce(0) { $0 + $1 * $1 } / Double(all.count)).squareRoot()
    if hasErrors { fadingTime = Self.fadingTime(all, Self.centered(rest, all)) }
    powerDeviation = Self.powerDeviation(rest, all)
    if let knownExponent {
      exponent = .determined(knownExponent, standardError: 0)
    } else if isFlat {
      exponent = .undetermined(
        because: "the distances differ by less than 25 %; \((100 * n).rounded() / 100) is assumed")
    } else if isOdd {
      exponent = .undetermined(
        because:
          "the fit gives \(fitted), outside 0.4 to 6; \((100 * n).rounded() / 100) is assumed")
    } else {
      exponent = own
    }
    /// The slope of a draw, where it is not assumed.
    func tilt(_ total: LineSums) -> Double { isKnown ? total.slope ?? -slope : -slope }
    referencePower = .determined(
      level,
      standardError: resampling.standardError {
        let total = LineSums.total(sums, $0)
        return total.level(slope: tilt(total))
      })
    deviation = .determined(
      sigma,
      standardError: resampling.standardError {
        let total = LineSums.total(sums, $0)
        return total.deviation(slope: tilt(total))
      })
    guard hasErrors else { return }
    residuals = zip(all, rest).map { reading, residual in
      CalibrationResidual(
        recording: recordings[reading.recording].name, time: Seconds(reading.time),
        truth: Meters(reading.truth), reading: reading.rssi, residual: residual,
        receivedPower: DBm(reading.rssi))
    }
  }

  /// The reference power of this link together with that of other links, each by how wrong it may be: a
  /// stop of seconds says less about a link than links that hardly differ.
  func joined(with others: SignalCalibration) -> SignalCalibration {
    guard let own = referencePower.value, let error = powerDeviation.value,
      let usual = others.referencePower.value, let spread = others.powerDeviation.value
    else { return self }
    // A link that is unlike the others has nothing to learn from them.
    let unlike = Self.unlikeDeviations * (error * error + spread * spread).squareRoot()
    guard (own - usual).magnitude <= unlike else { return self }
    var copy = self
    let power = Determination.shrunk(own, error: error, towards: (usual, spread))
    copy.referencePower = power
    copy.powerDeviation = .determined(power.standardError ?? error, standardError: 0)
    return copy
  }

  /// By how much the recordings' own reference powers differ, with a prior worth one recording, and what
  /// the mean of so many is wrong by (decision 13).
  private static func powerDeviation(_ rest: [Double], _ all: [Reading]) -> Determination {
    let means = means(rest, all).values.map { $0 }
    let count = Double(means.count)
    let center = means.sorted().reduce(0, +) / count
    let squares = means.map { ($0 - center) * ($0 - center) }.sorted().reduce(0, +)
    let prior = usualPowerDeviation * usualPowerDeviation
    let deviation = ((prior + squares) / count * (1 + 1 / count)).squareRoot()
    return .determined(deviation, standardError: deviation / (2 * count).squareRoot())
  }

  /// Readings that are needed between 0.1 and 0.3 m for the gap, and while the devices touch.
  private static let gapReadings = 20
  private static let contactReadings = 3
  /// Levels in contact that differ by more, in dB, are those of unlike pairs: the edge of contact lies 3 to
  /// 8 dB below its level.
  private static let largestContactDeviation = 4.0

  /// The level while the devices touch, and how much stronger it is than beside.
  private static func contact(
    _ recordings: [CalibrationRecording]
  ) -> (level: Determination, gap: Determination) {
    func levels(_ samples: [CalibrationSample], _ isWanted: (Double) -> Bool) -> [Double] {
      samples.compactMap { row in
        guard row.sample.radio == .ble, let rssi = row.sample.rssi,
          isPlausible(rssi), let truth = row.truth?.value, truth.isFinite, isWanted(truth)
        else { return nil }
        return rssi.value
      }
    }
    let medians = recordings.compactMap { recording -> Double? in
      let touching = levels(recording.samples) { $0 == 0 }
      return touching.count < contactReadings ? nil : Statistics.median(touching)
    }
    guard let level = Statistics.mean(medians) else {
      let reason = "no \(contactReadings) RSSI readings with a distance of 0"
      return (.undetermined(because: reason), .undetermined(because: reason))
    }
    let squares = medians.reduce(0) { $0 + ($1 - level) * ($1 - level) }
    let deviation =
      medians.count > 1 ? max(1, (squares / Double(medians.count - 1)).squareRoot()) : 1
    guard deviation <= largestContactDeviation else {
      let reason =
        "the recordings differ by \((10 * deviation).rounded() / 10) dB; of unlike pairs each has its own"
      return (.undetermined(because: reason), .undetermined(because: reason))
    }
    let beside = recordings.flatMap { levels($0.samples) { (0.1...0.3).contains($0) } }
    guard beside.count >= gapReadings, let middle = Statistics.median(beside) else {
      return (
        .determined(level, standardError: deviation),
        .undetermined(
          because: "\(counted(beside.count, "reading")) at 0.1 to 0.3 m, \(gapReadings) are needed")
      )
    }
    return (
      .determined(level, standardError: deviation),
      .determined(level - middle, standardError: deviation)
    )
  }

  private static func readings(_ recordings: [CalibrationRecording]) -> [Reading] {
    recordings.enumerated().flatMap { index, recording in
      recording.samples.compactMap { row in
        guard row.sample.radio == .ble, let rssi = row.sample.rssi,
          isPlausible(rssi), let truth = row.truth, truth.isFinite, truth.value >= 0.1
        else { return nil }
        return Reading(
          recording: index, time: row.sample.time.value, rssi: rssi.value,
          truth: truth.value)
      }
    }
  }

  /// Where such links usually are and how widely they roam. A single stop or walk says nothing about
  /// it: with its own median as prior the error is 40 % larger than with the generic one.
  private static func usualPlace(
    _ all: [Reading]
  ) -> (distance: Determination, spread: Determination) {
    let byRecording = Dictionary(grouping: all, by: \.recording)
    let medians = byRecording.keys.sorted()
      .compactMap { key in Statistics.median(byRecording[key]?.map(\.truth) ?? []) }
    guard medians.count >= 2, let center = Statistics.median(all.map(\.truth)) else {
      let reason =
        "\(counted(medians.count, "recording")); the usual distance takes at least 2, or your word"
      return (.undetermined(because: reason), .undetermined(because: reason))
    }
    let logs = medians.map { Double.log($0) }
    let middle = Statistics.mean(logs) ?? 0
    let squares = logs.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    let deviation = (squares / Double(logs.count - 1)).squareRoot()
    let root = Double(logs.count).squareRoot()
    let away = all.map { Double.log($0.truth / center).magnitude }
    let spread = (Statistics.quantile(0.95, of: away) ?? 0) / NormalDistribution.quantile95
    return (
      .determined(center, standardError: center * deviation / root),
      .determined(spread, standardError: spread / (2.0.squareRoot() * root))
    )
  }

  /// The residuals without the mean of their recording, which is not fading.
  private static func centered(_ rest: [Double], _ all: [Reading]) -> [Double] {
    let means = means(rest, all)
    return zip(rest, all).map { residual, reading in residual - (means[reading.recording] ?? 0) }
  }

  /// The mean residual of each recording.
  private static func means(_ rest: [Double], _ all: [Reading]) -> [Int: Double] {
    var sums: [Int: (sum: Double, count: Double)] = [:]
    for (residual, reading) in zip(rest, all) {
      let old = sums[reading.recording] ?? (0, 0)
      sums[reading.recording] = (old.sum + residual, old.count + 1)
    }
    return sums.mapValues { $0.sum / $0.count }
  }

  /// Correlation of the residuals in bins of half a second, and where it falls below 1/e.
  private static func fadingTime(_ all: [Reading], _ rest: [Double]) -> Determination {
    let variance = rest.reduce(0) { $0 + $1 * $1 } / Double(rest.count)
    let width = 0.5
    var sums = [Double](repeating: 0, count: 60)
    var counts = [Int](repeating: 0, count: 60)
    for first in all.indices {
      for second in all.indices[(first + 1)...].prefix(200) {
        guard all[second].recording == all[first].recording else { break }
        let bin = Int(min(max((all[second].time - all[first].time) / width, 0), 1e6))
        guard bin < sums.count else { break }
        sums[bin] += rest[first] * rest[second]
        counts[bin] += 1
      }
    }
    var last = (time: 0.0, correlation: 1.0)
    let limit = 0.367_879_441
    for bin in sums.indices where counts[bin] >= 20 && variance > 0 {
      let time = (Double(bin) + 0.5) * width
      let correlation = sums[bin] / Double(counts[bin]) / variance
      if correlation < limit {
        let share = (last.correlation - limit) / (last.correlation - correlation)
        let crossing = last.time + share * (time - last.time)
        return .determined(crossing, standardError: max(0.25, crossing / 3))
      }
      last = (time, correlation)
    }
    return .undetermined(because: "the residuals stay correlated, or come too rarely, within 30 s")
  }
}
