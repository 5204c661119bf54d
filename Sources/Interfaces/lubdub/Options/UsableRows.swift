#if Tool
import Text

extension ReadReport {
  /// Ends a command before it writes anything, where not one row could be used.
  ///
  /// - Parameter path: The trace.
  /// - Throws: `CommandFailure` with the reasons.
  func requireRows(of path: String) throws {
    guard accepted == 0 else { return }
    let name = path == "-" ? "standard input" : path
    let reason =
      rejected == 0
      ? "the trace has no rows"
      : "no row could be used: \(rejectionLines.joined(separator: "; "))"
    throw CommandFailure("\(name): \(reason)")
  }
}
#endif
