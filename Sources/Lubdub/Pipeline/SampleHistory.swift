/// The last samples, each with the estimator before it. A late sample is inserted by its time, and the estimator processes
/// the later samples again.
struct SampleHistory: Sendable {
  /// The maximum delay of a late sample that is still sorted by its time; with zero, late samples are not sorted.
  let window: Seconds
  private var entries: [(sample: Sample, before: ActiveEstimator)] = []

  /// The largest number of kept samples, so that a fast radio doesn't fill the memory.
  private static let limit = 256

  init(window: Seconds) { self.window = window }

  mutating func add(_ sample: Sample, _ before: ActiveEstimator) {
    entries.append((sample, before))
    let oldest = sample.time - window
    guard let first = entries.first, first.sample.time < oldest || entries.count > Self.limit
    else { return }
    // The last sample before the window stays: late samples are inserted after it.
    let kept = entries.firstIndex { $0.sample.time >= oldest } ?? 0
    entries.removeFirst(max(kept - 1, entries.count - Self.limit))
  }

  func contains(_ sample: Sample) -> Bool { entries.contains { $0.sample == sample } }

  func reaches(_ time: Seconds) -> Bool { entries.first.map { $0.sample.time <= time } ?? false }

  mutating func insert(_ sample: Sample) -> (estimator: ActiveEstimator, isUsed: Bool)? {
    guard let place = entries.firstIndex(where: { $0.sample.time > sample.time }) else {
      return nil
    }
    var estimator = entries[place].before
    entries.insert((sample, estimator), at: place)
    let isUsed = estimator.update(sample)
    for index in (place + 1)..<entries.count {
      entries[index].before = estimator
      _ = estimator.update(entries[index].sample)
    }
    return (estimator, isUsed)
  }
}
