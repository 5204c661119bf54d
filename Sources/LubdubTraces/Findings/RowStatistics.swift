/// Statistics of the rows of a trace that show faults of its units, clock, columns, and links. They process each row once, in
/// constant memory, and give the same findings for a file, a stream, and bytes in memory.
public struct RowStatistics: Sendable {
  /// The share of equal times, in percent, from which a column does not contain times.
  private static let nearlyAll = 90
  /// The largest range of people with phones, in m, and their largest speed, in m/s.
  private static let (far, walking) = (60.0, 3.0)
  /// The maximum range of radios, in m: the data sheet of the DW1000 states 290 m, and phases of Channel Sounding in steps
  /// of 1 MHz repeat after 150 m. The 655.35 m of a full counter are beyond this range.
  private static let reach = 500.0
  /// The shortest interval between ranges, in s, that is too long for any radio.
  private static let slow = 20.0
  /// The silence, in s, after which a zone by signal strength ends, and the shortest interval that can end the zone.
  private static let (stale, nearlyStale) = (15.0, 14.5)
  /// The highest plausible lasting level, in dBm, and the time for which it lasts, in s.
  private static let strong = (level: -15.0, time: 60.0)
  /// The share of fast steps, in percent, that is suspicious, and the share that is certain to be a fault.
  private static let (suspicious, certain) = (20, 80)
  /// The longest advertising event, in s: all three channels (Core Specification, Vol 6, Part B, 4.4.2.3).
  private static let event = 0.01
  /// The maximum difference between the levels of the channels of one advertising event, in dB.
  private static let fading = 12.0
  /// Units per meter, to compare ranges with a truth in meters.
  private static let scales: [(unit: String, perMeter: Double)] = [
    ("ft", 1 / 0.3048), ("in", 1 / 0.0254), ("cm", 100), ("mm", 1000),
  ]

  private(set) var rows = 0
  private var last: TraceRecord?
  /// The start of the current Bluetooth advertising event per link, the levels of a counted event, and the places of merged
  /// rows in the last call.
  private var events = LinkTimes()
  private var eventLevels = LinkTimes()
  private var merged = (count: 0, line: 0)
  private(set) var mergedPlaces: [Int] = []
  private var repeated = (count: 0, line: 0)
  private var isMeasured = false
  private var beyond = (count: 0, line: 0, largest: 0.0)
  private var levelsOfRanges = 0
  private var ratios = LogHistogram()
  private var fix: Double?
  private var fixSteps = LogHistogram()
  private var leaps = LeapStatistics()
  private var (ranges, levels) = (
    SeriesStatistics(ofLevels: false), SeriesStatistics(ofLevels: true)
  )

  /// The options that read a table with a column in another unit; `nil` when they are unknown.
  package typealias Columns = (ColumnMapping.Field, ColumnMapping.Unit) -> String?

  /// Statistics without rows.
  public init() {}

  /// Adds rows in the order of the trace.
  public mutating func add(_ records: [TraceRecord]) {
    mergedPlaces.removeAll(keepingCapacity: true)
    for record in records { add(record) }
  }

  private mutating func add(_ record: TraceRecord) {
    rows += 1
    let sample = record.sample
    var isRepeated = false
    if last?.sample.time == sample.time {
      last?.line = record.line
      if last == record {
        isRepeated = true
        repeated = (repeated.count + 1, repeated.count == 0 ? record.line : repeated.line)
      }
    }
    last = record
    guard sample.range != nil || sample.rssi != nil else {
      isMeasured = isMeasured || sample.event != nil
      return
    }
    isMeasured = true
    guard let range = sample.range?.value else {
      guard let level = sample.rssi?.value else { return }
      if !isRepeated, isOfSameEvent(record, level) {
        merged = (merged.count + 1, merged.count == 0 ? record.line : merged.line)
        mergedPlaces.append(rows - 1)
      } else {
        levels.add(level, record)
      }
      return
    }
    // Positions range as far as people walk, ride, and drive.
    guard sample.radio != .gnss else {
      if let fix { fixSteps.add(sample.time.value - fix) }
      return fix = sample.time.value
    }
    if range > Self.reach {
      beyond = (
        beyond.count + 1, beyond.count == 0 ? record.line : beyond.line, max(beyond.largest, range)
      )
    }
    if sample.event == nil {
      leaps.add(record, range)
      ranges.add(range, record)
    }
    if sample.rssi != nil, sample.firstPathPower == nil { levelsOfRanges += 1 }
    guard let truth = record.truth?.value, max(truth, range / 2) > LinkPace.noise else { return }
    ratios.add(max(0, range) / max(truth, LinkPace.noise))
  }

