extension Sequence {
  /// The elements in the order of a comparison; equal ones keep their order. All share one compiled sort: the engine of the
  /// page had one of 5 kB for each type.
  package func inOrder(by precedes: (Element, Element) -> Bool) -> [Element] {
    let all = Array(self)
    return placesInOrder(all.count) { precedes(all[$0], all[$1]) }.map { all[$0] }
  }
}

@inline(never)
package func placesInOrder(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}
