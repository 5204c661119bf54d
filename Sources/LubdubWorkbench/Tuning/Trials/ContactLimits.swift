/// The time limits for felt contacts, in s. Other limits can replace some of the usual limits.
package struct ContactLimits: Sendable, Hashable {
  package private(set) var seconds: SIMD8<Double> = [0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3]

  package static let usual = ContactLimits()
  /// The index of 1 s. Contacts that are felt later count as late.
  static let late = 4
  /// The indices of usual limits that other limits may replace. The limits of 1 s and 2 s stay.
  private static let free = [0, 1, 2, 3, 5, 7]
  /// The largest number of other limits.
  package static let most = free.count
  /// The valid limits, in s. After the longest limit, nobody links a beat with the touch.
  package static let range = 0.01...30.0

  private init() {}

  /// Creates limits with other times, up to `most` of them.
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
