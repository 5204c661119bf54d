/// The packets of controllers: advertisements, and packets of channel sounding.
struct ControllerPackets: Sendable {
  private var firstReceiver: Int?
  private var attributes: [Int: AttributeProtocol] = [:]
  var capture: SoundingCapture
  private var log = 0

  init(options: ReadOptions) { capture = SoundingCapture(options: options) }

  /// Continues with the log of other controllers.
  mutating func goOn() { log += 1 << 16 }

  mutating func read(
    _ content: BtsnoopFile.Content, receiver: Int, at time: Int64?, line: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    switch content {
    case .event(let event):
      if let found = AdvertisingReports(event: event) {
        guard let time else { return try sink.reject(.implausibleTime, line: line) }
        for report in found.reports {
          try accept(
            Double(report.rssi), from: report.address, receiver: receiver + log, at: time,
            line: line, into: &sink)
        }
        guard found.isDamaged else { return }
        return try sink.reject(.damaged, line: line, "an advertising report is cut short")
      }
      guard let found = try sink.value(ConnectionEvent.read(event), line: line) else { return }
      guard let (connection, event) = found else { return sink.ignore() }
      try take(event, of: connection, receiver: receiver, at: time, line: line, into: &sink)
    case .received(let data):
      guard let (connection, message) = attributes[receiver + log, default: .init()].read(data)
      else { return sink.ignore() }
      try take(
        .message(message), of: connection, receiver: receiver, at: time, line: line, into: &sink)
    case .other: sink.ignore()
    }
  }

  mutating func note(_ found: AttributeProtocol.Characteristic, connection: UInt16, receiver: Int) {
    capture.discover([found], on: .init(receiver: receiver + log, connection: connection))
  }

  mutating func accept(
    _ rssi: Double, from address: String, receiver: Int, at time: Int64, line: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    guard capture.rows.kept == nil else { return sink.ignore() }
    capture.lastTime = max(capture.lastTime ?? time, time)
    let row = TraceRow.ble(rssi, peer: peer(address, receiver))
    try sink.accept(row, at: time, on: &capture.rows.clock, line: line)
  }

  private mutating func peer(_ address: String, _ receiver: Int) -> String {
    let first = firstReceiver ?? receiver
    firstReceiver = first
    return receiver == first ? address : "\(address)@hci\(receiver)"
  }

  mutating func take(
    _ event: ConnectionEvent, of connection: UInt16, receiver: Int, at time: Int64?, line: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    let link = SoundingCapture.Link(receiver: receiver + log, connection: connection)
    switch event {
    case .damaged(let text): return try sink.reject(.damaged, line: line, text)
    case .result(let result):
      guard let time else { return try sink.reject(.missingTime, line: line) }
      return try capture.take(result, on: link, at: time, record: line, into: &sink)
    case .message(.value(let handle, let value)):
      return try capture.take(value, of: handle, on: link, record: line, into: &sink)
    case .connected(let address):
      try capture.connect(link, to: peer(address, link.receiver), into: &sink)
    case .disconnected: try capture.disconnect(link, into: &sink)
    case .configured(let configuration, let role):
      capture.configure(link, configuration, as: role)
    case .message(.characteristics(let found)): capture.discover(found, on: link)
    case .message(.other): break
    }
    sink.ignore()
  }
}

/// Events of the controller (Core Specification 6.0, Vol 4, Part E, 7.7), and messages of the peer about its attributes.
enum ConnectionEvent {
  case connected(address: String)
  case disconnected
  case configured(UInt8, StepData.Role)
  case result(SubeventResult)
  case message(AttributeProtocol.Message)
  case damaged(String)

  /// Reads an event from its code on, and the connection of the event.
  static func read(
    _ event: ArraySlice<UInt8>
  ) throws(RowFault) -> (connection: UInt16, event: Self)? {
    var cursor = ByteCursor(event)
    guard let code = cursor.byte(), let size = cursor.byte() else { return nil }
    var body = ByteCursor(cursor.rest.prefix(Int(size)))
    // The event of the end of a connection has no kind.
    guard let kind = code == 0x3E ? body.byte().map({ Int($0) }) : code == 0x05 ? -1 : nil else {
      return nil
    }
    switch kind {
    case SubeventResult.code, SubeventResult.continuationCode:
      guard cursor.rest.count >= Int(size) else {
        throw .damaged("a subevent result is cut short")
      }
      let isContinuation = kind == SubeventResult.continuationCode
      let result = try SubeventResult(body.rest, isContinuation: isContinuation)
      return (result.connection, .result(result))
    // The others begin alike: status, handle.
    case -1, 0x01, 0x0A, 0x29, 0x2F:
      guard body.byte() == 0, let connection = body.little(UInt16.self).map({ $0 & 0x0FFF })
      else { return nil }
      if kind == -1 { return (connection, .disconnected) }
      guard kind == 0x2F else {
        // Role, type of address, address.
        guard body.skip(2), let address = body.take(6) else { return nil }
        return (connection, .connected(address: BluetoothAddress.text(address)))
      }
      // Configuration: number, action, modes and their steps, role.
      guard let configuration = body.byte(), body.byte() == 1, body.skip(6),
        let role = body.byte(), role <= 1
      else { return nil }
      return (connection, .configured(configuration, role == 0 ? .initiator : .reflector))
    default: return nil
    }
  }
}
