import Lubdub
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

  @Test("One peer is felt as in a session of its own", arguments: [true, false])
  func one(all: Bool) throws {
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

  /// Ten minutes of peers around somebody, each heard ten times a second.
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

  @Test("Three peers at the same distance for ten minutes do not take turns")
  func equal() throws {
    let (heard, _) = try Self.circle(["A", "B", "C"], .nearest()) { _, _ in 0.8 }
    #expect(heard.felt.count == 1, "\(heard.felt)")
    #expect(Set(heard.beats.map(\.peer)).count == 1 && heard.beats.count > 500)
  }

  @Test("The nearest takes over once it is clearly nearer, and when the felt one leaves")
  func turns() throws {
    let (heard, group) = try Self.circle(["A", "B"], .nearest(), until: 90) { index, time in
      if index == 0 { return time < 15 ? 0.5 : nil }
      return time < 10 ? 1.5 : 1
    }
    #expect(heard.felt == ["A", "B"])
    #expect(heard.left == ["A"] && group.peers == ["B"])
    let last = heard.beats.last { $0.peer == "A" }
    #expect((last?.time ?? 0) < 18.5)
  }

  @Test("Of fifty peers only the nearest is felt, or all with at most so many beats a second")
  func fifty() throws {
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
    #expect(all.group.crowdedOut > 100 && times.count > 60)
  }

  @Test("There is room for so many peers, and the one that is silent for longest makes room")
  func limit() throws {
    var group = try LiveGroup(Preset.eternalLoop.configuration, limit: 3)
    for index in 0..<10 {
      let now = Seconds(Double(index))
      group.process(.uwb(1, at: now), of: "peer \(index)", now: now) { _ in }
    }
    #expect(group.peers == ["peer 7", "peer 8", "peer 9"])
    #expect(group.felt == "peer 7")
  }
}
