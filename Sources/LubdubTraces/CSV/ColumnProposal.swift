internal import Lubdub
internal import LubdubGround

extension ReadError.Proposal {
  /// The proposal for a log that starts so: columns by their names and values, checked by reading these rows
  /// with them. Or why they are not read, where names say what they hold.
  static func proposed(
    for start: [UInt8], _ cures: [Cure: String] = [:]
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    let isWhole = start.last == 0x0A || start.count < FormatDetection.limit
    let table = SampleTable(start, isWhole: isWhole)
    let found = table.map { proposed($0, cures) } ?? (proposal: nil, obstacle: nil)
    guard found.proposal == nil, table?.isJSON != true else { return found }
    let rows = TextLines(DecodedText(start).bytes).lazy.map { $0.text }.filter {
      TextPrefix.isRow($0)
    }
    for (place, line) in rows.prefix(CSVTrace.mostPreamble).enumerated()
    where place > 0 && ColumnName(line.string).mayBeHeader {
      guard let table = SampleTable(start, isWhole: isWhole, preamble: place),
        !table.isHeaderless, var proposal = proposed(table, cures).proposal
      else { continue }
      proposal.notes.append(
        "\(counted(place, "line")) before the header \(place == 1 ? "is" : "are") skipped")
      return (proposal, nil)
    }
    return found
  }

  private static func proposed(
    _ table: SampleTable, _ cures: [Cure: String]
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    if let count = table.misfit {
      return (
        nil, "the rows have \(counted(count, "column")) where the header has \(table.titles.count)"
      )
    }
    let draft = ColumnDraft(table, cures)
    return draft.isComplete
      ? draft.checked() : (nil, draft.leftOut.first.map { "not read is \($0)" })
  }
}

/// Which columns of a table hold what, as far as names and values show.
struct ColumnDraft {
  private let table: SampleTable
  private var mapping = ColumnMapping([:])
  private var notes: [String] = []
  /// Columns that may be the time, the likeliest first.
  private var times: [TimeColumn] = []
  /// Columns whose names say what they hold, and that are not read.
  private(set) var leftOut: [String] = []
  private var otherPeer: String?
  private let cures: [Cure: String]

  private struct TimeColumn {
    var column: ColumnMapping.Column
    var marks: NumberMarks?
    /// Its numbers, where its name does not say their unit.
    var numbers: [Double]?
    /// Whether its name says that it is a time.
    var isNamed = true
    /// Whether it is called as counters are: then rows may be put in its order as in that of times.
    var isCounter = false
  }

  /// A draft for the first rows of a log.
  init(_ table: SampleTable, _ cures: [Cure: String]) {
    (self.table, self.cures) = (table, cures)
    if table.isHeaderless {
      proposePlaces(table)
    } else {
      proposeNames(table)
    }
  }

  /// Whether a range or a level shows.
  var isComplete: Bool { mapping.columns[.range] != nil || mapping.columns[.rssi] != nil }

  private mutating func proposeNames(_ table: SampleTable) {
    let names = table.titles.map { table.isJSON ? ColumnName(path: $0) : ColumnName($0) }
    var wide: [Int] = []
    for (place, title) in table.titles.enumerated() {
      let name = names[place]
      let values = table.values(place)
      let unit = table.units.flatMap { $0[place] }.flatMap(ColumnName.unit(named:)) ?? name.unit
      if let stem = Self.linkStem(name, title, table),
        wide.first.map({ Self.linkStem(names[$0], table.titles[$0], table) == stem }) ?? true
      {
        if Self.areNumbers(values) {
          wide.append(place)
        } else {
          leftOut.append("\(title), without a number")
        }
      }
      guard let field = name.field, !values.isEmpty else { continue }
      if field == .time {
        if !proposeTime(title, unit, values, name), times.isEmpty {
          leftOut.append("\(title), which holds \(Excerpt.quote(values[0])), no time that is read")
        }
        continue
      }
      if field == .peer, Self.areMeasured(values) {
        leftOut.append("\(title), whose numbers name no link")
        continue
      }
      if field == .peer, mapping.columns[.peer] != nil { otherPeer = otherPeer ?? title }
      guard mapping.columns[field] == nil, field.units.isEmpty || Self.areNumbers(values),
        field != .event || values.allSatisfy({ LinkEvent(rawValue: $0.string) != nil })
      else {
        if field != .event, field != .source {
          let isNumber = field.units.isEmpty || Self.areNumbers(values)
          leftOut.append(
            title + (isNumber ? "" : ", which holds \(Excerpt.quote(values[0])), no number"))
        }
        continue
      }
      propose(field, title, unit, values)
    }
    proposeWide(wide, table, names)
    proposeUnnamed(table, names)
    leftOut.removeAll { title in
      ([mapping.columns] + mapping.others).contains { $0.values.contains { $0.name == title } }
    }
    guard let truth = mapping.columns[.truth] else { return }
    notes.append("\(truth.name) is taken for the truth")
  }

