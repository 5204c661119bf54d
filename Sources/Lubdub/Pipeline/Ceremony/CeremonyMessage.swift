public import LubdubSupport

/// A message between the two phones of a ceremony.
///
/// On the wire, a message is a JSON object `{"type": …, "payload": …}`. The payload of a distance update is one
/// little-endian 32-bit float in meters, the payload of session info or of a standing is a JSON object, and the payload of a
/// token is its bytes, all in base64; all other messages have the payload `null`.
public enum CeremonyMessage: Sendable, Hashable {
  /// The participants and the ring.
  case sessionInfo(SessionInfo)
  /// The distance measured by the sender; sent as a 32-bit float.
  case distanceUpdate(Meters)
  /// The sender is near enough to send or receive the ring.
  case readyToSend
  /// The ring has left the sender.
  case ringSent
  /// The ring has arrived at the sender of this message.
  case ringReceived
  /// The ceremony is complete.
  case ceremonyComplete
  /// The step of the ring at the sender; `asks` requests the step at the other end.
  case standing(CeremonyStanding, asks: Bool)
  /// The token with which the other end ranges to the sender, in the format of the sender's system: 1 to `tokenLimit` bytes. It
  /// replaces the previous token.
  case token([UInt8])

  /// The version of the messages that this library writes. Messages of a higher version are rejected.
  public static let version = 1
  /// The longest message, in bytes.
  public static let byteLimit = 16_384
  /// The longest token, in bytes.
  public static let tokenLimit = 4096

  /// The participants of a ceremony, with the ring.
  public struct SessionInfo: Sendable, Hashable {
    /// The name of the host: not blank, at most `nicknameLimit` characters.
    public var hostNickname: String
    /// The name of the guest: not blank, at most `nicknameLimit` characters.
    public var guestNickname: String
    /// The ring.
    public var ring: Ring
    /// A personal text, at most `messageLimit` characters.
    public var message: String

    /// The longest message, in characters as a reader counts them.
    public static let messageLimit = 200
    /// The longest nickname, in characters.
    public static let nicknameLimit = 60

    /// Creates session info from its parts.
    public init(hostNickname: String, guestNickname: String, ring: Ring, message: String) {
      (self.hostNickname, self.guestNickname) = (hostNickname, guestNickname)
      (self.ring, self.message) = (ring, message)
    }
  }

  /// The available rings.
  public enum Ring: String, Sendable, Hashable, CaseIterable {
    /// A single stone.
    case classicSolitaire
    /// A stone with a halo.
    case haloLuxury
    /// A plain band.
    case minimalistBand
  }

  /// The reason why a message cannot be read or written.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault.
    public let reason: RejectionReason
    /// The value and the broken rule.
    public let description: String

