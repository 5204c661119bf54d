/// Advertising reports in a Bluetooth HCI event (Core Specification, Vol 4, Part E, 7.7.65).
struct AdvertisingReports {
  typealias Report = (address: String, rssi: Int8)

  /// Levels in dBm; 127 is "not available".
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

  /// Legacy: event type, address type, address, data with its length, RSSI. Directed: the target instead of the data.
  /// Extended: event type (2 bytes), address, two PHYs, set, power, RSSI, interval (2), target, data with length.
  private static func report(_ kind: UInt8, _ body: inout ByteCursor) -> Report? {
    func skipData() -> Bool { body.byte().map { body.skip(Int($0)) } ?? false }
    guard body.skip(kind == extended ? 3 : 2), let address = body.take(6),
      kind == legacy ? skipData() : body.skip(kind == extended ? 4 : 7),
      let rssi = body.signedByte(), kind != extended || body.skip(9) && skipData()
    else { return nil }
    return (BluetoothAddress.text(address), rssi)
  }
}
