/// Finds timestamps of one clock that leap, and repairs the times after the clock was set or wrapped.
///
/// A timestamp that leaps ahead of the other timestamps, or is more than a second behind, waits. If later timestamps
/// continue from the last accepted timestamp, the waiting timestamp was wrong and is dropped. If three timestamps, or
/// timestamps over 2 s, continue from the waiting timestamp, the waiting timestamp is right. A leap ahead is then a silence,
/// unless it is a number of whole hours or longer than 30 days; a leap back is a clock that was set or a counter that
/// wrapped, so later timestamps are moved. Only the order of the timestamps counts, so a log gives the same result for a
/// file and for a stream.
public struct ClockMending: Sendable, Hashable {
  /// The treatment of timestamps that leap.
  public enum Policy: String, Sendable, Hashable, CaseIterable {
    /// Timestamps that leap are dropped, and the times after a clock was set are moved.
    case mend
    /// All timestamps are accepted unchanged, unless they go back.
    case keep
    /// The first timestamp that leaps is an error that ends the reading.
    case refuse
  }

  /// A repaired jump of the clock.
  public struct Jump: Sendable, Hashable {
    /// The clock's time minus the expected time, in seconds; negative if the clock went back.
    public let seconds: Double
    /// Whether the jump is a counter that wrapped.
    public let isTurn: Bool
  }

  /// The decision about a timestamp and about the timestamps that wait before it.
  public struct Verdict: Sendable {
    /// The decision about a timestamp.
    public enum Place: Sendable {
      /// The timestamp is accepted and moved by `offset`.
      case take
      /// The timestamp waits for later timestamps.
      case wait
      /// The timestamp is before the last accepted timestamp.
      case late
      /// All timestamps go back from the first timestamp on: the newest come first.
      case newestFirst
    }

    /// The decision about the timestamp.
    public var place: Place
    /// The accepted waiting timestamps, in order; the other waiting timestamps are dropped. `nil` if they continue to wait.
    public var settled: Range<Int>?
    /// The jump of the clock, if there is one.
    public var jump: Jump?
  }

  /// The offset added to timestamps, in s.
  public private(set) var offset = 0.0
  /// The last accepted timestamp, including its offset.
  public private(set) var last = -Double.infinity
  /// The maximum step ahead of the last timestamp, in s.
  public private(set) var reach = leastReach
  private var waiting: [Double] = []
  /// The number of steps back among the first timestamps.
  private var falls = 0
  /// Whether the first timestamp was accepted.
  public private(set) var isStarted: Bool
  /// The largest delay of a late timestamp, in s.
  private let delay: Double
  /// The number of examined steps, and the two longest steps.
  private var steps = 0
  private var longest = 0.0
  private var second = 0.0
  /// The least accepted timestamp, without its offset.
  private var least = Double.infinity
  /// The number of timestamps since the last jump, and the number of jumps back into earlier times.
  private var sinceJump = fewest
  private var jumps = 0
  /// The period of the counter, after it wrapped.
  private var counter: Double?
  /// Whether the next timestamps leaped while other links continued, which excludes a silence.
  package var hasLeapt = false
  /// The number of accepted timestamps.
  public private(set) var taken = 0
  /// The number of timestamps that fell back by more than the delay and were dropped.
  public private(set) var fallen = 0

  /// The least reach while the steps of a clock are learned, in s.
  private static let leastReach = 2.0
  /// The number of steps that show the usual length of steps.
  private static let enough = 64
  /// The multiple of the usual longest step beyond which a step is a leap.
  private static let margin = 4.0
  /// The number of timestamps that continue from each other, or the time in s, that proves the clock right.
  private static let proof = (count: 3, time: 2.0)
  /// The maximum number of first timestamps, and the number of steps back among them that shows that the newest come first.
  private static let mostFalling = 16
  private static let fewestFalls = 4
  /// The maximum number of first timestamps that wait.
  private static let mostWaiting = 128
  /// The fewest timestamps between two jumps.
  private static let fewest = 16
  /// The maximum silence before a last timestamp, in s, unless a number of usual steps is longer.
  private static let longestLast = 600.0
  /// The maximum silence in a log, in s.
  private static let longestSilence = 30 * 86_400.0
  /// The periods of counters in s: of 16, 24, 32, and 40 bits, in ms, us, and ns, and the clock of a DW1000.
  private static let periods = [
    65.536, 16_777.216, 16.777216, 4_294_967.296, 4294.967296, 4.294967296, 1_099_511.627776,
    1099.511627776, 17.2074010256,
  ]