    init(_ reason: RejectionReason, _ description: String) {
      (self.reason, self.description) = (reason, description)
    }
  }

  /// The value of the member `type`.
  public var type: String {
    switch self {
    case .sessionInfo: "sessionInfo"
    case .distanceUpdate: "distanceUpdate"
    case .readyToSend: "readyToSend"
    case .ringSent: "ringSent"
    case .ringReceived: "ringReceived"
    case .ceremonyComplete: "ceremonyComplete"
    case .standing: "standing"
    case .token: "token"
    }
  }

  /// Returns the sample of the message; `nil` if the message reports neither a distance nor an event. `readyToSend` has no
  /// sample, because each end determines its own readiness.
  public func sample(at time: Seconds) -> Sample? {
    switch self {
    case .sessionInfo: .event(.connected, at: time)
    case .distanceUpdate(let distance): .uwb(distance, at: time)
    case .readyToSend, .token: nil
    case .ringSent: .event(.sent, at: time)
    case .ringReceived: .event(.received, at: time)
    case .ceremonyComplete: .event(.complete, at: time)
    case .standing(let standing, _): standing.stage.event.map { .event($0, at: time) }
    }
  }

  // MARK: - The wire

  /// Returns the message as a JSON object.
  ///
  /// - Throws: `Fault` when the distance is negative or has no 32-bit form, a nickname is blank, or the text is too long.
  public func encode() throws(Fault) -> JSONValue {
    var payload = JSONValue.null
    switch self {
    case .sessionInfo(let info): payload = .string(Base64.encode(try info.encode()))
    case .distanceUpdate(let distance):
      let bits = try Self.checked(Float(distance.value)).bitPattern
      payload = .string(
        Base64.encode((0..<4).map { UInt8(truncatingIfNeeded: bits >> UInt32(8 * $0)) }))
    case .standing(let standing, let asks):
      payload = .string(
        Base64.encode(JSONWriter.encode(standing.json(asks: asks), lineLength: nil)))
    case .token(let token): payload = .string(Base64.encode(try Self.checked(token)))
    case .readyToSend, .ringSent, .ringReceived, .ceremonyComplete: break
    }
    return ["type": .string(type), "payload": payload]
  }

  /// Returns the message as a line of JSON in UTF-8, the format for a connection.
  ///
  /// - Throws: `Fault` like `encode`.
  public func bytes() throws(Fault) -> [UInt8] { JSONWriter.encode(try encode(), lineLength: nil) }

  /// Reads a message from the bytes of a connection.
  ///
  /// - Throws: `Fault` with the value and the broken rule.
  public static func decode(_ bytes: [UInt8]) throws(Fault) -> CeremonyMessage {
    guard bytes.count <= byteLimit else {
      throw Fault(
        .messageSize, "the message has \(bytes.count) bytes, expected at most \(byteLimit)")
    }
    guard let value = try? JSONParser.parse(bytes) else {
      throw Fault(.notJSON, "the message is not JSON")
    }
    return try decode(value)
  }

  /// Reads a message from a JSON object; ignores members other than `type` and `payload`.
  ///
  /// - Throws: `Fault` with the value and the broken rule.
  public static func decode(_ value: JSONValue) throws(Fault) -> CeremonyMessage {
    guard let type = value["type"]?.string else {
      throw Fault(.messageType, "type is missing, expected a text")
    }
    switch type {
    case "sessionInfo": return .sessionInfo(try SessionInfo.decode(try payload(of: value)))
    case "distanceUpdate": return .distanceUpdate(try distance(try payload(of: value)))
    case "standing": return try CeremonyStanding.decode(try payload(of: value))
    case "token": return .token(try checked(try payload(of: value)))
    default: break
    }
    let plain: [CeremonyMessage] = [.readyToSend, .ringSent, .ringReceived, .ceremonyComplete]
    guard let message = plain.first(where: { $0.type == type }) else {
      throw Fault(.messageType, "type \(Excerpt.quote(type.utf8)) is not known")
    }
    guard value["payload"]?.isNull ?? true else {
      throw Fault(.messagePayload, "\(type) has a payload, expected null")
    }
    return message
  }

  private static func payload(of value: JSONValue) throws(Fault) -> [UInt8] {
    guard let text = value["payload"]?.string, let bytes = Base64.decode(text) else {
      throw Fault(.messagePayload, "the payload is not base64 text")
    }
    return bytes
  }

  private static func distance(_ bytes: [UInt8]) throws(Fault) -> Meters {
    guard bytes.count == 4 else {
      throw Fault(.messageDistance, "a distance has \(bytes.count) bytes, expected 4")
    }
    let bits = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    return Meters(Double(try checked(Float(bitPattern: bits))))
  }

  private static func checked(_ token: [UInt8]) throws(Fault) -> [UInt8] {
    guard (1...tokenLimit).contains(token.count) else {
      throw Fault(
        .messageToken, "a token has \(token.count) bytes, expected 1 to \(tokenLimit)")
    }
    return token
  }

  private static func checked(_ metres: Float) throws(Fault) -> Float {
    guard metres.isFinite, metres >= 0 else {
      throw Fault(
        .messageDistance,
        "distance is \(Meters(Double(metres))), expected a finite number of meters, 0 or more")
    }
    return metres
  }
}

extension CeremonyMessage.SessionInfo {
  private typealias Fault = CeremonyMessage.Fault

  package var json: JSONValue {
    [
      "hostNickname": .string(hostNickname), "guestNickname": .string(guestNickname),
      "ring": .string(ring.rawValue), "message": .string(message),
    ]
  }

  fileprivate func encode() throws(CeremonyMessage.Fault) -> [UInt8] {
    try check()
    var writer = JSONWriter(lineLength: nil)
    writer.write(json)
    return writer.bytes
  }

  fileprivate static func decode(_ bytes: [UInt8]) throws(CeremonyMessage.Fault) -> Self {
    guard let value = try? JSONParser.parse(bytes) else {
      throw Fault(.messageInfo, "session info is not JSON")
    }
    return try Self(value)
  }

