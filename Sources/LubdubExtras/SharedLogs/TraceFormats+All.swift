extension TraceFormats {
  /// The format of logs with the positions of two ends, read as traces.
  package static let positions = TraceFormats([PositionTrace.self])

  /// All known formats: device logs, tidy traces, and positions.
  public static let all = TraceFormats(deviceLogs.list + positions.list)
}
