#if Tool
internal import LubdubExtras
internal import LubdubGround
internal import LubdubHaptics

enum PulseCheck {
  private static let mostFaults = 0.2

  /// Whether a file that starts so is one. Captures of radio are checked as traces.
  static func recognises(_ start: [UInt8]) -> Bool {
    guard let found = PulseFormat.recognising(start) else { return false }
    return found == .csv || found == .text
  }

  static func findings(_ bytes: [UInt8], path: String) -> [Finding] {
    do {
      let log = try PulseLog(bytes, path: path)
      var found = TraceCheck.findings(log.report)
      for series in log.series {
        let correction = FaultCorrection(series.intervals)
        guard correction.share > mostFaults else { continue }
        let name = series.name.isEmpty ? "" : "\(series.name): "
        let beats = "\(correction.faults) of \(correction.labels.count) beats"
        found.append(
          Finding(
            .warning, rule: "many-faults",
            "\(name)\(beats) \(correction.faults == 1 ? "is" : "are") faulty; frequencies are left out"
          ))
      }
      return found
    } catch {
      let place = error.line.map { "line \($0)" }
      return [Finding(.error, rule: "not-pulse", at: place, error.message)]
    }
  }
}
#endif
