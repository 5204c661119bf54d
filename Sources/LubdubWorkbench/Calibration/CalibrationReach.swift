/// The links that a calibration is for. The less similar the links, the fewer settings apply, and the wider the intervals
/// are.
package enum CalibrationReach: String, Sendable, Hashable, CaseIterable {
  case thisLink = "this-link"
  case thisKind = "this-kind"
  case elsewhere

  /// The deviation of the bias that less similar links add, in m. The biases of pairs of one make differ by at most 0.25 m.
  /// The biases of other radios deviate from zero by 0.2 m.
  private var biasDeviation: Double {
    switch self {
    case .thisLink: 0
    case .thisKind: 0.12
    case .elsewhere: 0.2
    }
  }

  /// Whether a setting applies to links of this reach. The level of one make does not apply to another make: with
  /// `this-kind` on another data set, the interval contained as little as 0.03 of the true distances
  /// (`tools/bench/carried`).
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
        // The levels of two pairs of one make differ, so the deviation of other pairs is added.
        (key, .number((own * own + others * others).squareRoot()))
      case _ where key == "rssi.trust":
        (key, .text((self == .thisLink ? PathLossTrust.thisLink : .thisKind).rawValue))
      default: (key, value)
      }
    }
  }
}
