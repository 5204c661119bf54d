internal import LubdubSupport

// Suggestions for a key that does not exist.
extension Configuration {
  /// Returns the existing key most like a wrong key: first in the last part, which names the setting, and then as a whole;
  /// `nil` if no key is similar.
  package static func nearestKey(to key: String) -> String? {
    let nearest = settings.map { $0.key }.min {
      (lastPartDistance($0, key), Spelling.distance($0, key))
        < (lastPartDistance($1, key), Spelling.distance($1, key))
    }
    return nearest.flatMap { isNear($0, key) ? $0 : nil }
  }

  /// Returns whether there are settings below a key.
  package static func hasGroup(_ key: String) -> Bool {
    settings.contains { $0.key.hasPrefix(key + ".") }
  }

  package static let unknownRule = "is not a setting"

  package static func unknownKey(_ key: String) -> SettingError {
    if let member = settings.first(where: { $0.key.hasPrefix(key + ".") }) {
      return SettingError(
        key: key, rule: "is a group of settings; set one of them, such as \(member.key)")
    }
    // The last part of a key can occur in several groups.
    let same = settings.map { $0.key }.filter { lastPart($0) == key }
    let near = same.isEmpty ? nearestKey(to: key) : same.joined(separator: ", ")
    let question = near.map { "; did you mean \($0)?" } ?? ""
    return SettingError(key: key, rule: unknownRule + question)
  }

  private static func isNear(_ other: String, _ key: String) -> Bool {
    Spelling.distance(other, key) <= max(2, key.utf8.count / 3)
      || lastPartDistance(other, key) <= max(1, lastPart(key).utf8.count / 4)
  }

  private static func lastPart(_ key: String) -> String {
    key.split(separator: ".").last.map(String.init) ?? key
  }

  private static func lastPartDistance(_ left: String, _ right: String) -> Int {
    Spelling.distance(lastPart(left), lastPart(right))
  }
}
