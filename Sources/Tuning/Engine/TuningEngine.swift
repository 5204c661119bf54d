public import Lubdub

/// One run: a recording of the task with a configuration that holds its calibration.
public struct TuningRun: Sendable {
  /// The recording, counted from 0.
  public let recording: Int
  /// The settings.
  public let configuration: Configuration
}

/// Makes runs elsewhere than on the threads of this process.
public protocol TuningEngine: Sendable {
  /// Scores of runs, in their order, whoever made them and whenever; `nil` for a configuration that
  /// contradicts itself.
  ///
  /// - Parameters:
  ///   - runs: What to run.
  ///   - isCancelled: Asked now and then.
  /// - Returns: One score for each run; `nil` when `isCancelled` said so.
  /// - Throws: Why runs could not be made.
  func scores(of runs: [TuningRun], isCancelled: () -> Bool) throws -> [Score?]?
}

/// Why an engine could not make runs.
public struct TuningEngineError: Error, Sendable, CustomStringConvertible {
  /// What happened, and the cure where there is one.
  public let description: String

  /// An error from its text.
  public init(_ description: String) { self.description = description }
}
