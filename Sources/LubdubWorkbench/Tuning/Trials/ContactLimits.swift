/// Times that contact is counted within, in s: the usual ones, of which others take the places.
package struct ContactLimits: Sendable, Hashable {
  package private(set) var seconds: SIMD8<Double> = [0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3]

  package static let usual = ContactLimits()
  /// The place of 1 s: a contact that is felt later is late.
  static let late = 4
  /// Places of the usual times that others may take; 1 s and 2 s stay.
  private static let free = [0, 1, 2, 3, 5, 7]
  /// The largest number of times.
  package static let most = free.count
  /// Later than this, in s, nobody takes it for the same touch.
  package static let range = 0.01...30.0

  private init() {}

  /// The limits with times of one's own, up to `most` of them.
  package init(_ wanted: [Double]) {
    var free = Self.free.filter { !wanted.contains(seconds[$0]) }[...]
    for time in wanted where place(of: time) == nil {
      guard let next = free.popFirst() else { return }
      seconds[next] = time
    }
  }

  package func place(of time: Double) -> Int? {
    seconds.indices.first { seconds[$0] == time }
  }
}