  /// Whether the level belongs to the advertising event of the last level: a scan response, a fragment, or another channel.
  /// Events are at least 20 ms apart (Core Specification, Vol 6, Part B, 4.4.2.2). Equal times show the same event only if
  /// the clock is finer than 10 ms.
  private mutating func isOfSameEvent(_ record: TraceRecord, _ level: Double) -> Bool {
    guard record.sample.radio == .ble, record.sample.firstPathPower == nil else { return false }
    let (time, link) = (record.sample.time.value, LinkTimes.place(of: record.peer))
    let (step, ticks) = (time - events[link], time / Self.event)
    let isFine = (ticks - ticks.rounded()).magnitude > 1e-3
    if step > 0 ? step < Self.event - 1e-6 : step == 0 && isFine,
      (level - eventLevels[link]).magnitude <= Self.fading
    {
      return true
    }
    (events[link], eventLevels[link]) = (time, level)
    return false
  }

  /// The findings about the rows so far, in a fixed order.
  ///
  /// - Parameters:
  ///   - isTable: Whether the trace is a table instead of the log of a device.
  ///   - columns: The options that read the same table with a column in a unit; `nil` when they are unknown.
  /// - Returns: Notes, warnings, and errors.
  package func findings(
    isTable: Bool, columns: Columns
  ) -> [Finding] {
    var found: [Finding] = []
    if repeated.count > 0 {
      found.add(
        .repeated, at: "line \(repeated.line)",
        "\(counted(repeated.count, "row repeats", "rows repeat")) the row before and \(repeated.count == 1 ? "counts" : "count") once"
      )
    }
    if merged.count > 0 {
      found.add(
        .merged, at: "line \(merged.line)",
        "\(counted(merged.count, "level")) within 10 ms of another level of the link, "
          + "as from one advertising event, not counted again"
      )
    }
    if isTable, 2 * levelsOfRanges > ranges.count {
      let lone =
        levels.count == 0
        ? "" : ", and \(counted(levels.count, "level")) without a range count as Bluetooth"
      found.add(
        .rangingLevels, "levels in rows with a range are not used for the distance\(lone)",
        cure:
          "leave levels of the ranging radio out of --columns; write Bluetooth levels in separate rows, with source ble"
      )
    }
    if !isMeasured, rows > 0 {
      found.add(
        .empty, "no row has a range, a level, or an event", cure: "name the columns with them")
    }
    found += levelFindings
    if quick { return found + [tooQuick] }
    return found + rangeFindings(columns)
  }

  /// The time from the first row to the last row, in s.
  var length: Double { max(ranges.length, levels.length) }

  /// The median time between two rows of a link, in s; `nil` when all times are equal.
  var step: Double? {
    let steps = ranges.steps.count > 0 ? ranges.steps : levels.steps
    return steps.count > 0 ? steps.median : nil
  }

  /// The share of the steps between ranges that are faster than people move.
  var fastShare: Double {
    ranges.timed > 0 ? Double(ranges.fast) / Double(ranges.timed) : 0
  }

  private var quick: Bool {
    let count = ranges.count + levels.count + merged.count
    return count > 10 && length > 0 && Double(count) * LinkPace.shortest > length
  }

  private var tooQuick: Finding {
    Finding(
      .quick,
      "\(counted(rows, "row")) in \(NumberText.rounded(length, 6)) s; no radio is that fast",
      cure: "name the unit of the times, perhaps excel for days")
  }

  private var levelFindings: [Finding] {
    var found = change(of: levels, ofLevels: true).map { [$0] } ?? []
    guard ranges.count == 0, levels.count > 10 else { return found }
    let level = -levels.values.median
    if level > Self.strong.level, levels.length >= Self.strong.time {
      found.add(
        .strong,
        "half of the levels are above \(Self.text(Self.strong.level)) dBm, for \(Self.text(levels.length)) s",
        cure: "received power is absolute, in dBm; levels relative to a wanted range are not")
    }
    let step = levels.steps.median
    if step >= Self.nearlyStale {
      let isSeldom = step < 5 * Self.slow || Self.areEpochs(levels.times)
      found.add(
        isSeldom ? .seldom : .slow,
        "a level every \(Self.text(step)) s; a zone ends \(Int(Self.stale)) s after the last level",
        cure: "let the device report more often, or name the unit of the times")
    }
    return found
  }

