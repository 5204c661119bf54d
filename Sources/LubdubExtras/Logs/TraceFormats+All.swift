extension TraceFormats {
  /// Logs with the positions of two ends, read as traces.
  package static let positions = TraceFormats([PositionTrace.self])

  /// Every known format: the device logs, the tidy traces, then positions.
  public static let all = TraceFormats(deviceLogs.list + positions.list)
}
