/// `ZoneDetector` with a margin rule at every edge, for eight candidates, decision by decision.
struct ZoneLanes {
  /// As in `ZoneDetector`: a duration counts as passed when a microsecond is missing.
  private static let tolerance = 1e-6
  /// Readings this near to a limit, in m, are decided on exactly.
  private static let caution = 1e-6

  /// The least time that counts as the dwell.
  private let wait: Lanes
  private var sides: [Side]
  private var isAcquired = LaneMask(repeating: false)
  private var acquiredSince = Lanes.zero
  private var isAcquisitionProven = LaneMask(repeating: false)
  private var zone = Lanes.zero
  private(set) var changes = [[LaneChange]](repeating: [], count: Lanes.scalarCount)

  /// One edge: the side, since when every reading is beyond for certain, and whether one was independent.
  private struct Side {
    let edge, margin: Lanes
    var isOutside = LaneMask(repeating: false)
    var since = Lanes(repeating: .infinity)
    var isProven = LaneMask(repeating: false)
    /// Whether any candidate is beyond for certain.
    private(set) var isRunning = false

    /// Moves the side: after the dwell where a zone is known, else at once.
    @inline(__always) mutating func move(
      _ distance: Lanes, _ now: Lanes, wait: Lanes, isNew: LaneMask, isAcquired: LaneMask
    ) -> LaneMask {
      let never = Lanes(repeating: .infinity)
      let gap = distance - edge
      let inward = isOutside .& (gap .< -margin) .& (gap .< 0)
      let outward = .!isOutside .& (gap .>= margin) .& (gap .>= 0)
      let isCertain = inward .| outward
      let isAnywhere = any(isCertain)
      guard isAnywhere || isRunning else { return isCertain }
      // As before where it was certain already, from now on where it was not.
      since.replace(with: now, where: isCertain .& (since .> now))
      since.replace(with: never, where: .!isCertain)
      isProven = isCertain .& (isProven .| isNew)
      let isHeld = isProven .& ((now - since) .>= wait)
      let flips = isCertain .& (isHeld .| .!isAcquired)
      let isForgotten = flips .| .!isAcquired
      isOutside = isOutside .^ flips
      since.replace(with: never, where: isForgotten)
      isProven = isProven .& .!isForgotten
      isRunning = any(since .< never)
      return flips
    }
  }

  /// The distances between which nothing happens, and until when.
  struct Calm {
    var nearest = Lanes(repeating: .infinity)
    var farthest = Lanes(repeating: -.infinity)
    var end = -Double.infinity

    @inline(__always) func holds(_ distance: Lanes, at time: Double) -> Bool {
      time < end && all((distance .>= nearest) .& (distance .< farthest))
    }
  }

  init(_ candidates: [ConstantVelocityCandidate], edges: [Double]) {
    wait = Lanes(candidates.map(\.dwell.value)) - Self.tolerance
    sides = edges.map { edge in
      Side(edge: Lanes(repeating: edge), margin: Lanes(candidates.map { $0.margin / 100 * edge }))
    }
  }

  /// Silence has lasted too long: there is no zone, and the next reading is a first one.
  mutating func forget(at time: Double) {
    for lane in 0..<Lanes.scalarCount where isAcquired[lane] {
      changes[lane].append(LaneChange(time: time, zone: nil))
    }
    isAcquired = LaneMask(repeating: false)
  }

  @inline(never) mutating func decide(
    _ distance: Lanes, at time: Double, isIndependent: Bool, isFirst: Bool
  ) -> Calm {
    let now = Lanes(repeating: time)
    let isNew = LaneMask(repeating: isIndependent)
    var flipped = LaneMask(repeating: false)
    var outside = Lanes.zero
    let (wait, isAcquired) = (wait, isAcquired)
    sides.withUnsafeMutableBufferPointer { sides in
      for index in sides.indices {
        var side = sides[index]
        if isFirst { side.isOutside = distance .>= side.edge }
        let flips = side.move(distance, now, wait: wait, isNew: isNew, isAcquired: isAcquired)
        sides[index] = side
        flipped = flipped .| flips
        outside.replace(with: outside + 1, where: side.isOutside)
      }
    }
    acquire(now, isNew, isFirst ? LaneMask(repeating: true) : flipped .& .!isAcquired)
    let isFound = .!isAcquired .& isAcquisitionProven .& ((now - acquiredSince) .>= wait)
    let isMoved = isFound .| (isAcquired .& flipped .& (outside .!= zone))
    zone.replace(with: outside, where: isMoved)
    self.isAcquired = isAcquired .| isFound
    guard any(isMoved) else { return calm(around: distance) }
    for lane in 0..<Lanes.scalarCount where isMoved[lane] {
      changes[lane].append(LaneChange(time: time, zone: Int(exactly: zone[lane])))
    }
    return calm(around: distance)
  }

  private mutating func acquire(_ now: Lanes, _ isNew: LaneMask, _ isReset: LaneMask) {
    acquiredSince.replace(with: now, where: isReset)
    isAcquisitionProven = (isAcquisitionProven .& .!isReset) .| isNew
  }

  /// While every candidate stays on its side of every limit, nothing happens but the end of a dwell.
  private func calm(around distance: Lanes) -> Calm {
    guard all(isAcquired) else { return Calm() }
    var calm = Calm(
      nearest: Lanes(repeating: -.infinity), farthest: Lanes(repeating: .infinity), end: .infinity)
    for side in sides {
      let limit = side.edge + side.margin.replacing(with: -side.margin, where: side.isOutside)
      let isNearer = distance .< limit
      let (before, behind) = (limit - Self.caution, limit + Self.caution)
      calm.farthest.replace(with: before, where: isNearer .& (before .< calm.farthest))
      calm.nearest.replace(with: behind, where: .!isNearer .& (behind .> calm.nearest))
      guard side.isRunning else { continue }
      let isWaiting = side.since .< Lanes(repeating: .infinity)
      guard !any(isWaiting .& .!side.isProven) else { return Calm() }
      let due = Lanes(repeating: .infinity).replacing(with: side.since + wait, where: isWaiting)
      calm.end = min(calm.end, due.min() - Self.caution)
    }
    return calm
  }
}
