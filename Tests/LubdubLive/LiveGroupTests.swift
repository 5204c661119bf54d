import LubdubLive
import TestSupport
import Testing

/// Several peers at once.
@Suite("A group of peers") struct LiveGroupTests {
  private struct Heard {
    var felt: [String?] = []
    var beats: [(peer: String, time: Seconds)] = []
    var events: [LiveEvent] = []
    var left: [String] = []

    mutating func take(_ event: GroupEvent) {
      switch event {
      case .felt(let peer, _): felt.append(peer)
      case .left(let peer, _): left.append(peer)
      case .joined: break
      case .peer(let peer, let event):
        events.append(event)
        if case .scheduled(let beat, _) = event { beats.append((peer, beat.time)) }
      }
    }
  }

  @Test(arguments: [true, false])
  func `A group with a single peer gives the events of a separate session`(all: Bool) throws {
    for seed in Thoroughness.seeds(2000) {
      let visit = RandomVisit(seed: seed)
      var session = try LiveSession(visit.configuration, lead: visit.lead)
      var group = try LiveGroup(
        visit.configuration, mix: all ? .all(beatsPerSecond: 100) : .nearest(), lead: visit.lead)
      var events: [LiveEvent] = []
      var heard = Heard()
      for sample in visit.samples {
        let now = sample.time
        while let wake = session.nextWake, wake < now {
          session.pass(to: wake) { events.append($0) }
        }
        while let wake = group.nextWake, wake < now { group.pass(to: wake) { heard.take($0) } }
        session.process(sample, now: now) { events.append($0) }
        group.process(sample, of: "A", now: now) { heard.take($0) }
      }
      try #require(heard.events == events, "seed \(seed)")
    }
  }

  @Test
  func `The state of a silent peer shows whether other peers were heard or the receiver was off`()
    throws
  {
    var group = try LiveGroup(Preset.eternalLoop.configuration)
    for step in 0..<100 {
      let now = Seconds(Double(step) / 10)
      if step < 20 { group.process(.uwb(0.5, at: now), of: "A", now: now) { _ in } }
      group.process(.uwb(1.5, at: now), of: "B", now: now) { _ in }
    }
    func silence(_ peer: String) -> SilenceCause? {
      group.snapshot(of: peer, at: 9.9)?.state.evidence.silence
    }
    #expect(silence("A") == .othersHeard && silence("B") == nil)
    group.noteReceiver(isOn: false)
    #expect(silence("A") == .receiverOff)
  }

  /// Ten minutes of peers around a person, each heard ten times per second.
  private static func circle(
    _ names: [String], _ mix: PeerMix, until end: Double = 600,
    distance: (Int, Double) -> Double?
  ) throws -> (heard: Heard, group: LiveGroup) {
    var group = try LiveGroup(Preset.eternalLoop.configuration, mix: mix)
    var random = SeededGenerator(seed: 3)
    var heard = Heard()
    for step in 0..<Int(10 * end) {
      for (index, name) in names.enumerated() {
        let now = Seconds(0.1 * Double(step) + 0.1 * Double(index) / Double(names.count))
        while let wake = group.nextWake, wake < now { group.pass(to: wake) { heard.take($0) } }
        guard let distance = distance(index, now.value) else { continue }
        let range = Meters(max(0, distance + 0.1 * (random.unit() - 0.5)))
        group.process(.uwb(range, at: now), of: name, now: now) { heard.take($0) }
      }
    }
    return (heard, group)
  }

  @Test func `Three peers at the same distance for ten minutes don't take turns`() throws {
    let (heard, _) = try Self.circle(["A", "B", "C"], .nearest()) { _, _ in 0.8 }
    #expect(heard.felt.count == 1, "\(heard.felt)")
    #expect(Set(heard.beats.map(\.peer)).count == 1 && heard.beats.count > 500)
  }

  @Test func `Another peer takes over if it is clearly nearer or the felt peer leaves`() throws {
    let (heard, group) = try Self.circle(["A", "B"], .nearest(), until: 90) { index, time in
      if index == 0 { return time < 15 ? 0.5 : nil }
      return time < 10 ? 1.5 : 1
    }
    #expect(heard.felt == ["A", "B"])
    #expect(heard.left == ["A"] && group.peers == ["B"])
    let last = heard.beats.last { $0.peer == "A" }
    #expect((last?.time ?? 0) < 18.5)
  }

