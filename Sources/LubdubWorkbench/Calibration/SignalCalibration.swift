internal import RealModule

/// Calibration of signal strength between two devices, on recordings with known distance.
package struct SignalCalibration: Sendable, Hashable {
  /// RSSI at one metre, in dBm.
  package var referencePower: Determination
  package var exponent: Determination
  /// Standard deviation of RSSI around the model, in dB.
  package var deviation: Determination
  /// The length of a fade: until the residuals' correlation has fallen to 1/e, in s.
  package var fadingTime: Determination
  /// The error of the reference power for the next recording, in dB: one standard deviation.
  package var powerDeviation: Determination
  /// The level while the devices touch, in dBm, and what differs between recordings as its error.
  package var contactLevel: Determination
  /// The contact level above that at 0.1 to 0.3 m, in dB.
  package var contactGap: Determination
  /// The effect of bodies on the level, in dB: one standard deviation between places.
  package var shadow: Determination
  /// The usual distance of such links, in m; only from three stops and more.
  package var typicalDistance: Determination
  /// Standard deviation of ln(distance) around it; only with it.
  package var observedSpread: Determination
  /// A moving link's rate of return to the usual distance, per second; only with that distance.
  package var mobility: Determination
  /// Distances in m that each stand for the same share of the time; empty without a usual place.
  package private(set) var distances: [Double] = []
  package private(set) var places = 0.0
  package var readings: Int
  package var residuals: [CalibrationResidual]

  package var pathLoss: PathLoss? {
    referencePower.value.map {
      PathLoss(referencePower: DBm($0), exponent: exponent.value ?? assumedExponent)
    }
  }

  private var assumedExponent = 1.8

  /// The factor by which the next recording's interval widens because few recordings have shown the usual distances.
  package private(set) var widthFactor: Double?

  /// Fewer stops say nothing about where links usually are.
  private static let leastStops = 3
  /// Levels at 1 m, and what differs between two stops, in dBm and dB.
  private static let usualPower = (mean: -60.3, deviation: 11.0)
  private static let stopDeviation = 6.0

  private struct Reading {
    let recording: Int
    let row: SignalLaw.Row
    var logDistance: Double { Double.log(row.distance) }
  }

  /// Fits what is known of signal strength, at distances from 0.1 m up; see `SignalLaw`.
  package init(_ recordings: [Recording], isOwn: Bool = false, hasErrors: Bool = true) {
    let rows = recordings.map(Self.rows)
    let all = rows.enumerated().flatMap { index, own in
      own.filter { $0.distance >= 0.1 }.map { Reading(recording: index, row: $0) }
    }
    readings = all.count
    residuals = []
    (contactLevel, contactGap) = Self.contact(rows)
    let few =
      "too few RSSI readings at 0.1 m or more, \(all.count): one recording needs \(SignalLaw.enough), 3 of them at one "
      + "place"
    exponent = .undetermined(because: few)
    (deviation, fadingTime, powerDeviation, referencePower) =
      (exponent, exponent, exponent, exponent)
    (shadow, typicalDistance, observedSpread, mobility) = (exponent, exponent, exponent, exponent)
    let scale = Double.naturalLogarithmOf10 / 10
    guard let law = SignalLaw(rows, isOwn: isOwn) else {
      // A stop of seconds: its level, drawn to the usual one.
      let powers = all.map { $0.row.level + assumedExponent / scale * $0.logDistance }
      guard let power = Statistics.median(powers) else { return }
      referencePower = .shrunk(power, error: Self.stopDeviation, towards: Self.usualPower)
      powerDeviation = .determined(referencePower.standardError ?? 0, standardError: 0)
      return
    }
    let count = Double(law.recordings)
    assumedExponent = law.slope * scale
    exponent =
      law.isFlat
      ? .undetermined(
        because: "the distances of a recording hardly differ; "
          + "\((100 * assumedExponent).rounded() / 100) is assumed")
      : .determined(assumedExponent, standardError: law.slopeError * scale)
    referencePower = .determined(law.level, standardError: law.power / count.squareRoot())
    powerDeviation = .determined(law.power, standardError: law.power / (2 * count).squareRoot())
    shadow = .determined(law.shadow, standardError: law.shadow / (2 * law.places).squareRoot())
    widthFactor = law.width
    if law.stops >= Self.leastStops {
      let (usual, spread) = (Double.exp(law.usual), law.variance.squareRoot())
      typicalDistance = .determined(
        usual, standardError: usual * spread / (2 + law.places).squareRoot())
      observedSpread = .determined(
        spread, standardError: spread / (2 * (4 + law.places)).squareRoot())
      mobility = .determined(law.rate, standardError: law.rate / (1 + count).squareRoot())
      (distances, places) = (law.distances, law.places)
    } else {
      let reason =
        "\(counted(law.stops, "stop")); the typical distance needs 3, or a value from you"
      typicalDistance = .undetermined(because: reason)
      (observedSpread, mobility) = (typicalDistance, typicalDistance)
    }
    let rest = all.map { $0.row.level - law.level + law.slope * $0.logDistance }
    let sigma = Statistics.rootMeanSquare(rest) ?? 0
    deviation = .determined(sigma, standardError: sigma / (2 * law.places).squareRoot())
    guard hasErrors else { return }
    fadingTime = Self.fadingTime(all, Self.centered(rest, all))
    residuals = zip(all, rest).map { reading, residual in
      CalibrationResidual(
        recording: recordings[reading.recording].name, time: Seconds(reading.row.time),
        truth: Meters(reading.row.distance), reading: reading.row.level, residual: residual,
        receivedPower: DBm(reading.row.level))
    }
  }

  /// Readings that are needed between 0.1 and 0.3 m for the gap, and while the devices touch.
  private static let gapReadings = 20
  private static let contactReadings = 3
  /// Levels in contact that differ by more, in dB, are those of unlike pairs: the edge of contact lies 3 to
  /// 8 dB below its level.
  private static let largestContactDeviation = 4.0

  private static func contact(
    _ recordings: [[SignalLaw.Row]]
  ) -> (level: Determination, gap: Determination) {
    let medians = recordings.compactMap { rows -> Double? in
      let touching = rows.filter { $0.distance == 0 }.map(\.level)
      return touching.count < contactReadings ? nil : Statistics.median(touching)
    }
    guard let level = Statistics.mean(medians) else {
      let reason = "no \(contactReadings) RSSI readings with a distance of 0"
      return (.undetermined(because: reason), .undetermined(because: reason))
    }
    let deviation = max(1, Statistics.sampleDeviation(medians) ?? 1)
    guard deviation <= largestContactDeviation else {
      let reason =
        "the recordings differ by \((10 * deviation).rounded() / 10) dB; calibrate unlike pairs separately"
      return (.undetermined(because: reason), .undetermined(because: reason))
    }
    let beside = recordings.joined().filter { (0.1...0.3).contains($0.distance) }.map(\.level)
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

  private static func rows(_ recording: Recording) -> [SignalLaw.Row] {
    recording.records.compactMap { row in
      guard row.sample.radio == .ble, let rssi = row.sample.rssi, isPlausible(rssi),
        let truth = row.truth?.value, truth.isFinite, truth >= 0
      else { return nil }
      return SignalLaw.Row(time: row.sample.time.value, level: rssi.value, distance: truth)
    }
  }

  /// The residuals without the mean of their recording, which is not fading.
  private static func centered(_ rest: [Double], _ all: [Reading]) -> [Double] {
    let means = Dictionary(grouping: zip(rest, all)) { $0.1.recording }
      .mapValues { own in Statistics.mean(own.map(\.0)) ?? 0 }
    return zip(rest, all).map { residual, reading in residual - (means[reading.recording] ?? 0) }
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
        let bin = Int(min(max((all[second].row.time - all[first].row.time) / width, 0), 1e6))
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
