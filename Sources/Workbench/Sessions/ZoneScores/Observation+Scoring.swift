package import Observations

extension Observation {
  /// Whether zones are compared with the truth at this row: it is a measurement of its own radio, and
  /// neither an event nor a reported absence.
  package var isScored: Bool {
    guard event == nil else { return false }
    return radio == .ble ? rssi != nil : range != nil
  }
}
