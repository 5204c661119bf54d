#if Tool
internal import Lubdub
internal import LubdubHaptics
internal import LubdubTraces

/// Ranges that leap where nobody walks: to a number that stands for no measurement, or to another unit for good.
struct LeapCheck {
  /// As many rows behind a leap show that it lasts.
  private static let lasting = 10
  /// As many rows of one number are no chance.
  private static let enough = 10
  /// A leap that lasts and is shorter, in m, may be a reflection.
  private static let least = 10.0

  private var rows = 0
  private var last:
    (link: NameTable.Index?, recording: NameTable.Index?, time: Double, range: Double)?
  /// The range before a leap, until rows come back to it or many do not.
  private var leap: (before: Double, after: Double, line: Int, rows: Int)?
  private var lasted: (ends: [Double], size: Double, line: Int)?
  private var mark: (range: Double, line: Int, count: Int)?

  mutating func check(_ record: TraceRecord, _ range: Double) {
    let time = record.sample.time.value
    rows += 1
    defer { last = (record.peer, record.recording, time, range) }
    guard let last, last.link == record.peer, last.recording == record.recording else {
      return leap = nil
    }
    if let leap, (range - leap.before).magnitude < (range - leap.after).magnitude {
      return self.leap = nil
    }
    // What a truth beside it agrees with is right.
    if let truth = record.truth?.value, (truth - range).magnitude < max(1, range / 4) {
      return leap = nil
    }
    let way = (range - last.range).magnitude
    if way > LinkPace.noise, way > LinkPace.fastest * (time - last.time) {
      note(range, record.line)
      leap = leap ?? (last.range, range, record.line, 0)
    } else if way == 0, range == mark?.range {
      mark?.count += 1
    }
    leap?.rows += 1
    guard let found = leap, found.rows >= Self.lasting else { return }
    leap = nil
    let size = (found.after - found.before).magnitude
    if size > lasted?.size ?? Self.least {
      lasted = ([found.before, found.after], size, found.line)
    }
  }

  private mutating func note(_ range: Double, _ line: Int) {
    if range == mark?.range {
      mark?.count += 1
    } else if mark.map({ $0.count < Self.enough || 2 * $0.count > rows }) ?? true {
      mark = (range, line, 1)
    }
  }

  var findings: [Finding] {
    var found: [Finding] = []
    if let mark, mark.count >= Self.enough, 2 * mark.count <= rows {
      found.append(
        Finding(
          .warning, rule: "stuck", at: "line \(mark.line)",
          "\(mark.count) ranges are \(mark.range) m, which no walk leads to",
          cure: "if the number stands for no measurement, leave such rows out"))
    }
    if let lasted, mark.map({ !lasted.ends.contains($0.range) }) ?? true {
      let size = (10 * lasted.size).rounded() / 10
      found.append(
        Finding(
          .warning, rule: "leap", at: "line \(lasted.line)",
          "the range leaps by \(size) m and stays there; nobody walks so fast",
          cure: "where the unit changes, read each part by itself"))
    }
    return found
  }
}
#endif
