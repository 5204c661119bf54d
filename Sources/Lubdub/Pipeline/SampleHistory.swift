/// The last samples, each with the estimator before it, so that a late sample is inserted in its place and the estimator
/// processes the later samples again.
struct SampleHistory: Sendable {
  /// The longest delay behind the newest sample for which a sample is inserted in its place; zero for never.
  let window: Seconds
  private var entries: [(sample: Sample, before: ActiveEstimator)] = []

  /// The largest number of samples kept, so that a quick radio doesn't fill the memory.
  private static let limit = 256

  init(window: Seconds) { self.window = window }

  mutating func add(_ sample: Sample, _ before: ActiveEstimator) {
    entries.append((sample, before))
    let oldest = sample.time - window
    guard let first = entries.first, first.sample.time < oldest || entries.count > Self.limit
    else { return }
    // The last one before the window stays: what comes late is folded in after it.
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
