/// The names that settings had in the version before. They are read for one version, with a note.
package enum FormerNames {
  /// Each former key with the keys that take its value now. The rule for ultra-wideband used to govern
  /// positions, too.
  /// A key of a setting that is no more has none.
  package static let keys: [String: [String]] = {
    var keys = Dictionary(uniqueKeysWithValues: gone.map { ($0, [String]()) })
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
    (["handOver"], [("offsetTime", "referencePowerTime")]),
    (["rssi"], [("observedSpread", "spread")]),
  ]

  /// Settings that are no more: signal strength has one model of noise beside ultra-wideband and without,
  /// and forgives by places in place of time.
  private static let gone = [
    "handOver.fadingDensity", "handOver.floorVariance", "handOver.longestInterval",
    "rssi.longestInterval", "rssi.offsetTime", "rssi.referencePowerTime",
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
    let names = names ?? keys[key]
    if let names {
      changes.append(
        names.isEmpty
          ? "\(key) is no longer a setting, its value is skipped"
          : "\(key) is now \(names.joined(separator: " and "))")
    }
    if let value, let word = value.text, let now = Self.value(value, of: key).text, now != word {
      changes.append("the rule \(word) is now \(now)")
    }
    guard !changes.isEmpty else { return nil }
    let rest = names?.isEmpty == true ? "" : "; the former name is read in this version only"
    return changes.joined(separator: ", and ") + rest
  }
}
