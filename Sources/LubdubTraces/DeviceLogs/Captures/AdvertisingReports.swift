/// Advertising reports in a Bluetooth HCI event (Core Specification, Vol 4, Part E, 7.7.65).
struct AdvertisingReports {
  struct Report: Equatable {
    let address: String
    /// dBm; 127 is "not available".
    let rssi: Int8
  }

  private(set) var reports: [Report] = []
  private(set) var isDamaged = false

  private static let metaEvent: UInt8 = 0x3E
  private static let legacy: UInt8 = 0x02
  private static let directed: UInt8 = 0x0B
  private static let extended: UInt8 = 0x0D

  init?(event: ArraySlice<UInt8>) {
    var cursor = ByteCursor(event)
    guard cursor.byte() == Self.metaEvent, let length = cursor.byte(),
      let kind = cursor.byte(), [Self.legacy, Self.directed, Self.extended].contains(kind)
    else { return nil }
    var body = ByteCursor(cursor.rest.prefix(max(0, Int(length) - 1)))
    let count = body.byte() ?? 0
    isDamaged = cursor.rest.count < Int(length) - 1 || count == 0
    for _ in 0..<count {
      guard let report = Self.report(kind, &body) else {
        isDamaged = true
        return
      }
      reports.append(report)
    }
  }

  private static func report(_ kind: UInt8, _ body: inout ByteCursor) -> Report? {
    switch kind {
    case legacy: legacyReport(&body)
    case extended: extendedReport(&body)
    default: directedReport(&body)
    }
  }

  /// Event type, address type, address, data with its length, RSSI.
  private static func legacyReport(_ body: inout ByteCursor) -> Report? {
    guard body.skip(2), let address = body.take(6), let length = body.byte(),
      body.skip(Int(length)), let rssi = body.signedByte()
    else { return nil }
    return Report(address: BluetoothAddress.text(address), rssi: rssi)
  }

  /// Event type, address type, address, type and address of the target, RSSI.
  private static func directedReport(_ body: inout ByteCursor) -> Report? {
    guard body.skip(2), let address = body.take(6), body.skip(7), let rssi = body.signedByte()
    else { return nil }
    return Report(address: BluetoothAddress.text(address), rssi: rssi)
  }

  /// Event type (2 bytes), address type, address, two PHYs, set, transmit power, RSSI, periodic
  /// interval (2 bytes), type and address of the target, data with its length.
  private static func extendedReport(_ body: inout ByteCursor) -> Report? {
    guard body.skip(3), let address = body.take(6), body.skip(4), let rssi = body.signedByte(),
      body.skip(9), let length = body.byte(), body.skip(Int(length))
    else { return nil }
    return Report(address: BluetoothAddress.text(address), rssi: rssi)
  }
}
