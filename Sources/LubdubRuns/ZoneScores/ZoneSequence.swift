/// Which zone it is, over time: a step function.
public struct ZoneSequence: Sendable, Hashable {
  /// From a time on, a zone.
  public struct Step: Sendable, Hashable {
    /// From when.
    public var time: Seconds
    /// The zone, counted from the nearest; `nil` for none.
    public var zone: Int?

    /// A step from its parts.
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

  /// The steps, strictly increasing in time, no two in a row with the same zone.
  public private(set) var steps: [Step]
  /// When the sequence ends.
  public private(set) var end: Seconds

  /// A sequence from readings of the zone, each of which holds until the next.
  ///
  /// - Parameters:
  ///   - readings: In the order of time; a zone that repeats is no step.
  ///   - end: When the sequence ends.
  public init(readings: [Step], end: Seconds) {
    steps = []
    self.end = end
    for reading in readings where steps.last?.zone != reading.zone {
      if steps.last?.time == reading.time { steps.removeLast() }
      if steps.last?.zone != reading.zone { steps.append(reading) }
    }
  }

  /// The sequence without visits that are shorter than this: a zone left so soon was not visited.
  /// The first visit stays.
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

  /// How long after a time a zone is there for the first time, zero where it is there already; `nil`
  /// where it is not before the end.
  func firstTime(in zone: Int, from start: Seconds, until end: Seconds) -> Seconds? {
    if self.zone(at: start) == zone { return .zero }
    return steps.first { $0.time > start && $0.time < end && $0.zone == zone }.map {
      $0.time - start
    }
  }

  /// Every edge that is crossed; a step over several zones crosses each edge between them, and one to or
  /// from no zone none.
  var crossings: [Crossing] {
    zip(steps, steps.dropFirst()).flatMap { before, after -> [Crossing] in
      guard let from = before.zone, let to = after.zone else { return [] }
      return (min(from, to)..<max(from, to)).map { edge in
        Crossing(edge: edge, isOutward: to > from, time: after.time.value)
      }
    }
  }

  /// Every crossing of an edge after which the sequence stays on that side for so long, in the order of
  /// time.
  func lastingCrossings(for shortest: Seconds) -> [Crossing] {
    Set(crossings.map { $0.edge }).inOrder().flatMap { edge in
      let sides = steps.map { step in
        Step(time: step.time, zone: step.zone.map { $0 <= edge ? edge : edge + 1 })
      }
      return ZoneSequence(readings: sides, end: end).droppingVisits(shorterThan: shortest).crossings
    }.inOrder { ($0.time, $0.edge) < ($1.time, $1.edge) }
  }

  /// A time in which two sequences stay in their zones, in s.
  struct Part {
    let start, stop: Double
    let own: Int?
    let other: Int?

    var length: Double { stop - start }
  }

  /// The time in which the other sequence is known, cut where one of them changes.
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