  /// A clock before its first timestamp.
  ///
  /// - Parameters:
  ///   - waitsForSecond: Whether the first timestamp waits for the second, to detect a first timestamp that leaps.
  ///   - delay: The largest delay of a late timestamp, such as from another radio, in s.
  public init(waitsForSecond: Bool = true, delay: Double = 1) {
    (isStarted, self.delay) = (!waitsForSecond, delay)
  }

  /// A clock whose timestamps are accepted unchanged, unless they go back.
  public static let unmended: ClockMending = {
    var clock = ClockMending(waitsForSecond: false)
    (clock.reach, clock.steps) = (.infinity, enough)
    return clock
  }()

  /// A clock for one of several links that shared this clock: it continues at a separate time, in s, and has its own pace.
  /// With minus infinity, any timestamp is the first.
  public func branch(after last: Double) -> ClockMending {
    var clock = reach == .infinity ? .unmended : ClockMending(waitsForSecond: false, delay: delay)
    (clock.offset, clock.last, clock.least) = (offset, last, least)
    return clock
  }

  /// The period of a counter that may have wrapped, given sorted timestamps that span a whole period of it; and whether a long
  /// gap between timestamps confirms the wrap.
  package static func turn(in stamps: [Double]) -> (period: Double, isCertain: Bool)? {
    guard let first = stamps.first, let last = stamps.last,
      let period = periods.first(where: { first < $0 / 32 && (31 * $0 / 32...$0).contains(last) })
    else { return nil }
    let steps = zip(stamps, stamps.dropFirst()).map { $1 - $0 }.inOrder()
    return (period, (steps.last ?? 0) > max(2, 16 * steps[steps.count / 2]))
  }

  /// Returns the range of sorted timestamps that form the main cluster. Excludes timestamps at either end that are more than
  /// 30 days from most others, and one or two timestamps that are far from most others.
  public static func core(of stamps: [Double]) -> Range<Int> {
    let cuts =
      [0] + stamps.indices.dropFirst().filter { stamps[$0] - stamps[$0 - 1] > longestSilence }
      + [stamps.count]
    var core = 0..<0
    for (start, end) in zip(cuts, cuts.dropFirst()) where end - start > core.count {
      core = start..<end
    }
    let steps = zip(stamps[core], stamps[core].dropFirst()).map { $1 - $0 }.inOrder()
    guard steps.count >= fewest else { return core }
    let longest = max(longestLast, 4 * Double(enough) * steps[steps.count / 2])
    func isFar(_ place: Int) -> Bool { stamps[place] - stamps[place - 1] > longest }
    while core.count > fewest {
      if let count = (1...2).first(where: { isFar(core.upperBound - $0) }) {
        core = core.lowerBound..<core.upperBound - count
      } else if let count = (1...2).first(where: { isFar(core.lowerBound + $0) }) {
        core = core.lowerBound + count..<core.upperBound
      } else {
        break
      }
    }
    return core
  }

  /// Whether the next timestamp can be accepted unseen if it does not go back and is at most `reach` ahead.
  public var isSettled: Bool { isStarted && steps >= Self.enough && offset == 0 && waiting.isEmpty }

  /// Whether timestamps wait, or their usual step is still unknown.
  public var isUndecided: Bool { !isStarted || steps < Self.enough || !waiting.isEmpty }

  /// Continues after timestamps that were accepted unseen; with infinity, the next timestamp is always accepted.
  public mutating func resume(at time: Double, after count: Int) {
    last = time
    sinceJump += count
    taken += count
  }

