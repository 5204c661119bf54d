extension Vocabulary {
  /// What the tool knows: that of every program, and among the estimators the baselines and what others have
  /// estimated.
  package static let workbench: Vocabulary = {
    var vocabulary = Vocabulary.programs
    vocabulary.estimators = EstimatorKind.all + [.given]
    return vocabulary
  }()
}
