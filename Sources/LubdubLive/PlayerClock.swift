public import Lubdub

/// The clock of a player: seconds that pass at the pace of another clock, and a timer for the next due time.
struct PlayerClock<C: Clock>: Sendable where C.Duration == Duration {
  let base: C
  private let pace: Double
  private var reference: (instant: C.Instant, time: Seconds)
  private var timer: (task: Task<Void, Never>, due: Seconds)?

  init(_ base: C, startTime: Seconds, pace: Double) throws(SettingError) {
    guard pace.isFinite, pace > 0 else {
      throw SettingError(key: "pace", found: "\(pace)", expected: "a positive number")
    }
    guard startTime.isFinite else {
      throw SettingError(key: "startTime", found: "\(startTime)", expected: "a finite time")
    }
    self.base = base
    self.pace = pace
    reference = (base.now, startTime)
  }

  var now: Seconds { time(at: base.now) }

  func time(at instant: C.Instant) -> Seconds {
    reference.time + pace * Seconds(reference.instant.duration(to: instant))
  }

  func instant(of time: Seconds) -> C.Instant {
    reference.instant.advanced(by: Duration((time - reference.time) / pace))
  }

  /// Follows the session. If the session is slightly ahead, the clock catches up automatically. Rows of a recording that
  /// arrive at once set the clock forward, and the timer fires earlier.
  mutating func follow(_ time: Seconds) {
    let present = base.now
    guard time > self.time(at: present) + LiveSettings.usualAhead else { return }
    reference = (present, time)
    disarm()
  }

  /// Arranges that `wake` is called at the due time. An earlier timer stays: waking once in vain is cheaper than a new timer
  /// for every sample.
  mutating func arm(_ due: Seconds?, _ wake: @escaping @Sendable (Seconds) async -> Void) {
    guard let due else { return }
    if let timer, timer.due <= due { return }
    disarm()
    // One nanosecond more, so that the clock has reached the time when it is read.
    let wait = Duration(max(.zero, due - reference.time) / pace) + .nanoseconds(1)
    let instant = reference.instant.advanced(by: wait)
    let task = Task(priority: .userInitiated) { [base] in
      try? await base.sleep(until: instant, tolerance: .zero)
      if !Task.isCancelled { await wake(due) }
    }
    timer = (task, due)
  }

  mutating func disarm() {
    timer?.task.cancel()
    timer = nil
  }

  mutating func hasWoken() { timer = nil }
}

extension Quantity where Unit == SecondUnit {
  /// Creates the seconds of a duration.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(Double(seconds) + Double(attoseconds) * 1e-18)
  }
}

extension Duration {
  /// Creates a duration in whole nanoseconds from a time, clamped to ±1e9 s; a time that is not a number is zero.
  public init(_ time: Seconds) {
    guard !time.value.isNaN else {
      self = .zero
      return
    }
    let whole = min(max(-1e9, time.value.rounded(.down)), 1e9)
    self =
      .seconds(Int64(whole)) + .nanoseconds(Int64(min(max(0, time.value - whole), 1) * 1e9))
  }
}
