extension TraceFormats {
  /// Every known format: the device logs, the tidy traces, then positions.
  public static let all = TraceFormats(deviceLogs.list + [PositionTrace.self])
}
