internal import Lubdub
internal import Quantities

/// Looks at the stamps of observations. One that lies far behind the newest or far ahead of the clock is
/// refused; when the next one goes on from there, the clock itself has jumped, and both are taken.
struct StampCheck: Sendable {
  /// What is to be done with an observation.
  enum Verdict {
    case accept(Observation)
    case refuse(Reception)
    case follow(ClockChange, from: Observation, to: Observation)
  }

  /// What is added to a stamp.
  private var offset = Seconds.zero
  /// The newest stamp that was taken, on the session's clock.
  private var newest: Seconds?
  private var suspect: (observation: Observation, arrival: Seconds)?

  /// A stamp that lies less behind is a straggler, and no clock that began anew.
  private static let longestDelay = Seconds(1)

  mutating func judge(_ observation: Observation, now: Seconds, limit: Seconds) -> Verdict {
    guard observation.time.isFinite else { return .accept(observation) }
    let time = observation.time + offset
    let newest = newest ?? time
    let isBehind = time < newest - Self.longestDelay
    guard isBehind || time > now + limit else {
      suspect = nil
      self.newest = max(newest, time)
      return .accept(shifted(observation))
    }
    guard let suspect, agrees(observation, with: suspect, now: now, limit: limit) else {
      self.suspect = (observation, now)
      return .refuse(
        isBehind ? .outOfOrder(by: newest - time) : .ahead(by: time - now, limit: limit))
    }
    self.suspect = nil
    if isBehind { offset = max(suspect.arrival, newest) - suspect.observation.time }
    let (first, second) = (shifted(suspect.observation), shifted(observation))
    self.newest = second.time
    let change = ClockChange(
      kind: isBehind ? .restarted : .wentForward, time: now,
      jump: time - (isBehind ? newest : now))
    return .follow(change, from: first, to: second)
  }

  private func agrees(
    _ observation: Observation, with suspect: (observation: Observation, arrival: Seconds),
    now: Seconds, limit: Seconds
  ) -> Bool {
    let passed = observation.time - suspect.observation.time
    return passed >= .zero && passed <= now - suspect.arrival + limit
  }

  private func shifted(_ observation: Observation) -> Observation {
    var observation = observation
    observation.time = observation.time + offset
    return observation
  }
}