  private func rangeFindings(_ columns: Columns) -> [Finding] {
    var found: [Finding] = []
    let sentinel = ranges.sentinel
    let leaps = leaps.findings(without: sentinel?.value)
    // Ranges in two units show only the place at which the unit changes.
    if leaps.contains(where: { $0.code == FindingRule.unitChange.code }) { return leaps }
    if beyond.count > 0 {
      found.add(
        2 * beyond.count > ranges.count ? .beyondReach : .someBeyondReach,
        at: "line \(beyond.line)",
        "\(counted(beyond.count, "range is", "ranges are")) above \(Int(Self.reach)) m, up to \(Self.text(beyond.largest)) m; "
          + "neither ultra-wideband nor Bluetooth reaches that far",
        cure: lengths(columns).map { "if they have another unit, read them with \($0)" }
          ?? "name the unit of the column, perhaps cm or mm, or leave such rows out")
    }
    let change = change(of: ranges, ofLevels: false)
    if sentinel != nil, let change { found.append(change) }
    found += leaps
    if fixSteps.count > 0, fixSteps.median > SamplePace.longest.value {
      found.add(
        .seldom,
        "a position every \(Int(fixSteps.median)) s; a zone lasts only between positions at most "
          + "\(SamplePace.longest) apart, so there is no beat",
        cure: "log a position at least every quarter of an hour")
    }
    guard ranges.count >= 10 else { return found }
    let range = ranges.values.median
    if range > Self.far, ranges.pace.median < Self.walking {
      found.add(
        .far, "half of the ranges are above \(Self.text(range)) m, at walking pace",
        cure: "name the unit of the column, perhaps cm or mm")
    }
    let step = ranges.steps.median
    if step >= Self.slow {
      let areEpochs = Self.areEpochs(ranges.times)
      let unit = columns(.time, .milliseconds).map {
        "if they are milliseconds, read them with \($0)"
      }
      found.add(
        areEpochs ? .seldom : .slow, "a range every \(Self.text(step)) s",
        cure: areEpochs
          ? "let the device report more often"
          : unit ?? "name the unit of the times, perhaps ms")
    }
    found += scale(range)
    if sentinel == nil, let change { found.append(change) }
    let isMixed = sentinel == nil && change?.code == FindingRule.mixed.code
    if isMixed {
      found.removeAll { $0.code == FindingRule.leap.code }
    } else {
      fastFindings(range, sentinel, columns, &found)
    }
    return found + clockFindings(step, isMixed: isMixed)
  }

  private func lengths(_ columns: Columns) -> String? {
    columns(.range, ranges.values.median > 1000 ? .millimetres : .centimetres)
  }

  private func scale(_ range: Double) -> [Finding] {
    guard ratios.count > 10 else { return [] }
    let ratio = ratios.median
    if let scale = Self.scales.first(where: { (ratio / $0.perMeter - 1).magnitude < 0.1 }) {
      return [
        Finding(
          .scale, "the ranges are \(Self.text(ratio)) times the truth",
          cure: "name the unit of the ranges, perhaps \(scale.unit)")
      ]
    }
    guard ratio > 2 || ratio < 0.5, max(range, range / max(ratio, 1e-9)) > 1 else { return [] }
    return [
      Finding(
        .truthRatio, "the truth is \(Self.text(1 / max(ratio, 1e-9))) times the ranges",
        cure: "name the units of both, perhaps cm or mm for one of them")
    ]
  }

  private func fastFindings(
    _ range: Double, _ sentinel: (value: Double, count: Int, line: Int)?,
    _ columns: Columns, _ found: inout [Finding]
  ) {
    let share = Self.percent(ranges.fast, of: ranges.timed)
    // A number for no measurement is a step there and back; a 0 may be contact.
    let absent = sentinel.map { $0.value > 0 ? $0.count : 0 } ?? 0
    guard share >= Self.suspicious, 8 * absent < 3 * ranges.fast else { return }
    // Walks continue in the next row, unlike noise, which is a share of the ranges in any unit.
    let near = ranges.change(over: 1)
    let isNoise = near > range / 10 && 4 * ranges.change(over: 2) < 5 * near
    if isNoise { found.removeAll { $0.code == FindingRule.leap.code } }
    let message = "\(share)% of the steps are faster than \(Int(LinkPace.fastest)) m/s"
    if isNoise {
      found.add(
        .noise, "\(message): the ranges scatter, as if made from levels, which no unit explains",
        cure: "say which column contains the link: peer=NAME")
    } else {
      let unit = lengths(columns)
      found.add(
        share >= Self.certain ? .unit : .fast, message,
        cure: unit.map { "if they have another unit, read them with \($0)" }
          ?? "name the unit of the ranges, or the link's column: peer=NAME")
    }
  }

