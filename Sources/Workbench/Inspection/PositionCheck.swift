internal import HapticFormats
internal import ExtraLogs
internal import Positions
internal import Quantities
internal import Traces
internal import Text

/// What is wrong with a log of positions, or with a plan of regions and wires.
enum PositionCheck {
  /// Whether a file that starts so is one of them and no trace of ours.
  static func recognises(_ start: [UInt8], options: ReadOptions) -> Bool {
    guard options.format == nil, options.columns == nil,
      let found = PositionFormat.recognising(start)
    else { return false }
    return found != .csv || !TraceFormats.tidy.list.contains { $0.recognises(start) }
  }

  static func findings(_ path: String, _ bytes: [UInt8]) -> [Finding] {
    do {
      let log = try PositionLog(bytes, path: path)
      if log.format == .geojson, log.report.accepted == 0 {
        return try GroundPlan(bytes, path: path).warnings.map {
          Finding(.warning, rule: "unknown-kind", $0)
        }
      }
      let fixes = log.tracks.flatMap(\.fixes)
      let unstated = fixes.count { $0.deviation == nil }
      var found = TraceCheck.findings(log.report)
      if unstated > 0 {
        found.append(
          Finding(
            .note, rule: "no-accuracy",
            "\(unstated) of \(counted(fixes.count, "fix states", "fixes state")) no accuracy, and a usual one is taken"
          ))
      }
      return found
    } catch {
      let place = error.line.map { "line \($0)" }
      return [Finding(.error, rule: "not-positions", at: place, error.message)]
    }
  }
}
