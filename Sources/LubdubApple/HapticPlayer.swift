#if canImport(CoreHaptics)
import CoreHaptics
import Foundation
import Lubdub
public import LubdubLive

#if canImport(AVFAudio) && !os(macOS)
import AVFAudio
#endif

/// Plays the events of a live player with Core Haptics on time, and resumes after everything that stops an engine.
///
/// ```swift
/// let haptics = try HapticPlayer(player)
/// haptics.start()                       // when the view appears
/// haptics.suspend(); haptics.resume()   // when `scenePhase` leaves `.active`, and comes back
/// ```
///
/// After a reset of the haptic server, an interruption, or the background, the engine restarts, and lasting haptics resume:
/// a contact, or the beats of the zone. A `LiveGroupPlayer` also works: you feel its chosen peer.
@MainActor public final class HapticPlayer<Session: PlayableSession, C: Clock>
where C.Duration == Duration {
  /// The state of the engine. The state changes during a call: after `suspend`, it is `off`.
  public enum State: Sendable, Hashable {
    /// The engine should not play.
    case off
    /// The engine is starting.
    case starting
    /// The engine plays.
    case running
    /// The system has stopped the engine, and will report when it may play again.
    case interrupted
  }

  /// The state of the engine.
  public private(set) var state = State.off {
    didSet { log?.add(engine: "\(state)", at: engine.currentTime) }
  }
  /// The number of requests that the engine has rejected.
  public private(set) var refusals = 0

  private(set) var handled = 0

  private let player: SessionPlayer<Session, C>
  private let engine: CHHapticEngine
  private let log: HapticLog?
  /// The players of the beats that the log waits for: a player that is released doesn't report its end.
  private var logged: [String: any CHHapticAdvancedPatternPlayer] = [:]
  private var clock = ClockFit()
  // A pattern player is used only in the engine's run that created it, and never after it was stopped.
  private var pending: [Peer<Beat.ID>: [any CHHapticPatternPlayer]] = [:]
  private var contacts: [String?: any CHHapticPatternPlayer] = [:]
  /// The number of starts of the engine: reports from earlier runs don't count.
  private var run = 0
  /// Whether the session plays; `isStale` is true if the session was delivered to an earlier run.
  private var isPlaying = false
  private var isStale = true
  private var isFollowing = false
  private var reading: Task<Void, Never>?
  private var observers: [Observer] = []
  private var attempts = 0

  /// The number of attempts to start before the engine counts as interrupted, and the pause between them.
  private static var mostAttempts: Int { 8 }
  private static var pause: Duration { .milliseconds(50) }

  /// Creates a player that is silent until `start`.
  ///
  /// - Parameters:
  ///   - player: The player of the session.
  ///   - log: The log of each beat's steps; `nil` if there is no log.
  /// - Throws: The errors of Core Haptics, also on a device without haptics.
  public init(_ player: SessionPlayer<Session, C>, log: HapticLog? = nil) throws {
    (self.player, self.log) = (player, log)
    engine = try CHHapticEngine()
    engine.playsHapticsOnly = true
    engine.isAutoShutdownEnabled = false
  }

  deinit { reading?.cancel() }

  // MARK: - The life of the app

  /// Starts playback, and resumes it after every stop as soon as the system allows it.
  public func start() {
    guard state == .off else { return }
    observe()
    read()
    begin()
  }

  /// Suspends playback: the app is in the background.
  public func suspend() {
    guard state != .off else { return }
    enter(.off)
    engine.stop(completionHandler: nil)
  }

  /// Resumes playback.
  public func resume() { start() }

  /// Starts the engine, and delivers the session again: an earlier run of the engine has lost everything.
  private func begin() {
    enter(.starting)
    attempts = 0
    startEngine()
  }

  private func enter(_ new: State) {
    state = new
    (pending, contacts, logged) = ([:], [:], [:])
    run += 1
    isStale = true
    Task { await follow() }
  }

  /// Lets the session play while the engine runs. The session first cancels the events delivered to an earlier run.
  private func follow() async {
    guard !isFollowing else { return }
    isFollowing = true
    defer { isFollowing = false }
    while isStale || isPlaying != (state == .running) {
      if isStale {
        isStale = false
        await player.suspend()
        isPlaying = false
      } else {
        await readClocks()
        await player.resume()
        isPlaying = true
      }
    }
  }

  private func startEngine() {
    // The engine calls from its own thread, so the closures must not belong to the main actor. A late report of an earlier
    // run must not end this run.
    engine.stoppedHandler = { @Sendable [weak self, run] reason in
      Task { @MainActor in self?.stopped(run, reason) }
    }
    engine.resetHandler = { @Sendable [weak self, run] in
      Task { @MainActor in self?.stopped(run, .systemError) }
    }
    engine.start { @Sendable [weak self, run] error in
      Task { @MainActor in await self?.started(run, error == nil) }
    }
  }

  private func started(_ run: Int, _ isRunning: Bool) async {
    guard run == self.run, state == .starting else {
      // The app has suspended the player during the start, or the system has interrupted it.
      if state == .off || state == .interrupted { engine.stop(completionHandler: nil) }
      return
    }
    guard !isRunning else {
      state = .running
      return await follow()
    }
    attempts += 1
    guard attempts < Self.mostAttempts else { return state = .interrupted }
    try? await player.base.sleep(for: Self.pause)
    if run == self.run, state == .starting { startEngine() }
  }

  /// The engine has stopped, or the haptic server was reset. A player that the app has suspended stays suspended.
  private func stopped(_ run: Int, _ reason: CHHapticEngine.StoppedReason) {
    guard run == self.run, state == .running || state == .starting else { return }
    switch reason {
    case .audioSessionInterrupt, .applicationSuspended:
      enter(.interrupted)
      // A start that was requested before the report may have succeeded after the stop.
      engine.stop(completionHandler: nil)
    default: begin()
    }
  }

  private func allowed() {
    if state == .interrupted { begin() }
  }

  private func observe() {
    guard observers.isEmpty else { return }
    // The scene is active again: an engine that the system stopped in the background may play.
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

  private func take(_ event: Session.Event) async {
    defer { handled += 1 }
    guard state == .running, let (peer, event) = Session.liveEvent(event) else { return }
    switch event {
    case .scheduled(let beat, let pattern):
      let run = run
      await readClocks()
      guard run == self.run else { return }
      let name = log?.name(of: beat.id, peer)
      note(.planned, name, due: clock.host(at: beat.time))
      let players = play(pattern.events(for: beat), from: beat.time, as: name)
      pending[Peer(peer, beat.id)] = players
      note(players.isEmpty ? .refused : .handed, name)
    case .cancelled(let beat):
      for made in pending.removeValue(forKey: Peer(peer, beat.id)) ?? [] {
        try? made.stop(atTime: CHHapticTimeImmediate)
      }
      note(.cancelled, log?.name(of: beat.id, peer))
    case .decided(.beat(let beat, _)): pending[Peer(peer, beat.id)] = nil
    case .decided(.sustained(let change)): feel(change, of: peer)
    case .decided(.ceremony(let action)):
      _ = play(Decision.ceremony(action).events, from: action.time)
    case .decided, .dropped, .clockChanged: break
    }
  }

  /// Passes events to the engine. A control applies to a whole pattern, so each curve gets its own pattern.
  private func play(
    _ events: [HapticEvent], from time: Seconds, as beat: String? = nil
  ) -> [any CHHapticPatternPlayer] {
    let plain = events.filter(\.curve.isEmpty)
    let groups = (plain.isEmpty ? [] : [plain]) + events.filter { !$0.curve.isEmpty }.map { [$0] }
    return groups.compactMap { group in
      attempt {
        let made = try makePlayer(CHHapticPattern(group, from: time), beat)
        try made.start(atTime: engineTime(of: time))
        return made
      }
    }
  }

  /// Creates a player of a pattern. With a log, the first player of a beat reports its end, and is kept until then.
  private func makePlayer(
    _ pattern: CHHapticPattern, _ beat: String?
  ) throws -> any CHHapticPatternPlayer {
    guard let beat, logged[beat] == nil else { return try engine.makePlayer(with: pattern) }
    let made = try engine.makeAdvancedPlayer(with: pattern)
    // The end is reported on a thread of the engine, on which its clock may be read.
    nonisolated(unsafe) let engine = engine
    let duration = pattern.duration
    made.completionHandler = { @Sendable [weak self, run] error in
      let time = engine.currentTime
      guard error == nil else { return }
      Task { @MainActor in self?.ended(beat, run, at: time, duration) }
    }
    logged[beat] = made
    return made
  }

  /// Records that a beat has ended. A beat of an earlier run of the engine was not played.
  private func ended(_ beat: String, _ run: Int, at time: Double, _ duration: Double) {
    guard run == self.run else { return }
    logged[beat] = nil
    log?.add(.played, beat, at: time, duration: duration)
  }

  private func note(_ step: HapticLog.Step, _ beat: String?, due: Seconds? = nil) {
    guard let log, let beat else { return }
    if step == .cancelled || step == .refused {
      // The end of a stopped player is not a played beat.
      logged.removeValue(forKey: beat)?.completionHandler = { _ in }
    }
    log.add(step, beat, at: engine.currentTime, due: due?.value)
  }

  /// Plays a lasting contact: one event of full strength, whose control is the felt intensity.
  private func feel(_ change: SustainedContact, of peer: String?) {
    switch change {
    case .began(let time, let intensity, let sharpness):
      let event = HapticEvent(
        time: 0, intensity: 1, sharpness: sharpness, kind: .continuous(duration: 30, curve: []))
      contacts[peer] = attempt {
        let pattern = try CHHapticPattern(
          events: [CHHapticEvent(event)], parameters: [.intensity(intensity)])
        let made = try engine.makePlayer(with: pattern)
        try made.start(atTime: engineTime(of: time))
        return made
      }
    case .changed(let time, let intensity):
      guard let contact = contacts[peer] else { return }
      attempt { try contact.sendParameters([.intensity(intensity)], atTime: engineTime(of: time)) }
    case .ended(let time, _):
      guard let contact = contacts.removeValue(forKey: peer) else { return }
      attempt { try contact.stop(atTime: engineTime(of: time)) }
    }
  }

  /// Sends a request to the engine, and counts a failure: a stopped engine reports its stop separately.
  @discardableResult private func attempt<Made>(_ body: () throws -> Made) -> Made? {
    do { return try body() } catch {
      refusals += 1
      return nil
    }
  }

  // MARK: - Clocks

  /// Reads both clocks together: the engine's clock counts from another origin, drifts, and stops in sleep.
  private func readClocks() async {
    let (instant, host) = (player.base.now, engine.currentTime)
    clock.add(player: await player.time(at: instant), host: Seconds(host))
  }

  /// Returns a time on the engine's clock; past times become now.
  private func engineTime(of time: Seconds) -> Double {
    guard let there = clock.host(at: time)?.value, there > engine.currentTime else {
      return CHHapticTimeImmediate
    }
    return there
  }
}

/// A registration for a notification, which ends with this object.
private final class Observer {
  private let token: any NSObjectProtocol

  init(_ token: any NSObjectProtocol) { self.token = token }

  deinit { NotificationCenter.default.removeObserver(token) }
}

/// A value of one peer: beats of two peers may have the same identity.
private struct Peer<Value: Hashable>: Hashable {
  let name: String?
  let value: Value

  init(_ name: String?, _ value: Value) { (self.name, self.value) = (name, value) }
}
#endif