  package init(_ value: JSONValue) throws(CeremonyMessage.Fault) {
    guard let host = value["hostNickname"]?.string, let guest = value["guestNickname"]?.string,
      let message = value["message"]?.string
    else {
      throw Fault(.messageInfo, "session info lacks a nickname or the message")
    }
    guard let ring = value["ring"]?.string.flatMap({ CeremonyMessage.Ring(rawValue: $0) }) else {
      let names = CeremonyMessage.Ring.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Fault(.messageRing, "the ring is not known, expected one of \(names)")
    }
    self.init(hostNickname: host, guestNickname: guest, ring: ring, message: message)
    try check()
  }

  private func check() throws(CeremonyMessage.Fault) {
    for (whose, name) in [("host", hostNickname), ("guest", guestNickname)] {
      guard !name.allSatisfy({ $0.isWhitespace }) else {
        throw Fault(.messageName, "the nickname of the \(whose) is blank, expected a name")
      }
      guard name.count > Self.nicknameLimit else { continue }
      let rule = "characters, expected at most \(Self.nicknameLimit)"
      throw Fault(.messageName, "the nickname of the \(whose) has \(name.count) \(rule)")
    }
    guard message.count > Self.messageLimit else { return }
    throw Fault(
      .messageLength,
      "the message has \(message.count) characters, expected at most \(Self.messageLimit)")
  }
}

extension CeremonyStanding {
  private typealias Fault = CeremonyMessage.Fault

  /// The names of the stages on the wire, in their order.
  private static let stages = ["held", "sent", "received", "attached", "complete"]

  fileprivate func json(asks: Bool) -> JSONValue {
    [
      "version": .number(Double(CeremonyMessage.version)), "counter": .number(Double(counter)),
      "stage": .string(Self.stages[Int(stage.rawValue)]), "asks": .bool(asks),
    ]
  }

  fileprivate static func decode(
    _ bytes: [UInt8]
  ) throws(CeremonyMessage.Fault) -> CeremonyMessage {
    guard let value = try? JSONParser.parse(bytes), let version = value["version"]?.number,
      let counter = value["counter"]?.number.flatMap({ UInt32(exactly: $0) }),
      let name = value["stage"]?.string, let asks = value["asks"]?.bool
    else {
      throw Fault(.messageStanding, "a standing lacks a version, counter, stage, or asks")
    }
    guard version <= Double(CeremonyMessage.version) else {
      throw Fault(
        .messageVersion,
        "the version is \(version), expected at most \(CeremonyMessage.version); update this app")
    }
    guard let stage = Stage.allCases.first(where: { stages[Int($0.rawValue)] == name }) else {
      let names = stages.joined(separator: ", ")
      throw Fault(
        .messageStanding, "stage \(Excerpt.quote(name.utf8)) is not known, expected one of \(names)"
      )
    }
    return .standing(CeremonyStanding(counter: counter, stage: stage), asks: asks)
  }
}

// MARK: - Reasons

extension RejectionReason {
  /// A ceremony's message has no known type.
  public static let messageType = Self("message-type", "a message has a known type")
  /// The payload of a ceremony's message is missing, not base64, or not allowed for its type.
  public static let messagePayload = Self(
    "message-payload", "a payload is text in base64, or null where the message has none")
  /// The distance in a ceremony's message is not four bytes, or not a distance.
  public static let messageDistance = Self(
    "message-distance", "a distance is one 32-bit float in meters, 0 or more")
  /// The session info in a ceremony's message cannot be read.
  public static let messageInfo = Self(
    "message-info", "session info is a JSON object with both nicknames, the ring, and the message")
  /// The ring in a ceremony's message is not known.
  public static let messageRing = Self("message-ring", "a ring is one of the known rings")
  /// A nickname in a ceremony's message is blank or too long.
  public static let messageName = Self(
    "message-name", "a nickname is not blank and has at most 60 characters")
  /// The text in a ceremony's message is too long.
  public static let messageLength = Self("message-length", "the words have at most 200 characters")
  /// The standing in a ceremony's message cannot be read.
  public static let messageStanding = Self(
    "message-standing", "a standing is a JSON object with version, counter, stage, and asks")
  /// The token in a ceremony's message is empty or too long.
  public static let messageToken = Self("message-token", "a token has 1 to 4,096 bytes")
  /// A ceremony's message is too long.
  public static let messageSize = Self("message-size", "a message has at most 16,384 bytes")
  /// A ceremony's message is of a later version.
  public static let messageVersion = Self(
    "message-version", "a message has a known version")
}
