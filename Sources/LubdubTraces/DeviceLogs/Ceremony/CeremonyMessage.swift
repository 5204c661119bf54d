public import Lubdub
public import LubdubGround

/// A message between the two phones of a ceremony.
///
/// On the wire it is a JSON object `{"type": …, "payload": …}`. The payload of a distance update is
/// one little-endian 32-bit float in metres, that of session info a JSON object, both in base64; the
/// other messages have the payload `null`.
public enum CeremonyMessage: Sendable, Hashable {
  /// Who takes part, with which ring.
  case sessionInfo(SessionInfo)
  /// The distance that the sender measured; it is sent as a 32-bit float.
  case distanceUpdate(Meters)
  /// The sender is near enough to send or receive the ring.
  case readyToSend
  /// The ring has left the sender.
  case ringSent
  /// The ring has arrived at the sender of this message.
  case ringReceived
  /// The ceremony is complete.
  case ceremonyComplete

  /// Who takes part in a ceremony.
  public struct SessionInfo: Sendable, Hashable {
    /// What the host is called.
    public var hostNickname: String
    /// What the guest is called.
    public var guestNickname: String
    /// The ring.
    public var ring: Ring
    /// A personal text, at most `messageLimit` characters.
    public var message: String

    /// The longest message, in characters as a reader counts them.
    public static let messageLimit = 200

    /// Session info from its parts.
    public init(hostNickname: String, guestNickname: String, ring: Ring, message: String) {
      self.hostNickname = hostNickname
      self.guestNickname = guestNickname
      self.ring = ring
      self.message = message
    }
  }

  /// The rings there are.
  public enum Ring: String, Sendable, Hashable, CaseIterable {
    /// A single stone.
    case classicSolitaire
    /// A stone with a halo.
    case haloLuxury
    /// A plain band.
    case minimalistBand
  }

  /// Why a message cannot be read or written.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was found and what the rule is.
    public let description: String
    /// The kind of fault.
    public let reason: RejectionReason

    init(_ reason: RejectionReason, _ description: String) {
      self.reason = reason
      self.description = description
    }
  }

  /// The value of `type`.
  public var type: String {
    switch self {
    case .sessionInfo: "sessionInfo"
    case .distanceUpdate: "distanceUpdate"
    case .readyToSend: "readyToSend"
    case .ringSent: "ringSent"
    case .ringReceived: "ringReceived"
    case .ceremonyComplete: "ceremonyComplete"
    }
  }
}

extension CeremonyMessage {
  /// The message as a JSON object.
  ///
  /// - Throws: `Fault` when the distance is negative or has no 32-bit form, or the text is too long.
  public func encode() throws(Fault) -> JSONValue {
    var payload = JSONValue.null
    switch self {
    case .sessionInfo(let info): payload = .string(Base64.encode(try info.encode()))
    case .distanceUpdate(let distance):
      let metres = Float(distance.value)
      guard metres.isFinite, metres >= 0 else {
        throw Fault(
          .messageDistance, "distance is \(distance), expected a finite number of metres, 0 or more"
        )
      }
      payload = .string(Base64.encode(Self.bytes(of: metres.bitPattern)))
    case .readyToSend, .ringSent, .ringReceived, .ceremonyComplete: break
    }
    return ["type": .string(type), "payload": payload]
  }

  /// Reads a message from a JSON object; members other than `type` and `payload` do not matter.
  ///
  /// - Throws: `Fault` with what was found and the rule that it breaks.
  public static func decode(_ value: JSONValue) throws(Fault) -> CeremonyMessage {
    guard let type = value["type"]?.string else {
      throw Fault(.messageType, "type is missing, expected a text")
    }
    switch type {
    case "sessionInfo": return .sessionInfo(try SessionInfo.decode(try bytes(of: value)))
    case "distanceUpdate": return .distanceUpdate(try distance(try bytes(of: value)))
    case "readyToSend": return try withoutPayload(.readyToSend, value)
    case "ringSent": return try withoutPayload(.ringSent, value)
    case "ringReceived": return try withoutPayload(.ringReceived, value)
    case "ceremonyComplete": return try withoutPayload(.ceremonyComplete, value)
    default: throw Fault(.messageType, "type \"\(type.prefix(40))\" is not known")
    }
  }

  private static func withoutPayload(
    _ message: CeremonyMessage, _ value: JSONValue
  ) throws(Fault) -> CeremonyMessage {
    guard value["payload"] ?? .null == .null else {
      throw Fault(.messagePayload, "\(message.type) has a payload, expected null")
    }
    return message
  }

  private static func bytes(of value: JSONValue) throws(Fault) -> [UInt8] {
    guard let text = value["payload"]?.string, let bytes = Base64.decode(text) else {
      throw Fault(.messagePayload, "the payload is no base64 text")
    }
    return bytes
  }

  private static func bytes(of word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
  }

  private static func distance(_ bytes: [UInt8]) throws(Fault) -> Meters {
    guard bytes.count == 4 else {
      throw Fault(.messageDistance, "a distance has \(bytes.count) bytes, expected 4")
    }
    let metres = Float(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    guard metres.isFinite, metres >= 0 else {
      throw Fault(
        .messageDistance, "distance is \(metres), expected a finite number of metres, 0 or more")
    }
    return Meters(Double(metres))
  }
}

extension CeremonyMessage.SessionInfo {
  fileprivate func encode() throws(CeremonyMessage.Fault) -> [UInt8] {
    try check()
    var writer = JSONWriter(lineLength: nil)
    writer.write([
      "hostNickname": .string(hostNickname), "guestNickname": .string(guestNickname),
      "ring": .string(ring.rawValue), "message": .string(message),
    ])
    return writer.bytes
  }

  fileprivate static func decode(_ bytes: [UInt8]) throws(CeremonyMessage.Fault) -> Self {
    guard let value = try? JSONParser.parse(bytes) else {
      throw CeremonyMessage.Fault(.messageInfo, "session info is no JSON")
    }
    guard let host = value["hostNickname"]?.string, let guest = value["guestNickname"]?.string,
      let message = value["message"]?.string
    else {
      throw CeremonyMessage.Fault(.messageInfo, "session info lacks a nickname or the message")
    }
    guard let ring = value["ring"]?.string.flatMap({ CeremonyMessage.Ring(rawValue: $0) }) else {
      let names = CeremonyMessage.Ring.allCases.map(\.rawValue).joined(separator: ", ")
      throw CeremonyMessage.Fault(.messageRing, "the ring is not known, expected one of \(names)")
    }
    let info = Self(hostNickname: host, guestNickname: guest, ring: ring, message: message)
    try info.check()
    return info
  }

  private func check() throws(CeremonyMessage.Fault) {
    for (whose, name) in [("host", hostNickname), ("guest", guestNickname)]
    where name.allSatisfy(\.isWhitespace) {
      throw CeremonyMessage.Fault(
        .messageName, "the nickname of the \(whose) is blank, expected a name")
    }
    guard message.count > Self.messageLimit else { return }
    throw CeremonyMessage.Fault(
      .messageLength,
      "the message has \(message.count) characters, expected at most \(Self.messageLimit)")
  }
}
