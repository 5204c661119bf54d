public import Lubdub
public import Quantities

/// Runs a pipeline in real time: wakes when something is due, hands out beats ahead of their time, and
/// takes observations from any task.
///
/// Times are seconds on the player's clock, which starts at `startTime` when the player is made.
/// Observations are stamped with it: `now` reads it. An observation that is stamped ahead of the clock
/// sets the clock forward, so that a peer whose clock is a little fast is followed.
///
/// ```swift
/// let player = try LivePlayer(configuration, clock: ContinuousClock())
/// Task { for await event in player.events { play(event) } }
/// await player.process(.uwb(distance, at: await player.now))
/// ```
public actor LivePlayer<C: Clock> where C.Duration == Duration {
  /// Everything that is handed out, in the order of time. It ends when the player is finished. One
  /// task may read it.
  public nonisolated let events: AsyncStream<LiveEvent>

  private let output: AsyncStream<LiveEvent>.Continuation
  private let clock: C
  private let pace: Double
  private var session: LiveSession
  /// A moment and the time that it has on the player's clock.
  private var reference: (instant: C.Instant, time: Seconds)
  private var timer: (task: Task<Void, Never>, due: Seconds)?

  /// A player that has heard nothing.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the pipeline.
  ///   - clock: What it sleeps by.
  ///   - startTime: The time on the player's clock at this moment.
  ///   - pace: How many seconds of the player's clock pass in one of `clock`; positive.
  ///   - lead: How long before its time a beat is handed out, on the player's clock.
  /// - Throws: `SettingError` when the configuration contradicts itself, or lead or pace are out of
  ///   range.
  public init(
    _ configuration: Configuration, clock: C, startTime: Seconds = 0, pace: Double = 1,
    lead: Seconds = 0.1
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
    reference = (clock.now, startTime)
    (events, output) = AsyncStream.makeStream()
  }

  /// The time on the player's clock.
  public var now: Seconds {
    let passed = reference.instant.duration(to: clock.now)
    return reference.time + pace * Seconds(passed)
  }

  /// What became of the observations.
  public var receptions: ReceptionCounts { session.receptions }
  /// The posterior after the last observation; `nil` before there is any.
  public var estimate: DistanceEstimate? { session.estimate }
  /// The zone now, counted from the nearest; `nil` for none.
  public var zone: Int? { session.zone }
  /// When something will happen next if nothing is heard; `nil` for nothing.
  public var nextWake: Seconds? { session.nextWake }

  /// Takes an observation in.
  ///
  /// - Parameter observation: Stamped with the player's clock.
  /// - Returns: What became of it, and what is known then.
  @discardableResult
  public func process(_ observation: Observation) -> LiveSnapshot {
    let present = now
    let reception = session.process(observation, now: present) { output.yield($0) }
    if reception.isTaken, observation.time > present { setForward(to: observation.time) }
    arm()
    return LiveSnapshot(reception: reception, estimate: session.estimate, zone: session.zone)
  }

  /// Takes an interval between two beats of a heart in, for the tempo policy `.pulse`.
  ///
  /// - Parameters:
  ///   - interval: From one beat to the next, as a strap reports it.
  ///   - time: From when on it counts, on the player's clock; now where it is left out or past. A time ahead of
  ///     the clock sets the clock forward, as that of an observation does.
  /// - Returns: What became of it.
  @discardableResult
  public func process(heart interval: Seconds, at time: Seconds? = nil) -> Reception {
    guard time?.isFinite ?? true else { return .notFinite }
    let present = now
    let told = max(present, time ?? present)
    let reception = session.process(heart: interval, now: told) { output.yield($0) }
    if reception.isTaken, told > present { setForward(to: told) }
    arm()
    return reception
  }

  /// Takes new settings over while running.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself; nothing has changed then.
  public func apply(_ configuration: Configuration) throws(SettingError) {
    try session.apply(configuration, now: now) { output.yield($0) }
    arm()
  }

  /// Ends the session and the stream of events. Observations are refused from now on.
  ///
  /// - Returns: The end.
  @discardableResult
  public func finish() -> Seconds {
    let end = session.finish(at: now) { output.yield($0) }
    timer?.task.cancel()
    timer = nil
    output.finish()
    return end
  }

  /// What the timer waits for is nearer then.
  private func setForward(to time: Seconds) {
    reference = (clock.now, time)
    timer?.task.cancel()
    timer = nil
  }

  /// Sees to it that the player wakes when something is due. A timer that is set for earlier stays: it
  /// is cheaper to wake once for nothing than to make a timer for every observation.
  private func arm() {
    guard let due = session.nextWake else { return }
    if let timer, timer.due <= due { return }
    timer?.task.cancel()
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
    session.pass(to: max(now, due)) { output.yield($0) }
    arm()
  }
}

extension Quantity where Unit == SecondUnit {
  /// A duration in seconds.
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
      .seconds(Int64(min(whole, 1e9))) + .nanoseconds(Int64((time.value - whole) * 1e9))
  }
}
