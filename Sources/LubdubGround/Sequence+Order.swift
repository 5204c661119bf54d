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

extension Array {
  /// The place of the first for which something holds that holds for all behind it; the count where there is none.
  package func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
