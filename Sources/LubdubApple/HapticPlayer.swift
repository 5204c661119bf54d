#if canImport(CoreHaptics)
import CoreHaptics
import Foundation
import Lubdub
public import LubdubLive

#if canImport(AVFAudio) && !os(macOS)
import AVFAudio
#endif

/// Plays what a live player hands out with Core Haptics: on time, and again after everything that stops an engine.
///
/// ```swift
/// let haptics = try HapticPlayer(player)
/// haptics.start()                       // when the view appears
/// haptics.suspend(); haptics.resume()   // when `scenePhase` leaves `.active`, and comes back
/// ```
///
/// After a reset of the haptic server, an interruption or the background the engine is started anew, and what lasts then
/// is felt again: a contact, or the beats of the zone.
@MainActor public final class HapticPlayer<C: Clock> where C.Duration == Duration {
  /// What the engine does.
  public enum State: Sendable, Hashable {
    /// It is not to play.
    case off
    /// It is being started.
    case starting
    /// It plays.
    case running
    /// The system has stopped it, and will say when it may play again.
    case interrupted
  }

  /// What the engine does.
  public private(set) var state = State.off
  /// How often the engine has refused something.
  public private(set) var refusals = 0

  private(set) var handled = 0

  private let player: LivePlayer<C>
  private let engine: CHHapticEngine
  private var clock = ClockFit()
  private var pending: [Beat.ID: [any CHHapticPatternPlayer]] = [:]
  private var contact: (any CHHapticPatternPlayer)?
  private var reading: Task<Void, Never>?
  private var observers: [Observer] = []
  private var attempts = 0

  /// How often a start is tried before the engine counts as interrupted, and how long is waited between.
  private static var mostAttempts: Int { 8 }
  private static var pause: Duration { .milliseconds(50) }

  /// A player; it is silent until `start`.
  ///
  /// - Throws: What Core Haptics throws, also on a device without haptics.
  public init(_ player: LivePlayer<C>) throws {
    self.player = player
    engine = try CHHapticEngine()
    engine.playsHapticsOnly = true
    engine.isAutoShutdownEnabled = false
    // The engine calls from a thread of its own: the closures must not belong to the main actor.
    engine.stoppedHandler = { @Sendable [weak self] reason in
      Task { @MainActor in await self?.stopped(reason) }
    }
    engine.resetHandler = { @Sendable [weak self] in
      Task { @MainActor in await self?.lose(thenStart: true) }
    }
  }

  deinit { reading?.cancel() }

  // MARK: - The life of the app

  /// Plays from now on, and after every stop as soon as the system allows it.
  public func start() {
    guard state == .off else { return }
    observe()
    read()
    Task { await lose(thenStart: true) }
  }

  /// Plays nothing from now on: the app is in the background.
  public func suspend() {
    guard state != .off else { return }
    state = .off
    engine.stop(completionHandler: nil)
    Task { await lose(thenStart: false) }
  }

  /// Plays again.
  public func resume() { start() }

  /// Forgets what the engine had, and lets the session take it back, so that it is given anew.
  private func lose(thenStart starts: Bool) async {
    pending = [:]
    contact = nil
    state = starts ? .starting : state
    await player.suspend()
    if starts, state == .starting {
      attempts = 0
      startEngine()
    }
  }

  private func startEngine() {
    engine.start { @Sendable [weak self] error in
      Task { @MainActor in await self?.started(error == nil) }
    }
  }

  private func started(_ isRunning: Bool) async {
    guard state == .starting else { return }
    guard isRunning else {
      attempts += 1
      guard attempts < Self.mostAttempts else { return state = .interrupted }
      try? await player.base.sleep(for: Self.pause)
      if state == .starting { startEngine() }
      return
    }
    state = .running
    await readClocks()
    await player.resume()
  }

  private func stopped(_ reason: CHHapticEngine.StoppedReason) async {
    guard state == .running || state == .starting else { return }
    switch reason {
    case .audioSessionInterrupt, .applicationSuspended:
      state = .interrupted
      await lose(thenStart: false)
    default: await lose(thenStart: true)
    }
  }

  private func allowed() {
    guard state == .interrupted else { return }
    Task { await lose(thenStart: true) }
  }