  /// Takes a length for the range where no other column can be it, and counters for the time.
  private mutating func proposeUnnamed(_ table: SampleTable, _ names: [ColumnName]) {
    func unit(_ place: Int) -> ColumnMapping.Unit? {
      table.units.flatMap { $0[place] }.flatMap(ColumnName.unit(named:)) ?? names[place].unit
    }
    let ranges = table.titles.indices.filter { place in
      guard names[place].mayBeRange, let unit = unit(place), mapping.columns[.range] == nil,
        ColumnMapping.Field.range.units.contains(unit), Self.areNumbers(table.values(place))
      else { return false }
      let lengths = numbers(table.values(place)).map { $0 / unit.divisor }.sorted()
      return (0.01...Self.longestRange).contains(lengths[lengths.count / 2])
    }
    if ranges.count == 1, let place = ranges.first {
      propose(.range, table.titles[place], unit(place), table.values(place))
      notes.append("\(table.titles[place]) is taken for the range")
    } else if mapping.columns[.range] == nil {
      leftOut += table.titles.indices.filter { place in
        names[place].field == nil
          && unit(place).map { ColumnMapping.Field.range.units.contains($0) } ?? false
      }.map {
        "\(table.titles[$0]), a length" + (ranges.contains($0) ? " that may be the range" : "")
      }
    }
    for (place, title) in table.titles.enumerated() where names[place].field == nil {
      let (name, values) = (names[place], table.values(place))
      let isTime = unit(place).map { ColumnMapping.Field.time.units.contains($0) } ?? false
      let isCount = unit(place) == nil && Self.step(numbers(values)) == 1
      // Times differ from row to row, but for those of several links.
      let isNumber =
        (isTime || name.isCounter && unit(place) == nil) && !isCount && Self.areNumbers(values)
        && 10 * Set(values.map { $0.string }).count >= values.count
      if !name.isDuration, isNumber || Self.calendar(values) != nil {
        _ = proposeTime(title, unit(place), values, name)
      } else if times.isEmpty, Self.rises(numbers(values)) {
        leftOut.append("\(title), which \(isCount ? "counts rows" : "rises like a time")")
      }
    }
  }

  // MARK: One column an anchor

  /// The name of a column of one anchor without its number: `anchor1_m` and `d2` have `anchor` and `d`.
  private static func linkStem(
    _ name: ColumnName, _ title: String, _ table: SampleTable
  ) -> String? {
    guard !table.isJSON else {
      let parts = title.split(separator: ".")
      guard name.field == .range, parts.contains(where: { Int($0) != nil }) else { return nil }
      return parts.map { Int($0) == nil ? String($0) : "#" }.joined(separator: ".")
    }
    let word = name.stem.joined(separator: "_")
    let letters = word.prefix { !$0.isDigit }
    let number = word.dropFirst(letters.count)
    let stem = letters.split(separator: "_").joined(separator: "_")
    guard !number.isEmpty, number.allSatisfy({ $0.isDigit }), linkStems.contains(stem) else {
      return nil
    }
    return stem
  }

  private static let linkStems = ColumnName.set(
    """
    a an anchor anker ancla d dist distance distanz r range rng tag node d_anchor \
    dist_anchor distance_anchor range_anchor anchor_range anchor_distance distance_a dist_a \
    range_a d_a
    """)

  private mutating func proposeWide(_ places: [Int], _ table: SampleTable, _ names: [ColumnName]) {
    guard places.count > 1 else { return }
    let values = places.flatMap { table.values($0) }
    let columns = places.map { place in
      ColumnMapping.Column(
        table.titles[place],
        unit: unit(
          of: .range,
          table.units.flatMap { $0[place] }.flatMap(ColumnName.unit(named:)) ?? names[place].unit,
          values))
    }
    mapping.columns[.range] = columns.first
    mapping.others = columns.dropFirst().map { [.range: $0] }
    // A truth or a level beside them is of one anchor, and does not say of which.
    mapping.columns[.truth] = nil
    mapping.columns[.rssi] = nil
    mapping.columns[.peer] = nil
  }

