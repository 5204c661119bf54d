internal import Calibration
package import Evaluation
internal import Quantities
internal import Ranging

/// The result of a calibration as text.
package enum CalibrationTable {
  /// What was determined, in lines for a terminal.
  package static func text(_ result: CalibrationResult) -> String {
    var text = ""
    if let ranges = result.ranges {
      text += "\(ranges.readings) ranges, \(ranges.grossErrors) gross errors left out, "
      text += "radio profile \(ranges.profile.rawValue)\n"
    }
    if let signals = result.signals {
      text += "\(signals.readings) signal strengths"
      text += result.isLearnedFromRanges ? ", distances from the ranges\n" : "\n"
    }
    for line in result.lines {
      let unit = line.unit.isEmpty ? "" : " " + line.unit
      switch line.determination {
      case .determined(let value, let error):
        text += "\(line.name): \(format(value)) ± \(format(error))\(unit)\n"
      case .undetermined(let reason):
        text += "\(line.name): not determined: \(reason)\n"
      }
    }
    return text
  }

  /// The residuals, one row for each reading.
  package static func csv(_ result: CalibrationResult) -> [UInt8] {
    var text = "recording,t_s,truth_m,reading,residual,received_power_dbm\n"
    for row in result.residuals {
      let power = row.receivedPower.map { "\($0.value)" } ?? ""
      text += "\(row.recording),\(row.time.value),\(row.truth.value),\(row.reading),"
      text += "\(format(row.residual)),\(power)\n"
    }
    return Array(text.utf8)
  }

  /// Four decimals.
  private static func format(_ value: Double) -> String {
    "\(NumberText.rounding(value, 4))"
  }
}
