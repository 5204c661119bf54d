extension FusionFilter.HandOver: SettingGroup {
  package static let schema: [Setting<Self>] = [
    .number(
      "after", "UWB silent for longer, signal strength stands in", level: .basic, in: 0...3600
    ) { $1(&$0.after) }
  ]
}
