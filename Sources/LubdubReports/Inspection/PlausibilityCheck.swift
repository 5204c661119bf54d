#if Tool
internal import Lubdub
package import LubdubHaptics
internal import LubdubSignals
package import LubdubTraces

/// Rows that can be read, but are plausible only in another unit, or as several links in one.
package struct PlausibilityCheck {
  private static let limit = 20_000
  /// As large a share of equal times, in per cent, are of a column that is the same in every row.
  private static let nearlyAll = 90
  /// Farther than this, people with phones do not range: metres that are centimetres.
  private static let far = 60.0
  /// Farther than this, in m, no radio of a trace ranges: the data sheet of the DW1000 says 290 m, and phases of
  /// Channel Sounding in steps of 1 MHz repeat after 150 m. The 655.35 m of a counter that is full lie beyond.
  private static let reach = 500.0
  private static let walking = 3.0
  /// Two links in turn are found where their ranges differ by more, in m.
  private static let least = 0.1
  /// Slower than this, in s, no radio ranges.
  private static let slow = 20.0
  /// A level of Bluetooth that comes more seldom, in s, ends the zone each time; one that comes as seldom, now and then.
  private static let (stale, nearlyStale) = (15.0, 14.5)
  /// Ranges that come as seldom, in s, and creep, are stamped in another unit: who walks so far is there with the next.
  private static let seldom = 5.0
  /// Stronger than this, in dBm, no radio hears another one for so long, in s.
  private static let strong = (level: -15.0, time: 60.0)
  /// How many metres one of a unit has, for ranges beside a truth in metres.
  private static let scales: [(unit: String, perMetre: Double)] = [
    ("ft", 1 / 0.3048), ("in", 1 / 0.0254), ("cm", 100), ("mm", 1000),
  ]

  private var rows = 0
  private var beyond = (count: 0, line: 0, largest: 0.0)
  private var ranges: [Double] = []
  private var steps: [Double] = []
  private var speeds: [Double] = []
  private var fastSteps = 0
  /// Fast steps back to one of the ranges before: of one link, few are.
  private var fastReturns = 0
  private var isMeasured = false
  private var equalTimes = 0
  private var ratios: [Double] = []
  /// The levels of rows without a range, and the times of the first and the last.
  private var levels: [Double] = []
  private var levelTimes: ClosedRange<Double>?
  private var levelsOfRanges = 0
  private var pace: [TraceRecord] = []
  private var fixSteps: [Double] = []
  private var lastFix = -Double.infinity
  /// The last ranges of each link, the newest last.
  private var recent: [NameTable.Index: [(time: Double, range: Double)]] = [:]
  private static let recentCount = 4

  private var leaps = LeapCheck()
  private var paces = PaceCheck()

  package init() {}

  package mutating func check(_ records: [TraceRecord]) {
    if pace.count < Self.limit { pace += records.prefix(Self.limit - pace.count) }
    for record in records {
      let sample = record.sample
      isMeasured =
        isMeasured || sample.range != nil || sample.rssi != nil || sample.event != nil
      if let level = record.sample.rssi?.value, record.sample.range == nil {
        if levels.count < Self.limit { levels.append(level) }
        let time = record.sample.time.value
        levelTimes =
          min(levelTimes?.lowerBound ?? time, time)...max(levelTimes?.upperBound ?? time, time)
      }
      guard let range = record.sample.range?.value else { continue }
      // Positions range as far as people walk, ride and drive.
      guard record.sample.radio != .gnss else {
        if fixSteps.count < Self.limit { fixSteps.append(record.sample.time.value - lastFix) }
        lastFix = record.sample.time.value
        continue
      }
      if range > Self.reach {
        beyond = (
          beyond.count + 1, beyond.count == 0 ? record.line : beyond.line,
          max(beyond.largest, range)
        )
      }
      if record.sample.event == nil {
        leaps.check(record, range)
        paces.check(record)
      }
      guard rows < Self.limit else { continue }
      rows += 1
      ranges.append(range)
      if record.sample.rssi != nil, record.sample.firstPathPower == nil { levelsOfRanges += 1 }
      if let truth = record.truth?.value, max(truth, range / 2) > LinkPace.noise {
        ratios.append(range / max(truth, LinkPace.noise))
      }
      let time = record.sample.time.value
      let link = record.peer ?? -1
      let before = recent[link] ?? []
      if let last = before.last, step(time - last.time, (range - last.range).magnitude),
        before.dropLast().contains(where: { (range - $0.range).magnitude <= LinkPace.noise })
      {
        fastReturns += 1
      }
      recent[link] = before.suffix(Self.recentCount - 1) + [(time, range)]
    }
  }

  /// Counts a step, and says whether nobody walks as fast.
  private mutating func step(_ duration: Double, _ way: Double) -> Bool {
    guard duration > 0 else {
      if way > 0 { equalTimes += 1 }
      return false
    }
    steps.append(duration)
    let speed = way / duration
    speeds.append(speed)
    let isFast = speed > LinkPace.fastest && way > LinkPace.noise
    if isFast { fastSteps += 1 }
    return isFast
  }

  /// Whether most ranges come with a level that nothing uses.
  package var hasUnusedLevels: Bool { 2 * levelsOfRanges > rows }
  /// How many levels come by themselves, of `limit` at most.
  package var loneLevels: Int { levels.count }

  package static let units: Set<String> = ["far", "slow", "quick", "scale", "still", "empty"]
  /// Rules of steps that nobody walks.
  package static let steps: Set<String> = ["fast", "mixed", "noise"]

  private var others: [Finding] {
    var found: [Finding] = []
    if !isMeasured, !self.pace.isEmpty {
      found.warn(
        "empty", "no row has a range, a level or an event", cure: "name the columns that hold them")
    }
    let pace = LinkPace(pace)
    if let step = pace.step, step < LinkPace.shortest {
      found.warn(
        "quick",
        "\(self.pace.count) rows in \(NumberText.rounded(pace.length, 6)) s; no radio is so quick",
        cure: "name the unit of the times, perhaps excel for days")
    }
    guard ranges.isEmpty, levels.count > 10, let times = levelTimes else { return found }
    let length = times.upperBound - times.lowerBound
    let level = Statistics.median(levels) ?? 0
    if level > Self.strong.level, length >= Self.strong.time {
      found.warn(
        "strong",
        "half of the levels are above \(text(Self.strong.level)) dBm, for \(text(length)) s",
        cure: "received power is absolute, in dBm; levels relative to a wanted range are none")
    }
    if let step = pace.step, step >= Self.nearlyStale {
      found.warn(
        step < 5 * Self.slow || Self.isEpoch(times.lowerBound) ? "seldom" : "slow",
        "a level every \(text(step)) s; a zone ends \(Int(Self.stale)) s after the last one",
        cure: "let the device report more often, or name the unit of the times")
    }
    return found
  }

  /// How far ranges and steps of time are from what is usual, as a factor; `nil` where ranges do not suit the truth.
  package var oddity: Double? {
    let ratio = ratios.count > 10 ? Statistics.median(ratios) ?? 1 : 1
    guard ratio >= 0.5, ratio <= 2, Statistics.median(ranges) ?? 0 >= 0 else { return nil }
    func factor(_ value: Double?, _ usual: Double) -> Double {
      guard let value, value > 0 else { return 1 }
      return max(value / usual, usual / value)
    }
    return factor(Statistics.median(ranges), 3) * factor(LinkPace(pace).step, 0.2)
  }

  package var findings: [Finding] {
    var found = others
    if beyond.count > 0 {
      let ranges = counted(beyond.count, "range is", "ranges are")
      found.warn(
        "beyond-reach", at: "line \(beyond.line)",
        "\(ranges) above \(Int(Self.reach)) m, up to \(text(beyond.largest)) m; neither "
          + "ultra-wideband nor Bluetooth reaches so far",
        cure: "name the unit of the column, perhaps cm or mm, or leave such rows out")
    }
    found += leaps.findings + [paces.finding].compactMap { $0 }
    if let finding = PositionCheck.seldom(fixSteps.dropFirst()) { found.append(finding) }
    guard rows >= 10 else { return found }
    let range = Statistics.median(ranges) ?? 0
    let step = Statistics.median(steps) ?? 0
    if range > Self.far, Statistics.median(speeds) ?? 0 < Self.walking {
      found.warn(
        "far", "half of the ranges are above \(text(range)) m, at walking pace",
        cure: "name the unit of the column, perhaps cm or mm")
    }
    if step >= Self.slow || creeps(step) {
      let isEpoch = recent.values.allSatisfy { $0.allSatisfy { Self.isEpoch($0.time) } }
      let more =
        creeps(step) ? "; they change by metres, never as fast as \(LinkPace.creeping) m/s" : ""
      found.warn(
        isEpoch ? "seldom" : "slow", "a range every \(text(step)) s\(more)",
        cure: isEpoch
          ? "let the device report more often" : "name the unit of the times, perhaps ms")
    }
    let ratio = ratios.count > 10 ? Statistics.median(ratios) ?? 1 : 1
    if let scale = Self.scales.first(where: { (ratio / $0.perMetre - 1).magnitude < 0.1 }) {
      found.warn(
        "scale", "the ranges are \(text(ratio)) times the truth",
        cure: "name the unit of the ranges, perhaps \(scale.unit)")
    } else if ratio > 2 || ratio < 0.5, max(range, range / ratio) > 1 {
      found.warn(
        "scale", "the truth is \(text(1 / ratio)) times the ranges",
        cure: "name the units of both, perhaps cm or mm for one of them")
    }
    let near = self.step(over: 1)
    if recent.count == 1, fastSteps == 0, near > max(Self.least, 3 * self.step(over: 2)) {
      found.warn(
        "mixed", "every second range is another one, by \(text(near)) m: rows of two links",
        cure: "name the column that names the link")
    }
    let share = percent(fastSteps, of: steps.count)
    let isMixed = 4 * fastReturns >= 3 * fastSteps
    // A number for no measurement is a step there and back.
    if share >= 20, isMixed || 8 * leaps.absent < 3 * fastSteps {
      // Walks go on in the next row, which noise does not; it is a part of the ranges in any unit.
      let isNoise = near > range / 10 && 4 * self.step(over: 2) < 5 * near
      if isNoise { found.removeAll { $0.rule == "leap" } }
      let (rule, more, name) =
        isMixed
        ? ("mixed", ", and lead back to an earlier range: rows of several links", "")
        : isNoise
          ? ("noise", ": the ranges scatter, as if made of levels, which no unit mends", "")
          : ("fast", "", "the unit of the ranges, or ")
      found.warn(
        rule, "\(share) % of the steps are faster than \(Int(LinkPace.fastest)) m/s\(more)",
        cure: "name \(name)the column that names the link")
    }
    let equal = percent(equalTimes, of: rows)
    if equal >= Self.nearlyAll, recent.count == 1 {
      found.warn(
        "still",
        "\(equal) % of the rows have the time of the row before, so that column holds no times",
        cure: "name another one as t")
    } else if equal >= 5 {
      found.warn(
        "equal-times", "\(equal) % of the rows have the time of the row before and another range",
        cure: "name the column that names the link")
    }
    return found
  }

  /// How far ranges lie from one as many rows before: two links in turn come back, walks and noise do not.
  private func step(over count: Int) -> Double {
    Statistics.median(zip(ranges, ranges.dropFirst(count)).map { ($1 - $0).magnitude }) ?? 0
  }

  /// Whether a time counts the seconds since 1970, of 2001 to 2036.
  private static func isEpoch(_ time: Double) -> Bool { (1e9..<2.1e9).contains(time) }

  private func creeps(_ step: Double) -> Bool {
    step >= Self.seldom && recent.count == 1 && LinkPace.creeps(ranges, step: step)
  }

  private func percent(_ part: Int, of whole: Int) -> Int { whole > 0 ? 100 * part / whole : 0 }

  private func text(_ value: Double) -> String {
    value < 0.1 ? "\((value * 1000).rounded() / 1000)" : "\((value * 10).rounded() / 10)"
  }
}

extension [Finding] {
  mutating func warn(
    _ rule: String, at place: String? = nil, _ message: String, cure: String
  ) {
    append(Finding(.warning, rule: rule, at: place, message, cure: cure))
  }
}
#endif
