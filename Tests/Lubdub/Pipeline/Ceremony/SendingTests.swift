import Lubdub
import Testing

/// What sends the ring, and what becomes of a ring that cannot be sent.
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

  @Test func `contact sends the ring where that is wanted, and a near zone does not`() throws {
    let sent = try run("+4310RAC", .atContact)
    #expect(sent.phases == "SaarsttC")
    let cues = sent.actions.compactMap { action -> Cue? in
      if case .cue(let cue) = action.kind { cue } else { nil }
    }
    #expect(cues == [.ringSent, .ringAttached])
    #expect(try run("+4310...").phases == "Saarrrrr", "a swipe is waited for by default")
  }

  @Test func `a link that is made in contact sends the ring at once, and only once`() throws {
    let sent = try run("0+..0.", .atContact)
    #expect(sent.phases == "Ssssss")
    #expect(sent.actions.count { $0.kind == .cue(.ringSent) } == 1)
  }

  @Test func `a swipe counts before contact, and a forced ring waits for one`() throws {
    #expect(try run("+1S", .atContact).phases == "Srs")
    #expect(try run("+p...S", .atContact).phases == "SSSSrs")
  }

  @Test func `a swipe counts in silence if the peer was near enough when last heard`() throws {
    #expect(try run("+1-S").phases == "SrSs")
    #expect(try run("+10-..SRAC").phases == "SrrSSSsttC")
  }

  @Test(arguments: ["+3S", "+3-S", "+S", "S", "+1xS", "+1xS+-S"])
  func `a ring that cannot be sent is reported, and stays`(events: String) throws {
    let run = try run(events)
    #expect(run.actions.contains { $0.kind == .refused(.sent) })
    #expect(!run.actions.contains { $0.kind == .cue(.ringSent) })
  }

  @Test func `a message about a ring that is on its way is no news`() throws {
    let run = try run("+1SS")
    #expect(!run.actions.contains { $0.kind == .refused(.sent) })
  }
}
