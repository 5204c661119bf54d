/// Ready-made configurations. A new one is one case and one line here.
public enum Preset: String, Sendable, Hashable, CaseIterable {
  /// The heartbeat of two devices that come closer: silent beyond 2 m, then 2, 1, 0.5 and 0.2 s.
  case eternalLoop = "eternal-loop"
  /// Calm breathing, six a minute, stronger the nearer.
  case breath
  /// Clicks whose rate follows the distance without steps.
  case geiger
  /// Pings whose echoes come back sooner the nearer the peer is.
  case sonar
  /// A game of tag between people a block apart, by their positions: 30, 80 and 300 m.
  case phoneTag = "phone-tag"
  /// Whether somebody is at the door, at the desk, in the room or away: 0.5, 1, 2 and 4 m.
  case presence

  /// The preset that is used when none is named.
  public static let `default` = Preset.eternalLoop

  /// What it is for, in one line.
  public var summary: String {
    switch self {
    case .eternalLoop: "a heartbeat that quickens in four steps from 2 m to contact"
    case .breath: "calm breathing, six a minute, stronger the nearer"
    case .geiger: "clicks whose rate follows the distance without steps"
    case .sonar: "pings whose echoes come back sooner the nearer the peer is"
    case .phoneTag: "a heartbeat for tag by positions, in three steps from 300 m to 30 m"
    case .presence: "who is at the door, at the desk, in the room: four steps from 4 m to 0.5 m"
    }
  }

  /// The configuration.
  public var configuration: Configuration {
    switch self {
    case .eternalLoop: Configuration(zones: .eternalLoop, heartbeat: .eternalLoop)
    case .breath: Configuration(zones: .eternalLoop, heartbeat: .breath)
    case .geiger: Configuration(zones: .eternalLoop, heartbeat: .geiger)
    case .sonar: Configuration(zones: .eternalLoop, heartbeat: .sonar)
    case .phoneTag: .phoneTag
    case .presence: .presence
    }
  }
}

extension Configuration {
  /// The configuration of `presence`. By Bluetooth zones go by a margin: on a robot in a flat five times as many
  /// changes are followed so as by evidence, and the wrong zone is felt as seldom.
  fileprivate static var presence: Configuration {
    let tempos = [(0.5, 0.8), (1, 0.6), (2, 0.5), (4, 0.4)].map { interval, intensity -> Tempo? in
      Tempo(interval: Seconds(interval), intensity: intensity)
    }
    var configuration = Configuration(zones: .eternalLoop, heartbeat: .init(tempos: tempos))
    configuration.zones.edges = [0.5, 1, 2, 4]
    configuration.zones.names = ["door", "near", "desk", "room", "away"]
    configuration.zones.rssi = ZoneRule.rssi.withHysteresis(10, dwell: 2, samples: 2)
    return configuration
  }

  /// The configuration of `phone-tag`: 30 m is what positions can separate, 80 m about one block, 300 m
  /// three to five.
  fileprivate static var phoneTag: Configuration {
    let tempos = [(0.5, 0.8), (1, 0.6), (2, 0.4)].map { interval, intensity -> Tempo? in
      Tempo(interval: Seconds(interval), intensity: intensity)
    }
    var configuration = Configuration(zones: .eternalLoop, heartbeat: .init(tempos: tempos))
    configuration.zones.edges = [30, 80, 300]
    configuration.zones.names = ["here", "block", "near", "away"]
    // Outdoors, positions are wrong by metres that stay for half a minute.
    configuration.zones.position = ZoneRule(
      falseChangeInterval: [300], halfBand: [10], lookAhead: [0.5])
    return configuration
  }
}
