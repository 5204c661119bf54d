/// What a program knows beyond the pipeline, and settings files may name.
public struct Vocabulary: Sendable {
  /// The estimators that the key `estimator` may name.
  public var estimators = EstimatorKind.own
  /// The presets that the key `preset` may name.
  public var presets = Preset.own
  /// What marks give; see `Configuration.cues`.
  public var cues: [LinkEvent: Cue] = [:]
  /// First parts of keys that stand in the same files and are left to who reads them, such as `columns`.
  public var otherKeys: [String] = []

  /// What the pipeline itself knows.
  public init() {}

  /// The preset of that name; `nil` when there is none.
  public func preset(_ name: String) -> Preset? { presets.first { $0.name == name } }

  package func leavesOut(_ key: String) -> Bool {
    otherKeys.contains { key == $0 || key.utf8.starts(with: "\($0).".utf8) }
  }
}
