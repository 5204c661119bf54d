internal import RealModule

/// The calibration of signal strength between two devices, from recordings with known distances.
package struct SignalCalibration: Sendable, Hashable {
  /// The RSSI at one meter, in dBm.
  package var referencePower: Determination
  package var exponent: Determination
  /// The standard deviation of the RSSI around the model, in dB.
  package var deviation: Determination
  /// The duration of a fade, in s: the time after which the correlation of the residuals has fallen to 1/e.
  package var fadingTime: Determination
  /// The standard deviation of the reference power for the next recording, in dB.
  package var powerDeviation: Determination
  /// The level while the devices touch, in dBm. Its error is the deviation between recordings.
  package var contactLevel: Determination
  /// The contact level minus the level at 0.1 to 0.3 m, in dB.
  package var contactGap: Determination
  /// The standard deviation between places that bodies cause, in dB.
  package var shadow: Determination
  /// The usual distance of such links, in m. It needs at least three stops.
  package var typicalDistance: Determination
  /// The standard deviation of ln(distance) around the usual distance, if the usual distance is known.
  package var observedSpread: Determination
  /// The rate at which a moving link returns to the usual distance, per second, if that distance is known.
  package var mobility: Determination
  /// The distances in m at equal shares of the time; empty if the usual distance is unknown.
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

  /// The factor on the interval for the next recording, because few recordings have shown the usual distances.
  package private(set) var widthFactor: Double?

  /// The fewest stops that show the usual distances of links.
  private static let leastStops = 3
  /// The prior of the level at 1 m, in dBm, and the deviation between two stops, in dB.
  private static let usualPower = (mean: -60.3, deviation: 11.0)
  private static let stopDeviation = 6.0

  private struct Reading {
    let recording: Int
    let row: SignalLaw.Row
    var logDistance: Double { Double.log(row.distance) }
  }

  /// Fits signal strength at distances of at least 0.1 m; see `SignalLaw`.
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
      // The recording is a stop of a few seconds: its level is shrunk toward the usual level.
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

  /// The number of readings between 0.1 and 0.3 m, and the number of readings in contact, that the gap needs.
  private static let gapReadings = 20
  private static let contactReadings = 3
  /// The largest deviation of contact levels of similar pairs, in dB. The edge of contact is 3 to 8 dB below the contact
  /// level.
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

  /// The residuals minus the mean of their recording, which is not fading.
  private static func centered(_ rest: [Double], _ all: [Reading]) -> [Double] {
    let means = Dictionary(grouping: zip(rest, all)) { $0.1.recording }
      .mapValues { own in Statistics.mean(own.map(\.0)) ?? 0 }
    return zip(rest, all).map { residual, reading in residual - (means[reading.recording] ?? 0) }
  }

  /// The time at which the correlation of the residuals, in bins of half a second, falls below 1/e.
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