  @Test func `Of fifty peers, only the nearest is felt, or all with a limit on beats`() throws {
    let names = (0..<50).map { "peer \($0)" }
    let near = try Self.circle(names, .nearest(), until: 20) { index, _ in 0.3 + 0.1 * Double(index)
    }
    #expect(near.heard.felt.last == "peer 0" && near.group.peers.count == 50)
    let all = try Self.circle(names, .all(beatsPerSecond: 6), until: 20) { index, _ in
      0.3 + 0.02 * Double(index)
    }
    let times = all.heard.beats.map(\.time.value).sorted()
    for (index, time) in times.enumerated() {
      let within = times[index...].prefix { $0 < time + 1 - 1e-9 }.count
      #expect(within <= 6, "\(within) from \(time)")
    }
    // Their hearts beat nearly together: one of them is felt each time.
    #expect(all.group.crowdedOut > 100 && times.count >= 18)
  }

  @Test func `Each peer has separate clocks, and bad stamps affect no other peer`() throws {
    var group = try LiveGroup(Preset.eternalLoop.configuration)
    var zones: [String: [Int?]] = [:]
    for step in 0..<300 {
      let now = Seconds(0.1 * Double(step))
      func process(_ peer: String, _ distance: Meters, at stamp: Seconds) {
        group.process(.uwb(distance, at: stamp), of: peer, now: now) { event in
          guard case .peer(let name, .decided(.zone(let change))) = event else { return }
          zones[name, default: []].append(change.to)
        }
      }
      process("anna", 0.5, at: now)
      process("ben", 0.8, at: step == 100 || step == 101 ? now + 1000 : now)
      if step >= 50 { process("cleo", 1.5, at: now + 90_000) }
      if step >= 80 { process("dora", 1.7, at: now - 8) }
      #expect(abs((group.time - now).value) < 1e-6)
    }
    #expect(zones == ["anna": [2], "ben": [2], "cleo": [3], "dora": [3]])
  }