  // MARK: No header

  /// Levels of radios, in dBm.
  private static let levels = -120.0...(-20.0)

  /// Takes a rising column for the time and one of distances for the range, where no other could be either.
  private mutating func proposePlaces(_ table: SampleTable) {
    let columns = table.titles.indices.map { table.values($0) }
    let numbers = columns.map { $0.compactMap { Self.number($0, isComma: false) } }
    let times = columns.indices.filter { place in
      let values = numbers[place]
      if columns[place].contains(where: { Self.calendar([$0]) != nil }) { return true }
      if values.allSatisfy(Self.levels.contains) { return false }
      return values.count == columns[place].count && Self.rises(values)
    }
    let levels = numbers.indices.filter { place in
      !numbers[place].isEmpty && numbers[place].allSatisfy(Self.levels.contains)
    }
    let ranges = numbers.indices.filter { place in
      let values = numbers[place]
      return !times.contains(place) && !values.isEmpty && values.count == columns[place].count
        && values.allSatisfy { (0...50).contains($0) } && values.contains { $0 != $0.rounded() }
    }
    guard times.count == 1, ranges.count == 1, levels.count < 2,
      proposeTime(table.titles[times[0]], nil, columns[times[0]], ColumnName("t"))
    else { return }
    propose(.range, table.titles[ranges[0]], nil, columns[ranges[0]])
    if let level = levels.first { propose(.rssi, table.titles[level], nil, columns[level]) }
    notes.append("there is no header; the columns are counted from 1")
  }

  /// Whether numbers never fall, and do not stay.
  private static func rises(_ numbers: [Double]) -> Bool {
    numbers.count > 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
      && numbers.first != numbers.last
  }

  // MARK: Times

  /// Takes a column of times: dates and times of day may stand in two.
  private mutating func proposeTime(
    _ title: String, _ unit: ColumnMapping.Unit?, _ values: [LogText], _ name: ColumnName
  ) -> Bool {
    if let form = Self.calendar(values) {
      let column = TimeColumn(column: .init(title, unit: form))
      let clock = times.firstIndex { $0.column.unit == .clock }
      times.insert(column, at: form == .clock ? times.count : clock ?? times.count)
      return true
    }
    if let form = Self.dates(values) {
      guard mapping.columns[.date] == nil else { return false }
      mapping.columns[.date] = .init(title, unit: form)
      return true
    }
    guard Self.areNumbers(values) else { return false }
    times.append(
      TimeColumn(
        column: .init(title, unit: self.unit(of: .time, unit, values)), marks: NumberMarks(values),
        numbers: unit == nil ? numbers(values) : nil,
        isNamed: name.field == .time && !name.isDuration, isCounter: name.isCounter))
    return true
  }

  /// How dates with times of day, or times of day alone, are written; `nil` for other text.
  private static func calendar(_ values: [LogText]) -> ColumnMapping.Unit? {
    guard values.contains(where: { $0.contains(UInt8(ascii: ":")) }) else { return nil }
    return form(values) { CivilTime.nanoseconds($0, as: $1) != nil }
  }

  /// How dates alone are written; `nil` for other text.
  private static func dates(_ values: [LogText]) -> ColumnMapping.Unit? {
    guard values.contains(where: { $0.count > 5 && $0.decimal == nil }) else { return nil }
    return form(values) { $1 != .clock && CivilTime.days($0, as: $1) != nil }
  }

  private static func form(
    _ values: [LogText], _ suits: (LogText, CalendarForm) -> Bool
  ) -> ColumnMapping.Unit? {
    guard let first = values.first else { return nil }
    // Days with points come first; with strokes the month does, unless a row shows otherwise.
    let isPoint = first.prefix(3).contains(UInt8(ascii: "."))
    let forms: [CalendarForm] =
      [.iso, .clock] + (isPoint ? [.dayFirst] : [.monthFirst, .dayFirst])
    return forms.first { form in 10 * values.count { suits($0, form) } >= 9 * values.count }
      .flatMap { form in ColumnMapping.Unit.allCases.first { $0.calendar == form } }
  }

  // MARK: Numbers

  private mutating func propose(
    _ field: ColumnMapping.Field, _ title: String, _ unit: ColumnMapping.Unit?, _ values: [LogText]
  ) {
    if !field.units.isEmpty { mapping.take(NumberMarks(values)) }
    mapping.columns[field] = .init(title, unit: self.unit(of: field, unit, values))
  }

