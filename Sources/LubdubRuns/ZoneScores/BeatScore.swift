/// How the heartbeat that is felt compares with the one of the true distance.
public struct BeatScore: Sendable, Hashable {
  /// Time in which both beat.
  public var bothTime: Seconds = 0
  /// Time in which only one of the two beats: a beat that should not be, or silence that should not.
  public var oneSidedTime: Seconds = 0
  /// Time scored.
  public var totalTime: Seconds = 0
  /// Integral over `bothTime` of |felt interval - true interval|, in s².
  var intervalErrorTime = 0.0

  /// The score of nothing, to add others to.
  public init() {}

  /// The score of a course of zones against the true one.
  ///
  /// - Parameters:
  ///   - course: The zones that are felt.
  ///   - truth: The zones of the true distance.
  ///   - intervals: The interval between beats in each zone, from the nearest; `nil` where none beat.
  public init(_ course: ZoneSequence, truth: ZoneSequence, intervals: [Seconds?]) {
    self.init()
    func interval(_ zone: Int?) -> Seconds? {
      zone.flatMap { intervals.indices.contains($0) ? intervals[$0] : nil }
    }
    for part in course.parts(along: truth) {
      add(felt: interval(part.own), real: interval(part.other), for: Seconds(part.length))
    }
  }

  private mutating func add(felt: Seconds?, real: Seconds?, for time: Seconds) {
    totalTime = totalTime + time
    switch (felt, real) {
    case (let felt?, let real?):
      bothTime = bothTime + time
      intervalErrorTime += abs((felt - real).value) * time.value
    case (nil, nil): break
    default: oneSidedTime = oneSidedTime + time
    }
  }

  /// Adds another recording.
  public mutating func add(_ other: BeatScore) {
    bothTime = bothTime + other.bothTime
    oneSidedTime = oneSidedTime + other.oneSidedTime
    totalTime = totalTime + other.totalTime
    intervalErrorTime += other.intervalErrorTime
  }

  /// Mean of |felt interval - true interval| over the time in which both beat; `nil` when there is
  /// none.
  public var meanIntervalError: Seconds? {
    bothTime.value > 0 ? Seconds(intervalErrorTime / bothTime.value) : nil
  }

  /// Share of the time in which only one of the two beats.
  public var oneSidedShare: Double { totalTime.value > 0 ? oneSidedTime / totalTime : 0 }
}

extension Configuration {
  /// The interval between beats in each zone, from the nearest; `nil` where nothing beats, or with no strength.
  package var beatIntervals: [Seconds?] {
    let strength = heartbeat.pattern.elements.map { $0.intensity }.max() ?? 0
    let beating = zip(heartbeat.intervals, heartbeat.intensities).map { interval, intensity in
      intensity * strength > 0 ? interval : nil
    }
    return beating + Array(repeating: nil, count: max(0, zones.edges.count + 1 - beating.count))
  }
}
