/// Which links a calibration is meant for. The farther it is carried, the less of it holds, and the wider it is.
package enum CalibrationReach: String, Sendable, Hashable, CaseIterable {
  case thisLink = "this-link"
  case thisKind = "this-kind"
  case elsewhere

  /// Pairs of one make differ by 0.25 m at most, and radios by 0.2 m from none.
  private var biasDeviation: Double {
    switch self {
    case .thisLink: 0
    case .thisKind: 0.12
    case .elsewhere: 0.2
    }
  }

  /// Whether a setting says something of links that far away. The level of one make says nothing of another's: used on
  /// another set with `this-kind`, its interval holds as little as 0.03 of the rows (`tools/bench/carried`).
  private func holds(_ key: String) -> Bool {
    let ofPair = ["uwb.contactLevel", "rssi.contactLevel", "rssi.contactLevelDeviation"]
    if self == .thisLink { return true }
    if ofPair.contains(key) { return false }
    guard self == .elsewhere else { return true }
    let stays = ["calibrationDeviation", "obstructionDeviation"]
    return key == "gnss.accuracyScale" || stays.contains { key.hasSuffix("." + $0) }
  }

  func carried(_ values: [(String, SettingValue)]) -> [(String, SettingValue)] {
    let others = PathLossTrust.thisKind.powerDeviation.value
    return values.filter { holds($0.0) }.map { key, value in
      switch value {
      case .number(let width) where key.hasSuffix(".calibrationDeviation"):
        (key, .number((width * width + biasDeviation * biasDeviation).squareRoot()))
      case .number(let own) where key == "rssi.powerDeviation" && self != .thisLink:
        // Levels of pairs of one make differ, whatever one of them has shown.
        (key, .number((own * own + others * others).squareRoot()))
      case _ where key == "rssi.trust":
        (key, .text((self == .thisLink ? PathLossTrust.thisLink : .thisKind).rawValue))
      default: (key, value)
      }
    }
  }
}
