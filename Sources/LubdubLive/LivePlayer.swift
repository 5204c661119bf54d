public import Lubdub

/// Runs a pipeline in real time: wakes when something is due, hands out beats ahead of their time, and
/// takes samples from any task.
///
/// Times are seconds on the player's clock, which starts at `startTime` when the player is made.
/// A sample without a time is stamped with it when it arrives. One with a time is stamped with the player's
/// clock, too: `now` reads it. One that is stamped a little ahead of the clock sets the clock forward, so that a
/// peer whose clock is a little fast is followed; what is refused is set by `Configuration.live`.
///
/// ```swift
/// let player = try LivePlayer(configuration, clock: ContinuousClock())
/// Task { for await event in await player.events { play(event) } }
/// await player.process(.uwb(distance))
/// ```
public actor LivePlayer<C: Clock> where C.Duration == Duration {
  private let clock: C
  private let pace: Double
  private var session: LiveSession
  private var readers: EventReaders<LiveEvent>
  /// A moment and the time that it has on the player's clock.
  private var reference: (instant: C.Instant, time: Seconds)
  private var isFinished = false
  private var timer: (task: Task<Void, Never>, due: Seconds)?

  /// A player that has heard nothing.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the pipeline.
  ///   - clock: What it sleeps by.
  ///   - startTime: The time on the player's clock at this moment.
  ///   - pace: How many seconds of the player's clock pass in one of `clock`; positive.
  ///   - lead: How long before its time a beat is handed out, on the player's clock.
  ///   - eventLimit: How many events are kept for a reader that is slow; then the oldest are dropped and counted.
  /// - Throws: `SettingError` when the configuration contradicts itself, or one of the others is out of
  ///   range.
  public init(
    _ configuration: Configuration, clock: C, startTime: Seconds = 0, pace: Double = 1,
    lead: Seconds = 0.1, eventLimit: Int = 1024
  ) throws(SettingError) {
    guard pace.isFinite, pace > 0 else {
      throw SettingError(key: "pace", found: "\(pace)", expected: "a positive number")
    }
    guard startTime.isFinite else {
      throw SettingError(key: "startTime", found: "\(startTime)", expected: "a finite time")
    }
    session = try LiveSession(configuration, lead: lead)
    self.clock = clock
    self.pace = pace
    guard eventLimit > 0 else {
      throw SettingError(key: "eventLimit", found: "\(eventLimit)", expected: "a number from 1 up")
    }
    reference = (clock.now, startTime)
    readers = EventReaders(limit: eventLimit)
  }

  /// Everything that is handed out from now on, in the order of time, for one more reader.
  ///
  /// It may be asked for any number of times, also after a reader was cancelled. The first reader is given what was
  /// decided before it came, and every one the beats that were handed out and are still to come. It ends when the
  /// player is finished.
  public var events: AsyncStream<LiveEvent> {
    let beats = session.scheduled.map { LiveEvent.scheduled($0.beat, $0.pattern) }
    let stream = readers.add(beats) { number in
      Task { [weak self] in await self?.leave(number) }
    }
    if isFinished { readers.finish() }
    return stream
  }

  /// How many events were dropped because a reader was slow, or came while nobody read.
  public var missedEvents: Int { readers.missed }

  private func leave(_ number: Int) { readers.remove(number) }

  private func emit(_ event: LiveEvent) {
    let isOfBeat =
      switch event {
      case .scheduled, .cancelled, .decided(.beat): true
      default: false
      }
    readers.yield(event, waits: !isOfBeat)
  }

  /// The time on the player's clock.
  public var now: Seconds {
    let passed = reference.instant.duration(to: clock.now)
    return reference.time + pace * Seconds(passed)
  }

  /// The moment at which the player's clock shows a time, if it is not set forward before. Of a beat, it is when to
  /// play it.
  public func instant(of time: Seconds) -> C.Instant {
    reference.instant.advanced(by: Duration((time - reference.time) / pace))
  }

  /// What is known now: all of one moment.
  public var snapshot: LiveSnapshot { session.snapshot(at: max(now, session.time)) }

  /// What became of the samples.
  public var receptions: ReceptionCounts { session.receptions }
  /// All beats that were dropped because they were late.
  public var droppedBeats: DroppedBeats { session.droppedBeats }
  /// The posterior after the last sample; `nil` before there is any.
  public var estimate: DistanceEstimate? { session.estimate }
  /// The zone now, counted from the nearest; `nil` for none.
  public var zone: Int? { session.zone }
  /// What was learned of the pair of devices, to be kept for its next session.
  public var learned: LearnedLink { session.learned }
  /// When something will happen next if nothing is heard; `nil` for nothing.
  public var nextWake: Seconds? { session.nextWake }

  /// Takes a sample in.
  ///
  /// - Parameter sample: Stamped with the player's clock.
  /// - Returns: What became of it, and what is known then.
  @discardableResult
  public func process(_ sample: Sample) -> LiveReception {
    receive(sample, at: now)
  }

  /// Takes a sample in that is made now.
  ///
  /// - Parameter sample: It is stamped with the player's clock.
  /// - Returns: What became of it, and what is known then.
  @discardableResult
  public func process(_ sample: UntimedSample) -> LiveReception {
    let present = now
    return receive(sample.stamped(at: max(present, session.time)), at: present)
  }

  private func receive(_ sample: Sample, at present: Seconds) -> LiveReception {
    let reception = session.process(sample, now: present) { emit($0) }
    if reception.isTaken, session.time > present { setForward(to: session.time) }
    arm()
    return LiveReception(
      reception: reception, time: session.observed, estimate: session.estimate, zone: session.zone)
  }

  /// Takes an interval in that is measured elsewhere, such as that of a pulse, for the tempo policy `.pulse`.
  ///
  /// - Parameters:
  ///   - interval: From one beat to the next, as a strap reports it.
  ///   - time: From when on it counts, on the player's clock; now where it is left out or past. A time ahead of
  ///     the clock sets the clock forward, as that of a sample does.
  /// - Returns: What became of it.
  @discardableResult
  public func process(interval: Seconds, at time: Seconds? = nil) -> Reception {
    guard time?.isFinite ?? true else { return .notFinite }
    let present = now
    let moment = max(present, time ?? present)
    let reception = session.process(interval: interval, now: moment) { emit($0) }
    if reception.isTaken, moment > present { setForward(to: moment) }
    arm()
    return reception
  }

  /// Takes new settings over while running.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself, or the player is finished; nothing has
  ///   changed then.
  public func apply(_ configuration: Configuration) throws(SettingError) {
    try session.apply(configuration, now: now) { emit($0) }
    arm()
  }

  /// Plays nothing from now on, as an app in the background does, and wakes no more: beats that were handed out are
  /// taken back, and a sustained contact ends. Samples still count, and the zone is followed.
  public func suspend() {
    session.suspend(now: now) { emit($0) }
    disarm()
  }

  /// Plays again. A zone that was silent for too long meanwhile has ended; one that is still known sounds as if it
  /// were entered now, and a sustained contact begins anew. No beat of the meantime is made up for.
  public func resume() {
    session.resume(now: now) { emit($0) }
    arm()
  }

  /// Ends the session and the events of every reader. Samples are refused from now on.
  ///
  /// - Returns: The end.
  @discardableResult
  public func finish() -> Seconds {
    let end = session.finish(at: now) { emit($0) }
    isFinished = true
    disarm()
    readers.finish()
    return end
  }

  private func disarm() {
    timer?.task.cancel()
    timer = nil
  }

  /// What the timer waits for is nearer then.
  private func setForward(to time: Seconds) {
    reference = (clock.now, time)
    disarm()
  }

  /// Sees to it that the player wakes when something is due. A timer that is set for earlier stays: it
  /// is cheaper to wake once for nothing than to make a timer for every sample.
  private func arm() {
    guard !session.isSuspended, let due = session.nextWake else { return }
    if let timer, timer.due <= due { return }
    disarm()
    // One nanosecond more, so that the clock has reached the time when it is read.
    let wait = Duration(max(.zero, due - reference.time) / pace) + .nanoseconds(1)
    let instant = reference.instant.advanced(by: wait)
    let task = Task(priority: .userInitiated) { [weak self, clock] in
      try? await clock.sleep(until: instant, tolerance: .zero)
      guard !Task.isCancelled else { return }
      await self?.wake(at: due)
    }
    timer = (task, due)
  }

  /// It is `due` by now, also where the clock has fewer digits.
  private func wake(at due: Seconds) {
    timer = nil
    guard !session.isSuspended else { return }
    session.pass(to: max(now, due)) { emit($0) }
    arm()
  }
}

extension Quantity where Unit == SecondUnit {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(Double(seconds) + Double(attoseconds) * 1e-18)
  }
}

extension Duration {
  /// A time in seconds, to the nanosecond.
  fileprivate init(_ time: Seconds) {
    let whole = time.value.rounded(.down)
    self =
      .seconds(Int64(min(max(-1e9, whole), 1e9))) + .nanoseconds(Int64((time.value - whole) * 1e9))
  }
}
