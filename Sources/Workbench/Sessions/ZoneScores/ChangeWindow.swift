public import Observations
public import Quantities

/// How early and how late a change of zone may be and still follow a true one.
public struct ChangeWindow: Sendable, Hashable {
  /// The earliest delay, below zero.
  public let earliest: Seconds
  /// The latest delay.
  public let latest: Seconds

  /// For what measures a distance by radio: nothing but the rule for zones makes it late.
  public static let ranges = ChangeWindow(earliest: -2, latest: 10)
  /// For positions, whose errors stay for 40 s (`PositionFilter.Parameters.correlationTime`) and are as large as the
  /// way that people walk in many seconds: the preset `phone-tag` decides up to 20 s late by design.
  public static let positions = ChangeWindow(earliest: -8, latest: 40)

  /// The window of what a radio measures.
  public init(of radio: Radio) { self = radio == .gnss ? .positions : .ranges }

  private init(earliest: Seconds, latest: Seconds) {
    self.earliest = earliest
    self.latest = latest
  }
}

extension Observation {
  /// Whether zones are compared with the truth at this row: it is a measurement of its own radio, and
  /// neither an event nor a reported absence.
  package var isScored: Bool {
    guard event == nil else { return false }
    return radio == .ble ? rssi != nil : range != nil
  }
}
