internal import Lubdub

/// The offsets of the clocks that stamp samples from the session's clock: one for each radio, and one for link events. A
/// stamp that is out of order or ahead is rejected, and a stamp too far behind to affect a beat is late. If the next stamps
/// of its radio then keep step with the session's clock, the radio's clock is wrong, and its stamps are moved from then on.
/// If the stamps of a radio must be moved repeatedly, its samples are stamped at arrival, so that there are at most `2 *
/// mostMoves` changes. Samples that are delivered again, such as from a queue, are duplicates and are not evidence about the
/// clock.
struct RadioClocks: Sendable {
  enum Verdict {
    case accept(Sample)
    case refuse(Reception)
    /// The radio's clock is wrong, and its stamps are moved from now on; the samples are accepted.
    case follow(ClockChange, [Sample])
  }

  fileprivate typealias Stamp = (time: Seconds, arrival: Seconds)

  private var clocks: [RadioClock] = []
  /// The newest accepted stamp, on the session's clock, and its arrival.
  private var newest: Stamp?

  mutating func note(_ time: Seconds, at now: Seconds) {
    if time >= newest?.time ?? time { newest = (time, now) }
  }

  mutating func judge(_ sample: Sample, now: Seconds, limit: Seconds) -> Verdict {
    guard sample.time.isFinite else { return .accept(sample) }
    let place = sample.event == nil ? Int(sample.radio.entry.number) + 1 : 0
    while clocks.count <= place { clocks.append(RadioClock()) }
    let verdict = clocks[place].judge(sample, newest, now, limit)
    switch verdict {
    case .accept(let sample): note(sample.time, at: now)
    case .follow(_, let samples): for sample in samples { note(sample.time, at: now) }
    case .refuse: break
    }
    return verdict
  }
}

private struct RadioClock: Sendable {
  /// The number of seconds added to a stamp; `nil` if samples are stamped at arrival.
  private var offset: Seconds? = Seconds.zero
  private var moves = 0
  /// The first of several wrong stamps, which keep step with each other.
  private var suspect: (sample: Sample, arrival: Seconds)?
  private var previous: Sample?
  /// The newest samples, in a ring.
  private var past: [Sample] = []
  private var oldest = 0

  private static let mostPast = 512
  /// The largest delay of a late sample; a stamp farther behind the newest stamp comes from a reset clock.
  private static let longestDelay = Seconds(1)
  /// The largest lateness of a useful sample: a silence of this duration has ended the zone.
  private static let longestLateness = Seconds(3)
  /// The time for which stamps must be late before the clock counts as wrong; delayed samples arrive at once.
  private static let lateTime = Seconds(1)
  /// The largest difference between two clocks in step after a pause.
  private static let step = Seconds(0.5)
  private static let mostMoves = 4

  mutating func judge(
    _ sample: Sample, _ last: RadioClocks.Stamp?, _ now: Seconds, _ limit: Seconds
  ) -> RadioClocks.Verdict {
    guard previous != sample else { return .refuse(.duplicate) }
    previous = sample
    defer { remember(sample) }
    let newest = last?.time ?? min(now, sample.time)
    guard let offset else { return .accept(sample.stamped(max(now, newest))) }
    let time = sample.time + offset
    if offset != .zero, sample.time >= newest - Self.longestDelay, sample.time <= now + limit,
      abs((sample.time - now).value) < abs((time - now).value)
    {
      (self.offset, suspect) = (.zero, nil)
      return .follow(ClockChange(kind: .agreed, time: now, jump: sample.time - time), [sample])
    }
    let isRepeat = time < newest && past.contains(sample)
    let refusal: Reception? =
      isRepeat
      ? .duplicate
      : time > now + limit && !isRow(time, after: last, now, limit)
        ? .ahead(by: time - now, limit: limit)
        : time < newest - Self.longestDelay ? .outOfOrder(by: newest - time) : nil
    guard refusal != nil || now - time > max(Self.longestLateness, limit) else {
      suspect = nil
      return .accept(sample.stamped(time))
    }
    let first = suspect.flatMap { keepsStep(sample, now, from: $0) ? $0 : nil }
    suspect = first ?? (sample, now)
    // A queue arrives at once. A device that keeps step for longer is at rest, and its clock was restarted.
    let proof = isRepeat ? Self.longestLateness : refusal != nil ? .zero : Self.lateTime
    guard let first, now - first.arrival >= proof else {
      return refusal.map { .refuse($0) } ?? .accept(sample.stamped(time))
    }
    suspect = nil
    moves += 1
    // Neither of the two samples arrived before its measurement.
    let moved = min(first.arrival - first.sample.time, now - sample.time)
    self.offset = moves < Self.mostMoves ? moved : nil
    let change = ClockChange(
      kind: time > now ? .wentForward : .restarted, time: now, jump: time - now)
    let refused = refusal == nil ? [] : [first.sample.stamped(first.sample.time + moved)]
    return .follow(change, refused + [sample.stamped(sample.time + moved)])
  }

  private mutating func remember(_ sample: Sample) {
    guard past.count == Self.mostPast else { return past.append(sample) }
    past[oldest] = sample
    oldest = (oldest + 1) % Self.mostPast
  }

  /// Returns whether a stamp is the next row of a recording that arrives faster than it was recorded: its rows are the
  /// clock.
  private func isRow(
    _ time: Seconds, after last: RadioClocks.Stamp?, _ now: Seconds, _ limit: Seconds
  ) -> Bool {
    guard let last, time <= last.time + limit + 1e-6 else { return false }
    return 2 * (now - last.arrival) < time - last.time
  }

  private func keepsStep(
    _ sample: Sample, _ now: Seconds, from first: (sample: Sample, arrival: Seconds)
  ) -> Bool {
    let passed = sample.time - first.sample.time
    return passed >= .zero && abs((passed - (now - first.arrival)).value) <= Self.step.value
  }
}

extension Sample {
  fileprivate func stamped(_ time: Seconds) -> Sample {
    var sample = self
    sample.time = time
    return sample
  }
}
