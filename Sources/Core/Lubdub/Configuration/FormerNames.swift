package import Quantities

/// The names that settings had in the version before. They are read for one version, with a note.
package enum FormerNames {
  /// Each former key with the keys that take its value now. The rule for ultra-wideband used to govern
  /// positions, too.
  package static let keys: [String: [String]] = {
    var keys: [String: [String]] = [:]
    for (groups, names) in renamed {
      for group in groups {
        for (former, name) in names {
          keys["\(group).\(former)"] = (groupsNow[group] ?? [group]).map { "\($0).\(name)" }
        }
      }
    }
    return keys
  }()

  /// Groups that have another name now, or are two.
  private static let groupsNow = ["zones.uwb": ["zones.range", "zones.position"]]

  private static let renamed: [(groups: [String], names: [(former: String, name: String)])] = [
    (
      ["zones.uwb", "zones.rssi"],
      [("calm", "falseChangeInterval"), ("resolution", "halfBand"), ("lead", "lookAhead")]
    ),
    (
      ["zones.uwb"],
      ["rule", "margin", "marginUnit", "dwell", "minimumSamples"].map { ($0, $0) }
    ),
    (
      ["heartbeat"],
      [
        ("glide", "tempoRampTime"), ("swing", "maxIntervalRatio"),
        ("pulseSilence", "pulseTimeout"), ("pulseGlide", "pulseRampTime"),
      ]
    ),
    (
      ["uwb", "cs"],
      [
        ("longSideDoubt", "positiveErrorScale"), ("farLimit", "motionGate"),
        ("loudScale", "noisyLinkThreshold"), ("lostCount", "restartCount"),
        ("lostTime", "restartTime"),
      ]
    ),
    (["rssi", "handOver"], [("offsetTime", "referencePowerTime")]),
  ]

  /// Former words of settings that take words, by the last part of their key.
  private static let words = ["rule": ["evidence": "cusum", "margin": "hysteresis"]]

  /// The value with the word of today; every other value as it is.
  package static func value(_ value: SettingValue, of key: String) -> SettingValue {
    guard let word = value.text, let last = key.split(separator: ".").last,
      key.utf8.starts(with: "zones.".utf8), let now = words[String(last)]?[word]
    else { return value }
    return .text(now)
  }

  /// What to say about a former key or word; `nil` when both are those of today.
  ///
  /// - Parameters:
  ///   - key: The key, without an index.
  ///   - value: The value; `nil` where only the key counts.
  ///   - names: The keys that take the value now; by default all of them.
  /// - Returns: One sentence.
  package static func note(
    _ key: String, _ value: SettingValue? = nil, now names: [String]? = nil
  ) -> String? {
    var changes: [String] = []
    if let names = names ?? keys[key] {
      changes.append("\(key) is now \(names.joined(separator: " and "))")
    }
    if let value, let word = value.text, let now = Self.value(value, of: key).text, now != word {
      changes.append("the rule \(word) is now \(now)")
    }
    guard !changes.isEmpty else { return nil }
    return changes.joined(separator: ", and ")
      + "; the former name is read in this version only"
  }
}
