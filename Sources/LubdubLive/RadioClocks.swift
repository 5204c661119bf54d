internal import Lubdub

/// How the clocks that samples are stamped with go beside the session's: one for each radio, one for link events.
/// A stamp far behind the newest, or far ahead of the session's clock, is refused. When the next one of its radio goes on
/// from there, that radio's clock has jumped, and both are taken. A radio whose clock goes back again and again is stamped
/// at arrival, so that there are at most `2 * mostRestarts` changes besides leaps forward.
struct RadioClocks: Sendable {
  enum Verdict {
    case accept(Sample)
    case agree(ClockChange, Sample)
    case refuse(Reception)
    case follow(ClockChange, from: Sample, to: Sample)
  }

  private struct RadioClock {
    /// What is added to a stamp; `nil` where samples are stamped at arrival.
    var offset: Seconds? = Seconds.zero
    var restarts = 0
    var suspect: (sample: Sample, arrival: Seconds)?
    var last: Sample?
  }

  private var clocks: [RadioClock] = []
  /// The newest stamp that was taken, on the session's clock.
  private var newest: Seconds?

  /// A stamp that lies less behind is a straggler, and no clock that began anew.
  private static let longestDelay = Seconds(1)
  private static let mostRestarts = 4

  mutating func note(_ time: Seconds) { newest = max(newest ?? time, time) }

  mutating func judge(_ sample: Sample, now: Seconds, limit: Seconds) -> Verdict {
    guard sample.time.isFinite else { return .accept(sample) }
    let place = sample.event == nil ? Int(sample.radio.entry.number) + 1 : 0
    while clocks.count <= place { clocks.append(RadioClock()) }
    guard clocks[place].last != sample else { return .refuse(.duplicate) }
    var clock = clocks[place]
    clock.last = sample
    defer { clocks[place] = clock }
    return judge(sample, by: &clock, now, limit)
  }

  private mutating func judge(
    _ sample: Sample, by clock: inout RadioClock, _ now: Seconds, _ limit: Seconds
  ) -> Verdict {
    let newest = newest ?? sample.time
    guard let shift = clock.offset else { return .accept(taken(sample, at: max(now, newest))) }
    let time = sample.time + shift
    if shift != .zero, agrees(sample.time, newest, now, limit, better: time) {
      clock.offset = .zero
      clock.suspect = nil
      return .agree(
        ClockChange(kind: .agreed, time: now, jump: sample.time - time),
        taken(sample, at: sample.time))
    }
    let isBehind = time < newest - Self.longestDelay
    guard isBehind || time > now + limit else {
      clock.suspect = nil
      return .accept(taken(sample, at: time))
    }
    guard let suspect = clock.suspect, goesOn(sample, from: suspect, now, limit) else {
      clock.suspect = (sample, now)
      return .refuse(
        isBehind ? .outOfOrder(by: newest - time) : .ahead(by: time - now, limit: limit))
    }
    clock.suspect = nil
    var offset = shift
    if isBehind {
      clock.restarts += 1
      offset = max(suspect.arrival, newest) - suspect.sample.time
      // What others have said meanwhile must not set the session's clock forward.
      if newest > suspect.arrival { offset = min(offset, max(now, newest) - sample.time) }
      clock.offset = clock.restarts < Self.mostRestarts ? offset : nil
    }
    let change = ClockChange(
      kind: isBehind ? .restarted : .wentForward, time: now,
      jump: time - (isBehind ? newest : now))
    let first = taken(suspect.sample, at: suspect.sample.time + offset)
    return .follow(change, from: first, to: taken(sample, at: sample.time + offset))
  }

  /// Whether a stamp is right as it is, and nearer to the time of arrival than with the offset.
  private func agrees(
    _ stamp: Seconds, _ newest: Seconds, _ now: Seconds, _ limit: Seconds, better shifted: Seconds
  ) -> Bool {
    stamp >= newest - Self.longestDelay && stamp <= now + limit
      && abs((stamp - now).value) < abs((shifted - now).value)
  }

  private func goesOn(
    _ sample: Sample, from suspect: (sample: Sample, arrival: Seconds), _ now: Seconds,
    _ limit: Seconds
  ) -> Bool {
    let passed = sample.time - suspect.sample.time
    return passed >= .zero && passed <= now - suspect.arrival + limit
  }

  private mutating func taken(_ sample: Sample, at time: Seconds) -> Sample {
    note(time)
    var sample = sample
    sample.time = time
    return sample
  }
}
