import CoreHaptics
import Foundation
import Lubdub
import LubdubLive
import Testing

@testable import LubdubAppleOnStubs

/// The player for Core Haptics on an engine with Apple's rules.
@Suite("Core Haptics", .serialized, .timeLimit(.minutes(30))) @MainActor struct HapticPlayerTests {
  private static let isFull = ProcessInfo.processInfo.environment["LUBDUB_THOROUGH"] == "1"

  private static func configuration(_ pattern: Pattern = .lubDub) -> Configuration {
    var configuration = Preset.eternalLoop.configuration
    configuration.heartbeat.contact = .continuous
    configuration.heartbeat.pattern = pattern
    return configuration
  }

  /// Approaches from 2.5 m into contact, where the distance changes a little.
  private static func approach(_ rig: Rig, seed: Int) async {
    var state = UInt64(seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
    func unit() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return Double(state >> 11) * 0x1p-53
    }
    let speed = 0.3 + 0.6 * unit()
    for step in 1..<100 {
      let time = 0.1 * Double(step)
      let away = time > 7 ? 0.04 * unit() : 0
      await rig.range(max(0, 2.5 - speed * time) + away + 0.01 * unit(), at: time)
    }
  }

  @Test("In an approach, every tap and the contact have the session's times and strengths")
  func approaches() async throws {
    var (tapped, sustained) = (0, 0)
    for seed in 0..<(Self.isFull ? 300 : 24) {
      let rig = try await Rig(Self.configuration())
      await Self.approach(rig, seed: seed)
      let felt = rig.simulation.taps(until: rig.now)
      let wanted = rig.taps.filter { $0.time.value <= rig.now }
      for tap in wanted {
        let found = felt.contains {
          abs($0.time - tap.time.value) < 0.005 && abs($0.intensity - tap.intensity) < 0.01
        }
        #expect(found, "seed \(seed): no tap at \(tap.time)")
      }
      #expect(felt.count >= wanted.count && felt.count <= wanted.count + 2, "seed \(seed)")
      tapped += wanted.count
      for step in 0..<Int(rig.now * 50) {
        let time = 0.02 * Double(step) + 0.003
        let (there, here) = (rig.simulation.vibration(at: time), rig.contact(at: time))
        if abs(there - here) > 0.01 {
          Issue.record("seed \(seed), \(time) s: \(there), not \(here)")
        }
        if here > 0 { sustained += 1 }
      }
      #expect(rig.haptics.refusals == 0)
    }
    #expect(tapped > 100 && sustained > 100, "\(tapped) taps, \(sustained) moments of contact")
  }

  enum Blow: CaseIterable {
    case reset, idle, systemError, failingStart, interruption, background
  }

  @Test("Contact resumes within 0.3 s after an engine stops", arguments: Blow.allCases)
  func back(_ blow: Blow) async throws {
    let rig = try await Rig(Self.configuration())
    for step in 1...60 { await rig.range(0.01, at: 0.1 * Double(step)) }
    #expect(rig.simulation.vibration(at: rig.now) > 0.5)
    switch blow {
    case .reset: rig.simulation.reset()
    case .idle: rig.simulation.interrupt(.idleTimeout)
    case .systemError: rig.simulation.interrupt(.systemError)
    case .failingStart:
      rig.simulation.failingStarts = 3
      rig.simulation.interrupt(.systemError)
    case .interruption:
      rig.interruption(.began)
      rig.simulation.interrupt(.audioSessionInterrupt)
      await rig.settle { rig.haptics.state == .interrupted }
      await rig.range(0.01, at: 6.5)
      #expect(!rig.simulation.runs && rig.simulation.vibration(at: rig.now) == 0)
      rig.interruption(.ended)
    case .background:
      rig.haptics.suspend()
      await rig.settle { rig.haptics.state == .off }
      await rig.range(0.01, at: 6.5)
      #expect(!rig.simulation.runs && rig.simulation.vibration(at: rig.now) == 0)
      rig.haptics.resume()
    }
    let start = rig.now
    // The engine starts on a thread of its own; a start that failed is tried again by the player's clock.
    while !rig.plays, rig.now < start + 0.29 {
      for _ in 0..<200 where !rig.plays {
        try await Task.sleep(for: .milliseconds(1))
        if !rig.clock.deadlines.isEmpty, blow == .failingStart { break }
      }
      await rig.advance(to: rig.now + 0.05)
    }
    await rig.settle { rig.plays }
    let (felt, wanted) = (rig.simulation.vibration(at: rig.now), rig.contact(at: rig.now))
    #expect(rig.now <= start + 0.3)
    #expect(felt > 0.5 && abs(felt - wanted) < 0.01, "\(felt), not \(wanted)")
  }

  @Test func `A late report of an earlier run of the engine does not end the present run`()
    async throws
  {
    let rig = try await Rig(Self.configuration())
    for step in 1...60 { await rig.range(0.01, at: 0.1 * Double(step)) }
    let report = rig.simulation.interruptWithLateReport(.audioSessionInterrupt)
    rig.haptics.suspend()
    await rig.settle { rig.haptics.state == .off }
    rig.haptics.resume()
    await rig.settle { rig.plays }
    report()
    for step in 61...70 { await rig.range(0.01, at: 0.1 * Double(step)) }
    #expect(rig.haptics.state == .running && rig.simulation.runs)
    #expect(rig.simulation.vibration(at: rig.now) > 0.5)
  }

  /// The actions of an app and a system on a player, in any order.
  private enum Deed: CaseIterable {
    case start, suspend, resume, reset, idle, interrupt, endInterruption, background, foreground
    case nothing
  }

  private static func perform(_ deed: Deed, _ rig: Rig) {
    switch deed {
    case .start: rig.haptics.start()
    case .suspend: rig.haptics.suspend()
    case .resume: rig.haptics.resume()
    case .reset: rig.simulation.reset()
    case .idle: rig.simulation.interrupt(.idleTimeout)
    case .interrupt:
      rig.interruption(.began)
      rig.simulation.interrupt(.audioSessionInterrupt)
    case .endInterruption: rig.interruption(.ended)
    case .background: rig.simulation.interrupt(.applicationSuspended)
    case .foreground:
      NotificationCenter.default.post(
        name: Notification.Name("UIApplicationDidBecomeActiveNotification"), object: nil)
    case .nothing: break
    }
  }

  @Test("After any sequence of calls and interruptions the app's last request is played")
  func sequences() async throws {
    for seed in 0..<(Self.isFull ? 400 : 40) {
      let rig = try await Rig(Self.configuration())
      var random = Seeded(seed: UInt64(seed))
      var isWanted = true
      for step in 1...40 {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          let deed = Deed.allCases.randomElement(using: &random) ?? .nothing
          Self.perform(deed, rig)
          switch deed {
          case .start, .resume: isWanted = true
          case .suspend: isWanted = false
          default: break
          }
          #expect((rig.haptics.state != .off) == isWanted, "seed \(seed): at once after \(deed)")
          if Bool.random(using: &random) { await rig.settle() }
        }
        await rig.range(0.01, at: 0.1 * Double(step))
      }
      // Reports of the engine come from a thread of its own.
      var quiet = 0
      for _ in 0..<20_000 where quiet < 20 {
        quiet = rig.plays == isWanted && !rig.simulation.isReporting ? quiet + 1 : 0
        if quiet == 0 { Self.perform(.foreground, rig) }
        await rig.settle()
        try await Task.sleep(for: .milliseconds(1))
      }
      await rig.settle { (rig.haptics.state == .running) == isWanted }
      await rig.range(0.01, at: rig.now + 0.1)
      let (felt, wanted) = (
        rig.simulation.vibration(at: rig.now), isWanted ? rig.contact(at: rig.now) : 0
      )
      if abs(felt - wanted) > 0.01 || isWanted && felt == 0 || rig.simulation.runs != isWanted {
        Issue.record("seed \(seed): \(felt), not \(wanted); \(rig.haptics.state)")
      }
      #expect(rig.simulation.usesOfDeadPlayers == 0, "seed \(seed)")
    }
  }

  /// The file is kept at `LUBDUB_FELT`, if set: the tool then reads it.
  @Test("The log has each beat planned, delivered once, and played once on time, over resets")
  func log() async throws {
    let kept = ProcessInfo.processInfo.environment["LUBDUB_FELT"]
    let url =
      kept.map { URL(filePath: $0) }
      ?? FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    defer { if kept == nil { try? FileManager.default.removeItem(at: url) } }
    let log = try HapticLog(writingTo: url)
    let rig = try await Rig(Self.configuration(), log: log)
    for step in 1...200 {
      if step % 60 == 0 {
        rig.simulation.reset()
        await rig.settle { rig.plays }
      }
      await rig.range(step < 120 ? 0.8 : 0.4, at: 0.1 * Double(step))
    }
    rig.haptics.suspend()
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: any Sendable])
    }
    #expect(rows[0]["format"] as? String == "lubdub-felt" && rows[0]["device"] is String)
    #expect(rows.count { $0["state"] as? String == "running" } == 4)
    let beats = Dictionary(grouping: rows.dropFirst()) { $0["beat"] as? String }
    var played = 0
    for (beat, rows) in beats where beat != nil {
      let steps = rows.compactMap { $0["event"] as? String }
      #expect(steps.starts(with: ["planned", "handed"]), "\(beat ?? ""): \(steps)")
      #expect(steps.count <= 3)
      guard let last = rows.last, steps.last == "played" else { continue }
      played += 1
      let end = (last["t_s"] as? Double ?? 0) - (last["duration_s"] as? Double ?? 0)
      #expect(abs(end - (rows[0]["due_s"] as? Double ?? 0)) < 0.001, "\(beat ?? "")")
    }
    #expect(played > 8 && played >= beats.count - 12, "\(played) of \(beats.count)")
    #expect(log.lost == 0)
  }

  @Test("A group plays the nearest peer")
  func group() async throws {
    let simulation = HapticSimulation()
    HapticSimulation.current = simulation
    let clock = ManualClock()
    let player = try LiveGroupPlayer(LiveGroup(Self.configuration()), clock: clock)
    let haptics = try HapticPlayer(player)
    haptics.start()
    while haptics.state != .running { try await Task.sleep(for: .milliseconds(1)) }
    for step in 1...60 {
      clock.set(to: .milliseconds(100 * step))
      simulation.now = 0.1 * Double(step)
      await player.process(.uwb(0.01), of: "near")
      await player.process(.uwb(2), of: "far")
      for _ in 0..<20 { await Task.yield() }
    }
    while simulation.vibration(at: simulation.now) < 0.5 {
      try await Task.sleep(for: .milliseconds(1))
    }
    haptics.suspend()
    #expect(simulation.vibration(at: simulation.now) == 0 && !simulation.runs)
  }

  @Test("A swell follows its curve")
  func breath() async throws {
    var configuration = Self.configuration(.breath)
    configuration.heartbeat.contact = .beats
    let rig = try await Rig(configuration)
    for step in 1...150 { await rig.range(0.5, at: 0.1 * Double(step)) }
    let swells = rig.taps.filter { $0.time.value + $0.duration.value < rig.now }
    #expect(swells.count >= 3)
    for swell in swells {
      guard case .continuous(_, let curve) = swell.kind else { continue }
      for point in curve.dropFirst().dropLast() {
        let felt = rig.simulation.vibration(at: (swell.time + point.time).value)
        #expect(abs(felt - point.intensity) < 0.02, "\(swell.time) + \(point.time): \(felt)")
      }
    }
  }
}

/// A seeded generator.
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
  }
}
