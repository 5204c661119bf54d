import Lubdub
import Testing

/// The triggers for sending the ring, and the handling of a ring that can't be sent.
@Suite("Sending the ring")
struct SendingTests {
  private func run(
    _ events: String, _ send: Ceremony.Parameters.Send = .swipe
  ) throws -> (phases: String, actions: [CeremonyAction]) {
    var parameters = Ceremony.Parameters()
    parameters.send = send
    let run = try CeremonyTests().run(events, parameters)
    return (run.phases, run.actions)
  }

  @Test func `Contact sends the ring if configured, and a near zone does not`() throws {
    let sent = try run("+4310RAC", .atContact)
    #expect(sent.phases == "SaarsttC")
    let cues = sent.actions.compactMap { action -> Cue? in
      if case .cue(let cue) = action.kind { cue } else { nil }
    }
    #expect(cues == [.ringSent, .ringAttached])
    #expect(try run("+4310...").phases == "Saarrrrr", "a swipe is waited for by default")
  }

  @Test func `Connecting while in contact sends the ring at once and only once`() throws {
    let sent = try run("0+..0.", .atContact)
    #expect(sent.phases == "Ssssss")
    #expect(sent.actions.count { $0.kind == .cue(.ringSent) } == 1)
  }

  @Test func `A swipe counts before contact, and a forced ring waits for a swipe`() throws {
    #expect(try run("+1S", .atContact).phases == "Srs")
    #expect(try run("+p...S", .atContact).phases == "SSSSrs")
  }

  @Test func `A swipe during silence counts if the peer was near when last heard`() throws {
    #expect(try run("+1-S").phases == "SrSs")
    #expect(try run("+10-..SRAC").phases == "SrrSSSsttC")
  }

  @Test(
    arguments: [
      ("+3S", .sent, .notNear), ("+3-S", .sent, .notNear), ("+S", .sent, .notNear),
      ("S", .sent, .noLink), ("+1xS", .sent, .noLink), ("+1x+-S", .sent, .notNear),
      ("+1xxxxS", .sent, .noLink), ("+3R", .received, .notNear), ("+1SxR", .received, .noLink),
      ("+1A", .attached, .notReceived), ("+1SC", .complete, .notReceived),
      ("+1SRxC", .complete, .noLink),
    ] as [(String, LinkEvent, CeremonyRefusal)])
  func `A rejected event of the ring is reported with its reason`(
    events: String, event: LinkEvent, reason: CeremonyRefusal
  ) throws {
    let run = try run(events)
    #expect(run.actions.last?.kind == .refused(event, reason))
    #expect(try run.actions.count == self.run(String(events.dropLast())).actions.count + 1)
  }

  @Test(arguments: ["+1SS", "+1SRR", "+1SRS", "+1SRAA", "+1SRACC", "+1SRACSRA"])
  func `A repeated message about the ring is not reported`(events: String) throws {
    let run = try run(events)
    #expect(!run.actions.contains { if case .refused = $0.kind { true } else { false } })
  }
}
