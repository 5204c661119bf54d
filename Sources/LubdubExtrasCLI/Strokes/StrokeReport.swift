extension StrokeSummary {
  func head(of name: String) -> String {
    "\(name.visible): \(counted(strokes, "stroke")), \(counted(points, "point")), "
      + "\(NumberText.rounded(duration.value, 3)) s\n"
  }

  func text(of name: String) -> String {
    var lines = [
      "  surface   \(NumberText.rounded(surfaceTime.value, 3)) s touched, "
        + "\(centimeters(length.value)) cm long",
      "  pauses    \(pauses) longer than 0.5 s",
    ]
    if let mean = meanSpeed, let median = medianSpeed, let peak = peakSpeed {
      lines.append(
        "  speed     mean \(centimeters(mean.value)), median \(centimeters(median.value)), "
          + "peak \(centimeters(peak.value)) cm/s")
    }
    if let share = gentleShare {
      lines.append(
        "  gentle    \(NumberText.rounded(100 * share, 1))% of the time at 1 to 10 cm/s")
    }
    lines.append("  pressure  in \(withPressure) of \(strokes)")
    return head(of: name) + lines.map { $0 + "\n" }.joined()
  }

  func json(of name: String) -> String {
    func rounded(_ value: Double?) -> JSONValue {
      .optional(value.map { $0.rounded(decimals: 6) })
    }
    let document: JSONValue = [
      "duration_s": rounded(duration.value), "length_m": rounded(length.value),
      "mean_speed_mps": rounded(meanSpeed?.value), "median_speed_mps": rounded(medianSpeed?.value),
      "name": .string(name), "pauses": .number(Double(pauses)),
      "peak_speed_mps": rounded(peakSpeed?.value), "points": .number(Double(points)),
      "share_1_to_10_cm_per_s": rounded(gentleShare), "strokes": .number(Double(strokes)),
      "surface_s": rounded(surfaceTime.value), "with_pressure": .number(Double(withPressure)),
    ]
    return String(decoding: JSONWriter.encode(document), as: UTF8.self)
  }

  private func centimeters(_ meters: Double) -> String { NumberText.rounded(100 * meters, 2) }
}
