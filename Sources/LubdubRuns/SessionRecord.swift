/// The data for a plot of a session. The data are thinned as they grow, so that their size does not depend on the length of
/// the trace.
package struct SessionRecord {
  package struct Bucket {
    /// The seconds since the first sample.
    package var time: Double
    package var measured: ClosedRange<Double>?
    package var truth: Double?
    package var estimate: Double?
    package var low: Double?
    package var high: Double?
    package var radio: Radio?
    package var isStale = false

    package mutating func merge(_ later: Bucket) {
      measured = Self.union(measured, later.measured)
      truth = later.truth ?? truth
      estimate = later.estimate ?? estimate
      low = Self.pick(low, later.low, min)
      high = Self.pick(high, later.high, max)
      radio = later.radio ?? radio
      isStale = isStale && later.isStale
    }

    private static func union(
      _ left: ClosedRange<Double>?, _ right: ClosedRange<Double>?
    ) -> ClosedRange<Double>? {
      guard let left, let right else { return left ?? right }
      return min(left.lowerBound, right.lowerBound)...max(left.upperBound, right.upperBound)
    }

    private static func pick(
      _ left: Double?, _ right: Double?, _ choose: (Double, Double) -> Double
    ) -> Double? {
      guard let left, let right else { return left ?? right }
      return choose(left, right)
    }
  }

  private static let limit = 4_000
  package private(set) var buckets: [Bucket] = []
  package private(set) var beats: [Beat] = []
  package private(set) var zoneChanges: [ZoneChange] = []
  package private(set) var cues: [(cue: Cue, time: Seconds)] = []
  private var width = 0.001

  package init() {}

  package mutating func add(_ sample: Sample, truth: Meters?, estimate: DistanceEstimate?) {
    let time = sample.time.value
    let bucket = Bucket(
      time: time, measured: sample.range.map { $0.value...$0.value },
      truth: truth?.value, estimate: estimate?.distance.value, low: estimate?.low.value,
      high: estimate?.high.value, radio: estimate?.radio, isStale: estimate?.status == .stale)
    guard let last = buckets.last, slot(last.time) == slot(time) else {
      buckets.append(bucket)
      if buckets.count > Self.limit { thin() }
      return
    }
    buckets[buckets.count - 1].merge(bucket)
  }

  package mutating func add(_ beat: Beat) { beats.append(beat) }
  package mutating func add(_ change: ZoneChange) { zoneChanges.append(change) }

  package mutating func add(_ cue: Cue, at time: Seconds) { cues.append((cue, time)) }

  private func slot(_ time: Double) -> Double { (time / width).rounded(.down) }

  private mutating func thin() {
    while buckets.count > Self.limit / 2 {
      width *= 2
      var merged: [Bucket] = []
      for bucket in buckets {
        if let last = merged.last, slot(last.time) == slot(bucket.time) {
          merged[merged.count - 1].merge(bucket)
        } else {
          merged.append(bucket)
        }
      }
      buckets = merged
    }
  }
}
