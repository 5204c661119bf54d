// Plays a live heartbeat with Core Haptics: ahead of time, through interruptions, resets and the background.
import CoreHaptics
import Lubdub
import LubdubLive

/// A heartbeat on an iPhone. Feed it from the delegate of a ranging session, and call `pause` in the background.
@MainActor
final class HeartbeatPlayer {
  private let player: LivePlayer<ContinuousClock>
  private let engine: CHHapticEngine
  /// How the engine's clock goes beside the player's.
  private var clock = ClockFit()
  /// What the engine was given and has not played, by the beat's identity.
  private var pending: [Beat.ID: any CHHapticPatternPlayer] = [:]
  /// A contact that is felt as one event, and its intensity when it began.
  private var contact: (player: any CHHapticAdvancedPatternPlayer, intensity: Double)?
  private var isRunning = false
  private var reading: Task<Void, Never>?

  /// A player; `nil` on a device without haptics.
  ///
  /// - Throws: What Core Haptics throws, or `SettingError`.
  init?(_ configuration: Configuration) throws {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return nil }
    player = try LivePlayer(configuration, clock: ContinuousClock(), lead: 0.1)
    engine = try CHHapticEngine()
    engine.playsHapticsOnly = true
    // The system stops the engine: a call, another app, idle time, the background.
    engine.stoppedHandler = { [weak self] _ in
      Task { @MainActor in self?.engineStopped() }
    }
    // The haptic server was restarted: patterns are gone, and the engine must be started anew.
    engine.resetHandler = { [weak self] in
      Task { @MainActor in
        self?.engineStopped()
        await self?.start()
      }
    }
  }

  // MARK: The life of the app

  /// Starts the engine, and reads what is handed out.
  func start() async {
    do {
      try await engine.start()
    } catch {
      return
    }
    isRunning = true
    await readClocks()
    await player.resume()
    guard reading == nil else { return }
    // Each reader gets the beats that are still to come; a cancelled one can be followed by another.
    let events = await player.events
    reading = Task { [weak self] in
      for await event in events { await self?.take(event) }
    }
  }

  /// The app goes to the background, or an interruption of the audio session begins.
  func pause() async {
    await player.suspend()
    engine.stop { _ in }
    engineStopped()
  }

  /// Ends the session.
  func finish() async {
    await player.finish()
    reading?.cancel()
    await pause()
  }

  private func engineStopped() {
    isRunning = false
    pending = [:]
    contact = nil
  }

  // MARK: What the radios see

  /// A range; `nil` where Nearby Interaction reports an object without a distance.
  func range(_ distance: Float?) async {
    await player.process(.uwb(distance.map { Meters(Double($0)) }))
  }

  /// A signal strength; 127 means that there is none.
  func signalStrength(_ rssi: Int) async {
    guard rssi != 127 else { return }
    await player.process(.ble(DBm(Double(rssi))))
  }

  /// Something that happened to the ranging session.
  func link(_ event: LinkEvent) async { await player.process(.event(event)) }

  // MARK: What is played

  private func take(_ event: LiveEvent) async {
    guard isRunning else { return }
    switch event {
    case .scheduled(let beat, let pattern):
      await readClocks()
      pending[beat.id] = try? play(
        pattern.events(for: beat).map { $0.moved(by: -beat.time) }, at: beat.time)
    case .cancelled(let beat):
      try? pending.removeValue(forKey: beat.id)?.stop(atTime: CHHapticTimeImmediate)
    case .decided(.beat(let beat, _)):
      pending[beat.id] = nil
    case .decided(.sustained(let contact)):
      try? feel(contact)
    case .decided(.ceremony(let action)):
      let events = Decision.ceremony(action).events.map { $0.moved(by: -action.time) }
      if !events.isEmpty { _ = try? play(events, at: action.time) }
    case .decided, .dropped, .clockChanged:
      break
    }
  }

  /// Hands events to the engine for a time on the player's clock.
  private func play(_ events: [HapticEvent], at time: Seconds) throws -> any CHHapticPatternPlayer {
    let pattern = try CHHapticPattern(events: events.map(CHHapticEvent.init), parameters: [])
    let made = try engine.makePlayer(with: pattern)
    try made.start(atTime: engineTime(of: time))
    return made
  }

  /// A contact that lasts: one event, whose intensity changes while it plays.
  private func feel(_ change: SustainedContact) throws {
    switch change {
    case .began(let time, let intensity, let sharpness):
      let event = HapticEvent(
        time: 0, intensity: intensity, sharpness: sharpness,
        kind: .continuous(duration: 30, curve: []))
      let pattern = try CHHapticPattern(events: [CHHapticEvent(event)], parameters: [])
      let made = try engine.makeAdvancedPlayer(with: pattern)
      try made.start(atTime: engineTime(of: time))
      contact = (made, intensity)
    case .changed(let time, let intensity):
      guard let contact, contact.intensity > 0 else { return }
      // The control is a factor of the event's own intensity.
      let share = CHHapticDynamicParameter(
        parameterID: .hapticIntensityControl, value: Float(intensity / contact.intensity),
        relativeTime: 0)
      try contact.player.sendParameters([share], atTime: engineTime(of: time))
    case .ended(let time, _):
      try contact?.player.stop(atTime: engineTime(of: time))
      contact = nil
    }
  }

  // MARK: Clocks

  /// Reads both clocks together. The engine's counts from another origin and drifts.
  private func readClocks() async {
    clock.add(player: await player.now, host: Seconds(engine.currentTime))
  }

  /// A time on the engine's clock; a moment that is past is now.
  private func engineTime(of time: Seconds) -> Double {
    guard let there = clock.host(at: time)?.value, there > engine.currentTime else {
      return CHHapticTimeImmediate
    }
    return there
  }
}

extension HapticEvent {
  fileprivate func moved(by time: Seconds) -> HapticEvent {
    var event = self
    event.time = event.time + time
    return event
  }
}

extension CHHapticEvent {
  fileprivate convenience init(_ event: HapticEvent) {
    let parameters = [
      CHHapticEventParameter(parameterID: .hapticIntensity, value: Float(event.intensity)),
      CHHapticEventParameter(parameterID: .hapticSharpness, value: Float(event.sharpness)),
    ]
    switch event.kind {
    case .transient:
      self.init(
        eventType: .hapticTransient, parameters: parameters, relativeTime: event.time.value)
    case .continuous(let duration, _):
      self.init(
        eventType: .hapticContinuous, parameters: parameters, relativeTime: event.time.value,
        duration: duration.value)
    }
  }
}
