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

  private var beyond = (count: 0, line: 0, largest: 0.0)
  private var isMeasured = false
  private var levelsOfRanges = 0
  private var ratios: [Double] = []
  private var pace: [TraceRecord] = []
  private var fixSteps: [Double] = []
  private var lastFix = -Double.infinity

  private var leaps = LeapCheck()
  private var (ranges, levels) = (SeriesCheck(ofLevels: false), SeriesCheck(ofLevels: true))

  package init() {}

  package mutating func check(_ records: [TraceRecord]) {
    if pace.count < Self.limit { pace += records.prefix(Self.limit - pace.count) }
    for record in records {
      let sample = record.sample
      isMeasured = isMeasured || sample.range != nil || sample.rssi != nil || sample.event != nil
      if let level = record.sample.rssi?.value, record.sample.range == nil {
        levels.add(level, record)
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
        ranges.add(range, record)
      }
      if record.sample.rssi != nil, record.sample.firstPathPower == nil { levelsOfRanges += 1 }
      guard ratios.count < Self.limit, let truth = record.truth?.value,
        max(truth, range / 2) > LinkPace.noise
      else { continue }
      ratios.append(range / max(truth, LinkPace.noise))
    }
  }

  package var hasUnusedLevels: Bool { 2 * levelsOfRanges > ranges.count }
  package var loneLevels: Int { levels.count }

  package static let units: Set<String> = [
    "far", "slow", "quick", "scale", "still", "empty", LeapCheck.unitRule,
  ]
  package static let steps: Set<String> = ["fast", "mixed", "noise"]

  private var others: [Finding] {
    var found = [levels.absence?.finding ?? levels.change].compactMap(\.self)
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
    let times = levels.times
    guard ranges.count == 0, times.count > 10, let first = times.min(), let last = times.max()
    else { return found }
    let length = last - first
    let level = Statistics.median(levels.values) ?? 0
    if level > Self.strong.level, length >= Self.strong.time {
      found.warn(
        "strong",
        "half of the levels are above \(text(Self.strong.level)) dBm, for \(text(length)) s",
        cure: "received power is absolute, in dBm; levels relative to a wanted range are none")
    }
    if let step = pace.step, step >= Self.nearlyStale {
      found.warn(
        step < 5 * Self.slow || Self.isEpoch(first) ? "seldom" : "slow",
        "a level every \(text(step)) s; a zone ends \(Int(Self.stale)) s after the last one",
        cure: "let the device report more often, or name the unit of the times")
    }
    return found
  }

  /// How far ranges and steps of time are from what is usual, as a factor; `nil` where ranges do not suit the truth.
  package var oddity: Double? {
    let ratio = ratios.count > 10 ? Statistics.median(ratios) ?? 1 : 1
    guard ratio >= 0.5, ratio <= 2, Statistics.median(ranges.values) ?? 0 >= 0 else { return nil }
    func factor(_ value: Double?, _ usual: Double) -> Double {
      guard let value, value > 0 else { return 1 }
      return max(value / usual, usual / value)
    }
    return factor(Statistics.median(ranges.values), 3) * factor(LinkPace(pace).step, 0.2)
  }

  package var findings: [Finding] {
    var found = others
    let absence = ranges.absence
    let leaps = leaps.findings(without: absence?.value)
    // Of ranges in two units nothing else can be said than where times and units change.
    if leaps.contains(where: { $0.rule == LeapCheck.unitRule }) { return found + leaps }
    if beyond.count > 0 {
      let ranges = counted(beyond.count, "range is", "ranges are")
      found.warn(
        "beyond-reach", at: "line \(beyond.line)",
        "\(ranges) above \(Int(Self.reach)) m, up to \(text(beyond.largest)) m; neither "
          + "ultra-wideband nor Bluetooth reaches so far",
        cure: "name the unit of the column, perhaps cm or mm, or leave such rows out")
    }
    found += [absence?.finding].compactMap(\.self) + leaps
    if let finding = PositionCheck.seldom(fixSteps.dropFirst()) { found.append(finding) }
    guard ranges.count >= 10 else { return found }
    let range = Statistics.median(ranges.values) ?? 0
    let all = ranges.steps
    let steps = all.filter { $0.time > 0 }
    let step = Statistics.median(steps.map(\.time)) ?? 0
    if range > Self.far, Statistics.median(steps.map { $0.way / $0.time }) ?? 0 < Self.walking {
      found.warn(
        "far", "half of the ranges are above \(text(range)) m, at walking pace",
        cure: "name the unit of the column, perhaps cm or mm")
    }
    if step >= Self.slow || creeps(step) {
      let isEpoch = ranges.times.allSatisfy(Self.isEpoch)
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
    let change = absence == nil ? ranges.change : nil
    found += [change].compactMap(\.self)
    let fast = steps.count { $0.way > max(LinkPace.noise, LinkPace.fastest * $0.time) }
    let share = percent(fast, of: steps.count)
    // A number for no measurement is a step there and back; a 0 may be contact.
    let absent = absence.map { $0.value > 0 ? $0.count : 0 } ?? 0
    if change?.rule == "mixed" {
      found.removeAll { $0.rule == "leap" }
    } else if share >= 20, 8 * absent < 3 * fast {
      // Walks go on in the next row, which noise does not; it is a part of the ranges in any unit.
      let near = ranges.step(over: 1)
      let isNoise = near > range / 10 && 4 * ranges.step(over: 2) < 5 * near
      if isNoise { found.removeAll { $0.rule == "leap" } }
      found.warn(
        isNoise ? "noise" : "fast",
        "\(share) % of the steps are faster than \(Int(LinkPace.fastest)) m/s"
          + (isNoise ? ": the ranges scatter, as if made of levels, which no unit mends" : ""),
        cure: "name \(isNoise ? "" : "the unit of the ranges, or ")the column that names the link")
    }
    let equal = percent(all.count { $0.time <= 0 && $0.way > 0 }, of: all.count)
    let perTime = Double(all.count + 1) / Double(steps.count + 1)
    let isEven = steps.count { ($0.time - step).magnitude < step / 50 } * 10 >= steps.count * 8
    if ranges.isOne, isEven, steps.count >= 5, perTime >= 2.5, change?.rule != "mixed",
      // Of several links the rows of one time differ.
      ranges.step(over: 1) <= min(LinkPace.noise, 1.5 * ranges.step(over: Int(perTime + 0.5)))
    {
      found.warn(
        "coarse", "about \(text(perTime)) rows of one link share each time, \(text(step)) s long",
        cure: "name a finer column as t, or leave t out of --columns and say --rate "
          + text(perTime / step))
    } else if equal >= Self.nearlyAll, ranges.isOne {
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

  /// Whether a time counts the seconds since 1970, of 2001 to 2036.
  private static func isEpoch(_ time: Double) -> Bool { (1e9..<2.1e9).contains(time) }

  private func creeps(_ step: Double) -> Bool {
    step >= Self.seldom && ranges.isOne && LinkPace.creeps(ranges.values, step: step)
  }

  private func percent(_ part: Int, of whole: Int) -> Int { whole > 0 ? 100 * part / whole : 0 }

  private func text(_ value: Double) -> String {
    value < 0.1 ? "\((value * 1000).rounded() / 1000)" : "\((value * 10).rounded() / 10)"
  }
}

extension [Finding] {
  mutating func warn(_ rule: String, at place: String? = nil, _ message: String, cure: String) {
    append(Finding(.warning, rule: rule, at: place, message, cure: cure))
  }
}
