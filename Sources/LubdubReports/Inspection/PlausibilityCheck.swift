#if Tool
internal import Lubdub
internal import LubdubHaptics
internal import LubdubSignals
internal import LubdubTraces

/// Rows that can be read, but are plausible only in another unit, or as several links in one.
struct PlausibilityCheck {
  /// So many rows are looked at.
  private static let limit = 20_000
  /// Farther than this, people with phones do not range: metres that are centimetres.
  private static let far = 60.0
  /// Farther than this, in m, no radio of a trace ranges: the data sheet of the DW1000 says 290 m, and phases of
  /// Channel Sounding in steps of 1 MHz repeat after 150 m. The 655.35 m of a counter that is full lie beyond.
  private static let reach = 500.0
  /// What counts as walking pace, in m/s.
  private static let walking = 3.0
  /// Faster than this, no person moves: in m/s.
  private static let fast = 15.0
  /// Steps below this are noise, in m.
  private static let noise = 0.5
  /// Slower than this, in s, no radio ranges.
  private static let slow = 20.0

  private var rows = 0
  private var beyond = (count: 0, line: 0, largest: 0.0)
  private var ranges: [Double] = []
  private var steps: [Double] = []
  private var speeds: [Double] = []
  private var fastSteps = 0
  private var equalTimes = 0
  /// Times between positions, in s.
  private var fixSteps: [Double] = []
  private var lastFix = -Double.infinity
  /// The last range of each link.
  private var last: [NameTable.Index: (time: Double, range: Double)] = [:]

  mutating func check(_ records: [TraceRecord]) {
    for record in records {
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
      guard rows < Self.limit else { continue }
      rows += 1
      ranges.append(range)
      let time = record.sample.time.value
      let link = record.peer ?? -1
      if let before = last[link] { step(time - before.time, (range - before.range).magnitude) }
      last[link] = (time, range)
    }
  }

  private mutating func step(_ duration: Double, _ way: Double) {
    guard duration > 0 else {
      if way > 0 { equalTimes += 1 }
      return
    }
    steps.append(duration)
    let speed = way / duration
    speeds.append(speed)
    if speed > Self.fast, way > Self.noise { fastSteps += 1 }
  }

  var findings: [Finding] {
    var found: [Finding] = []
    if beyond.count > 0 {
      let ranges = counted(beyond.count, "range is", "ranges are")
      found.append(
        Finding(
          .warning, rule: "beyond-reach", at: "line \(beyond.line)",
          "\(ranges) above \(Int(Self.reach)) m, up to \(text(beyond.largest)) m; neither "
            + "ultra-wideband nor Bluetooth reaches so far",
          cure: "name the unit of the column, perhaps cm or mm, or leave such rows out"))
    }
    if let finding = PositionCheck.seldom(fixSteps.dropFirst()) { found.append(finding) }
    guard rows >= 10 else { return found }
    func warn(_ rule: String, _ message: String, cure: String) {
      found.append(Finding(.warning, rule: rule, message, cure: cure))
    }
    let range = Statistics.median(ranges) ?? 0
    let step = Statistics.median(steps) ?? 0
    if range > Self.far, Statistics.median(speeds) ?? 0 < Self.walking {
      warn(
        "far", "half of the ranges are above \(text(range)) m, at walking pace",
        cure: "name the unit of the column, perhaps cm or mm")
    }
    if step >= Self.slow {
      warn(
        "slow", "a range every \(text(step)) s",
        cure: "name the unit of the times, perhaps ms")
    }
    let share = percent(fastSteps, of: steps.count)
    if share >= 20 {
      warn(
        "fast", "\(share) % of the steps are faster than \(Int(Self.fast)) m/s",
        cure: "name the unit of the ranges, or the column that names the link")
    }
    let equal = percent(equalTimes, of: rows)
    if equal >= 5 {
      warn(
        "equal-times", "\(equal) % of the rows have the time of the row before and another range",
        cure: "name the column that names the link")
    }
    return found
  }

  private func percent(_ part: Int, of whole: Int) -> Int { whole > 0 ? 100 * part / whole : 0 }

  private func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
#endif
