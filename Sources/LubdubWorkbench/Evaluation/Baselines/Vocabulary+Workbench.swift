extension Vocabulary {
  /// The vocabulary of every program, with the baselines and what others have estimated.
  package static let workbench: Vocabulary = {
    var vocabulary = Vocabulary.programs
    vocabulary.estimators = EstimatorKind.all + [.given]
    return vocabulary
  }()
}
