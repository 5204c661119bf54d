/// A sliding window over numbers that keeps its numbers sorted.
struct SlidingWindow {
  private let values: [Double]
  private let reach: Int
  private var sorted: [Double] = []
  private var next = 0
  private var first = 0

  init(_ values: [Double], reach: Int) {
    self.values = values
    self.reach = reach
    sorted.reserveCapacity(2 * reach + 2)
  }

  /// Moves to a center, which must not be before the previous center.
  mutating func move(to center: Int) {
    while next < min(values.count, center + reach + 1) {
      sorted.insert(values[next], at: place(of: values[next]))
      next += 1
    }
    while first < center - reach {
      sorted.remove(at: place(of: values[first]))
      first += 1
    }
  }

  var numbers: [Double] { sorted }

  /// The index of the first number that is not smaller than a value.
  private func place(of value: Double) -> Int { sorted.partitioningIndex { $0 >= value } }
}
