/// The lines of one packet of channel sounding or its connections, printed by `btmon` (doc/btmon-cs.rst of BlueZ).
struct BtmonSounding: Sendable {
  private enum Kind {
    case event, disconnection, connection, configuration
    case result(isContinuation: Bool)
    case data, value, characteristics
  }

  private var kind: Kind
  private var packetHandle: UInt16?
  /// The last text of each name.
  private var fields: [String: LogText] = [:]
  private var steps = PrintedSteps()
  private var characteristics: [AttributeProtocol.Characteristic] = []
  /// The maximum number of remaining lines of one packet: 256 steps with four paths have fewer.
  private var linesLeft = 1 << 14

  init?(_ line: LogText) {
    if line.hasPrefix("> HCI Event: LE Meta Event") {
      kind = .event
    } else if line.hasPrefix("> HCI Event: Disconnect Complete") {
      kind = .disconnection
    } else if line.hasPrefix("> ACL Data RX:"), let number = line.after("Handle ") {
      kind = .data
      packetHandle = Self.handle(number)
    } else {
      return nil
    }
  }

  private static let kinds: [(name: String, kind: Kind)] = [
    ("LE CS Subevent Result Continue", .result(isContinuation: true)),
    ("LE CS Subevent Result", .result(isContinuation: false)),
    ("LE CS Config Complete", .configuration), ("LE Connection Complete", .connection),
    ("LE Enhanced Connection", .connection), ("ATT: Handle Value ", .value),
    ("ATT: Read By Type Response", .characteristics),
  ]

  mutating func read(_ line: LogText) -> Bool {
    linesLeft -= 1
    guard linesLeft >= 0 else { return true }
    switch kind {
    case .event, .data:
      let isData = if case .data = kind { true } else { false }
      let known = Self.kinds.first { line.hasPrefix($0.name) && $0.name.hasPrefix("ATT") == isData }
      if let known { kind = known.kind }
      return isData || known != nil
    case .characteristics:
      // `Handle: 0x0010` follows `Value Handle: 0x0011` in some versions; only handles with a type are useful.
      if let value = line.after("Value Handle: ") {
        fields["value handle"] = value
      } else if line.contains("UUID"), let found = Self.characteristic(fields["value handle"], line)
      {
        characteristics.append(found)
      }
    default:
      guard let (key, value) = Self.field(line) else { return true }
      fields[key] = value
      if case .result = kind { steps.read(key, value) }
    }
    return true
  }

  var connection: UInt16? {
    let printed = fields["handle"] ?? fields["connection handle"]
    return (packetHandle ?? printed.flatMap(Self.handle)).map { $0 & 0x0FFF }
  }

  var event: ConnectionEvent? {
    guard linesLeft >= 0 else { return .damaged("a packet has too many lines") }
    if case .result(let isContinuation) = kind {
      do throws(RowFault) {
        return .result(try result(isContinuation))
      } catch {
        return .damaged(error.found)
      }
    }
    guard connection != nil, fields["status"]?.contains("0x00") != false,
      fields["action"]?.contains("Removed") != true
    else { return nil }
    switch kind {
    case .disconnection: return .disconnected
    case .connection:
      return fields["peer address"].map {
        .connected(address: BluetoothAddress.normalised($0.trimmed.prefix(17)))
      }
    case .configuration:
      guard let number = fields["config id"].flatMap(Self.byte), let role = fields["role"] else {
        return nil
      }
      return .configured(number, role.contains("0x00") ? .initiator : .reflector)
    case .value:
      return fields["handle"].flatMap(Self.handle).flatMap { PrintedRanging.value(fields, of: $0) }
    case .characteristics:
      return characteristics.isEmpty ? nil : .message(.characteristics(characteristics))
    case .event, .data, .result: return nil
    }
  }

  /// The characteristic of a value.
  var named: AttributeProtocol.Characteristic? {
    guard case .value = kind, let handle = fields["handle"] else { return nil }
    return Self.characteristic(handle, handle)
  }

  private func result(_ isContinuation: Bool) throws(RowFault) -> SubeventResult {
    func word(_ key: String, or other: UInt16 = 0) -> UInt16 {
      fields[key].map { UInt16(truncatingIfNeeded: Self.number($0) ?? 0) } ?? other
    }
    func byte(_ key: String, or other: UInt16 = 0) -> UInt8 {
      UInt8(truncatingIfNeeded: word(key, or: other))
    }
    var result = SubeventResult(connection: connection ?? 0, configuration: byte("config id"))
    if !isContinuation {
      result.head = .init(
        start: word("start acl conn event counter", or: word("start acl connection event counter")),
        counter: word("procedure counter"))
    }
    result.subevent = try progress("subevent done status")
    result.procedure = try progress("procedure done status")
    result.abort = byte("abort reason")
    result.paths = Int(byte("num antenna paths", or: 1))
    result.steps = steps.all(paths: result.paths)
    let announced = byte("num steps reported")
    guard result.steps.count == announced else {
      throw .damaged(
        "a subevent result announces \(announced) steps and prints \(result.steps.count)")
    }
    return result
  }

  private func progress(_ key: String) throws(RowFault) -> SubeventResult.Progress {
    guard let value = fields[key] else { return .partial }
    guard let progress = Self.byte(value).flatMap(SubeventResult.Progress.init(rawValue:)) else {
      throw .damaged("a subevent result has status \(value.string), expected 0, 1, or 15")
    }
    return progress
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

  private static func byte(_ value: LogText) -> UInt8? {
    number(value).flatMap { UInt8(exactly: $0) }
  }

  /// `Handle: 2048 Address: …` in newer versions: only the number.
  private static func handle(_ value: LogText) -> UInt16? {
    number(value.prefix { $0 != 0x20 }).map { UInt16(truncatingIfNeeded: $0) }
  }

  private static func characteristic(
    _ value: LogText?, _ line: LogText
  ) -> AttributeProtocol.Characteristic? {
    guard let handle = value.flatMap(Self.handle),
      let number = line.after("(0x").flatMap({ UInt16($0.prefix(4).string, radix: 16) })
    else { return nil }
    return .init(handle: handle, number: number)
  }
}
