#if Tool
internal import LubdubExtras
internal import LubdubGround
internal import LubdubHaptics

enum PulseCheck {
  /// Whether a file that starts so is one. Captures of radio are checked as traces.
  static func recognises(_ start: [UInt8]) -> Bool {
    guard let found = PulseFormat.recognising(start) else { return false }
    return found == .csv || found == .text
  }

  static func findings(_ bytes: [UInt8], path: String) throws(ReadError) -> [Finding] {
    let log = try PulseLog(bytes, path: path)
    return TraceCheck.findings(log.report)
      + log.series.compactMap { series in
        let correction = FaultCorrection(series.intervals)
        guard correction.share > PulseReport.mostFaults else { return nil }
        let name = series.name.isEmpty ? "" : "\(series.name): "
        let beats = "\(correction.faults) of \(correction.labels.count) beats"
        return Finding(
          .warning, rule: "many-faults",
          "\(name)\(beats) \(correction.faults == 1 ? "is" : "are") faulty; frequencies are left out"
        )
      }
  }
}
#endif
