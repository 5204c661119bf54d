import Lubdub
import Testing

/// A ceremony as a strip: the events above, the phase after each event below.
///
/// Events are `+` connected, `x` disconnected, `l` peer lost, `p` pressed, `r` released, `S` sent,
/// `R` received, `A` attached, `C` complete, `z` suspended, `w` resumed; a digit is a change to that
/// zone, `-` to none, `.` lets time pass. One column is one second. Phases are S(earching), a(pproaching), r(eady), s(ending),
/// t (attaching), C(omplete), F(ailed).
@Suite("Ceremony")
struct CeremonyTests {
  struct Run {
    var phases = ""
    var actions: [CeremonyAction] = []

    var cues: [Cue] {
      actions.compactMap { if case .cue(let cue) = $0.kind { cue } else { nil } }
    }
    var attempts: [Double] {
      actions.compactMap { if case .reconnect = $0.kind { $0.time.value } else { nil } }
    }
  }

  func run(_ events: String, _ parameters: Ceremony.Parameters = .init()) throws -> Run {
    var ceremony = Ceremony(parameters)
    var run = Run()
    for (second, cell) in events.enumerated() {
      run.actions += Self.apply(cell, to: &ceremony, at: Seconds(Double(second)))
      run.phases.append(Self.letter(ceremony.phase))
    }
    return run
  }

  static func apply(
    _ cell: Character, to ceremony: inout Ceremony, at time: Seconds
  ) -> [CeremonyAction] {
    if let event = events[cell] { return ceremony.handle(event, at: time) }
    if cell == "." { return ceremony.advance(to: time) }
    return ceremony.enter(zone: cell.wholeNumberValue, at: time)
  }

  static func text(_ action: CeremonyAction) -> String {
    switch action.kind {
    case .phase(let from, let to): "\(from) > \(to)"
    case .cue(let cue): "cue \(cue.name)"
    case .reconnect(let attempt): "reconnect \(attempt)"
    case .restartRanging: "restartRanging"
    case .refused(let event, let reason): "refused \(event.rawValue) \(reason)"
    }
  }

  static let events: [Character: LinkEvent] = [
    "+": .connected, "x": .disconnected, "l": .peerLost, "z": .suspended, "w": .resumed,
    "p": .manualTriggerPressed, "r": .manualTriggerReleased, "S": .sent, "R": .received,
    "A": .attached, "C": .complete, "t": .touched, "u": .released,
    "e": .entered, "o": .left, "c": .crossed, "T": .retried, "N": .restarted,
    "@": .at, "s": .still, "m": .moving,
  ]

  static func letter(_ phase: CeremonyPhase) -> Character {
    switch phase {
    case .searching: "S"
    case .approaching: "a"
    case .readyToSend: "r"
    case .sending: "s"
    case .attaching: "t"
    case .complete: "C"
    case .failed: "F"
    }
  }

  @Test func `A ceremony runs from searching to complete and plays both cues`() throws {
    let run = try run("+4321SRAC")
    #expect(run.phases == "Saaarstt" + "C")
    #expect(run.cues == [.ringSent, .ringAttached])
    #expect(run.actions.map(\.time) == run.actions.map(\.time).sorted())
  }

  @Test func `The receiving end gets the ring without sending one`() throws {
    #expect(try run("+1RAC").phases == "SrttC")
  }

  @Test func `Completing without attaching, as between two phones, plays its cue`() throws {
    let run = try run("+1SRC")
    #expect(run.phases == "SrstC")
    #expect(run.cues == [.ringSent, .ringAttached])
    #expect(try self.run("+1SC").phases == "Srss", "nothing was received")
  }

  @Test func `Without a link the ceremony keeps searching at any distance`() throws {
    #expect(try run("210SRAC").phases == "SSSSSSS")
  }

  @Test func `Moving away undoes readiness`() throws {
    #expect(try run("+1212-3").phases == "SraraSa")
  }

