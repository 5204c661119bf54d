import TestSupport
import Testing

@Suite("Ceremony messages")
struct CeremonyMessageTests {
  private static let info = CeremonyMessage.SessionInfo(
    hostNickname: "Ané \"x\"", guestNickname: "Bo", ring: .minimalistBand,
    message: String(repeating: "👩‍❤️‍👩", count: 200))

  @Test(
    arguments: [
      .sessionInfo(info), .distanceUpdate(0), .distanceUpdate(1.5),
      .distanceUpdate(Meters(Double(Float.greatestFiniteMagnitude))),
      .distanceUpdate(Meters(Double(Float.leastNonzeroMagnitude))), .readyToSend, .ringSent,
      .ringReceived, .ceremonyComplete,
      .standing(CeremonyStanding(), asks: true),
      .standing(CeremonyStanding(counter: .max, stage: .complete), asks: false),
      .token([7]), .token([UInt8](repeating: 255, count: 4096)),
    ] as [CeremonyMessage])
  func `Messages survive encoding and decoding`(message: CeremonyMessage) throws {
    #expect(try CeremonyMessage.decode(try message.bytes()) == message)
  }

  @Test func `Any distance that is a 32-bit float survives encoding and decoding`() throws {
    let seed: UInt64 = 7
    var generator = SeededGenerator(seed: seed)
    for round in 0..<Thoroughness.rounds(10_000) {
      let bits = UInt32.random(in: 0..<Float.infinity.bitPattern, using: &generator)
      let message = CeremonyMessage.distanceUpdate(Meters(Double(Float(bitPattern: bits))))
      #expect(try CeremonyMessage.decode(message.encode()) == message, "seed \(seed), \(round)")
    }
  }

  @Test func `The payload of a distance is one little-endian float in base64`() throws {
    let value = try CeremonyMessage.distanceUpdate(1.5).encode()
    #expect(value == ["type": "distanceUpdate", "payload": "AADAPw=="])
    #expect(try CeremonyMessage.ringSent.encode() == ["type": "ringSent", "payload": .null])
  }

  @Test(
    arguments: [
      .distanceUpdate(-1), .distanceUpdate(Meters(.nan)), .distanceUpdate(1e300), .token([]),
      .token([UInt8](repeating: 0, count: 4097)),
      .sessionInfo(
        CeremonyMessage.SessionInfo(
          hostNickname: "a", guestNickname: "b", ring: .haloLuxury,
          message: String(repeating: "x", count: 201))),
    ] as [CeremonyMessage])
  func `Messages that break a rule cannot be encoded`(message: CeremonyMessage) {
    #expect(throws: CeremonyMessage.Fault.self) { try message.encode() }
  }

  @Test(arguments: [
    ("{}", "type is missing"), ("[]", "type is missing"),
    ("{\"type\": \"dance\"}", "not known"),
    ("{\"type\": \"distanceUpdate\", \"payload\": null}", "base64"),
    ("{\"type\": \"distanceUpdate\", \"payload\": \"AADAPw\"}", "base64"),
    ("{\"type\": \"distanceUpdate\", \"payload\": \"AADAPwA=\"}", "5 bytes"),
    ("{\"type\": \"distanceUpdate\", \"payload\": \"AADAvw==\"}", "-1.5"),
    ("{\"type\": \"distanceUpdate\", \"payload\": \"AADAfw==\"}", "nan"),
    ("{\"type\": \"ringSent\", \"payload\": \"AADAPw==\"}", "expected null"),
    ("{\"type\": \"sessionInfo\", \"payload\": \"AADAPw==\"}", "not JSON"),
    ("{\"type\": \"sessionInfo\", \"payload\": \"e30=\"}", "lacks"),
    ("{\"type\": \"standing\", \"payload\": \"e30=\"}", "lacks a version"),
    ("{\"type\": \"token\", \"payload\": \"\"}", "expected 1 to 4096"),
  ])
  func `A malformed message is rejected with its reason`(text: String, reason: String) throws {
    let value = try JSONParser.parse(text.utf8)
    let fault = #expect(throws: CeremonyMessage.Fault.self) { try CeremonyMessage.decode(value) }
    #expect(fault?.description.contains(reason) == true, "\(fault?.description ?? "none")")
  }

  @Test func `A message of more than 16 KiB is rejected before parsing`() {
    let fault = #expect(throws: CeremonyMessage.Fault.self) {
      try CeremonyMessage.decode([UInt8](repeating: UInt8(ascii: "["), count: 20_000))
    }
    #expect(fault?.reason == .messageSize)
  }

  @Test func `A standing with a later version, an unknown stage, or a bad counter is rejected`()
    throws
  {
    for (standing, reason) in [
      (["version": 2, "counter": 0, "stage": "lent", "asks": true], .messageVersion),
      (["version": 1, "counter": 0, "stage": "lent", "asks": true], .messageStanding),
      (["version": 1, "counter": -1, "stage": "held", "asks": true], .messageStanding),
      (["version": 1, "counter": 1e99, "stage": "held", "asks": true], .messageStanding),
    ] as [(JSONValue, RejectionReason)] {
      let payload = Base64.encode(JSONWriter.encode(standing, lineLength: nil))
      let value: JSONValue = ["type": "standing", "payload": .string(payload)]
      let fault = #expect(throws: CeremonyMessage.Fault.self) { try CeremonyMessage.decode(value) }
      #expect(fault?.reason == reason, "\(standing)")
    }
  }

  /// The reason for which session info is rejected.
  private static func reason(
    host: String = "Ada", ring: String = "haloLuxury", words: String = "yes"
  ) throws -> RejectionReason? {
    let info = JSONWriter.encode(
      [
        "hostNickname": .string(host), "guestNickname": "Bo", "ring": .string(ring),
        "message": .string(words),
      ], lineLength: nil)
    let message: JSONValue = ["type": "sessionInfo", "payload": .string(Base64.encode(info))]
    do throws(CeremonyMessage.Fault) {
      _ = try CeremonyMessage.decode(message)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func `Each kind of invalid message, including a blank name, has its own reason`() throws {
    #expect(try Self.reason() == nil)
    #expect(try Self.reason(host: " \t") == .messageName)
    #expect(try Self.reason(host: String(repeating: "n", count: 61)) == .messageName)
    #expect(try Self.reason(ring: "paper") == .messageRing)
    #expect(try Self.reason(words: String(repeating: "x", count: 201)) == .messageLength)
    let texts: [(String, RejectionReason)] = [
      ("{\"type\": \"dance\"}", .messageType),
      ("{\"type\": \"distanceUpdate\", \"payload\": \"AADAfw==\"}", .messageDistance),
      ("{\"type\": \"ringSent\", \"payload\": \"AADAPw==\"}", .messagePayload),
      ("{\"type\": \"sessionInfo\", \"payload\": \"e30=\"}", .messageInfo),
    ]
    for (text, reason) in texts {
      let value = try JSONParser.parse(text.utf8)
      let fault = #expect(throws: CeremonyMessage.Fault.self) { try CeremonyMessage.decode(value) }
      #expect(fault?.reason == reason, "\(text)")
    }
  }
}
