/// The names that a program adds to the names of the pipeline, for settings files.
public struct Vocabulary: Sendable {
  /// The estimators that the key `estimator` may name.
  public var estimators = EstimatorKind.own
  /// The presets that the key `preset` may name.
  public var presets = Preset.own
  /// The cues of marks; see `Configuration.cues`.
  public var cues: [LinkEvent: Cue] = [:]
  /// The first parts of other keys in the same files, which other code reads, such as `columns`.
  public var otherKeys: [String] = []

  /// Creates the vocabulary of the pipeline itself.
  public init() {}

  /// Returns the preset with a name; `nil` for an unknown name.
  public func preset(_ name: String) -> Preset? { presets.first { $0.name == name } }

  package func leavesOut(_ key: String) -> Bool {
    otherKeys.contains { key == $0 || key.utf8.starts(with: "\($0).".utf8) }
  }
}
