extension ColumnDraft {
  private static let leastShare = 0.9
  /// Ranges whose median is longer, in m, are no ranges of radios.
  private static let longest = 2_000.0
  /// Rows that come more seldom, in s, are stamped by a clock of another kind.
  private static let slowest = 3_600.0
  /// If this share of steps is faster than walking, or a step is this long in m, the column may mix several links.
  private static let (mixed, nearNoise) = (0.2, 0.1)
  /// The most columns of times that are tried.
  private static let mostTimes = 4

  /// The proposal, by the first column of times that suits and with which the reader itself reads the rows.
  func checked() -> (proposal: ReadError.Proposal?, obstacle: String?) {
    if let obstacle { return (nil, obstacle) }
    var named = times.filter { $0.isNamed } + times.filter { !$0.isNamed }
    // Only of the likeliest the unit is guessed.
    if let guess = named.firstIndex(where: { $0.numbers != nil }) {
      named = named[...guess] + named[(guess + 1)...].filter { $0.numbers == nil }
    }
    named = Array(named.prefix(Self.mostTimes))
    // The times of batches, or of whole seconds, say less than those of each row.
    let counts = named.map { time -> Int in
      let values = table.values(titled: time.column.name)
      let isTime = time.isNamed || time.numbers == nil && Self.rises(numbers(values))
      return isTime ? Set(values).count : 0
    }
    if let most = counts.max(), let first = counts.first, 0 < first, 2 * first < most,
      let finest = counts.firstIndex(of: most)
    {
      named.insert(named.remove(at: finest), at: 0)
    }
    var ways: [(time: TimeColumn?, sorts: Bool)] = named.map { (time: $0, sorts: false) }
    ways += named.filter { $0.isNamed || $0.isCounter }.map { (time: $0, sorts: true) }
    if named.first?.isNamed != true { ways.append((time: nil, sorts: false)) }
    var obstacle: String?
    for way in ways {
      let (proposal, reason) = proposal(way.time, sorts: way.sorts)
      if proposal != nil { return (proposal, nil) }
      obstacle = obstacle ?? reason
    }
    return (nil, obstacle)
  }

  private func proposal(
    _ time: TimeColumn?, sorts: Bool
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    var (mapping, notes, reasons) = (mapping, notes, reasons)
    mapping.columns[.time] = time?.column
    if let marks = time?.marks { mapping.take(marks) }
    if time?.column.unit != .clock { mapping.columns[.date] = nil }
    if let numbers = time?.numbers {
      let hasRanges = mapping.columns[.range] != nil
      let unit = Self.timeUnit(numbers, hasRanges: hasRanges, isTick: time?.isTick ?? false)
      mapping.columns[.time]?.unit = unit
    }
    guard let found = read(mapping, sorts: sorts) else { return (nil, nil) }
    // A level of the ranging radio decides nothing.
    if found.hasUnusedLevels, let level = mapping.columns[.rssi] {
      mapping.columns[.rssi] = nil
      reasons.append("\(level.name), a level beside ranges")
    }
    if let fault = fault(of: found, mapping, time) { return (nil, fault.isEmpty ? nil : fault) }
    notes.insert(found.sentence, at: 0)
    notes += mapping.columns.values.flatMap { $0.parts }.inOrder().compactMap { name in
      ColumnName.oddUnit(of: name).map { "the unit of \(name), \($0), is not known" }
    }
    if sorts { notes.add("they are in no order of time") }
    if let column = mapping.columns[.time], time?.numbers != nil {
      let length = SignedSeconds.text(found.pace.length).dropFirst()
      notes.add("\(column.name) is taken for \((column.unit ?? .seconds).rawValue): \(length)")
    } else if let column = mapping.columns[.time], time?.isNamed == false {
      notes.add("\(column.name) is taken for the time")
    }
    if mapping.columns[.peer] == nil, mapping.others.isEmpty, let link {
      notes.add("\(link) may name the links: peer=\(link)")
    }
    let taken = mapping.names
    reasons += times.map { "\($0.column.name), another time" }
    let unread = table.titles.filter { !$0.isEmpty && !taken.contains($0) }.map { title in
      reasons.first { $0.hasPrefix(title + ",") } ?? title
    }
    if !unread.isEmpty { notes.add("not used: \(unread.listed(8))") }
    return (
      ReadError.Proposal(
        columns: mapping.text, usesDecimalComma: mapping.usesDecimalComma,
        needsRate: mapping.columns[.time] == nil, thousandsMark: mapping.thousandsMark,
        sorts: sorts,
        notes: notes + found.report.warnings.filter { $0 == TraceSink.newestFirst }), nil
    )
  }