  @Test func `Learned values of a peer are kept for its next session only`() throws {
    let link = LearnedLink(
      contactLevel: 0.09, referencePower: -65, exponent: 1.8, powerDeviation: 2)
    var group = try LiveGroup(Preset.eternalLoop.configuration, learned: ["anna": link])
    for peer in ["anna", "ben"] { group.process(.uwb(1, at: 0), of: peer, now: 0) { _ in } }
    try group.apply(group.configuration, now: 1) { _ in }
    #expect(group.learned(of: "anna") == link && group.learned(of: "ben") == LearnedLink())
    #expect(throws: SettingError.self) {
      try LiveGroup(
        Preset.eternalLoop.configuration, learned: ["anna": LearnedLink(contactLevel: -9)])
    }
  }

  @Test func `The refractory time applies at each change of the mix, without cancellation`() throws
  {
    var count = 0
    for seed in Thoroughness.seeds(400) {
      var random = SeededGenerator(seed: seed)
      var group = try LiveGroup(Preset.eternalLoop.configuration)
      var (coming, felt): ([String: Seconds], [Seconds]) = ([:], [])
      func take(_ event: GroupEvent) {
        switch event {
        case .peer(let name, .scheduled(let beat, _)): coming["\(name) \(beat.id)"] = beat.time
        case .peer(let name, .cancelled(let beat)):
          if coming.removeValue(forKey: "\(name) \(beat.id)") == nil {
            Issue.record("seed \(seed): \(beat) was never handed out")
          }
        case .peer(let name, .decided(.beat(let beat, _))):
          if let time = coming.removeValue(forKey: "\(name) \(beat.id)") { felt.append(time) }
        case .peer, .felt, .joined, .left: break
        }
      }
      for step in 0..<600 {
        let now = Seconds(0.05 * Double(step))
        while let wake = group.nextWake, wake < now { group.pass(to: wake, take) }
        let distance = abs(
          (now.value + 7 * Double(step % 3)).truncatingRemainder(dividingBy: 20) - 10)
        group.process(
          .uwb(Meters(0.25 * distance), at: now), of: "peer \(step % 3)", now: now, take)
        guard random.pick(30) == 0 else { continue }
        let mixes = [PeerMix.nearest(), .all(), .chosen("peer 1"), .all(beatsPerSecond: 3)]
        try group.apply(group.configuration, mix: mixes[random.pick(4)], now: now, take)
        if random.pick(4) == 0 { group.remove("peer 0", now: now, take) }
      }
      felt.sort()
      count += felt.count
      for (one, next) in zip(felt, felt.dropFirst()) where next - one < 0.2 - 1e-6 {
        Issue.record("seed \(seed): beats at \(one) and \(next)")
      }
    }
    #expect(count > Thoroughness.rounds(400) * 10)
  }

  /// Random walks of some peers, with pauses of the app, new settings, and hearts; returns every felt beat.
  private static func walk(_ mix: PeerMix, seed: UInt64) throws -> (heard: Heard, group: LiveGroup)
  {
    var random = SeededGenerator(seed: seed)
    var group = try LiveGroup(Preset.eternalLoop.configuration, mix: mix)
    var heard = Heard()
    var distances = [0.4, 0.9, 1.6]
    for step in 0..<600 {
      let now = Seconds(0.05 * Double(step))
      while let wake = group.nextWake, wake < now { group.pass(to: wake) { heard.take($0) } }
      let peer = step % 3
      distances[peer] = min(max(0, distances[peer] + 0.3 * (random.unit() - 0.5)), 2.5)
      group.process(.uwb(Meters(distances[peer]), at: now), of: "peer \(peer)", now: now) {
        heard.take($0)
      }
      switch random.pick(80) {
      case 0: group.suspend(now: now) { heard.take($0) }
      case 1, 2: group.resume(now: now) { heard.take($0) }
      case 3:
        var changed = group.configuration
        changed.heartbeat.intervals[1] = Seconds(0.3 + 0.2 * random.unit())
        try group.apply(changed, now: now) { heard.take($0) }
      case 4: group.process(interval: 0.8, of: "peer \(peer)", now: now) { heard.take($0) }
      default: break
      }
    }
    group.finish(at: 30) { heard.take($0) }
    return (heard, group)
  }

  @Test func `A common refractory time applies to all peers, whoever is felt`() throws {
    var count = 0
    for seed in Thoroughness.seeds(400) {
      let mix = [PeerMix.nearest(by: 0.1, for: 0.2), .all(), .chosen("peer 1")][Int(seed % 3)]
      let (heard, group) = try Self.walk(mix, seed: seed)
      let times = heard.events.compactMap { event in
        if case .decided(.beat(let beat, _)) = event { beat.time } else { nil }
      }.sorted()
      count += times.count
      let refractory = group.configuration.heartbeat.refractory - 1e-6
      for (one, next) in zip(times, times.dropFirst()) where next - one < refractory {
        Issue.record("seed \(seed): beats at \(one) and \(next)")
      }
    }
    #expect(count > Thoroughness.rounds(400) * 10)
  }

  @Test func `A suspended group is silent, and the felt peer returns when it resumes`() throws {
    for mix in [PeerMix.nearest(), .all(), .chosen("A")] {
      var group = try LiveGroup(Preset.eternalLoop.configuration, mix: mix)
      var heard = Heard()
      for step in 0..<200 {
        let now = Seconds(0.1 * Double(step))
        if step == 80 { group.suspend(now: now) { heard.take($0) } }
        if step == 140 { group.resume(now: now) { heard.take($0) } }
        while let wake = group.nextWake, wake < now { group.pass(to: wake) { heard.take($0) } }
        for peer in ["A", "B"] {
          group.process(.uwb(peer == "A" ? 0.5 : 1.2, at: now), of: peer, now: now) {
            heard.take($0)
          }
        }
      }
      let times = heard.events.compactMap { event in
        if case .decided(.beat(let beat, _)) = event { beat.time } else { nil }
      }
      #expect(!times.contains { $0 > 8 && $0 < 14 })
      #expect(times.contains { $0 >= 14 && $0 < 14.2 } && times.contains { $0 < 8 })
    }
  }

  @Test func `The felt peer is chosen again when settings change`() throws {
    var group = try LiveGroup(Preset.eternalLoop.configuration, mix: .chosen("B"))
    var heard = Heard()
    for step in 0..<50 {
      let now = Seconds(0.1 * Double(step))
      for peer in ["A", "B"] {
        group.process(.uwb(peer == "A" ? 0.5 : 1.2, at: now), of: peer, now: now) { heard.take($0) }
      }
    }
    #expect(group.felt == "B")
    try group.apply(group.configuration, mix: .nearest(), now: 5) { heard.take($0) }
    #expect(group.felt == "A" && heard.felt == ["B", "A"])
    try group.apply(group.configuration, mix: .all(), now: 5) { heard.take($0) }
    #expect(group.felt == nil)
    var bad = group.configuration
    bad.heartbeat.refractory = 5
    #expect(throws: SettingError.self) { try group.apply(bad, now: 5) { heard.take($0) } }
  }

  @Test(.timeLimit(.minutes(1)))
  func `A group player delivers the events of its group and ends`() async throws {
    let clock = ManualClock()
    let player = try LiveGroupPlayer(LiveGroup(Preset.eternalLoop.configuration), clock: clock)
    let events = await player.events
    for step in 0...50 {
      clock.set(to: .milliseconds(100 * step))
      await player.process(.uwb(0.5), of: "A")
      player.submit(.uwb(1.2), of: "B")
      while await player.receptions.taken + player.receptions.late < 2 * step + 2 {
        await Task.yield()
      }
    }
    #expect(await player.felt == "A")
    #expect(await player.peers == ["A", "B"])
    #expect(await player.snapshot(of: "B")?.zone != nil)
    await player.suspend()
    await player.resume()
    try await player.apply(Preset.eternalLoop.configuration, mix: .chosen("B"))
    #expect(await player.felt == "B")
    await player.finish()
    #expect(await player.process(.uwb(1), of: "A") == .finished)
    var heard = Heard()
    for await event in events { heard.take(event) }
    #expect(heard.felt == ["A", "B"] && heard.beats.count > 3)
  }

  @Test func `A peer that replaces another inherits nothing from it`() throws {
    func walk(_ group: inout LiveGroup, _ peer: String, from start: Double) -> [LiveEvent] {
      var heard = Heard()
      for step in 0..<100 {
        let now = Seconds(start + Double(step) / 10)
        while let wake = group.nextWake, wake < now { group.pass(to: wake) { heard.take($0) } }
        group.process(.uwb(Meters(2 - Double(step) / 60), at: now), of: peer, now: now) {
          heard.take($0)
        }
      }
      return heard.events
    }
    let configuration = Preset.eternalLoop.configuration
    var group = try LiveGroup(configuration, mix: .all(), limit: 1)
    for name in ["A", "B"] { _ = walk(&group, name, from: name == "A" ? 0 : 100) }
    let learned = group.learned(of: "B")
    group.remove("B", now: 200) { _ in }
    #expect(group.peers.isEmpty && group.nextWake == nil)
    var fresh = try LiveGroup(configuration, mix: .all(), limit: 1)
    let events = walk(&group, "C", from: 300)
    #expect(events == walk(&fresh, "C", from: 300) && events.count > 5)
    #expect(group.learned(of: "B") == learned && group.learned(of: "C") == fresh.learned(of: "C"))
  }

  @Test func `A returning peer keeps its taught values, and its beats get new identities`() throws {
    var group = try LiveGroup(Preset.eternalLoop.configuration, mix: .all())
    var beats: [String: [Beat.ID]] = [:]
    func visit(_ peer: String, from start: Double, teaches: Bool) {
      for step in 0..<200 {
        let now = Seconds(start + Double(step) / 10)
        while let wake = group.nextWake, wake < now { group.pass(to: wake, take) }
        group.process(.ble(-60, at: now), of: peer, now: now, take)
        if teaches, step == 150 { group.process(.at(0.5, at: now), of: peer, now: now, take) }
      }
    }
    func take(_ event: GroupEvent) {
      if case .peer(let peer, .scheduled(let beat, _)) = event {
        beats[peer, default: []].append(beat.id)
      }
    }
    visit("anna", from: 0, teaches: true)
    let taught = try #require(group.learned(of: "anna"))
    #expect(taught.referencePower != nil)
    visit("ben", from: 20, teaches: false)
    visit("ben", from: 90, teaches: false)
    #expect(group.peers == ["ben"] && group.learned(of: "anna") == taught)
    let before = Set(beats["anna"] ?? [])
    beats = [:]
    visit("anna", from: 120, teaches: false)
    let after = try #require(group.learned(of: "anna")?.referencePower)
    #expect(abs((after - (taught.referencePower ?? 0)).value) < 1, "the level that was taught")
    let ids = beats["anna"] ?? []
    #expect(!before.isEmpty && !ids.isEmpty && before.isDisjoint(with: ids))
  }

  @Test func `A time that is not finite changes no peer`() throws {
    var group = try LiveGroup(Preset.eternalLoop.configuration)
    let never = Seconds(.nan)
    var events: [GroupEvent] = []
    for step in 0..<20 {
      let now = Seconds(Double(step) / 10)
      for peer in ["A", "B"] { group.process(.uwb(1, at: now), of: peer, now: now) { _ in } }
    }
    #expect(group.process(.uwb(1), of: "A", now: never) { events.append($0) } == .notFinite)
    #expect(group.process(.uwb(1), of: "C", now: never) { events.append($0) } == .notFinite)
    #expect(
      group.process(interval: 0.8, of: "A", now: Seconds(.infinity)) { events.append($0) }
        == .notFinite)
    group.pass(to: never) { events.append($0) }
    #expect(events == [] && group.peers == ["A", "B"])
    group.remove("B", now: never) { events.append($0) }
    group.suspend(now: never) { events.append($0) }
    group.resume(now: never) { events.append($0) }
    #expect(events.contains(.left("B", at: 1.9)))
    group.pass(to: 100) { events.append($0) }
    #expect(group.time == 100)
  }

  @Test func `The number of peers is limited, and the peer silent longest is removed`() throws {
    var group = try LiveGroup(Preset.eternalLoop.configuration, limit: 3)
    for index in 0..<10 {
      let now = Seconds(Double(index))
      group.process(.uwb(1, at: now), of: "peer \(index)", now: now) { _ in }
    }
    #expect(group.peers == ["peer 7", "peer 8", "peer 9"])
    #expect(group.felt == "peer 7")
  }
}
