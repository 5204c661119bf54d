/// The samples with the newest stamp, so that a sample that is reported twice counts once.
package struct Duplicates: Sendable {
  private var last = Sample(time: Seconds(-.infinity), radio: .uwb)
  private var others: [Sample] = []

  private static let limit = 16

  package init() {}

  @inline(__always) package func contains(_ sample: Sample) -> Bool {
    last.time == sample.time && (last == sample || others.contains(sample))
  }

  @inline(__always) package mutating func add(_ sample: Sample) {
    if last.time == sample.time || !others.isEmpty { keepLast(beside: sample) }
    last = sample
  }

  @inline(never) private mutating func keepLast(beside sample: Sample) {
    if last.time < sample.time {
      others.removeAll(keepingCapacity: true)
    } else if others.count < Self.limit {
      others.append(last)
    }
  }
}
