extension Sequence {
  /// The elements in the order of a comparison; equal ones keep their order. All share one compiled sort: the engine of the
  /// page had one of 5 kB for each type.
  package func inOrder(by precedes: (Element, Element) -> Bool) -> [Element] {
    let all = Array(self)
    return placesInOrder(all.count) { precedes(all[$0], all[$1]) }.map { all[$0] }
  }
}

extension Sequence where Element: Comparable {
  /// The elements in order. All sequences of one type of element share one compiled sort.
  package func inOrder() -> [Element] { Array(self).sorted() }
}

@inline(never)
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