  /// Whether a timestamp continues from the last timestamp.
  @inline(__always) public func goesOn(_ stamp: Double) -> Bool {
    let time = stamp + offset
    return isStarted && time >= last && (time - last <= reach || last == -.infinity)
  }

  /// Accepts a timestamp that continues from the last timestamp while no timestamp waits; `false` for any other timestamp.
  @inline(__always) public mutating func pass(_ stamp: Double) -> Bool {
    guard waiting.isEmpty, goesOn(stamp) else { return false }
    advance(to: stamp)
    return true
  }

  /// Examines the next timestamp, in s.
  public mutating func judge(_ stamp: Double) -> Verdict {
    guard isStarted else { return start(stamp) }
    if goesOn(stamp) {
      let settled = drop()
      advance(to: stamp)
      return Verdict(place: .take, settled: settled)
    }
    let time = stamp + offset
    if time < last, time >= last - delay || reach == .infinity { return Verdict(place: .late) }
    guard let first = waiting.first, let newest = waiting.last else { return wait(stamp) }
    let isAhead = first + offset > last
    let step = stamp - newest
    guard isAhead == (time > last), step >= 0 else { return wait(stamp) }
    if step <= (isAhead ? max(reach, first + offset - last) : reach) {
      waiting.append(stamp)
      let isProven = waiting.count >= Self.proof.count || stamp - first >= Self.proof.time
      return isProven ? confirm() : Verdict(place: .wait)
    }
    guard isAhead else { return wait(stamp) }
    // All timestamps go forward, with silences between them.
    let settled = 0..<waiting.count
    takeGap()
    return Verdict(place: judge(stamp).place, settled: settled)
  }

  /// Decides about the waiting timestamps at the end.
  ///
  /// - Parameter isPause: Whether more timestamps may follow: a single timestamp that leaps ahead then follows a silence of
  ///   any length.
  /// - Returns: The decision with the accepted timestamps.
  public mutating func finish(isPause: Bool = false) -> Verdict {
    guard isStarted else {
      isStarted = true
      // One step back may be a late timestamp; two show that the newest come first.
      guard falls < 2 else {
        waiting = []
        return Verdict(place: .newestFirst)
      }
      return Verdict(place: .take, settled: waiting.first.map { begin(at: $0) })
    }
    guard let first = waiting.first else { return Verdict(place: .take) }
    let jump = first + offset - last
    // The pace of only a few rows is unknown.
    let isOpen = isPause || taken < Self.fewest
    let longest = isOpen ? Self.longestSilence : max(Self.longestLast, Double(Self.enough) * reach)
    guard waiting.count > 1 || (jump > 0 && jump < longest) else {
      return Verdict(place: .take, settled: drop())
    }
    let all = 0..<waiting.count
    var verdict = confirm()
    if verdict.place == .take { verdict.settled = all }
    return verdict
  }
}

extension ClockMending {
  private mutating func wait(_ stamp: Double) -> Verdict {
    let settled = drop()
    waiting = [stamp]
    return Verdict(place: .wait, settled: settled)
  }

  private mutating func drop() -> Range<Int>? {
    guard let first = waiting.first else { return nil }
    if first + offset < last { fallen += waiting.count }
    waiting.removeAll(keepingCapacity: true)
    return 0..<0
  }

  /// Decides about the first timestamps, which may go back because the first timestamp leaped or the newest come first. Rows
  /// with the same timestamp stay together.
  private mutating func start(_ stamp: Double) -> Verdict {
    guard let first = waiting.first, let newest = waiting.last else { return wait(stamp) }
    if stamp <= newest, waiting.count < Self.mostWaiting {
      waiting.append(stamp)
      falls += stamp < newest ? 1 : 0
      guard waiting.count > Self.mostFalling, falls >= Self.fewestFalls else {
        return Verdict(place: .wait)
      }
      isStarted = true
      waiting = []
      return Verdict(place: .newestFirst)
    }
    let settled = begin(at: stamp >= first ? first : newest)
    return Verdict(place: judge(stamp).place, settled: settled)
  }

