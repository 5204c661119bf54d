extension Vocabulary {
  /// The vocabulary of every program of this package: the vocabulary of the pipeline, the presets and cues of the extras,
  /// and the keys of settings files for reading traces.
  public static let programs: Vocabulary = {
    var vocabulary = Vocabulary()
    vocabulary.presets.append(.phoneTag)
    vocabulary.cues = Cue.onTheGround
    vocabulary.otherKeys = [
      "columns", "decimal", "links", "nlos.center", "nlos.slope", "pattern", "thousands",
    ]
    return vocabulary
  }()
}
