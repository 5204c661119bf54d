/// A Bluetooth LE packet received by a sniffer, in the two framings that include received power.
struct SniffedPacket {
  let address: String
  let rssi: Double
  let channel: UInt8

  /// Channel, signal, noise, offenses, address (4 bytes), flags (2), the packet (LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR).
  init?(pseudoHeader packet: ArraySlice<UInt8>) throws(RowFault) {
    var cursor = ByteCursor(packet)
    guard let rfChannel = cursor.byte(), let signal = cursor.signedByte(), cursor.skip(6),
      let flags = cursor.little(UInt16.self)
    else { throw RowFault(.damaged, "the pseudo-header is cut short") }
    guard let address = try Self.advertiser(cursor.rest, isCoded: flags >> 14 == 2) else {
      return nil
    }
    let isChecked = flags & 0x0400 != 0
    let isValid = flags & 0x0800 != 0
    guard !isChecked || isValid else { throw RowFault(.damaged, "the checksum is wrong") }
    guard flags & 0x0002 != 0 else {
      throw RowFault(.signalNotAvailable, "the signal is marked as not valid")
    }
    (self.address, rssi, channel) = (address, Double(signal), Self.channelIndex(rfChannel))
  }

  /// Board, lengths, version, counter (2 bytes), type; length of this part, flags, channel, attenuation, counter (2),
  /// time (4), and the packet from the access address (LINKTYPE_NORDIC_BLE, versions 1 to 3).
  init?(nordic packet: ArraySlice<UInt8>) throws(RowFault) {
    var cursor = ByteCursor(packet)
    guard cursor.skip(3), let version = cursor.byte(), cursor.skip(2), let type = cursor.byte()
    else { throw RowFault(.damaged, "the sniffer's header is cut short") }
    guard (1...3).contains(version) else {
      throw RowFault(.damaged, "version \(version) of the sniffer's protocol is not known")
    }
    guard type == 0x06 || (type == 0x02 && version == 3) else { return nil }
    guard let length = cursor.byte(), length == 10, let flags = cursor.byte(),
      let channel = cursor.byte(), let attenuation = cursor.byte(), cursor.skip(6)
    else { throw RowFault(.damaged, "the sniffer's header is cut short") }
    let isCoded = version == 3 && (flags >> 4) & 7 == 2
    guard let address = try Self.advertiser(cursor.rest, isCoded: isCoded) else { return nil }
    guard flags & 1 != 0 else { throw RowFault(.damaged, "the checksum is wrong") }
    (self.address, rssi, self.channel) = (address, -Double(attenuation), channel)
  }

  /// The channel index of an RF channel (Core Specification, Vol 6, Part B, 1.4.1).
  private static func channelIndex(_ rfChannel: UInt8) -> UInt8 {
    switch rfChannel {
    case 0: 37
    case 12: 38
    case 39: 39
    case 1...11: rfChannel - 1
    case 13...38: rfChannel - 2
    default: rfChannel
    }
  }

  private static let advertisingAccessAddress: UInt32 = 0x8E89_BED6

  /// The address of an advertiser (Core Specification, Vol 6, Part B, 2); `nil` for other packets, and if the packet does
  /// not contain the address.
  private static func advertiser(
    _ packet: ArraySlice<UInt8>, isCoded: Bool
  ) throws(RowFault) -> String? {
    let short = RowFault(.damaged, "the packet is cut short")
    var cursor = ByteCursor(packet)
    guard let access = cursor.little(UInt32.self) else { throw short }
    guard access == advertisingAccessAddress else { return nil }
    if isCoded, !cursor.skip(1) { throw short }
    guard let header = cursor.byte(), let length = cursor.byte(),
      let payload = cursor.take(Int(length))
    else { throw short }
    cursor = ByteCursor(payload)
    switch header & 0x0F {
    // ADV_IND, ADV_DIRECT_IND, ADV_NONCONN_IND, SCAN_RSP, ADV_SCAN_IND
    case 0, 1, 2, 4, 6: break
    // ADV_EXT_IND and related packets: the address is the first field, if its flag is set.
    case 7:
      guard let length = cursor.byte() else { throw short }
      guard length & 0x3F > 0 else { return nil }
      guard let flags = cursor.byte() else { throw short }
      guard flags & 1 != 0 else { return nil }
    default: return nil
    }
    guard let address = cursor.take(6) else { throw short }
    return BluetoothAddress.text(address)
  }
}
