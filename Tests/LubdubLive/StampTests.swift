import LubdubLive
import TestSupport
import Testing

/// Samples that come late, early, or from a clock that jumps.
@Suite("Stamps of samples") struct StampTests {
  /// Sixty seconds of both radios on a clock that ticks a thousand times per second; signal strength arrives late.
  private static func twoRadios(
    delay: Double, window: Double
  ) throws -> (session: LiveSession, ble: [Reception]) {
    var configuration = Preset.eternalLoop.configuration
    configuration.live.reorder = Seconds(window)
    var session = try LiveSession(configuration)
    var arrivals: [(time: Double, sample: Sample)] = []
    for step in 0..<1800 {
      let time = Double(step) / 30
      arrivals.append((time, .uwb(Meters(0.5 + 0.02 * time), at: Seconds(time))))
    }
    for step in 0..<500 {
      let time = 0.01 + Double(step) * 0.119
      let rssi = DBm(-60 - 0.4 * Double(step % 7))
      arrivals.append((time + delay, .ble(rssi, at: Seconds(time))))
    }
    arrivals.sort { ($0.time, $0.sample.time.value) < ($1.time, $1.sample.time.value) }
    var ble: [Reception] = []
    for (time, sample) in arrivals {
      session.pass(to: Seconds(time)) { _ in }
      let reception = session.process(sample, now: Seconds(time)) { _ in }
      if sample.radio == .ble { ble.append(reception) }
    }
    return (session, ble)
  }

  @Test(arguments: [0, 0.02, 0.1, 0.5])
  func `Late signal strength next to ranges is accepted within its window`(delay: Double) throws {
    let without = try Self.twoRadios(delay: delay, window: 0).ble.count { $0.isTaken }
    let within = try Self.twoRadios(delay: delay, window: delay + 0.05).ble
    #expect(within.count { $0.isTaken } == 500)
    #expect(delay == 0 ? without == 500 : without < 250, "\(without)")
  }

  @Test(arguments: [0.02, 0.1])
  func `With a window, late samples give the estimate of punctual samples`(delay: Double) throws {
    let prompt = try Self.twoRadios(delay: 0, window: 0).session
    let late = try Self.twoRadios(delay: delay, window: 0.5).session
    let (one, other) = (try #require(prompt.estimate), try #require(late.estimate))
    #expect(abs((one.distance - other.distance).value) < 1e-9)
    #expect(one.radio == other.radio && one.status == other.status)
  }

  /// The error of the distance after ranges have ended, as a factor: it depends on the signal strength learned meanwhile. The
  /// devices differ by 12 dB from the assumed level.
  private static func handOverFactor(delay: Double, window: Double) throws -> Double {
    var configuration = Preset.eternalLoop.configuration
    configuration.live.reorder = Seconds(window)
    var session = try LiveSession(configuration)
    var random = SeededGenerator(seed: 5)
    var arrivals: [(time: Double, sample: Sample)] = []
    func truth(_ time: Double) -> Double {
      0.6 + 0.4 * (time / 6).truncatingRemainder(dividingBy: 2)
    }
    for step in 0..<1200 {
      let time = Double(step) / 30
      arrivals.append((time, .uwb(Meters(truth(time)), at: Seconds(time))))
    }
    let model = PathLoss(
      referencePower: configuration.ranging.signal.pathLoss.referencePower - 12, exponent: 2)
    for step in 0..<450 {
      let time = 0.005 + Double(step) * 0.1
      let rssi = model.rssi(at: Meters(truth(time))) + Decibels(2 * random.unit() - 1)
      arrivals.append((time + delay, .ble(rssi, at: Seconds(time))))
    }
    arrivals.sort { ($0.time, $0.sample.time.value) < ($1.time, $1.sample.time.value) }
    for (time, sample) in arrivals {
      session.pass(to: Seconds(time)) { _ in }
      session.process(sample, now: Seconds(time)) { _ in }
    }
    let estimate = try #require(session.estimate)
    let ratio = estimate.distance.value / truth(estimate.time.value)
    return max(ratio, 1 / ratio)
  }

  @Test(arguments: [0.1, 0.5])
  func `With a window, the hand-over is as good as with samples on time`(delay: Double) throws {
    let prompt = try Self.handOverFactor(delay: 0, window: 0)
    let within = try Self.handOverFactor(delay: delay, window: delay + 0.05)
    #expect(abs(within - prompt) < 1e-6, "\(within), \(prompt)")
    #expect(prompt < 1.4)
  }

  @Test func `A stamp an hour ahead is rejected with the limit, and later stamps are accepted`()
    throws
  {
    var session = try LiveSession(Preset.eternalLoop.configuration)
    for step in 0..<100 {
      let now = Seconds(0.1 * Double(step))
      let stamp = step == 50 ? now + 3600 : now
      let reception = session.process(.uwb(1, at: stamp), now: now) { _ in }
      guard step == 50 else {
        #expect(reception.isTaken, "\(step)")
        continue
      }
      guard case .ahead(let by, let limit) = reception else {
        Issue.record("\(reception)")
        continue
      }
      #expect(abs(by.value - 3600) < 1e-9 && limit == 0.5)
    }
    #expect(session.receptions.ahead == 1 && session.receptions.refused == 1)
  }

  @Test(arguments: [0, 4294.967296])
  func `A restarted clock is followed from the second sample`(wrap: Double) throws {
    var session = try LiveSession(Preset.eternalLoop.configuration)
    var changes: [ClockChange] = []
    var refused = 0
    var zones: [Int?] = []
    for step in 0..<400 {
      let now = Seconds(0.1 * Double(step))
      let start = wrap == 0 ? 1000 : wrap - 20
      let device = start + now.value - (step >= 200 ? (wrap == 0 ? start + 15 : wrap) : 0)
      let reception = session.process(
        .uwb(0.5, at: Seconds(device - start)), now: now
      ) { event in
        switch event {
        case .clockChanged(let change): changes.append(change)
        case .decided(.zone(let change)): zones.append(change.to)
        default: break
        }
      }
      if !reception.isTaken { refused += 1 }
    }
    #expect(refused == 1)
    #expect(changes.map(\.kind) == [.restarted])
    #expect(zones.count == 1, "the zone goes on")
    #expect(abs((session.time - 39.9).value) < 0.2)
  }

  @Test func `A clock that is 2% fast doesn't make the session run ahead`() throws {
    var session = try LiveSession(Preset.eternalLoop.configuration)
    for step in 0..<3000 {
      let now = Seconds(0.1 * Double(step))
      session.process(.uwb(0.5, at: 1.02 * now), now: now) { _ in }
      #expect(session.time <= now + 0.5 + 1e-6)
    }
    #expect(session.zone == 2 && session.receptions.refused < 60)
  }

  @Test func `A recording with a gap, submitted at once, keeps its gap and its rows`() throws {
    var configuration = Preset.eternalLoop.configuration
    configuration.live.aheadLimit = 600
    var session = try LiveSession(configuration)
    var changes: [ClockChange] = []
    for step in 0..<200 {
      let time = 0.1 * Double(step) + (step < 100 ? 0 : 60)
      session.process(.uwb(0.5, at: Seconds(time)), now: session.time.isFinite ? session.time : 0) {
        if case .clockChanged(let change) = $0 { changes.append(change) }
      }
    }
    #expect(changes.isEmpty)
    #expect(abs((session.time - 79.9).value) < 1e-9)
    #expect(session.receptions.taken == 200)
  }
}
