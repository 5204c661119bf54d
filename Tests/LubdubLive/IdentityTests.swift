import LubdubLive
import TestSupport
import Testing

/// A beat has one identity from plan to end, and no other beat gets it.
@Suite("Identity of beats") struct IdentityTests {
  /// Follows the events, like a host that keys by identity.
  private struct Host {
    private var pending: [Beat.ID: (beat: Beat, pattern: Pattern)] = [:]
    private var seen: Set<Beat.ID> = []
    private(set) var played = 0
    private(set) var faults: [String] = []

    var pendingCount: Int { pending.count }

    mutating func take(_ event: LiveEvent) {
      switch event {
      case .scheduled(let beat, let pattern):
        if !seen.insert(beat.id).inserted { faults.append("\(beat.id) twice") }
        pending[beat.id] = (beat, pattern)
      case .cancelled(let beat):
        if pending.removeValue(forKey: beat.id) == nil { faults.append("\(beat.id) unknown") }
      case .decided(.beat(let beat, let pattern)):
        played += 1
        let known = pending.removeValue(forKey: beat.id)
        if known?.beat != beat || known?.pattern != pattern { faults.append("\(beat.id) changed") }
      case .decided, .dropped, .clockChanged: break
      }
    }
  }

  @Test func `Beats keep their identity when zone, tempo, pattern, or settings change`() throws {
    var played = 0
    for seed in Thoroughness.seeds(20_000) {
      let visit = RandomVisit(seed: seed, origin: RandomVisit.origin(seed: seed))
      var random = SeededGenerator(seed: ~seed)
      var session = try LiveSession(visit.configuration, lead: visit.lead)
      var host = Host()
      for sample in visit.samples {
        let now = sample.time
        while let wake = session.nextWake, wake < now { session.pass(to: wake) { host.take($0) } }
        session.process(sample, now: now) { host.take($0) }
        var changed = session.configuration
        switch random.pick(12) {
        case 0: changed.heartbeat.pattern = Pattern.builtIn[random.pick(Pattern.builtIn.count)]
        case 1: changed.heartbeat.maxIntervalRatio = 1.5
        case 2: changed.zones.edges = changed.zones.edges.map { $0 * 1.1 }
        case 3: session.suspend(now: now) { host.take($0) }
        case 4: session.resume(now: now) { host.take($0) }
        default: continue
        }
        try session.apply(changed, now: now) { host.take($0) }
      }
      session.finish(at: session.time) { host.take($0) }
      try #require(host.faults.isEmpty, "seed \(seed): \(host.faults)")
      try #require(host.pendingCount == 0, "seed \(seed): left behind")
      played += host.played
    }
    #expect(played > Thoroughness.rounds(20_000), "too few beats to prove anything")
  }

  @Test func `Zones of the same tempo share a plan, and beats keep their identity`() throws {
    for geiger in [true, false] {
      var configuration = (geiger ? Preset.geiger : .eternalLoop).configuration
      if !geiger { configuration.heartbeat.intervals = [0.5, 0.5, 0.5, 0.5] }
      var session = try LiveSession(configuration, lead: 0.4)
      var host = Host()
      for step in 0..<6000 {
        let now = Seconds(Double(step) / 30)
        session.pass(to: now) { host.take($0) }
        let phase = (now.value / 8).truncatingRemainder(dividingBy: 2)
        let distance = Meters(0.02 + 1.9 * (phase < 1 ? phase : 2 - phase))
        session.process(.uwb(distance, at: now), now: now) { host.take($0) }
      }
      #expect(host.played > 300)
      #expect(host.faults.isEmpty, "\(host.faults.prefix(5))")
    }
  }

  @Test func `A new pattern cancels the old pattern's beats by identity`() throws {
    var session = try LiveSession(Preset.eternalLoop.configuration, lead: 0.5)
    var host = Host()
    for step in 0...100 {
      let now = Seconds(0.1 * Double(step))
      session.process(.uwb(0.5, at: now), now: now) { host.take($0) }
    }
    session.pass(to: 10.9) { host.take($0) }
    var configuration = session.configuration
    configuration.heartbeat.pattern = .breath
    var events: [LiveEvent] = []
    try session.apply(configuration, now: 10.95) {
      events.append($0)
      host.take($0)
    }
    let cancelled = events.compactMap { if case .cancelled(let beat) = $0 { beat } else { nil } }
    let again = events.compactMap { event -> (Beat, Pattern)? in
      if case .scheduled(let beat, let pattern) = event { (beat, pattern) } else { nil }
    }
    #expect(cancelled.count == 1 && again.count == 1)
    #expect(again.first?.1 == .breath && again.first?.0.time == cancelled.first?.time)
    #expect(again.first?.0.id != cancelled.first?.id)
    #expect(host.faults.isEmpty)
  }
}
