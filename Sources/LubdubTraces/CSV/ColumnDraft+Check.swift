extension ColumnDraft {
  private static let leastShare = 0.9
  /// The longest median of ranges of radios, in m.
  private static let longest = 2_000.0
  /// The interval of rows, in s, from which the timestamps come from another kind of clock.
  private static let slowest = 3_600.0
  /// If this share of steps is faster than walking, the column may mix several links.
  private static let mixed = 0.2
  /// The maximum number of time columns that are tried.
  private static let mostTimes = 4

  typealias Result = (proposal: ReadError.Proposal?, obstacle: String?)

  /// The proposal, using the first suitable column of times with which the reader reads the rows.
  func checked() -> Result {
    if let obstacle { return (nil, obstacle) }
    var likely = times.filter { $0.isNamed } + times.filter { !$0.isNamed }
    // Only the unit of the most likely column is guessed.
    if let guess = likely.firstIndex(where: { $0.isGuess }) {
      likely = likely[...guess] + likely[(guess + 1)...].filter { !$0.isGuess }
    }
    likely = Array(likely.prefix(Self.mostTimes))
    // The times of batches, or of whole seconds, are less exact than the times of each row.
    let counts = likely.map { $0.variety }
    if let most = counts.max(), let first = counts.first, 0 < first, 2 * first < most,
      let finest = counts.firstIndex(of: most)
    {
      likely.insert(likely.remove(at: finest), at: 0)
    }
    var ways: [(time: TimeColumn?, sorts: Bool)] = likely.map { (time: $0, sorts: false) }
    ways += likely.filter { $0.isNamed || $0.isCounter }.map { (time: $0, sorts: true) }
    if likely.first?.isNamed != true { ways.append((time: nil, sorts: false)) }
    var obstacle: String?
    for way in ways {
      let (proposal, reason) = proposal(way.time, sorts: way.sorts)
      if proposal != nil { return (proposal, nil) }
      obstacle = obstacle ?? reason
    }
    return (nil, obstacle)
  }

  private func proposal(_ time: TimeColumn?, sorts: Bool) -> Result {
    var (mapping, notes, reasons) = (mapping, notes, reasons)
    let hasRanges = mapping.columns[.range] != nil
    mapping.columns[.time] = time.map { time in
      let unit = time.isGuess ? time.source.timeUnit(besideRanges: hasRanges) : time.unit
      return ColumnMapping.Column(time.name, unit: unit)
    }
    if let time, !time.isStamp { mapping.take(time.source.marks) }
    if time?.unit != .clock { mapping.columns[.date] = nil }
    guard let found = SampleReading(table, mapping, sorts: sorts, cures) else { return (nil, nil) }
    // A level of the ranging radio has no effect.
    if found.hasUnusedLevels, let level = mapping.columns[.rssi] {
      mapping.columns[.rssi] = nil
      reasons.append("\(level.name), a level next to ranges")
    }
    if let fault = fault(of: found, mapping, time) { return (nil, fault.isEmpty ? nil : fault) }
    notes.insert(found.sentence, at: 0)
    notes += mapping.columns.values.flatMap { $0.parts }.inOrder().compactMap { name in
      ColumnName.oddUnit(of: name).map { "the unit of \(name), \($0), is not known" }
    }
    if sorts { notes.add("the times are not in order") }
    if let time, time.isGuess {
      let unit = mapping.columns[.time]?.unit ?? .seconds
      let length = SignedSeconds.text(found.statistics.length).dropFirst()
      notes.add("\(time.name) is read as \(unit.rawValue): \(length)")
    } else if let time, !time.isNamed {
      notes.add("\(time.name) is used as the time")
    }
    if mapping.columns[.peer] == nil, mapping.others.isEmpty, let link {
      notes.add("\(link) may name the links: peer=\(link)")
    }
    let taken = mapping.names
    reasons += times.map { "\($0.name), another time" }
    let unread = table.titles.filter { !$0.isEmpty && !taken.contains($0) }.map { title in
      reasons.first { $0.hasPrefix(title + ",") } ?? title
    }
    if !unread.isEmpty { notes.add("not used: \(unread.listed(8))") }
    notes += found.report.warnings.filter { $0 == TraceSink.newestFirst }
    return (mapping.proposal(needsRate: time == nil, sorts: sorts, notes: notes), nil)
  }

  /// The reason why a reading is not proposed: the warning that a command with these columns would print. Empty if the
  /// columns are only improbable.
  private func fault(of trial: SampleReading, _ mapping: ColumnMapping, _ time: TimeColumn?)
    -> String?
  {
    let accepted = trial.report.accepted
    // One number may mean no measurement, however often it occurs.
    let most = trial.reason?.count ?? 0
    let values = columns.first { $0.title == mapping.columns[.range]?.name }?.values ?? []
    let counts = values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let absent = most > 4 && counts.values.contains(most) ? most : trial.words
    guard accepted > 0, 2 * accepted >= trial.count,
      Double(accepted) >= Self.leastShare * Double(trial.count - absent)
    else {
      let marks = mapping.usesDecimalComma ? " with decimal commas" : ""
      let start = "\(mapping.text)\(marks) reads \(accepted) of the first \(trial.count) rows"
      return trial.reason.map { "\(start): \($0.example)" } ?? ""
    }
    if let time, let step = trial.statistics.step, isImprobable(time, step, mapping, trial) {
      return ""
    }
    let ranges = trial.records.compactMap { $0.sample.range?.value }.inOrder()
    guard ranges.isEmpty || ranges[ranges.count / 2] < Self.longest else { return "" }
    guard let range = mapping.columns[.range], trial.statistics.fastShare >= Self.mixed else {
      return nil
    }
    return "\(range.name) has steps too fast to walk; name its unit, or the column of the links"
      + (link.map { ", perhaps \($0)" } ?? "")
  }

  private func isImprobable(
    _ time: TimeColumn, _ step: Double, _ mapping: ColumnMapping, _ trial: SampleReading
  ) -> Bool {
    // A unit that the log states is kept, however fast the rows are.
    if step >= Self.slowest || step < LinkPace.shortest && time.isGuess { return true }
    guard time.isCounter else { return false }
    // Sorting would mix the rows before and after a counter's wrap.
    if trial.report.warnings.contains(where: { $0.hasPrefix(TraceSink.mayTurn) }) { return true }
    guard time.isGuess else { return false }
    // The unit of a counter is unknown: ticks of a radio are shorter than nanoseconds.
    let link = trial.records.first?.peer
    let ranges = trial.records.filter { $0.peer == link }.compactMap { $0.sample.range?.value }
    return mapping.columns[.time]?.unit == .nanoseconds || LinkPace.creeps(ranges, step: step)
  }
}
