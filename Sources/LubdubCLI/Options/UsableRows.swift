#if Tool
import LubdubGround
import LubdubSessions

extension ReadReport {
  func requireRows(of path: String) throws {
    guard accepted == 0 else { return }
    throw failure(rejected == 0 ? "the trace has no rows" : "no row could be used", of: path)
  }

  /// Ends a command before it writes anything, where rows were rejected and all others are without a measurement
  /// and an event.
  func requireMeasurements(_ statistics: SessionStatistics, of path: String) throws {
    guard statistics.absences == accepted, accepted > 0 else { return }
    guard rejected > 0 else {
      guard format.hasPrefix("mapped") else { return }
      return Console.doubt(
        "\(path): no row has a range or a level; name its column, as in range=NAME:m or rssi=NAME")
    }
    throw failure("no row with a measurement could be used", of: path)
  }

  private func failure(_ rule: String, of path: String) -> CommandFailure {
    let reasons = rejectionLines.isEmpty ? "" : ": \(rejectionLines.joined(separator: "; "))"
    return CommandFailure("\(path == "-" ? "standard input" : path): \(rule)\(reasons)")
  }
}
#endif
