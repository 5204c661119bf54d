import LubdubLive
import TestSupport
import Testing

/// Two ends of a ceremony over a link that can do anything to a message.
@Suite("Agreement of two phones") struct ExchangeLawTests {
  private static func loss(_ seed: UInt64) -> Double { 0.3 * Double(seed % 11) / 10 }

  /// Records an issue if two phones with nothing left to exchange differ.
  private static func expectAgreement(_ world: borrowing TwoPhones, _ seed: UInt64) {
    guard world.isQuiet else { return }
    let (phases, standings) = (world.phases, world.standings)
    if phases[0] != phases[1] || standings[0] != standings[1] {
      Issue.record("seed \(seed), \(world.now): \(phases), \(standings)")
    }
  }

  @Test("Both phones settle in the same phase, and 999 of 1,000 ceremonies complete")
  func ceremonies() {
    var open: [UInt64] = []
    let seeds = Thoroughness.seeds(100_000)
    for seed in seeds {
      var world = TwoPhones(
        seed: seed, loss: Self.loss(seed), outage: seed % 4 != 0, restarts: false)
      world.run(until: 120) { Self.expectAgreement($0, seed) }
      if world.phases != [.complete, .complete] { open.append(seed) }
      for phone in world.phones where phone.ceremony.phase == .complete {
        let cues = phone.cues[phone.ceremony.standing.counter] ?? []
        if cues != [.ringSent, .ringAttached] { Issue.record("seed \(seed): \(cues)") }
      }
    }
    if Thoroughness.isFull { print("not complete: \(open.count) of \(seeds.count), seeds \(open)") }
    #expect(Double(open.count) <= 0.001 * Double(seeds.count), "not complete: seeds \(open)")
  }

  @Test("A ceremony restarted at any time leaves both ends with one ring")
  func restarts() {
    for seed in Thoroughness.seeds(20_000) {
      var world = TwoPhones(
        seed: seed, loss: Self.loss(seed), outage: seed % 2 == 0, restarts: true)
      world.run(until: 120) { Self.expectAgreement($0, seed) }
      for phone in world.phones {
        for (counter, cues) in phone.cues {
          let isDoubled = [Cue.ringSent, .ringAttached].contains { cue in
            cues.count { $0 == cue } > 1
          }
          if isDoubled { Issue.record("seed \(seed), ring \(counter): \(cues)") }
        }
      }
    }
  }

  @Test(
    "Without losses, the other end follows after one message, and both ends agree after a round trip"
  )
  func roundTrip() {
    for seed in Thoroughness.seeds(5000) {
      var world = TwoPhones(seed: seed, loss: 0, outage: false, restarts: seed % 2 == 0)
      var (changed, known) = (Seconds.zero, [CeremonyStanding(), CeremonyStanding()])
      world.run(until: 30) { world in
        let standings = world.standings
        if standings != known { (changed, known) = (world.now, standings) }
        // Both are connected by then.
        guard world.now > 0.5, world.now > changed + 0.2 else { return }
        if standings[0] != standings[1] { Issue.record("seed \(seed): \(standings)") }
        guard world.now > changed + 0.4, world.now > 0.9 else { return }
        if !world.phones.allSatisfy({ $0.exchange.nextDeadline == nil }) {
          Issue.record("seed \(seed): still asked at \(world.now)")
        }
      }
    }
  }

  @Test func `A peer that never answers is lost, and its late messages are ignored`() throws {
    var exchange = try CeremonyExchange(pause: 1, patience: 3)
    let sent = CeremonyStanding(stage: .sent)
    #expect(exchange.next(sent, .sending, at: 0) == nil, "there is no link")
    exchange.connect()
    #expect(exchange.next(sent, .sending, at: 0) == .send(.standing(sent, asks: true)))
    #expect(exchange.next(sent, .sending, at: 0.5) == nil)
    #expect(exchange.nextDeadline == 1)
    #expect(exchange.next(sent, .sending, at: 1) == .send(.standing(sent, asks: true)))
    #expect(exchange.next(sent, .sending, at: 3) == .silent)
    #expect(exchange.nextDeadline == nil)
    let isLateHeard = exchange.hear(sent, asks: true, at: 4)
    #expect(!isLateHeard)
    #expect(exchange.next(sent, .sending, at: 4) == nil)
  }

  @Test func `A peer with an old app, which sends only messages, isn't asked again`() throws {
    let info = CeremonyMessage.SessionInfo(
      hostNickname: "Ada", guestNickname: "Bo", ring: .haloLuxury, message: "")
    for (message, stands) in [
      (.sessionInfo(info), true), (.distanceUpdate(1), true), (.ringSent, true),
      (.token([1]), false),
    ] as [(CeremonyMessage, Bool)] {
      var exchange = try CeremonyExchange(pause: 1, patience: 3)
      exchange.connect()
      exchange.hear(message)
      let (held, sent) = (CeremonyStanding(), CeremonyStanding(stage: .sent))
      for time in 0...2 {
        #expect(exchange.next(held, .searching, at: Seconds(Double(time))) != nil)
      }
      #expect(exchange.next(held, .searching, at: 3) == (stands ? nil : .silent), "\(message)")
      #expect(exchange.nextDeadline == nil)
      #expect(exchange.next(sent, .sending, at: 4) == nil, "the app sends the old messages")
      // A standing after all.
      let isHeard = exchange.hear(held, asks: true, at: 5)
      #expect(isHeard == stands)
      let answer = exchange.next(sent, .sending, at: 5)
      #expect(answer == (stands ? .send(.standing(sent, asks: true)) : nil))
    }
  }

  @Test func `A failed ceremony answers questions without asking any`() {
    var exchange = CeremonyExchange()
    exchange.connect()
    #expect(exchange.next(CeremonyStanding(), .failed(.linkLost), at: 0) == nil)
    let peer = CeremonyStanding(counter: 1, stage: .received)
    let isHeard = exchange.hear(peer, asks: true, at: 1)
    #expect(isHeard)
    #expect(exchange.next(peer, .attaching, at: 1) == .send(.standing(peer, asks: false)))
    #expect(exchange.next(peer, .attaching, at: 9) == nil)
  }

  @Test func `Impossible times for an exchange are rejected by name`() {
    for (pause, patience, key) in [
      (0, 5, "pause"), (.nan, 5, "pause"), (1, 1.5, "patience"), (1, .infinity, "patience"),
    ] as [(Double, Double, String)] {
      let error = #expect(throws: SettingError.self) {
        try CeremonyExchange(pause: Seconds(pause), patience: Seconds(patience))
      }
      #expect(error?.key == key)
    }
  }
}
