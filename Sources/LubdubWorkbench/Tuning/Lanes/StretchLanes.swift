struct StretchLanes {
  static let capacity = 64

  private(set) var answers: [RangeAnswer<Lanes>]
  private(set) var outcomes: [RangeLanes.Outcome]
  private var isNew: [LaneMask] = []
  private var times: ArraySlice<Double> = []
  private var repeats = RepeatLanes()
  private var lastTrusted = Lanes(repeating: -.infinity)

  // The bounds of the estimates that may decide zones.
  private var nearest = Lanes.zero
  private var farthest = Lanes.zero
  private var speed = Lanes.zero
  private var pause = Lanes.zero
  private var sharpest = Lanes.zero
  private var bluntest = Lanes.zero
  private var isAnyTrusted = LaneMask(repeating: false)
  private var isAnyWaiting = LaneMask(repeating: false)

  init() {
    answers = Array(repeating: RangeKernel<Lanes>().answer, count: Self.capacity)
    outcomes = Array(repeating: RangeLanes.Outcome(), count: Self.capacity)
  }

  mutating func process(_ rows: Range<Int>, of trace: LaneTrace, by lanes: inout RangeLanes) {
    times = trace.times[rows]
    for place in outcomes.indices { outcomes[place] = RangeLanes.Outcome() }
    var odd: [(place: Int, outcome: RangeLanes.Outcome)] = []
    answers.withUnsafeMutableBufferPointer { answers in
      lanes.correct(trace.ranges[rows], at: times, into: answers, &odd)
    }
    for (place, outcome) in odd { outcomes[place] = outcome }
    isNew.removeAll(keepingCapacity: true)
    for (place, row) in rows.enumerated() {
      let (range, time) = (trace.ranges[row], trace.times[row])
      isNew.append(repeats.update(range, at: time, usedBy: outcomes[place].isUsed))
    }
    findBounds()
  }

  private mutating func findBounds() {
    var (nearest, farthest) = (Lanes(repeating: .infinity), Lanes.zero)
    var (sharpest, bluntest) = (nearest, Lanes.zero)
    var (speed, pause, last) = (Lanes.zero, Lanes.zero, lastTrusted)
    var isAnyTrusted = LaneMask(repeating: false)
    isAnyWaiting = isAnyTrusted
    for (place, time) in times.enumerated() {
      let isTrusted = outcomes[place].isTrusted
      let (distance, velocity) = (answers[place].motion.distance, answers[place].motion.velocity)
      let deviation = answers[place].deviation
      let size = velocity.replacing(with: -velocity, where: velocity .< 0)
      let now = Lanes(repeating: time)
      let wait = now - last
      nearest.replace(with: distance, where: isTrusted .& (distance .< nearest))
      farthest.replace(with: distance, where: isTrusted .& (distance .> farthest))
      speed.replace(with: size, where: isTrusted .& (size .> speed))
      pause.replace(with: wait, where: isTrusted .& (wait .> pause))
      sharpest.replace(with: deviation, where: isTrusted .& (deviation .< sharpest))
      bluntest.replace(with: deviation, where: isTrusted .& (deviation .> bluntest))
      last.replace(with: now, where: isTrusted)
      isAnyTrusted = isAnyTrusted .| isTrusted
      isAnyWaiting = isAnyWaiting .| outcomes[place].isWaiting
    }
    (self.nearest, self.farthest, self.speed, self.pause) = (nearest, farthest, speed, pause)
    (self.sharpest, self.bluntest) = (sharpest, bluntest)
    (lastTrusted, self.isAnyTrusted) = (last, isAnyTrusted)
  }

  func bounds(_ lane: Int) -> StretchBounds {
    StretchBounds(
      nearest: nearest[lane], farthest: farthest[lane], speed: speed[lane], pause: pause[lane],
      sharpest: sharpest[lane], bluntest: bluntest[lane], hasWaiting: isAnyWaiting[lane])
  }

  func lastReading(_ lane: Int) -> RangingReading? {
    guard isAnyTrusted[lane] else { return nil }
    let place = (0..<times.count).last { outcomes[$0].isTrusted[lane] }
    return place.map { reading($0, lane) }
  }

  func readings(_ lane: Int) -> [RangingReading] {
    (0..<times.count).filter { outcomes[$0].isHeard[lane] }.map { reading($0, lane) }
  }

  private func reading(_ place: Int, _ lane: Int) -> RangingReading {
    let (answer, motion, outcome) = (answers[place], answers[place].motion, outcomes[place])
    return RangingReading(
      time: times[times.startIndex + place], distance: motion.distance[lane],
      velocity: motion.velocity[lane],
      deviation: max(motion.distanceVariance[lane], 0).squareRoot(),
      isIndependent: isNew[place][lane],
      spread: RangeSpread(
        deviation: answer.deviation[lane], heard: answer.heard[lane],
        contactLevel: answer.contactLevel[lane], isStated: answer.isStated[lane] > 0),
      heard: HeardRange(
        answer.latest[lane], deviation: answer.deviation[lane],
        covariance: motion.covariance[lane]),
      status: outcome.isTrusted[lane]
        ? .tracking : outcome.isWaiting[lane] ? .confirming : .coasting)
  }
}

/// Whether a range is new, for each lane. A filter that rejects a reading does not store it.
struct RepeatLanes {
  private var shared = RepeatDetector()
  private var own = [RepeatDetector](repeating: RepeatDetector(), count: Lanes.scalarCount)
  private var isShared = LaneMask(repeating: true)

  /// Processes a reading, in m and s, that some lanes have used.
  @inline(__always)
  mutating func update(_ range: Double, at time: Double, usedBy isUsed: LaneMask) -> LaneMask {
    let before = shared
    let isNew = shared.isIndependent(Meters(range), at: Seconds(time))
    guard !all(isShared .& isUsed) else { return LaneMask(repeating: isNew) }
    return takeApart(range, at: time, usedBy: isUsed, isNew: isNew, before: before)
  }

  @inline(never) private mutating func takeApart(
    _ range: Double, at time: Double, usedBy isUsed: LaneMask, isNew: Bool, before: RepeatDetector
  ) -> LaneMask {
    var answer = LaneMask(repeating: isNew)
    for lane in 0..<Lanes.scalarCount where !(isShared[lane] && isUsed[lane]) {
      if isShared[lane] { own[lane] = before }
      if isUsed[lane] { answer[lane] = own[lane].isIndependent(Meters(range), at: Seconds(time)) }
      isShared[lane] = own[lane] == shared
    }
    return answer
  }
}
