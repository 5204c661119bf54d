/// The zone over time: a step function.
public struct ZoneSequence: Sendable, Hashable {
  /// A zone and the time from which it applies.
  public struct Step: Sendable, Hashable {
    /// The start of the zone.
    public var time: Seconds
    /// The zone, counted from the nearest; `nil` if there is no zone.
    public var zone: Int?

    /// Creates a step.
    public init(time: Seconds, zone: Int?) {
      self.time = time
      self.zone = zone
    }
  }

  struct Crossing: Hashable {
    let edge: Int
    let isOutward: Bool
    let time: Double
  }

  /// The steps, with strictly increasing times. Consecutive steps have different zones.
  public private(set) var steps: [Step]
  /// The end of the sequence.
  public private(set) var end: Seconds

  /// Creates a sequence from readings of the zone, each of which applies until the next reading.
  ///
  /// - Parameters:
  ///   - readings: The readings in the order of time. A repeated zone is not a step.
  ///   - end: The end of the sequence.
  public init(readings: [Step], end: Seconds) {
    steps = []
    self.end = end
    for reading in readings where steps.last?.zone != reading.zone {
      if steps.last?.time == reading.time { steps.removeLast() }
      if steps.last?.zone != reading.zone { steps.append(reading) }
    }
  }

  /// The sequence without visits shorter than `shortest`. The first visit stays.
  public func droppingVisits(shorterThan shortest: Seconds) -> ZoneSequence {
    var kept: [Step] = []
    for (index, step) in steps.enumerated() {
      let next = index + 1 < steps.count ? steps[index + 1].time : end
      if kept.isEmpty || next - step.time >= shortest { kept.append(step) }
    }
    return ZoneSequence(readings: kept, end: end)
  }

  /// The zone at a time; `nil` before the first step.
  public func zone(at time: Seconds) -> Int? { steps.last { $0.time <= time }?.zone }

  /// The time from `start` until a zone is reached for the first time; zero if the sequence is already in the zone, and
  /// `nil` if it does not reach the zone before the end.
  func firstTime(in zone: Int, from start: Seconds, until end: Seconds) -> Seconds? {
    if self.zone(at: start) == zone { return .zero }
    return steps.first { $0.time > start && $0.time < end && $0.zone == zone }.map {
      $0.time - start
    }
  }

  /// Every crossed edge. A step over several zones crosses each edge between them, and a step to or from no zone crosses no
  /// edge.
  var crossings: [Crossing] {
    zip(steps, steps.dropFirst()).flatMap { before, after -> [Crossing] in
      guard let from = before.zone, let to = after.zone else { return [] }
      return (min(from, to)..<max(from, to)).map { edge in
        Crossing(edge: edge, isOutward: to > from, time: after.time.value)
      }
    }
  }

  /// The crossings of edges after which the sequence stays on the new side for at least `shortest`, in the order of time.
  func lastingCrossings(for shortest: Seconds) -> [Crossing] {
    Set(crossings.map { $0.edge }).inOrder().flatMap { edge in
      let sides = steps.map { step in
        Step(time: step.time, zone: step.zone.map { $0 <= edge ? edge : edge + 1 })
      }
      return ZoneSequence(readings: sides, end: end).droppingVisits(shorterThan: shortest).crossings
    }.inOrder { ($0.time, $0.edge) < ($1.time, $1.edge) }
  }

  /// A period in which two sequences keep their zones, in s.
  struct Part {
    let start, stop: Double
    let own: Int?
    let other: Int?

    var length: Double { stop - start }
  }

  /// The period in which the other sequence is known, divided at the changes of both sequences.
  func parts(along other: ZoneSequence) -> [Part] {
    guard let from = other.steps.first?.time.value else { return [] }
    let until = min(end.value, other.end.value)
    guard until > from else { return [] }
    let cuts = Set((steps + other.steps).map { $0.time.value }.filter { $0 > from && $0 < until })
    let times = [from] + cuts.inOrder() + [until]
    var (mine, theirs) = (ZoneCursor(self), ZoneCursor(other))
    return zip(times, times.dropFirst()).map { start, stop in
      Part(start: start, stop: stop, own: mine.zone(at: start), other: theirs.zone(at: start))
    }
  }
}

struct ZoneCursor {
  private let steps: [ZoneSequence.Step]
  private var index = -1

  init(_ sequence: ZoneSequence) { steps = sequence.steps }

  mutating func zone(at time: Double) -> Int? {
    while index + 1 < steps.count, steps[index + 1].time.value <= time { index += 1 }
    return index < 0 ? nil : steps[index].zone
  }
}
