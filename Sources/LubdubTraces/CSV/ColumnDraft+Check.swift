extension ColumnDraft {
  private static let leastShare = 0.9
  /// Ranges whose median is longer, in m, are no ranges of radios.
  private static let longest = 2_000.0
  /// Rows that come more seldom, in s, are stamped by a clock of another kind.
  private static let slowest = 3_600.0
  /// As large a share of steps that nobody walks says that links are mixed; steps of this length, in m, may say so.
  private static let (mixed, nearNoise) = (0.2, 0.1)

  /// The proposal, by the first column of times that suits and with which the reader itself reads the rows.
  func checked() -> (proposal: ReadError.Proposal?, obstacle: String?) {
    if let obstacle = obstacle ?? unpadded { return (nil, obstacle) }
    var named = times.filter { $0.isNamed } + times.filter { !$0.isNamed }
    // Only of the likeliest the unit is guessed.
    if let guess = named.firstIndex(where: { $0.numbers != nil }) {
      named = named[...guess] + named[(guess + 1)...].filter { $0.numbers == nil }
    }
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
      let unit = Self.timeUnit(
        numbers, hasRanges: mapping.columns[.range] != nil, isTick: time?.isTick ?? false)
      mapping.columns[.time]?.unit = unit
    }
    guard var found = read(mapping, sorts: sorts) else { return (nil, nil) }
    var notes = notes
    let peer = mapping.columns[.peer]?.name
    let further = peer == nil ? link ?? number : otherPeer ?? link
    // A clock that is set where another name begins is that of another recording.
    if let further, found.report.clockJumps.count > 0, mapping.columns[.recording] == nil,
      Self.areRecordings(table.values(titled: further))
    {
      var separate = mapping
      separate.columns[.recording] = .init(further)
      if let other = read(separate, sorts: sorts), other.report.clockJumps.count == 0 {
        (mapping, found) = (separate, other)
        notes.add("\(further) is taken for the recording")
      }
    }
    let isMixed =
      found.pace.fastShare >= Self.mixed || found.pace.rangeStep > Self.nearNoise
      || mapping.columns[.range] == nil
    if isMixed, mapping.others.isEmpty, let further {
      let name = (peer.map { $0 + "+" } ?? "") + further
      var joined = mapping
      joined.columns[.peer] = .init(name)
      if let other = read(joined, sorts: sorts),
        other.pace.fastShare < found.pace.fastShare
          || 2 * other.pace.levelStep < found.pace.levelStep
          || 2 * other.pace.rangeStep < found.pace.rangeStep
      {
        (mapping, found) = (joined, other)
        if further != otherPeer { notes.add("\(name) is taken for the link") }
      }
    }
    if found.pace.fastShare >= Self.mixed, let unit = smallerUnit(mapping, found) {
      var scaled = mapping
      scaled.columns[.range]?.unit = unit
      if let other = read(scaled, sorts: sorts), 4 * other.pace.fastShare < Self.mixed {
        (mapping, found) = (scaled, other)
        notes.add("\(scaled.columns[.range]?.name ?? "") is taken for \(unit.rawValue)")
      }
    }
    let report = found.report
    let count = report.accepted + report.rejected
    let reason = report.rejections.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    // Words in place of numbers, NaN and one number that stands for none are rejected, however many of them.
    var words = [.notANumber, .notFinite].reduce(0) { $0 + (report.rejections[$1]?.count ?? 0) }
    #if !hasFeature(Embedded)
    let name = (mapping.columns[.range] ?? mapping.columns[.rssi])?.name ?? ""
    let counts = table.values(titled: name).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    if let most = reason?.value.count, most > 4, counts.values.contains(most) { words = most }
    #endif
    guard report.accepted > 0, 2 * report.accepted >= count,
      Double(report.accepted) >= Self.leastShare * Double(count - words), isPlausible(found, time)
    else {
      let marks = mapping.usesDecimalComma ? " with decimal commas" : ""
      return (
        nil,
        reason.map {
          "\(mapping.text)\(marks) reads \(report.accepted) of the first \(count) rows: \($0.value.example)"
        }
      )
    }
    let example = 10 * words > count ? reason.map { "; in others \($0.value.example)" } ?? "" : ""
    notes.insert("reads \(report.accepted) of the first \(count) rows\(example)", at: 0)
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
    if let step = found.pace.step, step < LinkPace.shortest {
      notes.add(
        "they span \(SignedSeconds.text(found.pace.length).dropFirst()); no radio is so quick")
    }
    if found.pace.fastShare >= Self.mixed {
      notes.add("many steps are faster than anybody walks; a column may name the links")
    }
    if mapping.columns[.peer] == nil, mapping.others.isEmpty, let link {
      notes.add("\(link) may name the links: peer=\(link)")
    }
    let passed = times.prefix { $0.column.name != time?.column.name }.map { column in
      let rises = column.numbers.map { Self.rises($0) } ?? false
      return "\(column.column.name), "
        + (rises ? "which rises like a time" : "which reads fewer rows as a time")
    }
    let taken = mapping.columns[.time]?.parts ?? []
    let others = times.dropFirst(passed.count + 1).map { $0.column.name }
      .filter { !taken.contains($0) }.map { "\($0), another time" }
    let missing =
      passed + others + leftOut.filter { $0 != otherPeer || mapping.columns[.peer]?.name == $0 }
    if !missing.isEmpty { notes.add("left out: \(missing.listed(6))") }
    #if !hasFeature(Embedded)
    let read = mapping.names
    let unread = table.titles.filter { title in
      !title.isEmpty && !read.contains(title)
        && !missing.contains { $0 == title || $0.hasPrefix(title + ",") }
    }
    if !unread.isEmpty { notes.add("not used: \(unread.listed(8))") }
    #endif
    return (
      ReadError.Proposal(
        columns: mapping.text, usesDecimalComma: mapping.usesDecimalComma,
        needsRate: mapping.columns[.time] == nil, thousandsMark: mapping.thousandsMark,
        sorts: sorts, notes: notes + report.warnings.filter { $0 == TraceSink.newestFirst }), nil
    )
  }

  private func smallerUnit(_ mapping: ColumnMapping, _ found: Trial) -> ColumnMapping.Unit? {
    guard mapping.others.isEmpty, let range = mapping.columns[.range], range.unit == nil,
      ColumnName(path: range.name).unit == nil
    else { return nil }
    let ranges = found.records.compactMap { $0.sample.range?.value }.inOrder()
    let near = ranges.isEmpty ? 0 : ranges[ranges.count / 10]
    return near >= 300 ? .millimetres : near >= 30 ? .centimetres : nil
  }

  private struct Trial {
    let report: ReadReport
    let records: [TraceRecord]
    let pace: LinkPace
    let unit: ColumnMapping.Unit?
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
      unit: mapping.columns[.time]?.unit)
  }

  private func isPlausible(_ trial: Trial, _ time: TimeColumn?) -> Bool {
    if let step = trial.pace.step, let time {
      guard step < Self.slowest, step >= LinkPace.shortest || time.numbers == nil else {
        return false
      }
    }
    // Sorted, a counter that turned over would be folded.
    let isFolded = trial.report.warnings.contains { $0.hasPrefix(TraceSink.mayTurn) }
    if isFolded, time?.isCounter ?? false { return false }
    // Nobody knows the unit of a counter: ticks of a radio are shorter than nanoseconds.
    if let time, time.isCounter, time.numbers != nil, let step = trial.pace.step {
      let link = trial.records.first?.peer
      let ranges = trial.records.filter { $0.peer == link }.compactMap { $0.sample.range?.value }
      guard trial.unit != .nanoseconds, !LinkPace.creeps(ranges, step: step) else { return false }
    }
    let ranges = trial.records.compactMap { $0.sample.range?.value }.inOrder()
    return ranges.isEmpty || ranges[ranges.count / 2] < Self.longest
  }
}

extension TraceFormat {
  fileprivate mutating func read(
    _ text: ArraySlice<UInt8>, into sink: inout TraceSink
  ) throws(ReadError) {
    try unsafe text.withBuffer { (bytes) throws(ReadError) in try unsafe feed(bytes, into: &sink) }
    try finish(into: &sink)
  }
}
