extension ReadReport {
  /// Whether the report is about a trace or another table, and not about a device log.
  var isTable: Bool { TraceFormats.tidy.named(format) != nil || format.hasPrefix("mapped") }

  package func requireRows(of path: String) throws {
    guard accepted == 0 else { return }
    guard rejected == 0 else { throw failure("no row could be used", of: path) }
    throw failure(
      ignored == 0 || isTable
        ? "the trace has no rows"
        : format == ReadReport.patternFormat
          ? "not one of \(counted(ignored, "line")) matches --pattern"
          : "not one of \(counted(ignored, "line")) is a row of \(format); without --from, Lubdub detects the format",
      of: path)
  }

  /// Ends a command before it writes anything if rows were rejected, and if no accepted row has a measurement or an event.
  package func requireMeasurements(_ statistics: SessionStatistics, of path: String) throws {
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