  private func unit(
    of field: ColumnMapping.Field, _ unit: ColumnMapping.Unit?, _ values: [LogText]
  ) -> ColumnMapping.Unit? {
    if let unit, field.units.contains(unit) { return unit == field.units[0] ? nil : unit }
    return field == .range || field == .truth ? Self.lengthUnit(numbers(values)) : nil
  }

  private func numbers(_ values: [LogText]) -> [Double] {
    let marks = NumberMarks(values)
    return values.compactMap {
      Self.number($0, isComma: marks.hasDecimalComma, marks.thousands)
    }
  }

  /// Whether values are numbers that are counted or measured, and no names of links: hardly any comes again.
  private static func areMeasured(_ values: [LogText]) -> Bool {
    guard areNumbers(values) else { return false }
    return Set(values.map { $0.string }).count > max(fewLinks, values.count / rowsOfLink)
  }

  /// So many links may be named by numbers in any case, and of more each has as many rows.
  private static let (fewLinks, rowsOfLink) = (8, 4)

  private static func areNumbers(_ values: [LogText]) -> Bool {
    let marks = NumberMarks(values)
    let numbers = values.count {
      number($0, isComma: marks.hasDecimalComma, marks.thousands) != nil
    }
    return numbers > 0 && 10 * numbers >= 9 * values.count
  }

  private static func number(
    _ value: LogText, isComma: Bool, _ thousands: Character? = nil
  ) -> Double? {
    var text = value
    if let mark = thousands?.asciiValue { text = text.filter { $0 != mark }[...] }
    return (isComma ? text.withDecimalPoint : text).decimal
  }

  /// The median step between numbers that differ, in their order, or sorted where they have none; `nil` for no steps.
  private static func step(_ numbers: [Double]) -> Double? {
    func steps(_ numbers: [Double]) -> [Double] {
      zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
    }
    let asWritten = steps(numbers)
    let isInOrder = 20 * asWritten.count { $0 > 0 } >= 19 * asWritten.count
    let lengths = (isInOrder ? asWritten : steps(numbers.sorted())).map { $0.magnitude }.sorted()
    return lengths.isEmpty ? nil : lengths[lengths.count / 2]
  }

  /// By the age of the epoch, or by the step: ranges come up to 200 times a second, levels of Bluetooth up to 10 times.
  /// Steps of less than a millisecond are days.
  private static func timeUnit(_ numbers: [Double], hasRanges: Bool) -> ColumnMapping.Unit? {
    guard let step = step(numbers) else { return nil }
    let middle = numbers.sorted()[numbers.count / 2]
    switch middle {
    case 1e17...: return .nanoseconds
    case 1e14...: return .microseconds
    case 1e11...: return .milliseconds
    default: break
    }
    let limits = hasRanges ? (5.0, 1e4, 1e7) : (100, 1e5, 1e8)
    switch step {
    case limits.2...: return .nanoseconds
    case limits.1...: return .microseconds
    case limits.0...: return .milliseconds
    case ..<1e-3 where step * 86_400 > 5e-3 && middle < 1e6:
      return middle < 3e5 ? .excel : .matlab
    default: return nil
    }
  }

  /// Whole numbers that are too large for metres indoors.
  private static func lengthUnit(_ numbers: [Double]) -> ColumnMapping.Unit? {
    let sorted = numbers.sorted()
    guard !sorted.isEmpty, numbers.allSatisfy({ $0 == $0.rounded() }) else { return nil }
    switch sorted[sorted.count / 2] {
    case 1000...: return .millimetres
    case 30...: return .centimetres
    default: return nil
    }
  }

  // MARK: The check

  /// Fewer of the rows than this share is no way to read a log.
  private static let leastShare = 0.9
  /// Ranges whose median is longer, in m, are no ranges of radios.
  private static let longest = 2_000.0
  /// A length that is not called a range is one up to here, in m.
  private static let longestRange = 300.0
  /// Rows that come more seldom, in s, are stamped by a clock of another kind.
  private static let slowest = 3_600.0
  /// As large a share of steps that nobody walks says that links are mixed.
  private static let mixed = 0.2

