extension Sequence {
  /// The elements in the order of a comparison; equal ones keep their order. In the engine of the page all share one
  /// compiled sort, which had 5 kB for each type.
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
  /// The first index for whose element a condition holds that holds for every element behind it; `endIndex` where there
  /// is none.
  @inlinable package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
