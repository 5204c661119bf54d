/// Plays the beats of a live session: 48,000 samples of 16 bits per second, one channel, little-endian.
actor LiveSound: LiveSink {
  private static let rate = 48_000
  /// The number of samples written ahead of the clock: a fiftieth of a second.
  private static let ahead = rate / 50

  private let clock = ContinuousClock()
  private let pace: Double
  private let play: PCMPlayer
  private let note: @Sendable (String) -> Void
  private var live: LiveOutput
  private var start: ContinuousClock.Instant?
  private var mixer = SoundMixer()
  private var unheard = (count: 0, reason: "")
  private var writing: Task<Void, Never>?
  private(set) var failure: FileError?

  init(
    _ configuration: Configuration, _ play: PCMPlayer, pace: Double,
    note: @escaping @Sendable (String) -> Void
  ) {
    live = LiveOutput(configuration)
    (self.play, self.note, self.pace) = (play, note, pace)
  }

  func begin() {
    start = clock.now
    writing = Task {
      while !Task.isCancelled {
        self.write(until: self.now + Self.ahead)
        try? await self.clock.sleep(for: .milliseconds(5), tolerance: .zero)
      }
    }
  }

  func handedOut(_ event: LiveEvent) {
    live.handedOut(event)
    _ = live.take()
    switch event {
    case .scheduled(let beat, let pattern):
      let events = pattern.events(for: beat).map { $0.moved(by: -beat.time) }
      add(events, at: beat.time, id: beat.id)
    case .cancelled(let beat): mixer.cancel(beat.id)
    case .decided(.sustained(let contact)): follow(contact)
    case .decided(.ceremony(let action)):
      add(Decision.ceremony(action).events.map { $0.moved(by: -action.time) }, at: action.time)
    case .decided, .dropped, .clockChanged: break
    }
  }

  func processed(_ record: TraceRecord, at time: Seconds, _ estimate: DistanceEstimate?) {
    live.statistics.add(record.sample, at: time, estimate)
  }

  func end() async throws -> SessionStatistics {
    writing?.cancel()
    await writing?.value
    write(until: mixer.end)
    play.finish()
    if mixer.heldCount > 0 {
      note("\(counted(mixer.heldCount, "sample")) above full scale, limited to it")
    }
    if unheard.count > 0 {
      let pieces = counted(unheard.count, "piece")
      note("\(pieces) could not be rendered as sound: \(unheard.reason)")
    }
    live.end()
    if let failure { throw failure }
    return live.statistics
  }

  private var now: Int {
    guard let start else { return 0 }
    let (seconds, attoseconds) = start.duration(to: clock.now).components
    return Int(Double(Self.rate) * (Double(seconds) + Double(attoseconds) * 1e-18))
  }

  private func sample(of time: Seconds) -> Int {
    Int((time.value / pace * Double(Self.rate)).rounded())
  }

  private func add(_ events: [HapticEvent], at time: Seconds, id: Beat.ID? = nil) {
    guard let samples = samples(of: events) else { return }
    mixer.add(samples, at: sample(of: time), id: id)
  }

  private func samples(of events: [HapticEvent]) -> [Float]? {
    guard let end = events.map({ $0.time + $0.duration }).max() else { return nil }
    do {
      return try renderSamples(Timeline(duration: end, events: events))
    } catch {
      unheard = (unheard.count + 1, "\(error)")
      return nil
    }
  }

  private func follow(_ contact: SustainedContact) {
    switch contact {
    case .began(let time, let intensity, let sharpness):
      let longest = HapticEvent(
        time: 0, intensity: 1, sharpness: sharpness, kind: .continuous(duration: 30, curve: []))
      guard let samples = samples(of: [longest]) else { return }
      mixer.sustain(samples, at: sample(of: time), gain: Float(intensity))
    case .changed(_, let intensity): mixer.changeGain(to: Float(intensity))
    case .ended(let time, _): mixer.release(at: sample(of: time))
    }
  }

  private func write(until end: Int) {
    let block = mixer.mix(until: end)
    guard !block.isEmpty, failure == nil else { return }
    failure = play.write(block)
  }
}

extension HapticEvent {
  fileprivate func moved(by duration: Seconds) -> HapticEvent {
    var event = self
    event.time = time + duration
    return event
  }
}