  /// The proposal, once the rows can be read with it, by the first column of times that suits. The reader is asked
  /// itself: it refuses what it cannot read, and proposes nothing.
  func checked() -> (proposal: ReadError.Proposal?, obstacle: String?) {
    var named = times.filter { $0.isNamed } + times.filter { !$0.isNamed }
    // Only of the likeliest the unit is guessed.
    if let guess = named.firstIndex(where: { $0.numbers != nil }) {
      named = named[...guess] + named[(guess + 1)...].filter { $0.numbers == nil }
    }
    var ways: [(time: TimeColumn?, sorts: Bool)] = named.map { (time: $0, sorts: false) }
    ways += named.filter { $0.isNamed || $0.isCounter }.map { (time: $0, sorts: true) }
    if named.first?.isNamed != true { ways.append((time: nil, sorts: false)) }
    var obstacle: String?
    for way in ways {
      let (proposal, reason) = proposal(way.time, sorts: way.sorts, after: named)
      if proposal != nil { return (proposal, nil) }
      obstacle = obstacle ?? reason
    }
    return (nil, obstacle)
  }

  private func proposal(
    _ time: TimeColumn?, sorts: Bool, after times: [TimeColumn]
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    var mapping = mapping
    mapping.columns[.time] = time?.column
    if let marks = time?.marks { mapping.take(marks) }
    if time?.column.unit != .clock { mapping.columns[.date] = nil }
    if let numbers = time?.numbers {
      let unit = Self.timeUnit(numbers, hasRanges: mapping.columns[.range] != nil)
      mapping.columns[.time]?.unit = unit
    }
    guard var found = read(mapping, sorts: sorts) else { return (nil, nil) }
    if found.pace.fastShare >= Self.mixed, let peer = mapping.columns[.peer], let otherPeer {
      var joined = mapping
      joined.columns[.peer]?.name = "\(peer.name)+\(otherPeer)"
      if let other = read(joined, sorts: sorts), other.pace.fastShare < found.pace.fastShare {
        (mapping, found) = (joined, other)
      }
    }
    let report = found.report
    let count = report.accepted + report.rejected
    guard report.accepted > 0, Double(report.accepted) >= Self.leastShare * Double(count),
      isPlausible(found, time)
    else {
      let reason = report.rejections.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
      let marks = mapping.usesDecimalComma ? " with decimal commas" : ""
      return (
        nil,
        reason.map {
          "\(mapping.text)\(marks) reads \(report.accepted) of the first \(count) rows: \($0.value.example)"
        }
      )
    }
    var notes = ["reads \(report.accepted) of the first \(count) rows"] + notes
    if sorts { notes.append("they are in no order of time") }
    if let column = mapping.columns[.time], time?.numbers != nil {
      let length = SignedSeconds.text(found.pace.length).dropFirst()
      notes.append("\(column.name) is taken for \((column.unit ?? .seconds).rawValue): \(length)")
    } else if let column = mapping.columns[.time], time?.isNamed == false {
      notes.append("\(column.name) is taken for the time")
    }
    if let step = found.pace.step, step < LinkPace.shortest {
      notes.append("they span \(found.pace.length) s; no radio is so quick")
    }
    if found.pace.fastShare >= Self.mixed {
      notes.append("many steps are faster than anybody walks; a column may name the links")
    }
    let passed = times.prefix { $0.column.name != time?.column.name }.map { column in
      let rises = column.numbers.map { Self.rises($0) } ?? false
      return "\(column.column.name), "
        + (rises ? "which rises like a time" : "which reads fewer rows as a time")
    }
    let missing =
      passed + leftOut.filter { $0 != otherPeer || mapping.columns[.peer]?.name == $0 }
    if !missing.isEmpty {
      let more = missing.count > 3 ? " and \(missing.count - 3) more" : ""
      notes.append("left out: \(missing.prefix(3).joined(separator: ", "))\(more)")
    }
    return (
      ReadError.Proposal(
        columns: mapping.text, usesDecimalComma: mapping.usesDecimalComma,
        needsRate: mapping.columns[.time] == nil, thousandsMark: mapping.thousandsMark,
        sorts: sorts,
        notes: notes + report.warnings.filter { $0 == TraceSink.newestFirst }), nil
    )
  }

  private struct Trial {
    let report: ReadReport
    let records: [TraceRecord]
    let pace: LinkPace
    let unit: ColumnMapping.Unit?
    let isSorted: Bool
  }

