public import Lubdub
internal import LubdubSessions

extension Vocabulary {
  /// What the tool knows: that of every program, and the baselines among the estimators.
  public static let workbench: Vocabulary = {
    var vocabulary = Vocabulary.programs
    vocabulary.estimators = EstimatorKind.all
    return vocabulary
  }()
}
