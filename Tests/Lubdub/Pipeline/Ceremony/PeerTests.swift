import TestSupport
import Testing

/// The effect of the peer's standing on a ceremony.
@Suite("The peer's ring") struct PeerTests {
  private static func ready() -> Ceremony {
    var ceremony = Ceremony()
    _ = ceremony.handle(.connected, at: 0)
    _ = ceremony.enter(zone: 1, at: 1)
    return ceremony
  }

  private func texts(_ actions: [CeremonyAction]) -> [String] { actions.map(CeremonyTests.text) }

  @Test func `A ring sent by the peer arrives in any zone`() {
    for zone in [nil, 1, 4] {
      var ceremony = Ceremony()
      _ = ceremony.handle(.connected, at: 0)
      _ = ceremony.enter(zone: zone, at: 1)
      let actions = ceremony.hear(CeremonyStanding(stage: .sent), at: 2)
      #expect(texts(actions).filter { $0.hasPrefix("cue") } == ["cue ringSent"])
      #expect(ceremony.phase == .attaching)
      #expect(ceremony.standing == CeremonyStanding(stage: .received))
      #expect(ceremony.hear(CeremonyStanding(stage: .sent), at: 3).isEmpty, "no ring comes twice")
    }
  }

  @Test func `When both ends send at once, one ring results`() {
    var ends = [Self.ready(), Self.ready()]
    for end in 0...1 { _ = ends[end].handle(.sent, at: 2) }
    let standings = ends.map(\.standing)
    for end in 0...1 {
      let actions = ends[end].hear(standings[1 - end], at: 3)
      #expect(texts(actions) == ["sending > attaching"])
    }
    #expect(ends[0].standing == ends[1].standing && ends[0].standing.stage == .received)
  }

  @Test func `A peer that begins again takes back a sent ring, with the reason`() {
    var ceremony = Self.ready()
    _ = ceremony.handle(.sent, at: 2)
    let actions = ceremony.hear(CeremonyStanding(counter: 1), at: 3)
    #expect(texts(actions) == ["refused sent byPeer", "sending > readyToSend"])
    let complete = ceremony.hear(CeremonyStanding(counter: 1, stage: .complete), at: 4)
    #expect(texts(complete).last == "attaching > complete")
    #expect(ceremony.hear(CeremonyStanding(stage: .sent), at: 5).isEmpty, "that ring is of before")
  }

  @Test func `A message proves that the link works, even after a failure`() {
    var ceremony = Self.ready()
    _ = ceremony.handle(.disconnected, at: 2)
    _ = ceremony.hear(CeremonyStanding(), at: 3)
    #expect(ceremony.phase == .readyToSend)
    _ = ceremony.handle(.disconnected, at: 4)
    _ = ceremony.advance(to: 60)
    #expect(ceremony.phase == .failed(.linkLost))
    _ = ceremony.hear(CeremonyStanding(), at: 61)
    #expect(ceremony.phase == .readyToSend && ceremony.nextDeadline == nil)
    #expect(ceremony.hear(CeremonyStanding(stage: .sent), at: Seconds(.nan)).isEmpty)
  }

  @Test func `The latest standing counts, in any order and when repeated`() {
    for seed in Thoroughness.seeds(20_000) {
      var random = SeededGenerator(seed: seed)
      let standings = (0..<6).map { _ in
        CeremonyStanding(
          counter: .random(in: 0...2, using: &random),
          stage: CeremonyStanding.Stage.allCases.randomElement(using: &random) ?? .held)
      }
      let orders = [standings, standings.shuffled(using: &random) + standings.prefix(3)]
      let ends = orders.map { order in
        var ceremony = Self.ready()
        for (place, peer) in order.enumerated() {
          let before = ceremony.standing
          _ = ceremony.hear(peer, at: Seconds(Double(2 + place)))
          if ceremony.standing < max(before, peer) { Issue.record("seed \(seed): it went back") }
        }
        return ceremony.standing
      }
      if ends[0] != ends[1] { Issue.record("seed \(seed): \(standings): \(ends)") }
    }
  }

  @Test func `A late message about a ring decides at the present time`() throws {
    var pipeline = try Pipeline(Preset.eternalLoop.configuration)
    var decisions: [Decision] = []
    pipeline.process(.event(.connected, at: 5)) { _ in }
    #expect(!pipeline.hear(CeremonyStanding(stage: .sent), at: Seconds(.nan)) { _ in }.isTaken)
    let reception = pipeline.hear(CeremonyStanding(stage: .sent), at: 4) { decisions.append($0) }
    #expect(reception == .late(by: 1))
    #expect(pipeline.phase == .attaching && decisions.allSatisfy { $0.time == 5 })
    pipeline.finish { _ in }
    #expect(pipeline.hear(CeremonyStanding(stage: .complete), at: 6) { _ in } == .finished)
  }
}