  private func observe() {
    guard observers.isEmpty else { return }
    // The scene is in front again: an engine that the system stopped in the background may play.
    observe("UIApplicationDidBecomeActiveNotification") { _ in true }
    #if canImport(AVFAudio) && !os(macOS)
    observe(AVAudioSession.mediaServicesWereResetNotification.rawValue) { _ in true }
    observe(AVAudioSession.interruptionNotification.rawValue) { note in
      let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
      return type == AVAudioSession.InterruptionType.ended.rawValue
    }
    #endif
  }

  private func observe(_ name: String, _ allows: @escaping @Sendable (Notification) -> Bool) {
    let observer = NotificationCenter.default.addObserver(
      forName: Notification.Name(name), object: nil, queue: nil
    ) { @Sendable [weak self] note in
      guard allows(note) else { return }
      Task { @MainActor in self?.allowed() }
    }
    observers.append(Observer(observer))
  }

  // MARK: - What is played

  private func read() {
    guard reading == nil else { return }
    reading = Task { [weak self, player] in
      // Each reader gets the beats that are still to come.
      for await event in await player.events { await self?.take(event) }
    }
  }

  private func take(_ event: LiveEvent) async {
    defer { handled += 1 }
    guard state == .running else { return }
    switch event {
    case .scheduled(let beat, let pattern):
      await readClocks()
      pending[beat.id] = play(pattern.events(for: beat), from: beat.time)
    case .cancelled(let beat):
      for made in pending.removeValue(forKey: beat.id) ?? [] {
        try? made.stop(atTime: CHHapticTimeImmediate)
      }
    case .decided(.beat(let beat, _)): pending[beat.id] = nil
    case .decided(.sustained(let change)): feel(change)
    case .decided(.ceremony(let action)):
      _ = play(Decision.ceremony(action).events, from: action.time)
    case .decided, .dropped, .clockChanged: break
    }
  }

  /// Hands events to the engine. A control counts for a whole pattern, so that each curve has one of its own.
  private func play(_ events: [HapticEvent], from time: Seconds) -> [any CHHapticPatternPlayer] {
    let plain = events.filter(\.curve.isEmpty)
    let groups = (plain.isEmpty ? [] : [plain]) + events.filter { !$0.curve.isEmpty }.map { [$0] }
    return groups.compactMap { group in
      attempt {
        let made = try engine.makePlayer(with: CHHapticPattern(group, from: time))
        try made.start(atTime: engineTime(of: time))
        return made
      }
    }
  }

  /// A contact that lasts: one event of full strength, whose control is the intensity that is felt.
  private func feel(_ change: SustainedContact) {
    switch change {
    case .began(let time, let intensity, let sharpness):
      let event = HapticEvent(
        time: 0, intensity: 1, sharpness: sharpness, kind: .continuous(duration: 30, curve: []))
      contact = attempt {
        let pattern = try CHHapticPattern(
          events: [CHHapticEvent(event)], parameters: [.intensity(intensity)])
        let made = try engine.makePlayer(with: pattern)
        try made.start(atTime: engineTime(of: time))
        return made
      }
    case .changed(let time, let intensity):
      guard let contact else { return }
      attempt { try contact.sendParameters([.intensity(intensity)], atTime: engineTime(of: time)) }
    case .ended(let time, _):
      guard let contact else { return }
      attempt { try contact.stop(atTime: engineTime(of: time)) }
      self.contact = nil
    }
  }

  /// Does something with the engine. What it refuses is counted: an engine that has stopped says so by itself.
  @discardableResult private func attempt<Made>(_ body: () throws -> Made) -> Made? {
    do { return try body() } catch {
      refusals += 1
      return nil
    }
  }

  // MARK: - Clocks

  /// Reads both clocks together: the engine's counts from another origin, drifts, and stands still in sleep.
  private func readClocks() async {
    let (instant, host) = (player.base.now, engine.currentTime)
    clock.add(player: await player.time(at: instant), host: Seconds(host))
  }

  /// A time on the engine's clock; a moment that is past is now.
  private func engineTime(of time: Seconds) -> Double {
    guard let there = clock.host(at: time)?.value, there > engine.currentTime else {
      return CHHapticTimeImmediate
    }
    return there
  }
}

/// A registration for a notification, which ends with it.
private final class Observer {
  private let token: any NSObjectProtocol

  init(_ token: any NSObjectProtocol) { self.token = token }

  deinit { NotificationCenter.default.removeObserver(token) }
}
#endif
