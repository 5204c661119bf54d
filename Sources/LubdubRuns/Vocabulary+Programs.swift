extension Vocabulary {
  /// What every program of this package knows beyond the pipeline: the presets and cues of the extras, and that settings
  /// files say how traces are read, too.
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
