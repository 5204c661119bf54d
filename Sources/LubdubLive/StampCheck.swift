internal import Lubdub

/// Looks at the stamps of samples. One that lies far behind the newest or far ahead of the clock is
/// refused; when the next one goes on from there, the clock itself has jumped, and both are taken.
struct StampCheck: Sendable {
  enum Verdict {
    case accept(Sample)
    case refuse(Reception)
    case follow(ClockChange, from: Sample, to: Sample)
  }

  /// What is added to a stamp.
  private var offset = Seconds.zero
  /// The newest stamp that was taken, on the session's clock.
  private var newest: Seconds?
  private var suspect: (sample: Sample, arrival: Seconds)?

  /// A stamp that lies less behind is a straggler, and no clock that began anew.
  private static let longestDelay = Seconds(1)

  mutating func judge(_ sample: Sample, now: Seconds, limit: Seconds) -> Verdict {
    guard sample.time.isFinite else { return .accept(sample) }
    let time = sample.time + offset
    let newest = newest ?? time
    let isBehind = time < newest - Self.longestDelay
    guard isBehind || time > now + limit else {
      suspect = nil
      self.newest = max(newest, time)
      return .accept(shifted(sample))
    }
    guard let suspect, agrees(sample, with: suspect, now: now, limit: limit) else {
      self.suspect = (sample, now)
      return .refuse(
        isBehind ? .outOfOrder(by: newest - time) : .ahead(by: time - now, limit: limit))
    }
    self.suspect = nil
    if isBehind { offset = max(suspect.arrival, newest) - suspect.sample.time }
    let (first, second) = (shifted(suspect.sample), shifted(sample))
    self.newest = second.time
    let change = ClockChange(
      kind: isBehind ? .restarted : .wentForward, time: now,
      jump: time - (isBehind ? newest : now))
    return .follow(change, from: first, to: second)
  }

  private func agrees(
    _ sample: Sample, with suspect: (sample: Sample, arrival: Seconds),
    now: Seconds, limit: Seconds
  ) -> Bool {
    let passed = sample.time - suspect.sample.time
    return passed >= .zero && passed <= now - suspect.arrival + limit
  }

  private func shifted(_ sample: Sample) -> Sample {
    var sample = sample
    sample.time = sample.time + offset
    return sample
  }
}
