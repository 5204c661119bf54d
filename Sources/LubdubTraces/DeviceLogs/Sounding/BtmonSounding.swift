/// The lines of one packet of channel sounding or its connections, as `btmon` prints it (doc/btmon-cs.rst of BlueZ).
struct BtmonSounding: Sendable {
  private enum Kind {
    case event, disconnection, data
    case connection, configuration
    case result(isContinuation: Bool)
    case value
    case characteristics
    case other
  }

  private var kind: Kind
  private(set) var connection: UInt16?
  private var address: String?
  private var configuration: UInt8?
  private var role: StepData.Role?
  private var result = SubeventResult(connection: 0, configuration: 0)
  private var head = SubeventResult.Head(start: 0, counter: 0, power: 127)
  private var announced = 0
  private var steps = PrintedSteps()
  private var handle: UInt16?
  private var found: [AttributeProtocol.Characteristic] = []
  private var ranging = PrintedRanging()
  private var fault: String?
  /// The maximum number of remaining lines of one packet: 256 steps with four paths have fewer.
  private var linesLeft = 1 << 14

  init?(_ line: LogText) {
    if line.hasPrefix("> HCI Event: LE Meta Event") {
      kind = .event
    } else if line.hasPrefix("> HCI Event: Disconnect Complete") {
      kind = .disconnection
    } else if line.hasPrefix("> ACL Data RX:"), let number = line.after("Handle ") {
      kind = .data
      connection = Self.number(number).map { UInt16(truncatingIfNeeded: $0) & 0x0FFF }
    } else {
      return nil
    }
  }

  mutating func read(_ line: LogText) -> Bool {
    guard linesLeft > 0 else {
      fault = "a packet has too many lines"
      return true
    }
    linesLeft -= 1
    switch kind {
    case .event: return begin(line)
    case .data:
      if line.hasPrefix("ATT: Handle Value ") {
        kind = .value
      } else if line.hasPrefix("ATT: Read By Type Response") {
        kind = .characteristics
      }
    case .disconnection, .connection, .configuration:
      guard let (key, value) = Self.field(line) else { return true }
      switch key {
      case "handle": connection = Self.handle(value)
      case "peer address": address = BluetoothAddress.normalised(value.trimmed.prefix(17))
      case "config id": configuration = Self.byte(value)
      case "role": role = value.contains("0x00") ? .initiator : .reflector
      case "status" where !value.contains("0x00"), "action" where value.contains("Removed"):
        kind = .other
      default: break
      }
    case .result(let isContinuation): readResult(line, isContinuation)
    case .value: readValue(line)
    case .other: break
    case .characteristics:
      // `Handle: 0x0010` follows `Value Handle: 0x0011` in some versions; only those with a type are of use.
      if let value = line.after("Value Handle: "), let number = Self.number(value) {
        handle = UInt16(truncatingIfNeeded: number)
      } else if let handle, line.contains("UUID"), let type = Self.assignedNumber(line) {
        found.append(.init(handle: handle, number: type))
      }
    }
    return true
  }

  var event: ConnectionEvent? {
    if let fault { return .damaged(fault) }
    switch kind {
    case .event, .data, .other: return nil
    case .disconnection: return connection.map { .disconnected($0) }
    case .connection:
      guard let connection, let address else { return nil }
      return .connected(connection, address: address)
    case .configuration:
      guard let connection, let configuration, let role else { return nil }
      return .configured(connection, configuration: configuration, role)
    case .result(let isContinuation):
      var result = result
      result.head = isContinuation ? nil : head
      result.steps = steps.all(paths: result.paths)
      guard result.steps.count == announced else {
        return .damaged(
          "a subevent result announces \(announced) steps and prints \(result.steps.count)")
      }
      return .result(result)
    case .value:
      guard let connection, let handle else { return nil }
      guard let bytes = ranging.bytes else {
        return ranging.isRangingData ? .damaged("ranging data are not printed in full") : nil
      }
      return .value(connection, handle: handle, bytes[...])
    case .characteristics:
      guard let connection, !found.isEmpty else { return nil }
      return .characteristics(connection, found)
    }
  }