  /// Accepts the waiting timestamps equal to `stamp`, which are adjacent, and drops the other waiting timestamps.
  private mutating func begin(at stamp: Double) -> Range<Int> {
    isStarted = true
    var (start, end) = (0, 0)
    for (place, one) in waiting.enumerated() where one == stamp {
      if end == 0 { start = place }
      end = place + 1
      advance(to: stamp)
    }
    waiting = []
    return start..<end
  }

  private mutating func advance(to stamp: Double) {
    let time = stamp + offset
    if last > -.infinity { learn(time - last) }
    last = time
    least = min(least, stamp)
    sinceJump += 1
    taken += 1
  }

  /// Learns the usual length of steps, ignoring a single long step.
  @inline(__always) private mutating func learn(_ step: Double) {
    guard steps < Self.enough else { return }
    steps += 1
    if step > longest {
      (longest, second) = (step, longest)
    } else if step > second {
      second = step
    }
    // With short steps, a step during learning may be as long as two seconds.
    let least = steps < Self.enough ? Self.leastReach : Self.leastReach / 8
    reach = max(least, Self.margin * second)
  }

  /// Accepts all waiting timestamps as following a silence.
  private mutating func takeGap() {
    for stamp in waiting { advance(to: stamp) }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func confirm() -> Verdict {
    let count = waiting.count
    let first = waiting[0]
    let leap = first + offset - last
    let step = count > 1 ? (waiting[count - 1] - first) / Double(count - 1) : min(reach, leap)
    guard let jump = jump(leap, step: step, to: first) else {
      guard leap > 0 else { return Verdict(place: .late, settled: drop()) }
      takeGap()
      return Verdict(place: .take, settled: 0..<count - 1)
    }
    offset -= jump.seconds
    (sinceJump, hasLeapt) = (0, false)
    takeGap()
    return Verdict(place: .take, settled: 0..<count - 1, jump: jump)
  }

  /// The jump of a clock that leaped by `leap`; `nil` for a silence, or for rows that are out of order.
  private mutating func jump(_ leap: Double, step: Double, to stamp: Double) -> Jump? {
    let jump = Jump(seconds: leap - step, isTurn: false)
    let hours = (jump.seconds / 3600).rounded()
    let isOfHours = hours != 0 && (jump.seconds - hours * 3600).magnitude <= min(reach, 2)
    if leap > 0 {
      let isSet = isOfHours && 100 * step <= leap && steps >= Self.enough
      return isSet || hasLeapt || leap > Self.longestSilence ? jump : nil
    }
    // If many single timestamps fall back, or jumps are close together, the rows are unordered.
    guard fallen < 4 || 8 * fallen < taken, sinceJump >= Self.fewest else { return nil }
    // Among suitable periods, a period that no timestamp exceeds, and after which the timestamps continue at their pace.
    func misfit(_ period: Double) -> Double {
      (leap + period - step).magnitude + (last - offset > period ? 2 : 0)
    }
    if let period = Self.periods.filter({ isTurn(over: $0, leap, step: step) })
      .min(by: { misfit($0) < misfit($1) })
    {
      counter = period
      return Jump(seconds: -period, isTurn: true)
    }
    guard !isOfHours, stamp > least + Self.leastReach else { return jump }
    // A single jump back into earlier times is a clock that was set; repeated jumps are rows that are out of order.
    guard sinceJump >= 500 * jumps else { return nil }
    jumps += 1
    return jump
  }

  /// Whether a counter of a period wrapped: without a silence, with a short silence near its end, or with any short silence
  /// if the counter is known to wrap.
  private func isTurn(over period: Double, _ leap: Double, step: Double) -> Bool {
    let silence = leap + period
    guard silence >= 0 else { return false }
    let written = last - offset
    let isNearEnd = [period, period / 2].contains { (0...period / 16).contains($0 - written) }
    // A timestamp beyond the period belongs to a counter only if it continues without a silence.
    let isBeyond = written > period
    return silence <= 2 * step + (isBeyond ? 0 : 2) || silence <= period / 16 && isNearEnd
      || counter == period && silence <= period / 4
  }
}
