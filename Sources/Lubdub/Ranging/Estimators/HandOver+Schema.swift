extension FusionFilter.HandOver {
  /// Every setting of the hand-over.
  package static let schema: [Setting<Self>] = [
    .quantity(
      "after", "UWB silent for longer, signal strength stands in", level: .basic, in: 0...3600,
      get: { $0.after }, set: { $0.after = $1 }),
    .quantity(
      "blendTime", "Time constant of the transition to signal strength", in: 0.01...600,
      get: { $0.blendTime }, set: { $0.blendTime = $1 }),
    .quantity(
      "powerDeviation", "How wrong the reference power may be at first", in: 0.1...60,
      get: { $0.powerDeviation }, set: { $0.powerDeviation = $1 }),
    .quantity(
      "referencePowerTime", "How long the learned reference power is remembered", in: 1...1_000_000,
      get: { $0.referencePowerTime }, set: { $0.referencePowerTime = $1 }),
    .number(
      "moveThreshold",
      "Signal strength off by so many usual deviations is a move: smaller follows sooner, jumps more",
      in: 0.5...10, get: { $0.moveThreshold }, set: { $0.moveThreshold = $1 }),
    .flag(
      "guardsAgainstBursts",
      "Whether signal strength may delay ranges that jump by a factor of two",
      get: { $0.guardsAgainstBursts }, set: { $0.guardsAgainstBursts = $1 }),
  ]

  /// Checks every setting.
  ///
  /// - Throws: `SettingError` with the setting's key.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
  }
}