  @Test func `A press of three seconds forces readiness, and a shorter press does not`() throws {
    let forced = try run("+p...-43.")
    #expect(forced.phases == "SSSSrrrrr")
    #expect(forced.cues == [.tap])
    #expect(forced.actions.first?.time == 4)
    #expect(try run("+p.r....").phases == "SSSSSSSS")
    #expect(try run("p....+..").phases == "SSSSSSSS", "pressed before there was a link")
  }

  @Test func `A release exactly at the end of the press counts as held`() throws {
    #expect(try run("+p..r").phases == "SSSSr")
  }

  @Test func `A lost link is tried three times for five seconds each, then fails`() throws {
    let run = try run("+1x" + String(repeating: ".", count: 16))
    #expect(run.phases == "Sr" + String(repeating: "S", count: 15) + "FF")
    #expect(run.attempts == [2, 7, 12])
    #expect(run.actions.last?.kind == .phase(from: .searching, to: .failed(.linkLost)))
    #expect(run.actions.last?.time == 17)
  }

  @Test func `After a reported failure, the next attempt starts at once`() throws {
    let run = try run("+1xxxx.")
    #expect(run.phases == "SrSSSFF")
    #expect(run.attempts == [2, 3, 4])
  }

  @Test func `A link that returns resets the attempts and keeps the ring's progress`() throws {
    let run = try run("+1Sxx+xx+R")
    #expect(run.phases == "SrsSSsSSst")
    #expect(run.attempts == [3, 4, 6, 7])
  }

  @Test func `Failed and complete ceremonies ignore later events`() throws {
    #expect(try run("+1xxxx+1SRAC").phases == "SrSSSFFFFFFF")
    #expect(try run("+1SRACx-+").phases == "SrsttCCCC")
  }

  @Test("A failed ceremony can be tried again and resumes with the ring's progress")
  func tryAgain() throws {
    let run = try run("+1SxxxxT+R")
    #expect(run.phases == "SrsSSSFSst")
    #expect(run.attempts == [3, 4, 5, 7])
    #expect(try self.run("+1T").phases == "Srr", "nothing has failed")
  }

  @Test func `Silence does not lose the link, and ranges restore the phase`() throws {
    let back = try run("+1l-" + String(repeating: ".", count: 20) + "1S")
    #expect(back.phases == "Srr" + String(repeating: "S", count: 21) + "rs")
    #expect(back.attempts == [])
    #expect(try run("+1lllll-S").attempts == [])
  }

  @Test("Trying again uses a link that came back after the failure")
  func back() throws {
    #expect(try run("+1Sxxxx+.T").phases == "SrsSSSFFFs")
    #expect(try run("+1Sxxxx+xT").phases == "SrsSSSFFFS")
  }

  @Test func `A link lost after completion is missing for the next ring`() throws {
    let run = try run("+1SRACxN+S")
    #expect(run.phases == "SrsttCCSrs")
    #expect(run.attempts == [])
  }

  @Test func `Trying again makes one more attempt, even without a link`() {
    var parameters = Ceremony.Parameters()
    (parameters.press, parameters.retries, parameters.retryTimeout) = (1, 0, 1)
    var ceremony = Ceremony(parameters)
    _ = ceremony.handle(.connected, at: 0)
    _ = ceremony.handle(.disconnected, at: 1)
    #expect(ceremony.phase == .failed(.linkLost))
    #expect(ceremony.handle(.retried, at: 2).last?.kind == .reconnect(attempt: 1))
    _ = ceremony.advance(to: 4)
    #expect(ceremony.phase == .failed(.linkLost))
  }

  @Test func `A new ceremony can begin after completion, failure, or halfway`() throws {
    #expect(try run("+1SRACNS").phases == "SrsttCrs")
    #expect(try run("+1xxxxN+1").phases == "SrSSSFSrr")
    #expect(try run("+1SNS").phases == "Srsrs")
  }

  @Test func `Events that do not fit the phase change nothing`() throws {
    #expect(try run("+SRAC3SAC1AC").phases == "SSSSSaaaarrr")
  }

  @Test func `Resuming asks to restart ranging`() throws {
    let run = try run("+1zw")
    #expect(run.actions.last?.kind == .restartRanging)
    #expect(run.phases == "Srrr")
  }

