import LubdubGround

enum SniffedPacket: Equatable {
  case advertisement(address: String, rssi: Double, channel: UInt8)
  case other
  case fault(RejectionReason, String)

  enum Framing {
    case pseudoHeader, nordic
  }

  init(_ packet: ArraySlice<UInt8>, framing: Framing) {
    self =
      switch framing {
      case .pseudoHeader: Self.withPseudoHeader(packet)
      case .nordic: Self.nordic(packet)
      }
  }

  /// Channel, signal, noise, offences, reference address (4 bytes), flags (2 bytes), then the packet
  /// from the access address (LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR).
  private static func withPseudoHeader(_ packet: ArraySlice<UInt8>) -> SniffedPacket {
    var cursor = ByteCursor(packet)
    guard let rfChannel = cursor.byte(), let signal = cursor.signedByte(), cursor.skip(6),
      let flags = cursor.little(UInt16.self)
    else { return .fault(.damaged, "the pseudo-header is cut short") }
    let isCoded = flags >> 14 == 2
    let advertiser: String
    switch LinkLayer.advertiser(cursor.rest, isCoded: isCoded) {
    case .address(let address): advertiser = address
    case .none: return .other
    case .damaged: return .fault(.damaged, "the packet is cut short")
    }
    let isChecked = flags & 0x0400 != 0
    let isValid = flags & 0x0800 != 0
    guard !isChecked || isValid else { return .fault(.damaged, "the checksum is wrong") }
    guard flags & 0x0002 != 0 else {
      return .fault(.signalNotAvailable, "the signal is marked as not valid")
    }
    return .advertisement(
      address: advertiser, rssi: Double(signal), channel: channelIndex(rfChannel))
  }

  /// Board, lengths, protocol version, counter (2 bytes), packet type, then for a packet: length of
  /// this part, flags, channel, attenuation, event counter (2 bytes), time (4 bytes), and the packet
  /// from the access address (LINKTYPE_NORDIC_BLE; versions 1 to 3 are of one length).
  private static func nordic(_ packet: ArraySlice<UInt8>) -> SniffedPacket {
    var cursor = ByteCursor(packet)
    guard cursor.skip(3), let version = cursor.byte(), cursor.skip(2), let type = cursor.byte()
    else { return .fault(.damaged, "the sniffer's header is cut short") }
    guard (1...3).contains(version) else {
      return .fault(.damaged, "version \(version) of the sniffer's protocol is not known")
    }
    guard type == 0x06 || (type == 0x02 && version == 3) else { return .other }
    guard let length = cursor.byte(), length == 10, let flags = cursor.byte(),
      let channel = cursor.byte(), let attenuation = cursor.byte(), cursor.skip(6)
    else { return .fault(.damaged, "the sniffer's header is cut short") }
    let isCoded = version == 3 && (flags >> 4) & 7 == 2
    switch LinkLayer.advertiser(cursor.rest, isCoded: isCoded) {
    case .address(let address):
      guard flags & 1 != 0 else { return .fault(.damaged, "the checksum is wrong") }
      return .advertisement(address: address, rssi: -Double(attenuation), channel: channel)
    case .none: return .other
    case .damaged: return .fault(.damaged, "the packet is cut short")
    }
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
}

/// Link-layer packets of Bluetooth LE (Core Specification, Vol 6, Part B, 2).
enum LinkLayer {
  enum Advertiser: Equatable {
    case address(String)
    case none
    case damaged
  }

  private static let advertisingAccessAddress: UInt32 = 0x8E89_BED6

  static func advertiser(_ packet: ArraySlice<UInt8>, isCoded: Bool) -> Advertiser {
    var cursor = ByteCursor(packet)
    guard let access = cursor.little(UInt32.self) else { return .damaged }
    guard access == advertisingAccessAddress else { return .none }
    if isCoded, !cursor.skip(1) { return .damaged }
    guard let header = cursor.byte(), let length = cursor.byte(),
      let payload = cursor.take(Int(length))
    else { return .damaged }
    switch header & 0x0F {
    // ADV_IND, ADV_DIRECT_IND, ADV_NONCONN_IND, SCAN_RSP, ADV_SCAN_IND
    case 0, 1, 2, 4, 6: return address(payload)
    // ADV_EXT_IND and its kin: the address is the first field, if its flag is set.
    case 7: return extendedAdvertiser(payload)
    default: return .none
    }
  }

  private static func extendedAdvertiser(_ payload: ArraySlice<UInt8>) -> Advertiser {
    var cursor = ByteCursor(payload)
    guard let length = cursor.byte() else { return .damaged }
    guard length & 0x3F > 0 else { return .none }
    guard let flags = cursor.byte() else { return .damaged }
    return flags & 1 == 0 ? .none : address(cursor.rest)
  }

  private static func address(_ payload: ArraySlice<UInt8>) -> Advertiser {
    guard payload.count >= 6 else { return .damaged }
    return .address(BluetoothAddress.text(payload.prefix(6)))
  }
}
