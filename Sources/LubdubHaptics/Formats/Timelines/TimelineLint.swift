internal import Lubdub
internal import LubdubGround

enum TimelineLint {
  static let riseTime = WaveformSteps.pulse

  static func findings(in timeline: Timeline) -> [Finding] {
    nearTransients(timeline) + clipping(timeline)
  }

  private static func nearTransients(_ timeline: Timeline) -> [Finding] {
    let times = timeline.events.transients.map { $0.time.value }
    let near = zip(times, times.dropFirst()).filter { $0.1 - $0.0 < riseTime - 0.5e-9 }
    guard let first = near.first else { return [] }
    let gap = toNanosecond(first.1 - first.0)
    return [
      Finding(
        .warning, rule: "transients-too-near",
        "\(counted(near.count, "transient follows", "transients follow")) another within "
          + "\(riseTime) s, the first \(gap) s after that at \(first.0) s: "
          + "an actuator cannot follow",
        cure: "leave \(riseTime) s between transients, or join them")
    ]
  }

  private static func clipping(_ timeline: Timeline) -> [Finding] {
    let peak = EnvelopeCurve(timeline.events.continuous.map { $0.ramps }).peak
    guard peak.sum > 1 + 1e-9 else { return [] }
    return [
      Finding(
        .warning, rule: "clipping",
        "continuous events that overlap at \(peak.time) s add up to \(shortened(peak.sum)), above 1",
        cure: "lower their intensities or let them follow each other")
    ]
  }
}