  private func clockFindings(_ step: Double, isMixed: Bool) -> [Finding] {
    let equal = Self.percent(ranges.still, of: ranges.all)
    let perTime = Double(ranges.all + 1) / Double(ranges.timed + 1)
    let even = ranges.steps.count(in: step * 0.98...step * 1.02)
    if ranges.isOneLink, 10 * even >= 8 * ranges.steps.count, ranges.steps.count >= 5,
      perTime >= 2.5, !isMixed,
      // Rows with one time differ if they belong to several links.
      ranges.change(over: 1) <= min(LinkPace.noise, max(1.5 * ranges.change(over: 3), 1e-9))
    {
      return [
        Finding(
          .coarse,
          "about \(Self.text(perTime)) rows of one link share each time of \(Self.text(step)) s",
          cure: "name a finer column as t, or leave t out of --columns and set --rate "
            + Self.text(perTime / step))
      ]
    }
    guard equal >= 5 else { return [] }
    let message = "\(equal)% of the rows have the time of the row before"
    return [
      equal >= Self.nearlyAll && ranges.isOneLink
        ? Finding(
          .still, "\(message), so the column read as t has no times",
          cure: "name another column as t")
        : Finding(
          .equalTimes, "\(message) and another range",
          cure: "say which column contains the link: peer=NAME")
    ]
  }

  private func change(of series: SeriesStatistics, ofLevels isLevel: Bool) -> Finding? {
    let (noun, unit) = isLevel ? ("level", "dBm") : ("range", "m")
    if let (value, count, line) = series.sentinel {
      return Finding(
        .stuck, at: "line \(line)",
        "\(counted(count, "\(noun) is", "\(noun)s are")) \(NumberText.shortest(value)) \(unit), unreachable by walking",
        cure: "if the number means \"no measurement\", leave such rows out")
    }
    guard series.showsChange else { return nil }
    if let held = series.held {
      return Finding(
        .stuck, at: "line \(held.line)",
        "\(held.count) consecutive \(noun)s are \(NumberText.shortest(held.value)) \(unit), from "
          + "\(NumberText.rounded(held.time, 1)) s on, and the others change from row to row",
        cure: "if the device held a value that it did not measure, leave such rows out")
    }
    if !isLevel, let turn = series.turnover {
      return Finding(
        .turned, at: "line \(turn.line)",
        "the ranges jump \(turn.count) times by \(turn.span) m, as when a number with few bits wraps",
        cure: "log them with more bits, or add \(turn.span) m to the wrapped rows")
    }
    guard let (rows, leaps, size) = series.mixture else { return nil }
    let what =
      rows.map { "every \($0 == 2 ? "second" : "third") \(noun) differs" }
      ?? "the \(noun)s jump \(leaps) times"
    return Finding(
      .mixed,
      "\(what) by \(NumberText.rounded(size, 1)) \(isLevel ? "dB" : "m"): rows of several links"
        + (rows == nil ? ", or reflections" : ""),
      cure: "say which column contains the link: peer=NAME")
  }

  /// Whether times count the seconds since 1970, from 2001 to 2036.
  private static func areEpochs(_ times: ClosedRange<Double>) -> Bool {
    times.lowerBound >= 1e9 && times.upperBound < 2.1e9
  }

  private static func percent(_ part: Int, of whole: Int) -> Int {
    whole > 0 ? 100 * part / whole : 0
  }

  private static func text(_ value: Double) -> String {
    NumberText.rounded(value, value.magnitude < 0.1 ? 3 : 1)
  }
}

extension [Finding] {
  mutating func add(
    _ rule: FindingRule, at place: String? = nil, _ message: String, cure: String? = nil
  ) {
    append(Finding(rule, at: place, message, cure: cure))
  }
}
