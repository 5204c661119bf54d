package struct StrokeReport {
  private let summary: StrokeSummary
  private let name: String

  package init(_ summary: StrokeSummary, name: String) {
    self.summary = summary
    self.name = name
  }

  package var head: String {
    let strokes = counted(summary.strokes, "stroke")
    let points = counted(summary.points, "point")
    return
      "\(name.visible): \(strokes), \(points), \(NumberText.rounded(summary.duration.value, 3)) s\n"
  }

  package var text: String {
    var lines = [
      "  surface   \(NumberText.rounded(summary.surfaceTime.value, 3)) s touched, "
        + "\(centimeters(summary.length.value)) cm long",
      "  pauses    \(summary.pauses) longer than 0.5 s",
    ]
    if let mean = summary.meanSpeed, let median = summary.medianSpeed, let peak = summary.peakSpeed
    {
      lines.append(
        "  speed     mean \(centimeters(mean.value)), median \(centimeters(median.value)), "
          + "peak \(centimeters(peak.value)) cm/s")
    }
    if let share = summary.gentleShare {
      lines.append(
        "  gentle    \(NumberText.rounded(100 * share, 1)) % of the time at 1 to 10 cm/s")
    }
    lines.append("  pressure  in \(summary.withPressure) of \(summary.strokes)")
    return head + lines.map { $0 + "\n" }.joined()
  }

  package var json: String {
    func rounded(_ value: Double?) -> JSONValue {
      .optional(value.map { $0.rounded(decimals: 6) })
    }
    let document: JSONValue = [
      "duration_s": rounded(summary.duration.value), "length_m": rounded(summary.length.value),
      "mean_speed_mps": rounded(summary.meanSpeed?.value),
      "median_speed_mps": rounded(summary.medianSpeed?.value), "name": .string(name),
      "pauses": .number(Double(summary.pauses)),
      "peak_speed_mps": rounded(summary.peakSpeed?.value),
      "points": .number(Double(summary.points)),
      "share_1_to_10_cm_per_s": rounded(summary.gentleShare),
      "strokes": .number(Double(summary.strokes)),
      "surface_s": rounded(summary.surfaceTime.value),
      "with_pressure": .number(Double(summary.withPressure)),
    ]
    return String(decoding: JSONWriter.encode(document), as: UTF8.self)
  }

  private func centimeters(_ meters: Double) -> String { NumberText.rounded(100 * meters, 2) }
}
