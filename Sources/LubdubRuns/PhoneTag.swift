extension Preset {
  /// A game of tag between people a block apart, by their positions: 30 m is the resolution of positions, 80 m about one block,
  /// 300 m three to five.
  public static let phoneTag = Preset(
    "phone-tag", "a heartbeat for tag by positions, in three steps from 300 m to 30 m",
    heartbeat: .init(
      tempos: [(0.5, 0.8), (1, 0.6), (2, 0.4)].map { interval, intensity -> Tempo? in
        Tempo(interval: Seconds(interval), intensity: intensity)
      })
  ) {
    $0.zones.edges = [30, 80, 300]
    $0.zones.names = ["here", "block", "near", "away"]
    // Outdoors, positions are wrong by metres that stay for half a minute.
    $0.zones.wide = ZoneRule(falseChangeInterval: [300], halfBand: [10], lookAhead: [0.5])
    $0.cues = Cue.onTheGround
  }
}

extension Cue {
  /// A region was entered: rising.
  public static let baseEntered = Cue(
    "baseEntered", ramp(from: 0, to: 0.5, sharpness: 0.3, over: 0.3))
  /// A region was left: falling.
  public static let baseLeft = Cue("baseLeft", ramp(from: 0.5, to: 0, sharpness: 0.3, over: 0.3))
  /// A wire was crossed: four fast taps.
  public static let tripwire = Cue(
    "tripwire", taps([0.7, 0.7, 0.7, 0.7], sharpness: 0.9, every: 0.06))

  /// The cues for regions and wires.
  public static let onTheGround: [LinkEvent: Cue] = [
    .entered: .baseEntered, .left: .baseLeft, .crossed: .tripwire,
  ]
}
