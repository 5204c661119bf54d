extension HapticFormat {
  /// `docs/reference/formats.md`: a table of all formats and of what survives in each.
  package static var table: String {
    var text = """
      # Formats

      What each format keeps of a timeline, as `lubdub convert --table` prints it; a test compares it.

      "kept" is as it was: times to one nanosecond, values to 10^-12. What a format cannot hold is in the loss report of
      each export (`-o loss.json --as losses`). Times are rounded from the start of the timeline, so the error never
      grows from beat to beat.


      """
    text += row([
      "format", "file", "what it is", "time step", "transients", "continuous", "intensity",
      "sharpness", "curves", "overlaps", "beats and annotations",
    ])
    text += row(Array(repeating: "---", count: 11))
    for format in allCases { text += row(cells(format)) }
    text += "\n## Limits\n\n"
    for format in allCases where format.features.limits != "none" {
      text += "- `\(format.rawValue)`: \(format.features.limits).\n"
    }
    text += """

      ## What is missing

      The binary form of MPEG haptics (`.hmpg`): MPEG's reference software turns `.hjif` into it and back.

      ## What a loss report counts

      | loss | felt | unit of its amount |
      | --- | --- | --- |

      """
    let tolerance = LossReport.Tolerance()
    for loss in LossReport.Loss.allCases {
      text += row(["`\(loss.rawValue)`", loss.feeling.text, loss.unit ?? "-"])
    }
    text += """

      Amounts are felt from \(SettingValue.text(tolerance.amplitude)) of intensity, from
      \(SettingValue.text(tolerance.time.value * 1000)) ms, and from 10 Hz or a semitone, whichever is less (`--tolerance`
      changes it). Differences are measured between what the format's player makes of the file and what was
      meant. A shift of up to \(SettingValue.text(tolerance.time.value * 1000)) ms is no difference, nor is a shorter gap.

      Vibrations that overlap add up, held to full strength; of a tap and the vibration under it the stronger counts.

      Heartbeats (`beat`) are annotations beside the events, which are not felt.

      """
    return text
  }

  private static func cells(_ format: HapticFormat) -> [String] {
    let features = format.features
    return [
      "`\(format.rawValue)`", ".\(features.fileExtension)", features.title,
      step(features.timeResolution.value), features.transients.text, features.continuous.text,
      features.intensity.text, features.sharpness.text, features.curves.text,
      features.overlaps.text, features.annotations.text,
    ]
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func step(_ seconds: Double) -> String {
    switch seconds {
    case 1e-9: "1 ns"
    case 1e-3: "1 ms"
    default: "1/\(SettingValue.text((1 / seconds).rounded())) s"
    }
  }
}

extension LossReport.Loss.Feeling {
  fileprivate var text: String {
    switch self {
    case .never: "no"
    case .always: "yes"
    case .fromAmplitude: "from an amplitude"
    case .fromFrequency: "from hertz"
    case .fromTime: "from a time"
    case .measured: "as the difference that it makes"
    }
  }
}

extension FormatFeatures.Support {
  fileprivate var text: String {
    switch self {
    case .kept: "kept"
    case .approximated(let how): how
    case .dropped: "-"
    }
  }
}
