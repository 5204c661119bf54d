struct ControllerPackets: Sendable {
  private var firstReceiver: Int?
  private var attributes: [Int: AttributeProtocol] = [:]
  private(set) var capture: SoundingCapture
  var rows: SignalRows
  var log = 0
  private var lastTime: Int64?

  init(options: ReadOptions) {
    capture = SoundingCapture(handle: options.attributeHandle)
    rows = SignalRows(options: options)
  }

  mutating func read(
    _ content: BtsnoopFile.Content, receiver: Int, at time: Int64?, line: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    let receiver = receiver + log << 16
    switch content {
    case .event(let event): try read(event, receiver, time, line, into: &sink)
    case .received(let data):
      guard let (connection, message) = attributes[receiver, default: .init()].read(data) else {
        return sink.ignore()
      }
      let event: ConnectionEvent
      switch message {
      case .other: return sink.ignore()
      case .characteristics(let found): event = .characteristics(connection, found)
      case .value(let handle, let value): event = .value(connection, handle: handle, value)
      }
      try take(event, receiver: receiver, at: time, line: line, into: &sink)
    case .other: sink.ignore()
    }
  }

  private mutating func take(
    _ outcomes: [SignalOutcome], into sink: inout TraceSink
  ) throws(ReadError) {
    for outcome in outcomes {
      guard case .signal(var signal) = outcome, rows.kept == nil else {
        try rows.take(outcome, into: &sink)
        continue
      }
      signal.time = max(signal.time, lastTime ?? signal.time)
      lastTime = signal.time
      try rows.take(.signal(signal), into: &sink)
    }
  }

  mutating func note(_ found: AttributeProtocol.Characteristic, connection: UInt16, receiver: Int) {
    capture.discover([found], on: .init(receiver: receiver, connection: connection))
  }

  mutating func accept(
    _ rssi: Double, from address: String, receiver: Int, at time: Int64, line: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    guard rows.kept == nil else { return sink.ignore() }
    lastTime = max(lastTime ?? time, time)
    let peer = peer(address, receiver)
    try sink.accept(.ble(rssi, peer: peer), at: time, on: &rows.clock, line: line)
  }

  private mutating func peer(_ address: String, _ receiver: Int) -> String {
    let first = firstReceiver ?? receiver
    firstReceiver = first
    return receiver == first ? address : "\(address)@hci\(receiver)"
  }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    var found: [SignalOutcome] = []
    capture.end(&found)
    try take(found, into: &sink)
  }

  private mutating func read(
    _ event: ArraySlice<UInt8>, _ receiver: Int, _ time: Int64?, _ line: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    if let found = AdvertisingReports(event: event) {
      guard let time else { return try sink.reject(.implausibleTime, line: line) }
      for report in found.reports {
        try accept(
          Double(report.rssi), from: report.address, receiver: receiver, at: time, line: line,
          into: &sink)
      }
      guard found.isDamaged else { return }
      return try sink.reject(.damaged, line: line, "an advertising report is cut short")
    }
    guard let found = ConnectionEvent(event: event) else { return sink.ignore() }
    try take(found, receiver: receiver, at: time, line: line, into: &sink)
  }

  mutating func take(
    _ event: ConnectionEvent, receiver: Int, at time: Int64?, line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    func link(_ connection: UInt16) -> SoundingCapture.Link {
      SoundingCapture.Link(receiver: receiver, connection: connection)
    }
    var found: [SignalOutcome] = []
    switch event {
    case .connected(let connection, let address):
      let peer = peer(address, receiver)
      sink.ignore()
      capture.connect(link(connection), to: peer, &found)
    case .disconnected(let connection):
      sink.ignore()
      capture.disconnect(link(connection), &found)
    case .configured(let connection, let configuration, let role):
      sink.ignore()
      capture.configure(link(connection), configuration, as: role)
    case .result(let result):
      guard let time else { return try sink.reject(.missingTime, line: line) }
      capture.take(result, receiver: receiver, at: time, record: line, &found)
    case .characteristics(let connection, let attributes):
      sink.ignore()
      capture.discover(attributes, on: link(connection))
    case .value(let connection, let handle, let value):
      capture.take(value, of: handle, on: link(connection), record: line, &found)
    case .damaged(let text): try sink.reject(.damaged, line: line, text)
    }
    try take(found, into: &sink)
  }
}

/// Events of the controller (Core Specification 6.0, Vol 4, Part E, 7.7), and messages of the peer about its attributes.
enum ConnectionEvent {
  case connected(UInt16, address: String)
  case disconnected(UInt16)
  case configured(UInt16, configuration: UInt8, StepData.Role)
  case result(SubeventResult)
  case characteristics(UInt16, [AttributeProtocol.Characteristic])
  case value(UInt16, handle: UInt16, ArraySlice<UInt8>)
  case damaged(String)

  init?(event: ArraySlice<UInt8>) {
    var cursor = ByteCursor(event)
    guard let code = cursor.byte(), let size = cursor.byte() else { return nil }
    let isWhole = cursor.rest.count >= Int(size)
    var body = ByteCursor(cursor.rest.prefix(Int(size)))
    if code == 0x05 {
      guard body.byte() == 0, let connection = body.little(UInt16.self) else { return nil }
      self = .disconnected(connection & 0x0FFF)
      return
    }
    guard code == 0x3E, let kind = body.byte() else { return nil }
    switch kind {
    // The three connection events begin alike: status, handle, role, type of address, address.
    case 0x01, 0x0A, 0x29:
      guard body.byte() == 0, let connection = body.little(UInt16.self), body.skip(2),
        let address = body.take(6)
      else { return nil }
      self = .connected(connection & 0x0FFF, address: BluetoothAddress.text(address))
    // Configuration: status, handle, number, action, modes and their steps, role.
    case 0x2F:
      guard body.byte() == 0, let connection = body.little(UInt16.self),
        let configuration = body.byte(), body.byte() == 1, body.skip(6), let role = body.byte(),
        role <= 1
      else { return nil }
      self = .configured(
        connection & 0x0FFF, configuration: configuration, role == 0 ? .initiator : .reflector)
    case SubeventResult.code, SubeventResult.continuationCode:
      guard isWhole else {
        self = .damaged("a subevent result is cut short")
        return
      }
      do throws(RowFault) {
        let isContinuation = kind == SubeventResult.continuationCode
        self = .result(try SubeventResult(body.rest, isContinuation: isContinuation))
      } catch {
        self = .damaged(error.found)
      }
    default: return nil
    }
  }
}
