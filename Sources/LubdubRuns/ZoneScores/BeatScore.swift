/// The agreement between the felt heartbeat and the heartbeat of the true distance.
public struct BeatScore: Sendable, Hashable {
  /// The time in which both heartbeats beat.
  public var bothTime: Seconds = 0
  /// The time in which only one of the two heartbeats beats, which is an unwanted beat or an unwanted silence.
  public var oneSidedTime: Seconds = 0
  /// The scored time.
  public var totalTime: Seconds = 0
  /// The integral over `bothTime` of |felt interval - true interval|, in s².
  var intervalErrorTime = 0.0

  /// Creates an empty score, to which other scores can be added.
  public init() {}

  /// Scores the felt zones against the true zones.
  ///
  /// - Parameters:
  ///   - course: The felt zones.
  ///   - truth: The zones of the true distance.
  ///   - intervals: The interval between beats in each zone, from the nearest; `nil` in zones without beats.
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

  /// Adds the score of another recording.
  public mutating func add(_ other: BeatScore) {
    bothTime = bothTime + other.bothTime
    oneSidedTime = oneSidedTime + other.oneSidedTime
    totalTime = totalTime + other.totalTime
    intervalErrorTime += other.intervalErrorTime
  }

  /// The mean of |felt interval - true interval| over the time in which both heartbeats beat; `nil` if there is no such
  /// time.
  public var meanIntervalError: Seconds? {
    bothTime.value > 0 ? Seconds(intervalErrorTime / bothTime.value) : nil
  }

  /// The share of the time in which only one of the two heartbeats beats.
  public var oneSidedShare: Double { totalTime.value > 0 ? oneSidedTime / totalTime : 0 }
}

extension Configuration {
  /// The interval between beats in each zone, from the nearest; `nil` in zones without beats, or with beats of strength 0.
  package var beatIntervals: [Seconds?] {
    let strength = heartbeat.pattern.elements.map { $0.intensity }.max() ?? 0
    let beating = zip(heartbeat.intervals, heartbeat.intensities).map { interval, intensity in
      intensity * strength > 0 ? interval : nil
    }
    return beating + Array(repeating: nil, count: max(0, zones.edges.count + 1 - beating.count))
  }
}
