/// The samples of the newest stamp, so that one which is reported twice counts once.
struct Duplicates: Sendable {
  private var last: Sample?
  /// Those of the same stamp before the last one.
  private var others: [Sample] = []

  /// More samples of one stamp are not looked at.
  private static let limit = 16

  func contains(_ sample: Sample) -> Bool {
    guard let last, last.time == sample.time else { return false }
    return last == sample || others.contains(sample)
  }

  /// Takes a sample that is not older than the last one.
  mutating func add(_ sample: Sample) {
    if let last, last.time == sample.time {
      if others.count < Self.limit { others.append(last) }
    } else if !others.isEmpty {
      others.removeAll(keepingCapacity: true)
    }
    last = sample
  }
}
