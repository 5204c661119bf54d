/// The framing of packets in pcap and pcapng, by link type number (tcpdump.org/linktypes.html).
enum CapturedLink: UInt32 {
  /// LINKTYPE_BLUETOOTH_HCI_H4: the packet preceded by its type, without a direction.
  case uart = 187
  /// LINKTYPE_BLUETOOTH_HCI_H4_WITH_PHDR: the direction in four bytes, then the type and the packet.
  case directedUART = 201
  /// LINKTYPE_BLUETOOTH_LINUX_MONITOR: controller and opcode, two bytes each.
  case monitor = 254
  /// LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR
  case pseudoHeader = 256
  /// LINKTYPE_NORDIC_BLE
  case nordic = 272

  static let list = "187, 201, 254 (Linux monitor), 256 and 272 (Nordic)"

  static func refusal(of number: UInt32, _ format: String, in path: String) -> ReadError {
    ReadError(
      path: path, kind: .unrecognised,
      message: "\(format) link type \(number) is not read, only \(list)")
  }
}

extension ControllerPackets {
  mutating func read(
    _ packet: ArraySlice<UInt8>, of link: CapturedLink, at time: Int64, line: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    var cursor = ByteCursor(packet)
    switch link {
    case .pseudoHeader, .nordic:
      let isNordic = link == .nordic
      let found = try sink.value(
        isNordic ? SniffedPacket(nordic: packet) : SniffedPacket(pseudoHeader: packet), line: line)
      guard let found else { return }
      guard let heard = found else { return sink.ignore() }
      let row = TraceRow.ble(heard.rssi, peer: heard.address, channel: heard.channel)
      try sink.accept(row, at: time, on: &capture.rows.clock, line: line)
    case .uart:
      try read(
        .init(uart: packet, isReceived: true), receiver: 0, at: time, line: line, into: &sink)
    case .directedUART:
      let direction = cursor.big(UInt32.self)
      try read(
        .init(uart: cursor.rest, isReceived: direction == 1), receiver: 0, at: time, line: line,
        into: &sink)
    case .monitor:
      guard let receiver = cursor.big(UInt16.self), let opcode = cursor.big(UInt16.self) else {
        return try sink.reject(.damaged, line: line, "the monitor's header is cut short")
      }
      try read(
        .init(monitor: cursor.rest, opcode: UInt32(opcode)), receiver: Int(receiver), at: time,
        line: line, into: &sink)
    }
  }
}
