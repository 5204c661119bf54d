package enum TimelineLint {
  static let riseTime = WaveformSteps.pulse

  static func findings(in timeline: Timeline) -> [Finding] {
    [nearTransients(timeline), clipping(timeline)].compactMap { $0 }
  }

  package static let secondsCure = "times are in seconds: write 150 ms as 0.15"

  /// The warning about whole numbers with more than 30 s per event on average: they are probably milliseconds.
  static func milliseconds(_ timeline: Timeline) -> Finding? {
    let (length, count) = (timeline.duration.value, timeline.events.count)
    guard count > 0, length / Double(count) > 30, timeline.beats.isEmpty else { return nil }
    let numbers = timeline.events.flatMap { [$0.time.value, $0.duration.value] }
    guard numbers.allSatisfy({ $0 == $0.rounded() }) else { return nil }
    return Finding(
      .warning, code: "milliseconds",
      "\(counted(count, "event takes", "events take")) \(number(length)) s, all numbers are whole: "
        + "they look like milliseconds", cure: secondsCure)
  }

  package static func clipping(in document: TimelineDocument) -> Finding? {
    document.timelines.lazy.compactMap { clipping($0) }.first
  }

  private static func nearTransients(_ timeline: Timeline) -> Finding? {
    let times = timeline.events.transients.map { $0.time.value }
    let near = zip(times, times.dropFirst()).filter { $0.1 - $0.0 < riseTime - 0.5e-9 }
    guard let first = near.first else { return nil }
    let gap = toNanosecond(first.1 - first.0)
    return Finding(
      .warning, code: "transients-too-near",
      "\(counted(near.count, "transient follows", "transients follow")) another within "
        + "\(riseTime) s: an actuator is too slow for them; the first pair is at \(first.0) s, \(gap) s apart",
      cure: "leave \(riseTime) s between transients, or join them")
  }

  private static func clipping(_ timeline: Timeline) -> Finding? {
    let peak = EnvelopeCurve(timeline.events.continuous.map { $0.ramps }).peak
    guard peak.sum > 1 + 1e-9 else { return nil }
    return Finding(
      .warning, code: "clipping",
      "continuous events that overlap at \(peak.time) s add up to \(shortened(peak.sum)), above 1",
      cure: "lower their intensities or let them follow each other")
  }
}
