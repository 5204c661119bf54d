struct TraceRow {
  var sample: Sample
  var truth: Meters?
  /// NaN if the row contains text that is not a number.
  var azimuth: Degrees?
  var elevation: Degrees?
  var peer: String?
  var recording: String?
  var leftOut: [Plausibility.Fault] = []
  /// The text after `at edge`.
  var edge: String?
}

/// The reason why a row is rejected.
struct RowFault: Error {
  let reason: RejectionReason
  let found: String
  let cure: Cure?

  init(_ reason: RejectionReason, _ found: String = "", _ cure: Cure? = nil) {
    (self.reason, self.found, self.cure) = (reason, found, cure)
  }

  static func damaged(_ found: String) -> Self { Self(.damaged, found) }
}

protocol TraceFields {
  /// A number; NaN if the line contains NaN for a measurement.
  func number(_ role: ColumnRole) throws(RowFault) -> Double?
  func angle(_ role: ColumnRole) -> Degrees?
  func word(_ role: ColumnRole) throws(RowFault) -> String?
  func text(_ role: ColumnRole) throws(RowFault) -> String?
  func found(_ role: ColumnRole) -> String
}

extension TraceFields {
  /// Creates the row of the fields at a time, in s.
  func row(at time: Double) throws(RowFault) -> TraceRow {
    var measured = Measurements(
      range: try number(.range), rssi: try number(.rssi),
      firstPathPower: try number(.firstPathPower), truth: try number(.truth),
      deviation: try number(.deviation))
    var edge: String?
    let event = try word(.event).map { (name) throws(RowFault) in
      #if !hasFeature(Embedded)
      if name.hasPrefix("at edge ") {
        edge = String(name.dropFirst(8))
        return LinkEvent.at
      }
      #endif
      if name.hasPrefix("at "), let distance = Double(name.dropFirst(3)), distance > 0 {
        measured.range = distance
        return LinkEvent.at
      }
      guard let event = LinkEvent(rawValue: name) else {
        throw RowFault(.unknownEvent, found(.event) + question(name))
      }
      return event
    }
    measured.leaveOutAbsences(hasEvent: event != nil)
    let named = try word(.source).map { (name) throws(RowFault) in
      guard let radio = Radio(rawValue: name.lowercased()) else {
        throw RowFault(.unknownSource, found(.source))
      }
      return radio
    }
    let channel = try number(.channel).map { (number) throws(RowFault) in
      guard let channel = UInt8(exactly: number) else {
        throw RowFault(.unknownChannel, found(.channel))
      }
      return channel
    }
    let isSignal = measured.range == nil && measured.rssi != nil
    var sample = Sample(
      time: Seconds(time), radio: named ?? (isSignal || event == .at ? .ble : .uwb),
      // Adding 0 converts -0 to 0.
      range: measured.range.map { Meters($0 + 0) }, rssi: measured.rssi.map { DBm($0) },
      firstPathPower: measured.firstPathPower.map { DBm($0) }, channel: channel, event: event)
    sample.deviation = measured.deviation.map { Meters($0) }
    return TraceRow(
      sample: sample, truth: measured.truth.map { Meters($0 + 0) }, azimuth: angle(.azimuth),
      elevation: angle(.elevation), peer: try text(.peer),
      recording: try text(.recording), leftOut: measured.leftOut, edge: edge)
  }

  private func question(_ event: String) -> String {
    #if hasFeature(Embedded)
    ""
    #else
    event.lowercased().hasPrefix("at") && event.dropFirst(2).first?.isLetter != true
      ? " (expected at 1, with the distance in m, or at edge NAME)"
      : Spelling.question(event, LinkEvent.allCases.map(\.rawValue)).map { " (\($0))" } ?? ""
    #endif
  }
}

private struct Measurements {
  /// The range in meters; NaN if the row contains NaN. All other measurements can also be NaN.
  var range: Double?
  var rssi: Double?
  var firstPathPower: Double?
  var truth: Double?
  var deviation: Double?
  private(set) var leftOut: [Plausibility.Fault] = []

  /// Omits values that mean "not available"; a row without other values is rejected.
  mutating func leaveOutAbsences(hasEvent: Bool) {
    let hasRange = range.map { !Plausibility.isAbsent($0, .range) } ?? false
    let hasSignal = rssi.map { !Plausibility.isAbsent($0, .rssi) } ?? false
    if hasRange || hasSignal || hasEvent {
      range = keep(range, .range)
      rssi = keep(rssi, .rssi)
    }
    firstPathPower = keep(firstPathPower, .firstPathPower)
    truth = keep(truth, .truth)
    deviation = keep(deviation, .deviation)
  }

  private mutating func keep(_ value: Double?, _ role: ColumnRole) -> Double? {
    guard let value, Plausibility.isAbsent(value, role) else { return value }
    if let fault = Plausibility.fault(value, role) { leftOut.append(fault) }
    return nil
  }
}
