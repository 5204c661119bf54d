import AVFAudio
import CoreHaptics
import Foundation
import Lubdub
import LubdubLive

@testable import LubdubAppleOnStubs

/// A player on a simulated engine, and the haptics that the session expects.
@MainActor
final class Rig {
  let clock = ManualClock()
  let simulation = HapticSimulation()
  let player: LivePlayer<ManualClock>
  let haptics: HapticPlayer<LiveSession, ManualClock>
  private(set) var events: [LiveEvent] = []
  private(set) var now = 0.0
  private var collecting: Task<Void, Never>?

  init(_ configuration: Configuration, log: HapticLog? = nil) async throws {
    HapticSimulation.current = simulation
    player = try LivePlayer(configuration, clock: clock)
    haptics = try HapticPlayer(player, log: log)
    let stream = await player.events
    collecting = Task { [weak self] in for await event in stream { self?.events.append(event) } }
    haptics.start()
    await settle { self.haptics.state == .running }
  }

  /// Delivers a range at a time, after everything that is due before.
  func range(_ distance: Double, at time: Double) async {
    await advance(to: time)
    await player.process(.uwb(Meters(distance), at: Seconds(time)))
    await settle()
  }

  func advance(to time: Double) async {
    while let due = clock.deadlines.map({ $0 / .seconds(1) }).first(where: { $0 > now && $0 < time }
    ) {
      set(due)
      await settle()
    }
    set(time)
    await settle()
  }

  /// Sets a time, plus two nanoseconds: the player's timer waits one nanosecond longer than the due time.
  private func set(_ time: Double) {
    now = time
    simulation.now = time
    clock.set(to: .nanoseconds(Int64((time * 1e9).rounded(.up)) + 2))
  }

  /// Waits until everything that is due is done, and a condition holds.
  func settle(_ condition: @MainActor () -> Bool = { true }) async {
    var quiet = 0
    for round in 0..<200_000 where quiet < 4 {
      let snapshot = await player.snapshot
      let wake = snapshot.isSuspended ? nil : await player.nextWake
      let isIdle = (wake?.value ?? .infinity) > now && events.count == haptics.handled
      quiet = isIdle && condition() ? quiet + 1 : 0
      if round > 200, round % 50 == 0 { try? await Task.sleep(for: .milliseconds(1)) }
      await Task.yield()
    }
  }

  /// Whether the engine runs and the player knows it.
  var plays: Bool { haptics.state == .running && simulation.runs }

  func interruption(_ type: AVAudioSession.InterruptionType) {
    NotificationCenter.default.post(
      name: AVAudioSession.interruptionNotification, object: nil,
      userInfo: [AVAudioSessionInterruptionTypeKey: type.rawValue])
  }

  /// The intensity of the contact at a time, as decided by the session.
  func contact(at time: Double) -> Double {
    var intensity = 0.0
    for case .decided(.sustained(let change)) in events where change.time.value <= time + 1e-6 {
      switch change {
      case .began(_, let new, _), .changed(_, let new): intensity = new
      case .ended: intensity = 0
      }
    }
    return intensity
  }

  /// The taps of the beats that the session played.
  var taps: [HapticEvent] {
    events.flatMap { event -> [HapticEvent] in
      if case .decided(.beat(let beat, let pattern)) = event {
        pattern.events(for: beat)
      } else {
        []
      }
    }
  }
}
