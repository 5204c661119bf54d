import Files
import Observations
import LubdubLive
import Reports
import Sessions
import Text
import Traces

/// Who takes what a live session hands out, from whichever task it comes.
protocol LiveSink: Actor {
  /// Why nothing more is taken; `nil` while all is well.
  var failure: FileError? { get }

  /// The session has begun now, at zero on its clock.
  func begin()

  /// Something was handed out.
  func handedOut(_ event: LiveEvent)

  /// A row was processed.
  func processed(_ record: TraceRecord, _ estimate: DistanceEstimate?, zone: Int?)

  /// The reader has come so far.
  func read(_ report: ReadReport)

  /// The session is over.
  ///
  /// - Returns: What was counted.
  /// - Throws: `FileError` when something could not be written.
  func end() async throws -> SessionStatistics
}

extension LiveSink {
  func read(_ report: ReadReport) {}
}
