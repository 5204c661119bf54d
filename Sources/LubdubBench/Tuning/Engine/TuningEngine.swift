public import Lubdub

/// Runs that a search needs: configurations over recordings.
public struct TuningWork: Sendable {
  /// One run.
  public struct Run: Sendable, Hashable {
    /// The recording, counted from 0.
    public let recording: Int
    /// The place of its configuration in the list of candidates.
    public let candidate: Int
  }

  /// The configurations, without calibration.
  public let candidates: [Configuration]
  /// What is to be run.
  public let runs: [Run]
  /// What the recordings were calibrated with. Work of the same split has the same calibrations.
  public let split: String
  /// Bias and path loss of each recording, on top of a candidate; `nil` for none.
  public let calibrations: [FusionFilter.Parameters?]
}

/// Makes runs elsewhere than on the threads of this process.
public protocol TuningEngine: Sendable {
  /// Makes runs, whoever makes them and whenever.
  ///
  /// - Parameters:
  ///   - work: What to run.
  ///   - isCancelled: Asked now and then.
  ///   - take: Called with scores as they come: places in the list of runs, each with its score, or `nil` for a
  ///     configuration that contradicts itself. Called on the calling thread.
  /// - Returns: Whether all was done; `false` when `isCancelled` said so.
  /// - Throws: Why runs could not be made, and what `take` throws.
  func run(
    _ work: TuningWork, isCancelled: () -> Bool,
    take: (_ scores: [(place: Int, score: Score?)]) throws -> Void
  ) throws -> Bool
}

/// Why an engine could not make runs.
public struct TuningEngineError: Error, Sendable, CustomStringConvertible {
  /// What happened, and the cure where there is one.
  public let description: String

  /// An error from its text.
  public init(_ description: String) { self.description = description }
}
