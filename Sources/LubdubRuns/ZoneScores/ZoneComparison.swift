/// The zones of the true distance, in stretches without a gap.
public struct TrueZones: Sendable, Hashable {
  /// A period without gaps.
  struct Stretch: Sendable, Hashable {
    var zones: ZoneSequence
    var rests: [ClosedRange<Seconds>]
    var window: ChangeWindow
  }

  private struct Row: Sendable, Hashable {
    let time: Seconds
    let truth: Meters
  }

  /// The largest gap between rows of one stretch. Changes across larger gaps are not counted.
  public static let longestGap: Seconds = 10
  /// The largest gap after which a truth counts only from its own row. Across larger gaps, the distance is assumed to change
  /// evenly.
  private static let shortStep: Seconds = 0.5

  /// The largest gap between rows in which the time of a true change is known. Other changes count as changes in a pause.
  private static func longestStep(of radio: Radio) -> Seconds {
    switch radio {
    case .gnss: longestGap
    case .ble: 5
    case .uwb, .cs, .reported: 2
    }
  }

  /// The edges between the zones.
  public let edges: [Meters]
  private(set) var stretches: [Stretch] = []
  private var steps: [ZoneSequence.Step] = []
  private var rests = RestPeriods()
  private var last: Row?
  /// Whether the current stretch contains only positions.
  private var isOfPositions = true

  /// Creates true zones without rows.
  ///
  /// - Parameter edges: The edges of the zones, from the nearest.
  public init(edges: [Meters]) { self.edges = edges }

  /// Adds the next row, in the order of time.
  ///
  /// - Parameters:
  ///   - truth: The true distance.
  ///   - time: The time of the row.
  ///   - radio: The radio that measured the row. A stretch with only positions has the window of positions.
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
  /// The edges of the truth for scoring decisions with these zones: the given edges if they give the same number of zones,
  /// and the zones' own edges otherwise.
  package func trueEdges(_ given: [Meters]?) -> [Meters] {
    guard let given, given.count == edges.count else { return edges }
    return given
  }
}

/// The felt zones compared with the true zones, which is the basis of every score of zones in all commands.
public struct ZoneComparison: Sendable, Hashable {
  /// A change of the felt zone, on the clock of the truth.
  public typealias Move = ZoneSequence.Step

  /// A period without gaps.
  public struct Stretch: Sendable, Hashable {
    /// The felt zones; empty without a felt zone.
    public var felt: ZoneSequence
    /// The felt zones, with the previous zone during times without a zone.
    public var decided: ZoneSequence
    /// The zones of the true distance, from the first row.
    public var truth: ZoneSequence
    /// The periods in which the truth rests.
    public var rests: [ClosedRange<Seconds>]
    /// The earliest and the latest delay at which a change counts as following a true change.
    public var window: ChangeWindow
  }

  /// The stretches, in the order of time.
  public private(set) var stretches: [Stretch] = []
  /// The edges of the truth.
  public let edges: [Meters]

  /// Compares the felt zones with the true zones.
  ///
  /// - Parameters:
  ///   - truth: The true zones, finished.
  ///   - moves: Every change of the felt zone, in the order of time.
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
  /// - Parameter intervals: The interval between beats in each zone; `nil` in zones without beats.
  /// - Returns: The score of all stretches.
  public func beatScore(intervals: [Seconds?]) -> BeatScore {
    var total = BeatScore()
    for stretch in stretches {
      total.add(BeatScore(stretch.felt, truth: stretch.truth, intervals: intervals))
    }
    return total
  }
}
