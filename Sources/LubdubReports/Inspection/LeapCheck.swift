#if Tool
internal import Lubdub
internal import LubdubHaptics
internal import LubdubTraces

/// Ranges that leap where nobody walks: to a number that stands for no measurement, or to another unit for good.
struct LeapCheck {
  /// As many rows show that a leap lasts, and that a number is no chance.
  private static let enough = 10
  /// Before a leap stand as many rows.
  private static let fewest = 3
  /// A leap that lasts and is shorter, in m, may be a reflection.
  private static let least = 10.0
  /// The factors between m, cm, mm, ft and in, and the least leap by one of them, in m.
  private static let (factors, leastByUnit) = (
    [3.2808, 10, 12, 25.4, 30.48, 39.37, 100, 1000], 3.0
  )

  /// Numbers for no measurement that one leap shows: 0, a full counter of 13 or 16 bits in mm, and nines.
  private static let absent = [0, 8.19, 8.191, 9.999, 65.535, 99.99]

  /// How far from whole hours a clock that was set may lie, in s, where steps are short.
  private static let nearHour = 1.0

  private var rows = 0
  /// Where times leap by whole hours, which the clock's mending takes for a silence after few rows.
  private var hours = (count: 0, line: 0, length: 0.0)
  private var missed = (count: 0, line: 0, range: 0.0)
  private var last:
    (link: NameTable.Index?, recording: NameTable.Index?, time: Double, range: Double)?
  /// The range before a leap, until rows come back to it or many do not.
  private var leap: (before: Double, after: Double, line: Int, rows: Int)?
  private var lasted: (ends: [Double], size: Double, line: Int)?
  /// The number to which ranges leap.
  private var mark: (range: Double, line: Int, count: Int)?
  /// The number that the first rows have, from which ranges leap and which does not come again; a count of 0 is none.
  private var first = (range: 0.0, line: 0, count: 0)
  private var isFirst = true
  /// The ranges that are the same as the one before, and the first of the longest run of them.
  private var (equal, run) = (0, (range: 0.0, line: 0, time: 0.0, count: 0))
  private var longest = (range: 0.0, line: 0, time: 0.0, count: 0)
  private var (rowsAfter, start) = (0, Double?.none)
  /// As many equal ranges are held, where the others change from row to row.
  private static let fewestHeld = 60

  mutating func check(_ record: TraceRecord, _ range: Double) {
    let time = record.sample.time.value
    rows += 1
    start = start ?? time
    defer { last = (record.peer, record.recording, time, range) }
    guard let last, last.link == record.peer, last.recording == record.recording else {
      if rows == 1 {
        first = (range, record.line, 1)
      } else if isFirst {
        (isFirst, first.count) = (false, 0)
      }
      return leap = nil
    }
    let hours = ((time - last.time) / 3600).rounded()
    if (1...24).contains(hours), (time - last.time - 3600 * hours).magnitude < Self.nearHour {
      self.hours = (self.hours.count + 1, record.line, hours)
    }
    let way = (range - last.range).magnitude
    let isLeap = way > LinkPace.noise && way > LinkPace.fastest * (time - last.time)
    if range == first.range {
      first.count = isFirst ? first.count + 1 : 0
    } else if isFirst {
      isFirst = false
      if !isLeap { first.count = 0 }
    }
    hold(range, record.line, time)
    if let leap, (range - leap.before).magnitude < (range - leap.after).magnitude {
      return self.leap = nil
    }
    // What a truth beside it agrees with is right.
    if let truth = record.truth?.value, (truth - range).magnitude < max(1, range / 4) {
      return leap = nil
    }
    if Self.absent.contains(range), isLeap || missed.range == range && way == 0 {
      missed = (missed.count + 1, missed.count == 0 ? record.line : missed.line, range)
    }
    if isLeap {
      note(range, record.line)
      if leap == nil, rows > Self.fewest { leap = (last.range, range, record.line, 0) }
    } else if way == 0, range == mark?.range {
      mark?.count += 1
    }
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

  private mutating func hold(_ range: Double, _ line: Int, _ time: Double) {
    guard range == run.range else {
      run = (range, line, time, 1)
      return rowsAfter += 1
    }
    (equal, run.count) = (equal + 1, run.count + 1)
    if run.count > longest.count { (longest, rowsAfter) = (run, 0) }
  }

  /// Whether many rows in a walk have one range, and the others change from row to row. A 0 may be contact.
  private var isHeld: Bool {
    let others = rows - longest.count
    return longest.count >= Self.fewestHeld && longest.range != 0 && rowsAfter >= Self.enough
      && others - rowsAfter >= Self.enough && 4 * (equal - longest.count + 1) < others
  }

  private mutating func note(_ range: Double, _ line: Int) {
    if range == mark?.range {
      mark?.count += 1
    } else if mark.map({ $0.count < Self.enough || 2 * $0.count > rows }) ?? true {
      mark = (range, line, 1)
    }
  }

  /// The number that many ranges are, and no walk leads to.
  private var stuck: (range: Double, line: Int, count: Int)? {
    [mark, isFirst ? nil : first].compactMap { $0 }
      .first { $0.count >= Self.enough && 2 * $0.count <= rows }
  }

  /// How many ranges stand for no measurement. A 0 may be contact.
  var absent: Int {
    let found = stuck.map { ($0.range, $0.count) } ?? (missed.range, missed.count)
    return found.0 > 0 ? found.1 : 0
  }

  var findings: [Finding] {
    var found: [Finding] = []
    let stuck = stuck
    // Again and again, it is how often rows come.
    if hours.count == 1 {
      found.warn(
        "hour", at: "line \(hours.line)",
        "the times leap by \(counted(Int(hours.length), "hour")), as where a clock is set",
        cure: "if there was no silence, read each part by itself")
    }
    if let stuck {
      found.warn(
        "stuck", at: "line \(stuck.line)",
        "\(stuck.count) ranges are \(stuck.range) m, which no walk leads to",
        cure: "if the number stands for no measurement, leave such rows out")
    } else if missed.count > 0, 2 * missed.count <= rows {
      found.warn(
        "stuck", at: "line \(missed.line)",
        "\(counted(missed.count, "range leaps", "ranges leap")) to \(missed.range) m, by which devices say that they "
          + "measured nothing", cure: "leave such rows out")
    } else if isHeld {
      let time = (10 * (longest.time - (start ?? 0))).rounded() / 10
      found.warn(
        "stuck", at: "line \(longest.line)",
        "\(longest.count) ranges in turn are \(longest.range) m, from \(time) s on, and change before and after",
        cure: "if the device held a value that it did not measure, leave such rows out")
    }
    if let lasted, stuck.map({ !lasted.ends.contains($0.range) }) ?? true {
      found.warn(
        "leap", at: "line \(lasted.line)",
        "the range leaps by \((10 * lasted.size).rounded() / 10) m and stays there; nobody walks so fast",
        cure:
          "where the unit changes, read each part by itself: sed '\(lasted.line),$d' FILE is the first, and below a "
          + "header sed '2,\(lasted.line - 1)d' FILE the second")
    }
    return found
  }
}
#endif
