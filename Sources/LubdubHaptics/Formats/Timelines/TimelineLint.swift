internal import Lubdub
internal import LubdubGround

enum TimelineLint {
  static let riseTime = WaveformSteps.pulse

  static func findings(in timeline: Timeline) -> [Finding] {
    nearTransients(timeline) + clipping(timeline)
  }

  private static func nearTransients(_ timeline: Timeline) -> [Finding] {
    let times = timeline.events.transients.map { $0.time.value }
    let near = zip(times, times.dropFirst()).filter {
      $0.1 - $0.0 < riseTime - 0.5e-9
    }
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
    var edges: [(time: Double, change: Double)] = []
    for event in timeline.events.continuous {
      let peak = event.levels.reduce(0) { max($0, $1.intensity) }
      edges.append((toNanosecond(event.time.value), peak))
      edges.append((toNanosecond(event.end), -peak))
    }
    var sum = 0.0
    var worst: (time: Double, sum: Double)?
    for edge in edges.inOrder(by: { ($0.time, $0.change) < ($1.time, $1.change) }) {
      sum += edge.change
      if sum > 1 + 1e-9, sum > worst?.sum ?? 0 { worst = (edge.time, sum) }
    }
    guard let worst else { return [] }
    return [
      Finding(
        .warning, rule: "clipping",
        "continuous events that overlap at \(worst.time) s may add up to "
          + "\(shortened(worst.sum)), above 1",
        cure: "lower their intensities or let them follow each other")
    ]
  }
}
