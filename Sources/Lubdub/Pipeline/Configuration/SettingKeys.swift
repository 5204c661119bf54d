// What is said about a key that does not exist.
extension Configuration {
  /// The existing key that is most like a wrong one: most alike in the last part, which says what it
  /// sets, and then as a whole; `nil` when none is alike.
  package static func nearestKey(to key: String) -> String? {
    let nearest = settings.map { $0.key }.min {
      (lastPartDistance($0, key), editDistance($0, key), $0)
        < (lastPartDistance($1, key), editDistance($1, key), $1)
    }
    return nearest.flatMap { isNear($0, key) ? $0 : nil }
  }

  package static let unknownRule = "is not a setting"

  package static func unknownKey(_ key: String) -> SettingError {
    if let member = settings.first(where: { $0.key.hasPrefix(key + ".") }) {
      return SettingError(
        key: key, rule: "is a group of settings; set one of them, such as \(member.key)")
    }
    guard let nearest = nearestKey(to: key) else {
      return SettingError(key: key, rule: unknownRule)
    }
    return SettingError(key: key, rule: "is not a setting; did you mean \(nearest)?")
  }

  private static func isNear(_ other: String, _ key: String) -> Bool {
    editDistance(other, key) <= max(2, key.utf8.count / 3)
      || lastPartDistance(other, key) <= max(1, lastPart(key).utf8.count / 4)
  }

  private static func lastPart(_ key: String) -> String {
    key.split(separator: ".").last.map(String.init) ?? key
  }

  private static func lastPartDistance(_ left: String, _ right: String) -> Int {
    editDistance(lastPart(left), lastPart(right))
  }

  package static func editDistance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let change = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
