/// The zones of the true distance, in stretches without a gap.
public struct TrueZones: Sendable, Hashable {
  /// A time without gaps.
  struct Stretch: Sendable, Hashable {
    var zones: ZoneSequence
    var rests: [ClosedRange<Seconds>]
    var window: ChangeWindow
  }

  private struct Row: Sendable, Hashable {
    let time: Seconds
    let truth: Meters
  }

  /// Rows further apart are not one stretch: what happens between them is nobody's change.
  public static let longestGap: Seconds = 10
  /// Within this time a truth counts from its own row; between rows further apart it is taken to have gone evenly.
  private static let shortStep: Seconds = 0.5

  /// Between rows further apart than this nobody knows when the truth changed its zone: such a change falls into a pause.
  private static func longestStep(of radio: Radio) -> Seconds {
    switch radio {
    case .gnss: longestGap
    case .ble: 5
    case .uwb, .cs, .reported: 2
    }
  }

  /// The edges that zones are kept apart by.
  public let edges: [Meters]
  private(set) var stretches: [Stretch] = []
  private var steps: [ZoneSequence.Step] = []
  private var rests = RestPeriods()
  private var last: Row?
  /// Whether every row of the present stretch is one of positions.
  private var isOfPositions = true

  /// No rows yet.
  ///
  /// - Parameter edges: Edges of the zones, from the nearest.
  public init(edges: [Meters]) { self.edges = edges }

  /// The next row, in the order of time.
  ///
  /// - Parameters:
  ///   - truth: The true distance.
  ///   - time: When.
  ///   - radio: What measured it. A stretch of positions alone has the window of positions.
  public mutating func add(_ truth: Meters, at time: Seconds, by radio: Radio = .uwb) {
    let zone = edges.count { $0 <= truth }
    let change = steps.last.map { $0.zone != zone } ?? false
    if let last {
      let pause = time - last.time
      if pause > (change ? Self.longestStep(of: radio) : Self.longestGap) { finish() }
    }
    if radio != .gnss { isOfPositions = false }
    cross(to: zone, truth, at: time)
    rests.add(truth, at: time)
    last = Row(time: time, truth: truth)
  }

  /// Adds the zones on the way to the next row.
  private mutating func cross(to zone: Int, _ truth: Meters, at time: Seconds) {
    guard let last, let before = steps.last?.zone else {
      return steps.append(ZoneSequence.Step(time: time, zone: zone))
    }
    guard before != zone else { return }
    guard time - last.time > Self.shortStep else {
      return steps.append(ZoneSequence.Step(time: time, zone: zone))
    }
    let isOutward = zone > before
    for next in stride(from: before, to: zone, by: isOutward ? 1 : -1) {
      let edge = edges[isOutward ? next : next - 1]
      let share = (edge - last.truth) / (truth - last.truth)
      steps.append(
        ZoneSequence.Step(
          time: last.time + Seconds((time - last.time).value * min(max(share, 0), 1)),
          zone: isOutward ? next + 1 : next - 1))
    }
  }

  /// Ends the last stretch.
  public mutating func finish() {
    rests.close()
    if let last {
      stretches.append(
        Stretch(
          zones: ZoneSequence(readings: steps, end: last.time), rests: rests.periods,
          window: ChangeWindow(of: isOfPositions ? .gnss : .uwb)))
    }
    isOfPositions = true
    steps = []
    rests = RestPeriods()
    last = nil
  }
}

extension ZoneDetector.Parameters {
  /// The edges of the truth that decisions by these zones are scored against: the given ones where they make as
  /// many zones, else the own.
  package func trueEdges(_ given: [Meters]?) -> [Meters] {
    guard let given, given.count == edges.count else { return edges }
    return given
  }
}

/// The zones that were felt beside the true ones: what every score of zones rests on, whichever command
/// asks for it.
public struct ZoneComparison: Sendable, Hashable {
  /// A change of the zone that is felt, on the clock of the truth.
  public typealias Move = ZoneSequence.Step

  /// A time without gaps.
  public struct Stretch: Sendable, Hashable {
    /// The zones that were felt; empty when none was found.
    public var felt: ZoneSequence
    /// The same, but while there is no zone, the one before.
    public var decided: ZoneSequence
    /// The zones of the true distance, from the first row on.
    public var truth: ZoneSequence
    /// When the truth rests.
    public var rests: [ClosedRange<Seconds>]
    /// How early and how late a change may be and still follow a true one.
    public var window: ChangeWindow
  }

  /// The stretches, in the order of time.
  public private(set) var stretches: [Stretch] = []
  /// The edges of the truth.
  public let edges: [Meters]

  /// The zones that were felt beside the true ones.
  ///
  /// - Parameters:
  ///   - truth: The true zones, finished.
  ///   - moves: Every change of the zone that is felt, in the order of time.
  public init(_ truth: TrueZones, moves: [Move]) {
    edges = truth.edges
    var next = 0
    var zone: Int?
    for stretch in truth.stretches {
      guard let start = stretch.zones.steps.first?.time else { continue }
      let end = stretch.zones.end
      while next < moves.count, moves[next].time < start {
        zone = moves[next].zone
        next += 1
      }
      var felt = zone.map { [ZoneSequence.Step(time: start, zone: $0)] } ?? []
      var decided = felt
      while next < moves.count, moves[next].time <= end {
        zone = moves[next].zone
        felt.append(moves[next])
        if zone != nil { decided.append(moves[next]) }
        next += 1
      }
      stretches.append(
        Stretch(
          felt: ZoneSequence(readings: felt, end: end),
          decided: ZoneSequence(readings: decided, end: end), truth: stretch.zones,
          rests: stretch.rests, window: stretch.window))
    }
  }

  /// The score of all stretches.
  public var score: ZoneScore {
    var total = ZoneScore()
    var last: Int?
    for stretch in stretches {
      if let last, let next = stretch.truth.steps.first?.zone { total.addGap(from: last, to: next) }
      last = stretch.truth.steps.last?.zone
      total.add(
        ZoneScore(
          stretch.felt, decided: stretch.decided, truth: stretch.truth, rests: stretch.rests,
          window: stretch.window))
    }
    return total
  }

  /// The score of the heartbeat.
  ///
  /// - Parameter intervals: The interval between beats in each zone; `nil` where none beat.
  /// - Returns: The score of all stretches.
  public func beatScore(intervals: [Seconds?]) -> BeatScore {
    var total = BeatScore()
    for stretch in stretches {
      total.add(BeatScore(stretch.felt, truth: stretch.truth, intervals: intervals))
    }
    return total
  }
}
