#if Tool
internal import Lubdub
internal import LubdubHaptics
internal import LubdubTraces

/// Ranges that leap where nobody walks, to another unit for good, and times whose steps change a thousand times.
struct LeapCheck {
  /// As many rows show that a leap lasts, and as many steps how far apart rows are.
  private static let enough = 10
  /// Before a leap stand as many rows.
  private static let fewest = 3
  /// A leap that lasts and is shorter, in m, may be a reflection.
  private static let least = 10.0
  /// The factors between m, cm, mm, ft and in, and the least leap by one of them, in m.
  private static let (factors, leastByUnit) = (
    [3.2808, 10, 12, 25.4, 30.48, 39.37, 100, 1000], 3.0
  )
  /// How far from whole hours a clock that was set may lie, in s, where steps are short.
  private static let nearHour = 1.0
  /// Between s, ms and us; a radio that rests changes its pace by any factor.
  private static let thousand = 800.0...1250

  private var rows = 0
  /// Where times leap by whole hours, which the clock's mending takes for a silence after few rows.
  private var hours = (count: 0, line: 0, length: 0.0)
  private var last:
    (link: NameTable.Index?, recording: NameTable.Index?, time: Double, range: Double)?
  /// The range before a leap, until rows come back to it or many do not.
  private var leap: (before: Double, after: Double, line: Int, rows: Int)?
  private var lasted: (ends: [Double], size: Double, line: Int)?
  private var steps: [Double] = []
  /// The usual step of the rows before, in s.
  private var usual: Double?
  private var change: (factor: Double, line: Int)?

  mutating func check(_ record: TraceRecord, _ range: Double) {
    let time = record.sample.time.value
    rows += 1
    defer { last = (record.peer, record.recording, time, range) }
    guard let last, last.link == record.peer, last.recording == record.recording else {
      return (leap, steps, usual) = (nil, [], nil)
    }
    checkPace(time - last.time, record.line)
    let hours = ((time - last.time) / 3600).rounded()
    if (1...24).contains(hours), (time - last.time - 3600 * hours).magnitude < Self.nearHour {
      self.hours = (self.hours.count + 1, record.line, hours)
    }
    let way = (range - last.range).magnitude
    let isLeap = way > LinkPace.noise && way > LinkPace.fastest * (time - last.time)
    if let leap, (range - leap.before).magnitude < (range - leap.after).magnitude {
      return self.leap = nil
    }
    // What a truth beside it agrees with is right.
    if let truth = record.truth?.value, (truth - range).magnitude < max(1, range / 4) {
      return leap = nil
    }
    if isLeap, leap == nil, rows > Self.fewest { leap = (last.range, range, record.line, 0) }
    leap?.rows += 1
    guard let found = leap, found.rows >= Self.enough else { return }
    leap = nil
    let size = (found.after - found.before).magnitude
    let factor = max(found.after, found.before) / min(found.after, found.before)
    let unit = Self.factors.first { (factor / $0 - 1).magnitude < 0.05 }
    let least = unit.map { $0 < 100 ? Self.leastByUnit : Self.leastByUnit / 3 } ?? Self.least
    if size > lasted?.size ?? least {
      lasted = ([found.before, found.after], size, found.line)
    }
  }

  private mutating func checkPace(_ step: Double, _ line: Int) {
    guard change == nil, step > 0 else { return }
    steps.append(step)
    guard steps.count == Self.enough else { return }
    let middle = steps.sorted()[Self.enough / 2]
    let factor = usual.map { middle / $0 } ?? 1
    if Self.thousand.contains(max(factor, 1 / factor)) { change = (factor, line) }
    (usual, steps) = (middle, [])
  }

  /// The findings, without leaps to a number that stands for no measurement.
  func findings(without absent: Double?) -> [Finding] {
    var found: [Finding] = []
    // Again and again, it is how often rows come.
    if hours.count == 1 {
      found.warn(
        "hour", at: "line \(hours.line)",
        "the times leap by \(counted(Int(hours.length), "hour")), as where a clock is set",
        cure: "if there was no silence, read each part by itself")
    }
    if let lasted, absent.map({ !lasted.ends.contains($0) }) ?? true {
      found.warn(
        "leap", at: "line \(lasted.line)",
        "the range leaps by \((10 * lasted.size).rounded() / 10) m and stays there; nobody walks so fast",
        cure:
          "where the unit changes, read each part by itself: sed '\(lasted.line),$d' FILE is the first, and below a "
          + "header sed '2,\(lasted.line - 1)d' FILE the second")
    }
    if let change {
      found.warn(
        "pace", at: "near line \(change.line)",
        "the rows are a thousand times \(change.factor > 1 ? "farther apart" : "closer together") from here on",
        cure: "where the unit of the times changes, read each part by itself")
    }
    return found
  }
}
#endif
