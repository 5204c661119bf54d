import Proximity
import Quantities
import Testing

/// A ceremony as a strip: what happens above, the phase after it below.
///
/// Events are `+` connected, `x` disconnected, `p` pressed, `r` released, `S` sent, `R` received,
/// `A` attached, `C` complete, `z` suspended, `w` resumed; a digit is a change to that zone, `-` to none,
/// `.` lets time pass. One column is one second. Phases are S(earching), a(pproaching), r(eady), s(ending),
/// t (attaching), C(omplete), F(ailed).
@Suite("Ceremony")
struct CeremonyTests {
  struct Run {
    var phases = ""
    var actions: [CeremonyAction] = []

    var cues: [CeremonyCue] {
      actions.compactMap { if case .cue(let cue) = $0.kind { cue } else { nil } }
    }
    var attempts: [Double] {
      actions.compactMap { if case .reconnect = $0.kind { $0.time.value } else { nil } }
    }
  }

  func run(_ events: String, _ parameters: Ceremony.Parameters = .init()) throws -> Run {
    var ceremony = try Ceremony(parameters)
    var run = Run()
    for (second, cell) in events.enumerated() {
      let time = Seconds(Double(second))
      if let event = Self.events[cell] {
        run.actions += ceremony.handle(event, at: time)
      } else if cell == "." {
        run.actions += ceremony.advance(to: time)
      } else {
        let change = ZoneChange(
          time: time, from: nil, to: cell.wholeNumberValue, reason: .entered)
        run.actions += ceremony.update(change)
      }
      run.phases.append(Self.letter(ceremony.phase))
    }
    return run
  }

  static let events: [Character: CeremonyEvent] = [
    "+": .connected, "x": .disconnected, "l": .peerLost, "z": .suspended, "w": .resumed,
    "p": .manualTriggerPressed, "r": .manualTriggerReleased, "S": .sent, "R": .received,
    "A": .attached, "C": .complete,
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

  @Test("from searching to complete, with an impact and a celebration")
  func whole() throws {
    let run = try run("+4321SRAC")
    #expect(run.phases == "Saaarstt" + "C")
    #expect(run.cues == [.impact, .celebration])
    #expect(run.actions.map(\.time) == run.actions.map(\.time).sorted())
  }

  @Test("the receiving end gets the ring without sending one")
  func receiver() throws {
    #expect(try run("+1RAC").phases == "SrttC")
  }

  @Test("completion without attaching, as the two-phone protocol tells it, celebrates all the same")
  func unattached() throws {
    let run = try run("+1SRC")
    #expect(run.phases == "SrstC")
    #expect(run.cues == [.impact, .celebration])
    #expect(try self.run("+1SC").phases == "Srss", "nothing was received")
  }

  @Test("not connected means searching, however near")
  func notConnected() throws {
    #expect(try run("210SRAC").phases == "SSSSSSS")
  }

  @Test("going away again undoes readiness")
  func away() throws {
    #expect(try run("+1212-3").phases == "SraraSa")
  }

  @Test("a press of three seconds forces readiness, a shorter one does not")
  func press() throws {
    let forced = try run("+p...-43.")
    #expect(forced.phases == "SSSSrrrrr")
    #expect(forced.cues == [.tap])
    #expect(forced.actions.first?.time == 4)
    #expect(try run("+p.r....").phases == "SSSSSSSS")
    #expect(try run("p....+..").phases == "SSSSSSSS", "pressed before there was a link")
  }

  @Test("a release at the very moment counts as held")
  func pressToTheEnd() throws {
    #expect(try run("+p..r").phases == "SSSSr")
  }

  @Test("a lost link is tried three times, five seconds each, then given up")
  func retries() throws {
    let run = try run("+1x" + String(repeating: ".", count: 16))
    #expect(run.phases == "Sr" + String(repeating: "S", count: 15) + "FF")
    #expect(run.attempts == [2, 7, 12])
    #expect(run.actions.last?.kind == .phase(from: .searching, to: .failed(.linkLost)))
    #expect(run.actions.last?.time == 17)
  }

  @Test("an attempt that is reported as failed is followed by the next at once")
  func reportedFailures() throws {
    let run = try run("+1xxxx.")
    #expect(run.phases == "SrSSSFF")
    #expect(run.attempts == [2, 3, 4])
  }

  @Test("a link that comes back starts the count anew and finds the ring where it is")
  func comesBack() throws {
    let run = try run("+1Sxx+xx+R")
    #expect(run.phases == "SrsSSsSSst")
    #expect(run.attempts == [3, 4, 6, 7])
  }

  @Test("after giving up nothing helps, and complete stays complete")
  func final() throws {
    #expect(try run("+1xxxx+1SRAC").phases == "SrSSSFFFFFFF")
    #expect(try run("+1SRACx-+").phases == "SrsttCCCC")
  }

  @Test("events that make no sense where it stands change nothing")
  func senseless() throws {
    #expect(try run("+SRAC3SAC1AC").phases == "SSSSSaaaarrr")
  }

  @Test("resuming asks for ranging to be started again")
  func resumed() throws {
    let run = try run("+1zw")
    #expect(run.actions.last?.kind == .restartRanging)
    #expect(run.phases == "Srrr")
  }

  @Test("a suspended session goes stale with its zone, and so does a resumed but silent one")
  func suspended() throws {
    var detector = try ZoneDetector(.init(.eternalLoop))
    var ceremony = try Ceremony()
    var phases: [CeremonyPhase] = []
    _ = ceremony.handle(.connected, at: 0)
    for tick in 0...40 {
      let time = Seconds(Double(tick) / 4)
      while let change = detector.advance(to: time) { _ = ceremony.update(change) }
      if tick < 10, let change = detector.update(.at(time.value, 0.1)) {
        _ = ceremony.update(change)
      }
      if tick == 10 { _ = ceremony.handle(.suspended, at: time) }
      if tick == 14 { _ = ceremony.handle(.resumed, at: time) }
      if phases.last != ceremony.phase { phases.append(ceremony.phase) }
    }
    #expect(phases == [.searching, .readyToSend, .searching])
    #expect(detector.zone == nil)
  }

  @Test("settings that make no sense are refused by name")
  func refused() {
    for (parameters, path) in [
      (Ceremony.Parameters(readyZone: -1), "readyZone"), (.init(press: -1), "press"),
      (.init(retries: -1), "retries"), (.init(retryTimeout: Seconds(.nan)), "retryTimeout"),
    ] {
      do {
        _ = try Ceremony(parameters)
        Issue.record("accepted")
      } catch {
        #expect(error.path == path)
      }
    }
  }
}
