extension Sequence {
  /// The elements sorted by a comparison; equal elements keep their order. In the engine of the page, all types share one
  /// compiled sort, because a separate sort takes 5 kB per type.
  @inlinable package func inOrder(by precedes: (Element, Element) -> Bool) -> [Element] {
    #if hasFeature(Embedded)
    let all = Array(self)
    return placesInOrder(all.count) { precedes(all[$0], all[$1]) }.map { all[$0] }
    #else
    return sorted(by: precedes)
    #endif
  }
}

extension Sequence where Element: Comparable {
  @inlinable package func inOrder() -> [Element] { inOrder(by: <) }
}

@inline(never)
@usableFromInline
package func placesInOrder(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a condition that holds for all later elements; `endIndex` if there is no such
  /// element.
  @inlinable package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