  private struct Trial {
    let report: ReadReport
    let records: [TraceRecord]
    let pace: LinkPace
    let unit: ColumnMapping.Unit?

    var count: Int { report.accepted + report.rejected }

    /// The most common reason why rows are rejected.
    var reason: ReadReport.Rejection? {
      report.rejections.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value
    }

    /// Rows with words or NaN in place of numbers, which are rejected however many they are.
    var words: Int {
      [RejectionReason.notANumber, .notFinite].reduce(0) {
        $0 + (report.rejections[$1]?.count ?? 0)
      }
    }

    var hasUnusedLevels: Bool {
      let ranges = records.filter { $0.sample.range != nil && $0.sample.radio != .gnss }
      return 2 * ranges.count { $0.sample.rssi != nil } > ranges.count
    }

    var sentence: String {
      "reads \(report.accepted) of the first \(count) rows"
        + (10 * words > count ? reason.map { "; in others \($0.example)" } ?? "" : "")
    }
  }

  private func read(_ mapping: ColumnMapping, sorts: Bool) -> Trial? {
    var options = ReadOptions()
    options.columns = mapping
    options.takesLinkClocks = true
    options.sorts = sorts
    options.cures = cures
    if mapping.columns[.time] == nil { options.period = 0.1 }
    var sink = TraceSink(path: "-", options: options)
    do throws(ReadError) {
      if table.isJSON {
        var reader = NDJSONTrace(options: options)
        try reader.read(table.text, into: &sink)
      } else {
        var reader = CSVTrace(options: options)
        try reader.read(table.text, into: &sink)
      }
      try sink.flush()
    } catch {
      return nil
    }
    return Trial(
      report: sink.report, records: sink.records, pace: LinkPace(sink.records),
      unit: mapping.columns[.time]?.unit)
  }

  /// The reason why a reading is not proposed: what a command that follows it would warn of. Empty where the
  /// columns are only improbable.
  private func fault(of trial: Trial, _ mapping: ColumnMapping, _ time: TimeColumn?) -> String? {
    let report = trial.report
    // One number may stand for no measurement, however often.
    let name = mapping.columns[.range]?.name ?? ""
    let counts = table.values(titled: name).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let most = trial.reason?.count ?? 0
    let absent = most > 4 && counts.values.contains(most) ? most : trial.words
    guard report.accepted > 0, 2 * report.accepted >= trial.count,
      Double(report.accepted) >= Self.leastShare * Double(trial.count - absent)
    else {
      let marks = mapping.usesDecimalComma ? " with decimal commas" : ""
      let start =
        "\(mapping.text)\(marks) reads \(report.accepted) of the first \(trial.count) rows"
      return trial.reason.map { "\(start): \($0.example)" } ?? ""
    }
    if let step = trial.pace.step, let time {
      // A unit that the log states is kept, however quick the rows are.
      guard step < Self.slowest, step >= LinkPace.shortest || time.numbers == nil else { return "" }
      // Nobody knows the unit of a counter: ticks of a radio are shorter than nanoseconds.
      if time.isCounter, time.numbers != nil {
        let link = trial.records.first?.peer
        let ranges = trial.records.filter { $0.peer == link }.compactMap { $0.sample.range?.value }
        guard trial.unit != .nanoseconds, !LinkPace.creeps(ranges, step: step) else { return "" }
      }
      // Sorted, a counter that turned over would be folded.
      let isFolded = report.warnings.contains { $0.hasPrefix(TraceSink.mayTurn) }
      if isFolded, time.isCounter { return "" }
    }
    let ranges = trial.records.compactMap { $0.sample.range?.value }.inOrder()
    guard ranges.isEmpty || ranges[ranges.count / 2] < Self.longest else { return "" }
    guard let range = mapping.columns[.range], trial.pace.fastShare >= Self.mixed else {
      return nil
    }
    return "\(range.name) has steps that nobody walks; name its unit, or the column of the links"
      + (link.map { ", perhaps \($0)" } ?? "")
  }
}

extension TraceFormat {
  fileprivate mutating func read(
    _ text: [UInt8], into sink: inout TraceSink
  ) throws(ReadError) {
    try unsafe text[...].withBuffer { (bytes) throws(ReadError) in
      try unsafe feed(bytes, into: &sink)
    }
    try finish(into: &sink)
  }
}
