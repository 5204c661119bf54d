extension FusionFilter.HandOver: SettingGroup {
  package static let schema: [Setting<Self>] = [
    .number(
      "after", "UWB silent for longer, signal strength stands in", level: .basic, in: 0...3600
    ) { $1(&$0.after) },
    .number(
      "blendTime", "Time constant of the transition to signal strength", in: 0.01...600
    ) { $1(&$0.blendTime) },
    .number(
      "moveThreshold",
      "Signal strength off by so many usual deviations is a move: smaller follows sooner, jumps more",
      in: 0.5...10
    ) { $1(&$0.moveThreshold) },
  ]
}
