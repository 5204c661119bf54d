import LubdubLive
import TestSupport
import Testing

/// Beats whose time has passed when the host wakes.
@Suite("Late beats") struct LateBeatTests {
  /// A session in contact, heard ten times per second until 10 s.
  private static func contact(
    _ policy: LateBeatPolicy = .drop, after bound: Seconds? = nil
  ) throws -> LiveSession {
    var configuration = Preset.eternalLoop.configuration
    configuration.live.lateBeats = policy
    configuration.live.lateAfter = bound
    var session = try LiveSession(configuration)
    for step in 0...100 {
      let now = Seconds(0.1 * Double(step))
      session.pass(to: now) { _ in }
      session.process(.uwb(0.01, at: now), now: now) { _ in }
    }
    return session
  }

  /// The late and dropped beats when the host wakes at a time.
  private static func back(
    _ session: inout LiveSession, at now: Seconds
  ) -> (late: [Beat], dropped: [DroppedBeats]) {
    var late: [Beat] = []
    var dropped: [DroppedBeats] = []
    session.pass(to: now) { event in
      switch event {
      case .scheduled(let beat, _) where beat.lateness > 0: late.append(beat)
      case .dropped(let beats): dropped.append(beats)
      default: break
      }
    }
    return (late, dropped)
  }

  @Test func `After ten minutes of sleep, old beats are dropped, with one report`() throws {
    var session = try Self.contact()
    let (late, dropped) = Self.back(&session, at: 610)
    #expect(late.isEmpty)
    // Three seconds after the last range the zone has ended: fifteen beats, of which none was handed out.
    #expect(dropped.map(\.count) == [15])
    #expect(session.droppedBeats.count == 15)
    #expect((dropped.first?.longestLateness ?? 0) > 599)
    #expect((dropped.first?.first ?? 0) < 10.5 && (dropped.first?.last ?? 0) < 13)
  }

  @Test(
    "After a stall of one second, the policy decides which beats play",
    arguments: [(LateBeatPolicy.drop, 0, 5), (.playFirst, 1, 4), (.playAll, 5, 0)])
  func stall(_ policy: LateBeatPolicy, played: Int, dropped: Int) throws {
    var session = try Self.contact(policy)
    let back = Self.back(&session, at: 11.09)
    #expect(back.late.count == played)
    #expect(back.dropped.reduce(0) { $0 + $1.count } == dropped)
    for beat in back.late { #expect(abs((beat.lateness - (11.09 - beat.time)).value) < 1e-9) }
  }

  @Test func `A beat within the lateness limit is delivered with its lateness`() throws {
    var session = try Self.contact(after: 0.5)
    let back = Self.back(&session, at: 10.6)
    let expected = session.droppedBeats.count + back.late.count
    #expect(!back.late.isEmpty && back.late.allSatisfy { $0.lateness <= 0.5 })
    #expect(expected >= 2)
  }

  @Test func `By default, a beat is late after half the lead, but at least after 50 ms`() {
    let settings = LiveSettings()
    #expect(settings.lateAfter(lead: 0) == 0.05)
    #expect(settings.lateAfter(lead: 0.4) == 0.2)
  }

  @Test func `With an entry lead, the first beat of a zone is also scheduled ahead`() throws {
    for lead in [0, 0.1] {
      var configuration = Preset.eternalLoop.configuration
      configuration.heartbeat.entryLead = Seconds(lead)
      var session = try LiveSession(configuration)
      var ahead: [Double] = []
      for step in 0..<1200 {
        let now = Seconds(Double(step) / 60)
        func take(_ event: LiveEvent) {
          if case .scheduled(let beat, _) = event { ahead.append((beat.time - now).value) }
        }
        session.pass(to: now, take)
        let distance = Meters(max(0.1, 3 - 0.2 * now.value))
        session.process(.uwb(distance, at: now), now: now, take)
      }
      let entries = ahead.filter { $0 < 0.1 - 1.0 / 60 - 1e-9 }
      #expect(ahead.count > 10)
      // The third zone is entered right after a beat.
      #expect(lead == 0 ? entries.count == 2 : entries.isEmpty, "\(entries)")
    }
  }
}
