public import Lubdub
internal import LubdubSessions

/// How well zones follow the true ones while ultra-wideband is silent.
public struct OutageZoneScore: Sendable, Hashable {
  /// Time in outages with the wrong zone.
  public var wrongTime: Seconds = 0
  /// Time in outages that was scored.
  public var totalTime: Seconds = 0
  /// For each true change in an outage: felt so much later; `nil` where it was missed.
  public var delays: [Seconds?] = []

  private static let step = 0.1

  /// The score of nothing, to add others to.
  public init() {}

  /// The score of zones in spans of time.
  ///
  /// - Parameters:
  ///   - comparison: The zones that are felt beside the true ones.
  ///   - spans: The outages, in seconds, in the order of time.
  init(_ comparison: ZoneComparison, outages spans: [ClosedRange<Double>]) {
    let isOut = { (time: Double) in spans.contains { $0.contains(time) } }
    delays = comparison.score.changes.filter { isOut($0.time.value) }.map(\.delay)
    for span in spans {
      for number in 0..<Int((span.upperBound - span.lowerBound) / Self.step) {
        let time = span.lowerBound + (Double(number) + 0.5) * Self.step
        guard
          let stretch = comparison.stretches.last(where: {
            ($0.truth.steps.first?.time.value ?? .infinity) <= time
          }),
          time <= stretch.truth.end.value, let truth = Self.zone(stretch.truth, at: time),
          let felt = Self.zone(stretch.felt, at: time)
        else { continue }
        totalTime = totalTime + Seconds(Self.step)
        if felt != truth { wrongTime = wrongTime + Seconds(Self.step) }
      }
    }
  }

  private static func zone(_ sequence: ZoneSequence, at time: Double) -> Int? {
    sequence.steps.last { $0.time.value <= time }?.zone
  }

  /// Adds another recording.
  mutating func add(_ other: OutageZoneScore) {
    wrongTime = wrongTime + other.wrongTime
    totalTime = totalTime + other.totalTime
    delays += other.delays
  }

  /// Share of the time in outages with the wrong zone; `nil` where nothing was scored.
  public var wrongShare: Double? { totalTime > 0 ? wrongTime / totalTime : nil }

  /// Share of the true changes in outages that were missed; `nil` where there are none.
  public var missedShare: Double? {
    guard !delays.isEmpty else { return nil }
    return Double(delays.count { $0 == nil }) / Double(delays.count)
  }
}
