package struct SessionSummary {
  package let name: String
  package let statistics: SessionStatistics
  package let report: ReadReport
  package let zones: ZoneDetector.Parameters
  package let truth: ZoneComparison?
  package var written: [String] = []

  package init(
    name: String, statistics: SessionStatistics, report: ReadReport, zones: ZoneDetector.Parameters,
    truth: ZoneComparison? = nil
  ) {
    (self.name, self.statistics, self.report, self.zones) = (name, statistics, report, zones)
    self.truth = truth
  }

  package var text: String {
    ([head] + body).map { $0.visible + "\n" }.joined()
  }

  private var head: String {
    let rows = "\(counted(report.accepted, "row")) (\(report.format))"
    let rejected = report.rejected > 0 ? ", \(report.rejected) rejected" : ""
    return "\(name): \(NumberText.seconds(statistics.duration)), \(rows)\(rejected)"
  }

  private var body: [String] {
    var lines = [entry("samples", samples)]
    if let nearest = statistics.nearest, let farthest = statistics.farthest {
      lines.append(
        entry(
          "distance", "\(NumberText.rounded(nearest, 2)) m to \(NumberText.rounded(farthest, 2)) m")
      )
    }
    if let leap = statistics.leap {
      lines.append(
        entry(
          "",
          "jumps by \(NumberText.rounded(leap.size, 1)) m at \(NumberText.seconds(leap.time)), faster "
            + "than anybody moves: its ranges are wrong"))
    }
    // Without a clock, the duration of a silence is unknown.
    let hasClock = !report.findings.contains { $0.code == FindingRule.noClock.code }
    for (name, text, span) in [
      ("silence", "longest", hasClock ? statistics.silence : nil),
      ("fallback", "signal strength for", statistics.fallback),
    ] {
      guard let span else { continue }
      let length = NumberText.seconds(span.length)
      lines.append(entry(name, "\(text) \(length), from \(NumberText.seconds(span.start))"))
    }
    lines.append(entry("zones", zoneText))
    if let truth {
      let text = TruthText(score: truth.score, edges: truth.edges, duration: statistics.duration)
      lines += text.lines.enumerated().map { entry($0 == 0 ? "truth" : "", $1) }
    }
    lines.append(entry("beats", beatText))
    if statistics.phase != .searching || statistics.cues > 0 {
      let cues = counted(statistics.cues, "cue")
      lines.append(entry("ceremony", "\(statistics.phase.name), \(cues)"))
    }
    for file in written { lines.append(entry("written", file)) }
    return lines
  }

  private func entry(_ name: String, _ text: String) -> String {
    "  \(name)" + String(repeating: " ", count: max(1, 10 - name.count)) + text
  }

  private var samples: String {
    var parts = Radio.allCases.compactMap { radio in
      statistics.samples[radio].map { "\($0) \(radio.rawValue)" }
    }
    if statistics.absences > 0 { parts.append("\(statistics.absences) without measurement") }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  private var zoneText: String {
    var visited = statistics.timeInZone.sorted { $0.key > $1.key }.map { zone, seconds in
      "\(zones.names.indices.contains(zone) ? zones.names[zone] : "\(zone)") \(NumberText.seconds(seconds))"
    }
    guard !visited.isEmpty else { return "none" }
    let without = NumberText.seconds(statistics.timeWithoutZone)
    if without != NumberText.seconds(0) { visited.append("no zone \(without)") }
    let moves = counted(statistics.zoneMoves, "change")
    return visited.joined(separator: ", ") + " (\(moves))"
  }

  private var beatText: String {
    guard let first = statistics.firstBeat, let shortest = statistics.shortestInterval,
      let longest = statistics.longestInterval
    else { return "none" }
    let intervals =
      shortest == longest
      ? NumberText.seconds(shortest)
      : "\(NumberText.seconds(shortest)) to \(NumberText.seconds(longest))"
    return "\(statistics.beats), the first at \(NumberText.seconds(first)), intervals \(intervals)"
  }
}
