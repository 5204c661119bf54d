extension Vocabulary {
  /// The vocabulary of every program, plus the baselines and the estimates of other programs.
  package static let workbench: Vocabulary = {
    var vocabulary = Vocabulary.programs
    vocabulary.estimators = EstimatorKind.all + [.given]
    return vocabulary
  }()
}
