extension Preset {
  /// A preset for a game of tag by positions, between people at least a block apart. Positions resolve 30 m, a block is
  /// about 80 m long, and 300 m are three to five blocks.
  public static let phoneTag = Preset(
    "phone-tag", "a heartbeat for tag by positions, in three steps from 300 m to 30 m",
    heartbeat: .init(
      tempos: [(0.5, 0.8), (1, 0.6), (2, 0.4)].map { interval, intensity -> Tempo? in
        Tempo(interval: Seconds(interval), intensity: intensity)
      })
  ) {
    $0.zones.edges = [30, 80, 300]
    $0.zones.names = ["here", "block", "near", "away"]
    // Outdoors, errors of positions are several meters, and last for half a minute.
    $0.zones.wide = ZoneRule(falseChangeInterval: [300], halfBand: [10], lookAhead: [0.5])
    $0.cues = Cue.onTheGround
  }
}

extension Cue {
  /// A rising cue for entering a region.
  public static let baseEntered = Cue(
    "baseEntered", ramp(from: 0, to: 0.5, sharpness: 0.3, over: 0.3))
  /// A falling cue for leaving a region.
  public static let baseLeft = Cue("baseLeft", ramp(from: 0.5, to: 0, sharpness: 0.3, over: 0.3))
  /// A cue of four fast taps for crossing a wire.
  public static let tripwire = Cue(
    "tripwire", taps([0.7, 0.7, 0.7, 0.7], sharpness: 0.9, every: 0.06))

  /// The cues for regions and wires.
  public static let onTheGround: [LinkEvent: Cue] = [
    .entered: .baseEntered, .left: .baseLeft, .crossed: .tripwire,
  ]
}
