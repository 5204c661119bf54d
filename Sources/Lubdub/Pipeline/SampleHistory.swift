/// The last samples, each with the estimator as it was before it, so that one that comes late is put in
/// its place and the later ones are folded in anew.
struct SampleHistory: Sendable {
  /// How far behind the newest sample one may be put in its place; zero for not at all.
  let window: Seconds
  private var entries: [(sample: Sample, before: ActiveEstimator)] = []

  /// More samples than this are not kept, so that a quick radio does not fill the memory.
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