  var named: AttributeProtocol.Characteristic? {
    guard case .value = kind else { return nil }
    return found.first
  }

  private mutating func begin(_ line: LogText) -> Bool {
    if line.hasPrefix("LE CS Subevent Result Continue") {
      kind = .result(isContinuation: true)
    } else if line.hasPrefix("LE CS Subevent Result") {
      kind = .result(isContinuation: false)
    } else if line.hasPrefix("LE CS Config Complete") {
      kind = .configuration
    } else if line.hasPrefix("LE Connection Complete") || line.hasPrefix("LE Enhanced Connection") {
      kind = .connection
    } else {
      return false
    }
    return true
  }

  private mutating func readResult(_ line: LogText, _ isContinuation: Bool) {
    guard let (key, value) = Self.field(line) else { return }
    let number = Self.number(value) ?? 0
    switch key {
    case "handle", "connection handle": result.connection = Self.handle(value) ?? 0
    case "config id": result.configuration = UInt8(truncatingIfNeeded: number)
    case "start acl conn event counter", "start acl connection event counter":
      head.start = UInt16(truncatingIfNeeded: number)
    case "procedure counter": head.counter = UInt16(truncatingIfNeeded: number)
    case "reference power level": head.power = Int8(truncatingIfNeeded: number)
    case "procedure done status": result.procedure = progress(value)
    case "subevent done status": result.subevent = progress(value)
    case "abort reason": result.abort = UInt8(truncatingIfNeeded: number)
    case "num antenna paths": result.paths = Int(UInt8(truncatingIfNeeded: number))
    case "num steps reported": announced = Int(UInt8(truncatingIfNeeded: number))
    default: steps.read(key, value, line)
    }
  }

  private mutating func progress(_ value: LogText) -> SubeventResult.Progress {
    if let progress = Self.byte(value).flatMap(SubeventResult.Progress.init(rawValue:)) {
      return progress
    }
    fault = "a subevent result has status \(value.string), expected 0, 1 or 15"
    return .partial
  }

  private mutating func readValue(_ line: LogText) {
    guard let (key, value) = Self.field(line) else { return }
    if key == "handle" {
      handle = Self.number(value.prefix { $0 != 0x20 }).map { UInt16(truncatingIfNeeded: $0) }
      if let handle, let type = Self.assignedNumber(line) {
        found = [.init(handle: handle, number: type)]
      }
    } else {
      ranging.read(key, value)
    }
  }

  // MARK: - Numbers

  static func field(_ line: LogText) -> (key: String, value: LogText)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let key = line[..<colon].string.lowercased()
    return (key, line[(colon + 1)...].trimmed)
  }

  /// A number: in brackets after a name, such as `Success (0x00)`, otherwise as written, decimal or hexadecimal.
  static func number(_ value: LogText) -> Int? {
    let text = value.after("(0x") ?? (value.hasPrefix("0x") ? value.dropFirst(2) : nil)
    guard let text else { return value.leadingNumber.integer.flatMap { Int(exactly: $0) } }
    let digits = text.prefix { BluetoothAddress.isHexDigit($0) }
    return digits.isEmpty || digits.count > 8 ? nil : Int(digits.string, radix: 16)
  }

  static func byte(_ value: LogText) -> UInt8? { number(value).flatMap { UInt8(exactly: $0) } }

  private static func handle(_ value: LogText) -> UInt16? {
    // `Handle: 2048 Address: …` in newer versions: only the number.
    number(value.prefix { $0 != 0x20 }).map { UInt16(truncatingIfNeeded: $0) & 0x0FFF }
  }

  private static func assignedNumber(_ line: LogText) -> UInt16? {
    line.after("(0x").flatMap { UInt16($0.prefix(4).string, radix: 16) }
  }
}