  @Test func `Every event has a letter and acts in the phase where it counts`() throws {
    #expect(Set(Self.events.values) == Set(LinkEvent.allCases))
    // What comes before the event, the phase after it, and what is to be done.
    let expected: [LinkEvent: (before: String, phase: CeremonyPhase, actions: [String])] = [
      .connected: ("1", .readyToSend, ["searching > readyToSend"]),
      .disconnected: ("+1", .searching, ["readyToSend > searching", "reconnect 1"]),
      // Silence is no lost link.
      .peerLost: ("+1", .readyToSend, []),
      .suspended: ("+1", .readyToSend, []),
      .resumed: ("+1z", .readyToSend, ["restartRanging"]),
      .manualTriggerPressed: ("+3", .approaching, []),
      .manualTriggerReleased: ("+3p", .approaching, []),
      .sent: ("+1", .sending, ["cue ringSent", "readyToSend > sending"]),
      .received: ("+1S", .attaching, ["sending > attaching"]),
      .attached: ("+1SR", .attaching, ["cue ringAttached"]),
      .complete: ("+1SRA", .complete, ["attaching > complete"]),
      // A touch moves the zone, and the zone the ceremony.
      .touched: ("+3", .approaching, []),
      .released: ("+1", .readyToSend, []),
      // What happens on the ground is none of its business.
      .entered: ("+1", .readyToSend, []),
      .left: ("+1", .readyToSend, []),
      .crossed: ("+1", .readyToSend, []),
      .retried: (
        "+1xxxx", .searching,
        ["failed(Lubdub.CeremonyFailure.linkLost) > searching", "reconnect 1"]
      ),
      .restarted: ("+1S", .readyToSend, ["sending > readyToSend"]),
      // Nor is what helps signal strength.
      .at: ("+1", .readyToSend, []),
      .still: ("+1", .readyToSend, []),
      .moving: ("+1", .readyToSend, []),
    ]
    for event in LinkEvent.allCases {
      let row = try #require(expected[event], "\(event) has no row")
      var ceremony = Ceremony()
      for (second, cell) in row.before.enumerated() {
        _ = Self.apply(cell, to: &ceremony, at: Seconds(Double(second)))
      }
      let actions = ceremony.handle(event, at: Seconds(Double(row.before.count)))
      #expect(actions.map(Self.text) == row.actions, "\(event)")
      #expect(ceremony.phase == row.phase, "\(event)")
    }
    var held = Ceremony()
    _ = held.handle(.connected, at: 0)
    _ = held.handle(.manualTriggerPressed, at: 1)
    #expect(held.nextDeadline == 4)
    _ = held.handle(.manualTriggerReleased, at: 2)
    #expect(held.nextDeadline == nil)
  }

  @Test("Late events and zones take effect at once, and events without a time are ignored")
  func late() throws {
    var ceremony = Ceremony()
    _ = ceremony.handle(.connected, at: 5)
    #expect(ceremony.enter(zone: 1, at: 2).map(\.time) == [5])
    #expect(ceremony.handle(.sent, at: 1).map(\.time) == [5, 5])
    #expect(ceremony.handle(.received, at: Seconds(.nan)).isEmpty)
    #expect(ceremony.enter(zone: nil, at: Seconds(.infinity)).isEmpty)
    #expect(ceremony.phase == .sending)
  }

  @Test func `Invalid ceremony settings are rejected by name`() {
    let changes: [(path: String, apply: (inout Ceremony.Parameters) -> Void)] = [
      ("readyZone", { $0.readyZone = -1 }), ("press", { $0.press = -1 }),
      ("retries", { $0.retries = -1 }), ("retryTimeout", { $0.retryTimeout = Seconds(.nan) }),
    ]
    for (path, apply) in changes {
      var parameters = Ceremony.Parameters()
      apply(&parameters)
      let error = #expect(throws: SettingError.self) { try parameters.validate() }
      #expect(error?.key == path)
    }
  }
}
