import Observations
import Quantities
import Text

/// The numbers that a row of our own trace has measured, as they are written.
struct Measurements {
  /// Metres; NaN where the row says NaN. The same holds for the others.
  var range: Double?
  /// dBm.
  var rssi: Double?
  /// dBm.
  var firstPathPower: Double?
  /// Metres.
  var truth: Double?
  /// Metres.
  var deviation: Double?
  /// What was left out, in words, in the order of the columns.
  private(set) var leftOut: [(reason: RejectionReason, message: String)] = []

  /// Leaves out the values that say "not available". A row that has neither range nor RSSI nor event
  /// without them keeps them, and is rejected for them.
  ///
  /// - Parameter hasEvent: Whether the row has an event.
  mutating func leaveOutAbsences(hasEvent: Bool) {
    let hasRange = range.map { !Plausibility.isAbsentDistance($0) } ?? false
    let hasSignal = rssi.map { !Plausibility.isAbsentLevel($0) } ?? false
    if hasRange || hasSignal || hasEvent {
      range = keep(range, .range, Plausibility.isAbsentDistance, Plausibility.distanceFault)
      rssi = keep(rssi, .rssi, Plausibility.isAbsentLevel, Plausibility.levelFault)
    }
    firstPathPower = keep(
      firstPathPower, .firstPathPower, Plausibility.isAbsentLevel, Plausibility.levelFault)
    truth = keep(truth, .truth, Plausibility.isAbsentDistance, Plausibility.distanceFault)
    deviation = keep(
      deviation, .deviation, { !Plausibility.isDistance($0) }, Plausibility.distanceFault)
  }

  private mutating func keep(
    _ value: Double?, _ role: CSVHeader.Role, _ isAbsent: (Double) -> Bool,
    _ fault: (Double, String) -> (reason: RejectionReason, message: String)?
  ) -> Double? {
    guard let value, isAbsent(value) else { return value }
    if !value.isNaN, let fault = fault(value, role.rawValue) { leftOut.append(fault) }
    return nil
  }
}

extension CSVRow.Values {
  /// The row that has these measurements. Without a radio a range means UWB, an RSSI alone BLE.
  init(
    _ measured: Measurements, time: Double, radio: Radio?, channel: UInt8?, event: LinkEvent?,
    azimuth: Degrees?, elevation: Degrees?, peer: String?, recording: String?
  ) {
    let isSignal = measured.range == nil && measured.rssi != nil
    self.init(
      observation: Observation(
        time: Seconds(time), radio: radio ?? (isSignal ? .ble : .uwb),
        // Adding 0 makes 0 of -0.
        range: measured.range.map { Meters($0 + 0) }, rssi: measured.rssi.map { DBm($0) },
        firstPathPower: measured.firstPathPower.map { DBm($0) }, channel: channel, event: event),
      truth: measured.truth.map { Meters($0 + 0) }, azimuth: azimuth, elevation: elevation,
      peer: peer, recording: recording, leftOut: measured.leftOut)
    observation.deviation = measured.deviation.map { Meters($0) }
  }
}

extension TraceSink {
  /// Takes one row of our own trace, or rejects it, and keeps account of what was left out of it.
  ///
  /// - Throws: `ReadError` when the row is rejected and reading is strict.
  mutating func accept(_ row: CSVRow.Values, line: Int) throws(ReadError) {
    let before = report.accepted
    try accept(
      row.observation, truth: row.truth, azimuth: row.azimuth, elevation: row.elevation,
      peer: row.peer, recording: row.recording, line: line)
    guard report.accepted > before else { return }
    for (reason, found) in row.leftOut {
      report.leaveOut(reason, line: line, example: "\(found); \(reason.sentence)")
    }
  }
}
