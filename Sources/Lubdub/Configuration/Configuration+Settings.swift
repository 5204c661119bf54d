internal import Ranging

extension Configuration {
  /// Every setting that there is, in the order in which they are printed.
  public static let settings: [Setting] =
    [
      Setting(
        "estimator", "What turns observations into a distance",
        .choice(
          get: { $0.estimator.rawValue },
          set: { configuration, word in
            guard let kind = EstimatorKind(rawValue: word) else { return false }
            configuration.estimator = kind
            return true
          }, options: EstimatorKind.allCases.map(\.rawValue)))
    ] + Setting.zones + Setting.heartbeat + Setting.ceremony + Setting.uwb + Setting.rssi
    + Setting.handOver + Setting.constantVelocity

  private static let settingsByKey = Dictionary(
    uniqueKeysWithValues: settings.map { ($0.key, $0) })

  /// The setting of that key; `nil` when there is none.
  public static func setting(_ key: String) -> Setting? {
    settingsByKey[key]
  }

  /// What to say about a key that does not exist, with the nearest one that does: nearest in its last
  /// part, which says what it sets, and then as a whole.
  public static func unknownKey(_ key: String) -> String { "\(key) \(unknownKeyRule(key))" }

  /// The same as a rule about the key.
  public static func unknownKeyRule(_ key: String) -> String {
    let nearest = settings.map(\.key).min {
      (lastPartDistance($0, key), editDistance($0, key), $0)
        < (lastPartDistance($1, key), editDistance($1, key), $1)
    }
    guard let nearest, isNear(nearest, key) else {
      return "is not a setting, and none is near"
    }
    return "is not a setting; did you mean \(nearest)?"
  }

  /// Whether somebody who writes `key` may mean `other`: nearly the same as a whole, or nearly the
  /// same last part.
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

  /// Levenshtein's distance between two words.
  private static func editDistance(_ left: String, _ right: String) -> Int {
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
