extension JSONValue {
  /// The member at a path such as `data.anchors.0.distance`; a member whose own name has dots has priority.
  func member(at path: String) -> JSONValue? { member(at: path[...]) }

  private func member(at path: Substring) -> JSONValue? {
    if let found = child(path) { return found }
    for dot in path.indices where path[dot] == "." {
      guard let inner = child(path[..<dot]),
        let found = inner.member(at: path[path.index(after: dot)...])
      else { continue }
      return found
    }
    return nil
  }

  private func child(_ name: Substring) -> JSONValue? {
    if let members = object { return members[String(name)] }
    guard let list = array, let place = Int(name), list.indices.contains(place) else { return nil }
    return list[place]
  }

  func leaves(below path: String = "") -> [(path: String, value: JSONValue)] {
    let prefix = path.isEmpty ? "" : path + "."
    if let members = object {
      return members.keys.inOrder().flatMap { members[$0]?.leaves(below: prefix + $0) ?? [] }
    }
    if let list = array {
      return list.prefix(16).enumerated().flatMap { $1.leaves(below: prefix + "\($0)") }
    }
    return [(path, self)]
  }
}

extension ColumnMapping {
  func reads(_ object: JSONValue) -> Bool {
    claims(object) && (needsEveryColumn || object[ColumnRole.time.rawValue] == nil)
  }

  func claims(_ object: JSONValue) -> Bool {
    ([columns] + others).contains { columns in
      [Field.range, .rssi].contains { field in
        columns[field].map { object.member(at: $0.name) != nil } ?? false
      }
    }
  }
}
