/// Ranges that leap faster than people walk, or change permanently to another unit, and times whose steps change a
/// thousandfold.
struct LeapStatistics: Sendable {
  /// The number of rows after which a leap is lasting, and of steps that show the usual interval of rows.
  private static let enough = 10
  /// The number of rows required before a leap.
  private static let fewest = 3
  /// The least lasting leap, in m: a shorter leap may be a reflection.
  private static let least = 10.0
  /// The factors between m, cm, mm, ft, and in, and the least leap by a factor, in m.
  private static let factors = [3.2808, 10, 12, 25.4, 30.48, 39.37, 100, 1e3]
  private static let leastByUnit = 3.0
  /// The maximum distance from whole hours, in s, of a clock that was set.
  private static let nearHour = 1.0
  /// The factors between s, ms, and us; a radio at rest changes its pace by any factor.
  private static let thousand = 800.0...1250
  /// Factors between units that noise does not produce, the least leap by a factor, in m, and its speed, in m/s.
  private static let units = [100, 1000]
  private static let leastOfUnit = 0.2
  private static let pace = 3.0

  private var rows = 0
  /// The longest silence, the second longest silence, and the sum of all silences except the longest, in s.
  private var silence = (line: 0, length: 0.0, second: 0.0, others: 0.0)
  /// The number of consecutive ranges that differ from the previous range by a factor of less than ten.
  private var alike = 0
  private var unit: (factor: Int, ends: [Double], line: Int, lasts: Bool)?
  private var last = (
    link: NameTable.Index(0), recording: NameTable.Index(0), time: 0.0, range: 0.0, isTrue: false
  )
  /// The range before a leap, kept until rows return to this range, or until many rows have not returned.
  private var leap: (before: Double, after: Double, line: Int, rows: Int)?
  private var lasted: (ends: [Double], size: Double, line: Int)?
  private var steps: [Double] = []
  /// The usual step of the previous rows, in s.
  private var usual: Double?
  private var change: (factor: Double, line: Int)?

  mutating func add(_ record: TraceRecord, _ range: Double) {
    let time = record.sample.time.value
    rows += 1
    // A range that agrees with its truth is right.
    let isTrue = record.truth.map { ($0.value - range).magnitude < max(1, range / 4) } ?? false
    defer { last = (record.peerIndex, record.recordingIndex, time, range, isTrue) }
    guard rows > 1, last.link == record.peerIndex, last.recording == record.recordingIndex else {
      return (leap, steps, usual, alike) = (nil, [], nil, 0)
    }
    let (way, step) = ((range - last.range).magnitude, time - last.time)
    if change == nil { addStep(step, record.line) }
    silence.others += min(step, silence.length)
    silence.second = max(silence.second, min(step, silence.length))
    if step > silence.length { (silence.line, silence.length) = (record.line, step) }
    addUnit(range, last.range, !(isTrue && last.isTrue) && way > Self.pace * step, record.line)
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

  private mutating func addUnit(_ range: Double, _ last: Double, _ isFast: Bool, _ line: Int) {
    alike += 1
    let (longer, shorter) = (max(range, last), min(range, last))
    guard longer >= 10 * shorter else {
      if alike > Self.enough { unit?.lasts = true }
      return
    }
    let isFar = isFast && alike > Self.enough && (range - last).magnitude > Self.leastOfUnit
    let found = Self.units.first { isFar && 0.7...1.4 ~= longer / shorter / Double($0) }
    if unit?.lasts != true {
      unit = found.map { ($0, [last, range], line, false) }
    } else if found != nil {
      // A return to the values before the leap shows that the unit did not change.
      unit = nil
    }
    alike = 0
  }

  /// Adds a step. Ten steps of every forty rows show the pace.
  private mutating func addStep(_ step: Double, _ line: Int) {
    guard step > 0, rows % 40 <= Self.enough || usual == nil else { return }
    steps.append(step)
    guard steps.count == Self.enough else { return }
    let middle = steps.inOrder()[Self.enough / 2]
    let factor = usual.map { middle / $0 } ?? 1
    if Self.thousand.contains(max(factor, 1 / factor)) { change = (factor, line) }
    usual = middle
    steps.removeAll(keepingCapacity: true)
  }

  func findings(without sentinel: Double?) -> [Finding] {
    var found: [Finding] = []
    let hours = (silence.length / 3600).rounded()
    // A repeated step is the interval of the rows. After few rows, the clock's repair treats a step as a silence.
    let isHour =
      1...24 ~= hours && (silence.length - 3600 * hours).magnitude < Self.nearHour
      && silence.second < 3600 - Self.nearHour
    if isHour || silence.length > max(600, 10 * silence.others) && rows > 4 * Self.enough {
      let length = "\(NumberText.rounded(silence.length, 3)) s"
      found.add(
        isHour ? .hour : .silence, at: "line \(silence.line)",
        "the times jump by \(isHour ? counted(Int(hours), "hour") : length), as when a clock is set",
        cure: "if there was no silence, read each part separately")
    }
    let cure = "where the unit changes, read each part separately"
    let isMeasured = { (ends: [Double]) in sentinel.map { !ends.contains($0) } ?? true }
    if let unit, unit.lasts, isMeasured(unit.ends) {
      let way = unit.ends[0] < unit.ends[1] ? "long" : "short"
      found.add(
        .unitChange, at: "line \(unit.line)",
        "from line \(unit.line) on the ranges are \(unit.factor) times as \(way)", cure: cure)
    } else if let lasted, isMeasured(lasted.ends) {
      found.add(
        .leap, at: "line \(lasted.line)",
        "the range jumps by \(NumberText.rounded(lasted.size, 1)) m and stays there; nobody walks so fast",
        cure: cure)
    }
    if let change {
      found.add(
        .pace, at: "near line \(change.line)",
        "the rows are a thousand times \(change.factor > 1 ? "farther apart" : "closer together") from here on",
        cure: "where the unit of the times changes, read each part separately")
    }
    return found
  }
}
