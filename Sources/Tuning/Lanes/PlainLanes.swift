internal import Quantities
internal import Ranging

/// Runs eight plain candidates at once over one trace, one in each vector lane.
///
/// The arithmetic of a lane is that of `ConstantVelocityFilter` without a gate, step by step, so that it
/// gives the same distances to the last bit. The zones follow `ZoneDetector` with a hysteresis rule of
/// one sample and without `settle`.
public struct PlainLanes: Sendable {
  /// Candidates that run together.
  public static let width = 8

  /// The scores of candidates on a trace, in the order of the candidates; they are taken eight at a
  /// time.
  public static func scores(
    of candidates: [PlainCandidate], over trace: PlainTrace
  ) -> [PlainScore] {
    var scores: [PlainScore] = []
    scores.reserveCapacity(candidates.count)
    for first in stride(from: 0, to: candidates.count, by: width) {
      let block = Array(candidates[first..<min(first + width, candidates.count)])
      // Lanes without a candidate of their own repeat the first.
      let lanes = (0..<width).map { block[$0 < block.count ? $0 : 0] }
      var pass = LanePass(lanes, trace)
      scores += pass.run(trace).prefix(block.count)
    }
    return scores
  }
}

/// One pass of eight candidates over a trace.
private struct LanePass {
  typealias Lanes = SIMD8<Double>
  typealias Mask = SIMDMask<SIMD8<Int64>>

  /// Silent for so long, there is no zone: `SilenceTimes.range.stale`.
  private static let staleAfter = 3.0
  /// As in `ZoneDetector`: a duration counts as passed when a microsecond is missing.
  private static let tolerance = 1e-6

  private let processNoise: Lanes
  private let variance: Lanes
  /// The least time that counts as the dwell.
  private let wait: Lanes
  private let outermost: Lanes
  private var kernel = ConstantVelocityKernel<Lanes>()
  private var sides: [Side]
  private var zone: Lanes
  private var isAcquired = Mask(repeating: false)
  private var acquiredSince = Lanes.zero
  private var lastMove = Lanes(repeating: -.infinity)
  private var squaredError = Lanes.zero
  private var wrongTime = Lanes.zero
  private var crossings = Lanes.zero

  /// One edge: where it is left and entered, on which side the distance counts (1 for outside), and
  /// since when it has been beyond for certain.
  private struct Side {
    let edge, enter, leave: Lanes
    var outside = Lanes.zero
    var since = Lanes(repeating: .infinity)
  }

  init(_ candidates: [PlainCandidate], _ trace: PlainTrace) {
    func lanes(_ value: (PlainCandidate) -> Double) -> Lanes { Lanes(candidates.map(value)) }
    processNoise = lanes(\.processNoise)
    let deviation = lanes(\.measurementDeviation.value)
    variance = deviation * deviation
    wait = lanes(\.dwell.value) - Self.tolerance
    outermost = Lanes(repeating: Double(trace.edges.count))
    zone = outermost
    sides = trace.edges.map { edge in
      let margin = lanes { $0.margin / 100 * edge }
      return Side(edge: Lanes(repeating: edge), enter: -margin, leave: margin)
    }
  }

  mutating func run(_ trace: PlainTrace) -> [PlainScore] {
    guard let first = trace.times.first else { return scores }
    kernel = ConstantVelocityKernel(
      distance: Lanes(repeating: trace.ranges[0]), distanceVariance: variance,
      velocityVariance: Lanes(repeating: 1))
    var state = self
    var rows = state.sides
    rows.withUnsafeMutableBufferPointer { sides in
      var before = first
      var isFirst = true
      for index in trace.times.indices {
        let time = trace.times[index]
        let step = time - before
        if index > 0 {
          state.pass(step, until: time, trueZone: trace.zones[index - 1], &isFirst)
          state.kernel.predict(
            step: Lanes(repeating: step), processNoise: state.processNoise)
          state.kernel.fold(Lanes(repeating: trace.ranges[index]), variance: state.variance)
        }
        state.decide(at: time, sides, isFirst: isFirst)
        isFirst = false
        let error = state.distance - trace.truths[index]
        state.squaredError += error * error
        before = time
      }
    }
    self = state
    return scores
  }

  private var distance: Lanes {
    kernel.distance.replacing(with: 0, where: kernel.distance .< 0)
  }

  /// Adds up the time since the last reading; after a long silence there is no zone.
  @inline(__always)
  private mutating func pass(
    _ step: Double, until time: Double, trueZone: Double, _ isFirst: inout Bool
  ) {
    let truth = Lanes(repeating: trueZone)
    guard step >= Self.staleAfter else {
      wrongTime += Lanes(repeating: step).replacing(with: 0, where: zone .== truth)
      return
    }
    wrongTime += Lanes(repeating: Self.staleAfter).replacing(with: 0, where: zone .== truth)
    wrongTime += Lanes(repeating: step - Self.staleAfter)
      .replacing(with: 0, where: outermost .== truth)
    crossings += outermost - zone
    zone = outermost
    isAcquired = Mask(repeating: false)
    isFirst = true
  }

  /// Moves the sides of the edges, and the zone with them.
  @inline(__always)
  private mutating func decide(
    at time: Double, _ sides: UnsafeMutableBufferPointer<Side>, isFirst: Bool
  ) {
    let now = Lanes(repeating: time)
    let never = Lanes(repeating: .infinity)
    let position = distance
    if isFirst { acquiredSince = now }
    let mayMove = (now - lastMove) .>= wait
    var moved = Mask(repeating: false)
    var count = Lanes.zero
    for index in sides.indices {
      var side = sides[index]
      let gap = position - side.edge
      if isFirst {
        side.outside = Lanes(repeating: 1).replacing(with: 0, where: gap .< 0)
        side.since = never
      }
      let isOutside = side.outside .> 0
      let isBeyondInward = isOutside .& (gap .< side.enter) .& (gap .< 0)
      let isBeyondOutward = .!isOutside .& (gap .>= side.leave) .& (gap .>= 0)
      let isCertain = isBeyondInward .| isBeyondOutward
      side.since = never.replacing(with: pointwiseMin(side.since, now), where: isCertain)
      let isHeld = ((now - side.since) .>= wait) .& mayMove
      let flips = isCertain .& (isHeld .| .!isAcquired)
      side.outside.replace(with: Lanes(repeating: 1) - side.outside, where: flips)
      side.since.replace(with: never, where: flips .| .!isAcquired)
      moved = moved .| flips
      count += side.outside
      sides[index] = side
    }
    settle(now, moved, count)
  }

  /// The zone is the number of edges outside, once one has been found.
  @inline(__always)
  private mutating func settle(_ now: Lanes, _ moved: Mask, _ count: Lanes) {
    acquiredSince.replace(with: now, where: moved .& .!isAcquired)
    let isFound = .!isAcquired .& ((now - acquiredSince) .>= wait)
    lastMove.replace(with: now, where: isFound .| (moved .& isAcquired))
    isAcquired = isAcquired .| isFound
    let next = outermost.replacing(with: count, where: isAcquired)
    let change = next - zone
    crossings += change.replacing(with: -change, where: change .< 0)
    zone = next
  }

  private var scores: [PlainScore] {
    (0..<PlainLanes.width).map { lane in
      PlainScore(
        squaredError: squaredError[lane], wrongTime: wrongTime[lane], crossings: crossings[lane],
        distance: distance[lane])
    }
  }
}
