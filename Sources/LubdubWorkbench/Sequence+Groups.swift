extension Sequence {
  /// The elements grouped by key. The groups are in the order in which the keys first appear.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append((key, []))
      }
      groups[place].elements.append(element)
    }
    return groups
  }
}

extension Sequence where Element: Hashable {
  /// One number per element, from 0 in the order of first appearance. Equal elements have equal numbers.
  func numbered() -> [Int] {
    var numbers: [Element: Int] = [:]
    return map { element in
      let number = numbers[element] ?? numbers.count
      numbers[element] = number
      return number
    }
  }
}
