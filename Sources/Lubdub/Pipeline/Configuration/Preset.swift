/// A ready-made configuration with a name. To add a preset, declare a value of this type anywhere; two presets are equal when
/// their names are equal.
public struct Preset: Sendable, Hashable, CustomStringConvertible {
  /// The name in settings files.
  public let name: String
  /// The purpose of the preset, in one line.
  public let summary: String
  /// The configuration.
  public let configuration: Configuration
  /// The first rule that the configuration breaks; `nil` if the configuration is valid.
  let fault: SettingError?

  /// Creates a preset with a name.
  public init(_ name: String, _ summary: String, _ configuration: Configuration) {
    (self.name, self.summary, self.configuration) = (name, summary, configuration)
    do throws(SettingError) {
      try configuration.validate()
      fault = nil
    } catch {
      fault = error
    }
  }

  /// Creates a preset from the zones of `eternalLoop`, a heartbeat, and a function that changes other settings. One function
  /// creates the configuration of every preset, which keeps the engine of pages small.
  @inline(never) package init(
    _ name: String, _ summary: String, heartbeat: HeartbeatScheduler.Parameters,
    _ change: (inout Configuration) -> Void = { _ in }
  ) {
    var configuration = Configuration(zones: .eternalLoop, heartbeat: heartbeat)
    change(&configuration)
    // No check is needed: the tests validate every preset of this module, and firmware contains no rules.
    (self.name, self.summary, self.configuration, fault) = (name, summary, configuration, nil)
  }

  /// Whether the names are equal.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }

  /// The presets of this module.
  public static let own: [Preset] = [eternalLoop, phone, breath, geiger, sonar, presence, desk]

  /// The default preset.
  public static let `default` = Preset.eternalLoop

  /// The heartbeat of two devices that come closer: silent beyond 2 m, then beats every 2, 1, 0.5, and 0.2 s.
  public static let eternalLoop = Preset(
    "eternal-loop", "a heartbeat that quickens in four steps from 2 m to contact",
    heartbeat: .eternalLoop)

  /// The preset `eternalLoop` for two phones: it states the noise of their ranges, so that a few ranges per second decide soon.
  public static let phone = Preset(
    "phone", "eternal-loop for phones, even if ranges arrive slowly", heartbeat: .eternalLoop
  ) {
    $0.ranging.range.rangeDeviation = 0.018
  }

  /// Calm breathing, six breaths per minute; the nearer the peer is, the stronger the breaths are.
  public static let breath = Preset(
    "breath", "six calm breaths per minute, stronger near the peer",
    heartbeat: .breath)

  /// Clicks whose rate follows the distance without steps.
  public static let geiger = Preset(
    "geiger", "clicks whose rate follows the distance without steps",
    heartbeat: .geiger)

  /// Pings whose echoes come back sooner the nearer the peer is.
  public static let sonar = Preset(
    "sonar", "pings whose echoes come back sooner the nearer the peer is",
    heartbeat: .sonar)

  /// The place of a person: at the door, near, at the desk, in the room, or away, with edges at 0.5, 1, 2, and 4 m.
  public static let presence = Preset(
    "presence", "people at the door, at the desk, and in the room: four steps from 4 m to 0.5 m",
    heartbeat: .init(
      tempos: [(0.5, 0.8), (1, 0.6), (2, 0.5), (4, 0.4)].map { interval, intensity -> Tempo? in
        Tempo(interval: Seconds(interval), intensity: intensity)
      })
  ) {
    $0.zones.edges = [0.5, 1, 2, 4]
    $0.zones.names = ["door", "near", "desk", "room", "away"]
  }

  /// Whether a person is at the desk, for a lock: entered below 1.4 m, left beyond 3 m, and left after a silence of 15 s, or of
  /// 60 s if the person's device is still heard.
  public static let desk = Preset(
    "desk", "a person at the desk, for a lock: slow to change, and away after a silence",
    heartbeat: .init(tempos: [Tempo(interval: 1, intensity: 0.5)])
  ) {
    $0.zones.edges = [2.2]
    $0.zones.names = ["desk", "away"]
    $0.ceremony.readyZone = 0
    $0.zones.range.halfBand = [0.8]
    $0.zones.rssi.confidence = 0.75
    $0.zones.outageConfidence = 0.8
    $0.zones.whenUnknown = .silent
    ($0.zones.silence, $0.zones.silenceAfter) = (.leave, 15)
    $0.zones.heardAfter = 60
  }
}
