extension Sequence {
  /// The elements of each key together, in the order in which the keys first come.
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
  /// A number for each element, from 0 in the order in which they first come; the same for equal ones.
  func numbered() -> [Int] {
    var numbers: [Element: Int] = [:]
    return map { element in
      let number = numbers[element] ?? numbers.count
      numbers[element] = number
      return number
    }
  }
}
