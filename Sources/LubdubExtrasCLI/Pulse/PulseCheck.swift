enum PulseCheck {
  /// The share of faults above which corrections determine the measurements.
  private static let mostFaults = 0.2

  /// Whether a file with this start is a log of intervals. Captures of radio are checked as traces.
  static func recognises(_ start: [UInt8]) -> Bool {
    guard let found = PulseFormat.recognising(start) else { return false }
    return found == .csv || found == .text
  }

  static func findings(_ bytes: [UInt8], path: String) throws(ReadError) -> [Finding] {
    let log = try PulseLog(bytes, path: path)
    return log.report.findings
      + log.series.compactMap { series in
        let correction = FaultCorrection(series.intervals)
        guard correction.share > mostFaults else { return nil }
        let name = series.name.isEmpty ? "" : "\(series.name): "
        let beats = "\(correction.faults) of \(correction.labels.count) beats"
        return Finding(
          .warning, code: "many-faults",
          "\(name)\(beats) \(correction.faults == 1 ? "is" : "are") faulty, so the measures depend mostly on corrections"
        )
      }
  }
}
