internal import Observations
internal import Quantities

/// The last observations, each with the estimator as it was before it, so that one that comes late is put in
/// its place and the later ones are folded in anew.
struct ObservationHistory: Sendable {
  private var entries: [(observation: Observation, before: ActiveEstimator)] = []

  /// More observations than this are not kept, so that a quick radio does not fill the memory.
  private static let limit = 256

  /// Notes an observation that is folded in next.
  mutating func add(_ observation: Observation, _ before: ActiveEstimator, window: Seconds) {
    entries.append((observation, before))
    let oldest = observation.time - window
    guard let first = entries.first, first.observation.time < oldest || entries.count > Self.limit
    else { return }
    // The last one before the window stays: what comes late is folded in after it.
    let kept = entries.firstIndex { $0.observation.time >= oldest } ?? 0
    entries.removeFirst(max(kept - 1, entries.count - Self.limit))
  }

  /// Whether an observation lies within what is kept.
  func reaches(_ time: Seconds) -> Bool {
    guard let first = entries.first else { return false }
    return first.observation.time <= time
  }

  /// Puts an observation in its place and folds the later ones in again.
  ///
  /// - Returns: The estimator after all of them, and whether the observation was used.
  mutating func insert(_ observation: Observation) -> (estimator: ActiveEstimator, isUsed: Bool)? {
    guard
      let place = entries.firstIndex(where: { $0.observation.time > observation.time })
    else { return nil }
    var estimator = entries[place].before
    entries.insert((observation, estimator), at: place)
    let isUsed = estimator.update(observation)
    for index in (place + 1)..<entries.count {
      entries[index].before = estimator
      _ = estimator.update(entries[index].observation)
    }
    return (estimator, isUsed)
  }

  /// Forgets everything.
  mutating func clear() { entries.removeAll() }
}