  private func read(_ mapping: ColumnMapping, sorts: Bool) -> Trial? {
    var options = ReadOptions()
    options.columns = mapping
    options.takesLinkClocks = true
    options.sorts = sorts
    options.cures = cures
    if mapping.columns[.time] == nil { options.period = 0.1 }
    var sink = TraceSink(path: "-", options: options)
    let lines =
      table.text.count < FormatDetection.limit
      ? table.text[...] : table.text[...(table.text.lastIndex(of: 0x0A) ?? 0)]
    do throws(ReadError) {
      if table.isJSON {
        var reader = NDJSONTrace(options: options)
        try reader.read(lines, into: &sink)
      } else {
        var reader = CSVTrace(options: options)
        try reader.read(lines, into: &sink)
      }
      try sink.flush()
    } catch {
      return nil
    }
    return Trial(
      report: sink.report, records: sink.records, pace: LinkPace(sink.records),
      unit: mapping.columns[.time]?.unit,
      isSorted: sorts)
  }

  private func isPlausible(_ trial: Trial, _ time: TimeColumn?) -> Bool {
    if let step = trial.pace.step, let time {
      guard step < Self.slowest, step >= LinkPace.shortest || time.numbers == nil else {
        return false
      }
    }
    // Sorted, a counter that turned over would be folded.
    if trial.isSorted, time?.isCounter ?? false, let first = trial.records.first,
      let last = trial.records.last,
      ClockMending.mayTurn(between: first.sample.time.value, and: last.sample.time.value)
    {
      return false
    }
    // Nobody knows the unit of a counter: ticks of a radio are shorter than nanoseconds.
    if let time, time.isCounter, time.numbers != nil, let step = trial.pace.step {
      let link = trial.records.first?.peer
      let ranges = trial.records.filter { $0.peer == link }.compactMap { $0.sample.range?.value }
      guard trial.unit != .nanoseconds, !LinkPace.creeps(ranges, step: step) else { return false }
    }
    let ranges = trial.records.compactMap { $0.sample.range?.value }.sorted()
    return ranges.isEmpty || ranges[ranges.count / 2] < Self.longest
  }
}

extension ColumnMapping {
  fileprivate mutating func take(_ marks: NumberMarks) {
    if marks.hasDecimalComma { usesDecimalComma = true }
    thousandsMark = marks.thousands ?? thousandsMark
  }
}

extension TraceFormat {
  fileprivate mutating func read(
    _ text: ArraySlice<UInt8>, into sink: inout TraceSink
  ) throws(ReadError) {
    try unsafe text.withUnsafeBufferPointer { (bytes) throws(ReadError) in
      try unsafe feed(UnsafeRawBufferPointer(bytes), into: &sink)
    }
    try finish(into: &sink)
  }
}

struct NumberMarks {
  let hasDecimalComma: Bool
  let thousands: Character?

  /// Looks at the numbers of one column. A single mark before three digits is one of thousands where numbers
  /// below a thousand have none, or one number has several; else it is a decimal mark.
  init(_ values: [LogText]) {
    let points = [UInt8(ascii: ","), UInt8(ascii: ".")]
    // Decimals stand behind another mark.
    func whole(_ value: LogText, _ mark: UInt8) -> LogText {
      let end = value.lastIndex { points.contains($0) && $0 != mark }
      guard let end, end > value.lastIndex(of: mark) ?? -1 else { return value }
      return value[..<end]
    }
    let marked = (points + [UInt8(ascii: "'")]).map { mark in
      (
        mark: mark,
        groups: values.filter { $0.contains(mark) }.map {
          whole($0, mark).split(separator: mark, omittingEmptySubsequences: false)
        }
      )
    }
    func areGroups(_ parts: [LogText]) -> Bool {
      parts.dropFirst().allSatisfy { $0.count == 3 && $0.unsignedInteger != nil }
        && (1...3).contains(parts[0].count) && parts[0].unsignedInteger.map { $0 > 0 } ?? false
    }
    let found = marked.first { mark, groups in
      guard !groups.isEmpty else { return false }
      let isMixed =
        groups.contains { $0.count > 2 } || groups.count < values.count || mark == UInt8(ascii: "'")
        || values.contains { $0.contains(mark) && whole($0, mark).count < $0.count }
      let others = values.filter { !$0.contains(mark) }.map { whole($0, mark) }
      let areSmall = others.allSatisfy { $0.unsignedInteger.map { $0 < 1000 } ?? false }
      return isMixed && areSmall && groups.allSatisfy { areGroups($0.map { LogText($0) }) }
    }
    thousands = found.map { Character(Unicode.Scalar($0.mark)) }
    let comma = UInt8(ascii: ",")
    hasDecimalComma =
      found?.mark != comma
      && values.contains { value in
        let parts = value.split(separator: comma, omittingEmptySubsequences: false)
        return parts.count == 2
          && (parts[0].decimal != nil || found != nil) && parts[1].unsignedInteger != nil
      }
  }
}
