package import Observations
package import Lubdub
package import Traces

/// Who reads what a session decides.
package protocol SessionOutput {
  /// Something was decided. Times are seconds since the first row.
  mutating func decided(_ decision: Decision)

  /// A row was processed.
  ///
  /// - Parameters:
  ///   - record: The row, on the trace's own clock.
  ///   - estimate: The posterior after it; `nil` before there is any.
  ///   - zone: The zone after it, counted from the nearest; `nil` for none.
  mutating func processed(_ record: TraceRecord, _ estimate: DistanceEstimate?, zone: Int?)
}
