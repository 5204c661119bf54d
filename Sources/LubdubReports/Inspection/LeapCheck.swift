/// Ranges that leap where nobody walks, to another unit for good, and times whose steps change a thousand times.
struct LeapCheck {
  /// As many rows show that a leap lasts, and as many steps how far apart rows are.
  private static let enough = 10
  /// Before a leap stand as many rows.
  private static let fewest = 3
  /// A leap that lasts and is shorter, in m, may be a reflection.
  private static let least = 10.0
  /// The factors between m, cm, mm, ft and in, and the least leap by one of them, in m.
  private static let (factors, leastByUnit) = ([3.2808, 10, 12, 25.4, 30.48, 39.37, 100, 1e3], 3.0)
  /// How far from whole hours a clock that was set may lie, in s, where steps are short.
  private static let nearHour = 1.0
  /// Between s, ms and us; a radio that rests changes its pace by any factor.
  private static let thousand = 800.0...1250
  /// Factors between units that noise does not make, and the least leap by one, in m, and its pace, in m/s.
  private static let (units, leastOfUnit, pace) = ([100, 1000], 0.2, 3.0)
  static let unitRule = "unit-change"

  private var rows = 0
  /// The longest silence, the one after it and all but the longest together, in s.
  private var silence = (line: 0, length: 0.0, second: 0.0, others: 0.0)
  /// How many rows in turn are less than ten times as long or short as the one before.
  private var alike = 0
  /// Where the ranges leapt by a unit, and whether they stayed there.
  private var unit: (factor: Int, ends: [Double], line: Int, lasts: Bool)?
  private var last:
    (
      link: NameTable.Index?, recording: NameTable.Index?, time: Double, range: Double, isTrue: Bool
    )?
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
    // What a truth beside it agrees with is right.
    let isTrue = record.truth.map { ($0.value - range).magnitude < max(1, range / 4) } ?? false
    defer { last = (record.peer, record.recording, time, range, isTrue) }
    guard let last, last.link == record.peer, last.recording == record.recording else {
      return (leap, steps, usual, alike) = (nil, [], nil, 0)
    }
    let (way, step) = ((range - last.range).magnitude, time - last.time)
    checkPace(step, record.line)
    silence.others += min(step, silence.length)
    silence.second = max(silence.second, min(step, silence.length))
    if step > silence.length { (silence.line, silence.length) = (record.line, step) }
    checkUnit(range, last.range, !(isTrue && last.isTrue) && way > Self.pace * step, record.line)
    let isLeap = way > LinkPace.noise && way > LinkPace.fastest * step
    if let leap, (range - leap.before).magnitude < (range - leap.after).magnitude {
      return self.leap = nil
    }
    if isTrue { return leap = nil }
    if isLeap, leap == nil, rows > Self.fewest { leap = (last.range, range, record.line, 0) }
    leap?.rows += 1
    guard let found = leap, found.rows >= Self.enough else { return }
    leap = nil
    let size = (found.after - found.before).magnitude
    let factor = max(found.after, found.before) / min(found.after, found.before)
    let isUnit = Self.factors.contains { (factor / $0 - 1).magnitude < 0.05 }
    let least = isUnit ? Self.leastByUnit : Self.least
    if size > lasted?.size ?? least { lasted = ([found.before, found.after], size, found.line) }
  }

  private mutating func checkUnit(_ range: Double, _ last: Double, _ isFast: Bool, _ line: Int) {
    let factor = max(range, last) / min(range, last)
    alike += 1
    guard !(0..<10 ~= factor) else {
      if alike > Self.enough { unit?.lasts = true }
      return
    }
    let isFar = isFast && alike > Self.enough && (range - last).magnitude > Self.leastOfUnit
    let found = Self.units.first { isFar && 0.7...1.4 ~= factor / Double($0) }
    if unit?.lasts != true {
      unit = found.map { ($0, [last, range], line, false) }
    } else if found != nil {
      // Back again, it was no unit.
      unit = nil
    }
    alike = 0
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

  func findings(without absent: Double?) -> [Finding] {
    var found: [Finding] = []
    let hours = (silence.length / 3600).rounded()
    // Again and again, it is how often rows come. After few rows, the clock's mending takes it for a silence.
    let isHour =
      1...24 ~= hours && (silence.length - 3600 * hours).magnitude < Self.nearHour
      && silence.second < 3600 - Self.nearHour
    if isHour || silence.length > max(600, 10 * silence.others) && rows > 4 * Self.enough {
      let length = "\(NumberText.rounded(silence.length, 3)) s"
      found.append(
        Finding(
          isHour ? .warning : .note, rule: isHour ? "hour" : "silence", at: "line \(silence.line)",
          "the times leap by \(isHour ? counted(Int(hours), "hour") : length), as where a clock is set",
          cure: "if there was no silence, read each part by itself"))
    }
    let parts = { (line: Int) in
      "where the unit changes, read each part by itself: sed '\(line),$d' FILE is the first, and below a header sed "
        + "'2,\(line - 1)d' FILE the second"
    }
    let isMeasured = { (ends: [Double]) in absent.map { !ends.contains($0) } ?? true }
    if let unit, unit.lasts, isMeasured(unit.ends) {
      let way = unit.ends[0] < unit.ends[1] ? "long" : "short"
      found.warn(
        Self.unitRule, at: "line \(unit.line)",
        "from line \(unit.line) on the ranges are \(unit.factor) times as \(way)",
        cure: parts(unit.line))
    } else if let lasted, isMeasured(lasted.ends) {
      found.warn(
        "leap", at: "line \(lasted.line)",
        "the range leaps by \((10 * lasted.size).rounded() / 10) m and stays there; nobody walks so fast",
        cure: parts(lasted.line))
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
