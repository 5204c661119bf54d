/// Most rows of a trace were not used, or are plausible only in another unit: why, and what reads it.
package struct ReadingDoubt {
  package let cause: String
  /// The options that read most rows, ready for a shell, and how many: tried on the whole file.
  package let cure: (options: String, report: ReadReport)?

  /// As large a share of rows has to be used; the other where a log holds other things as well.
  private static let (least, leastOfLog) = (0.5, 0.1)
  private static let enough = 0.9
  private static let lengths: [ColumnMapping.Unit] = [.centimetres, .millimetres, .feet, .inches]
  /// The most rows that are sorted for a doubt: all are held in memory.
  private static let mostSorted = 200_000

  /// The doubt about a trace, by what became of its rows, if there is one. A stream is not read again, and has no cure.
  package init?(
    _ path: String, _ options: ReadOptions, _ report: ReadReport, _ findings: [Finding]
  ) {
    let isTidy = TraceFormats.tidy.named(report.format) != nil
    let isLog =
      TraceFormats.all.named(report.format) != nil && !isTidy || options.pattern != nil
    // Of a table of other columns, what holds none of those that are named is lost.
    let isMapped = !isLog && !isTidy
    let rows = report.accepted + report.rejected + (isMapped ? report.ignored : 0)
    let isMixed = (isLog || isMapped) && report.ignored > 0 || report.otherPeers > 0
    let least = isMixed ? Self.leastOfLog : Self.least
    let isLost = Double(report.accepted) < least * Double(rows)
    let certain = findings.first { PlausibilityCheck.units.contains($0.rule) }
    // Steps that nobody walks may be another unit, several links, or a number that stands for no measurement.
    let isStuck = findings.contains { $0.rule == "stuck" }
    let fast = isLog || isStuck ? nil : findings.first { PlausibilityCheck.steps.contains($0.rule) }
    let isFile = path != "-" && isRegularFile(at: path)
    if report.clockJumps.count > 0, report.accepted <= Self.mostSorted, !isLog, isFile,
      let (sorted, what) = Self.sorted(path, options, atLeast: report.accepted)
    {
      cause = "\(report.clockJumps.place(report.unit)): the times go back, where rows \(what)"
      cure = ("--reorder all", sorted)
      return
    }
    guard isLost || certain != nil || fast != nil else { return nil }
    let reason = report.rejections.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    let what =
      isLost
      ? "\(rows - report.accepted) of \(counted(rows, "row")) were not used"
        + (reason.map { ", most of them by \($0.key.rawValue)" } ?? "")
      : (certain ?? fast)?.message ?? ""
    let mend = isLost ? nil : (certain ?? fast)?.cure
    // Steps alone do not show feet: they are a third of metres, and nobody walks so fast.
    let units = Self.lengths.filter { unit in
      fast == nil || fast?.rule == "fast" && (isLost || certain != nil || unit != .feet)
    }
    // Of two units, none reads all.
    let isTried = isFile && certain?.rule != LeapCheck.unitRule
    let found = isTried ? Self.trial(path, options, units) : nil
    guard isLost || certain != nil || found != nil else { return nil }
    guard isFile else {
      (cause, cure) = ("\(what); lubdub check finds what reads a file of the same rows", nil)
      return
    }
    cause = found.map { "\(what); \($0.candidate.cause)" } ?? mend.map { "\(what); \($0)" } ?? what
    cure = found.map { ($0.candidate.words, $0.report) }
  }

  package func sentence(_ command: String = "") -> String {
    guard let cure else { return cause }
    let rows = cure.report.accepted + cure.report.rejected
    return
      "\(cause): \(command)\(cure.options) reads \(cure.report.accepted) of \(counted(rows, "row"))"
  }

  /// What sorting makes of blocks in another order, or of rows written twice: all go on at their pace.
  private static func sorted(
    _ path: String, _ options: ReadOptions, atLeast accepted: Int
  ) -> (report: ReadReport, what: String)? {
    var options = options
    options.sorts = true
    guard let (rows, report) = try? TraceReader.readAll(path: path, options: options),
      report.clockJumps.count == 0, report.accepted + report.duplicates >= accepted
    else { return nil }
    let steps = zip(rows, rows.dropFirst()).map { $1.sample.time.value - $0.sample.time.value }
    let back = steps.indices.filter { rows[$0 + 1].line < rows[$0].line }
    let usual = Statistics.median(steps) ?? 0
    // Rows of a clock that was set stand between others: more often than by chance their steps are odd.
    func isOdd(_ place: Int) -> Bool {
      steps[place] > 3 * usual
        || steps[max(0, place - 1)...min(place + 1, steps.count - 1)].contains { 2 * $0 < usual }
    }
    let (odd, all) = (back.count(where: isOdd), steps.indices.count(where: isOdd))
    guard odd * steps.count <= back.count * (all + steps.count / 10),
      back.count + report.duplicates > 0
    else { return nil }
    let isOne = back.count == 1
    let what = isOne ? "begin that come before the first one" : "fit between earlier ones"
    return (report, report.duplicates > 0 ? "repeat earlier ones" : what)
  }

  private struct Candidate {
    let cause: String
    let words: String
    let options: ReadOptions
  }

  private static func trial(
    _ path: String, _ options: ReadOptions, _ ranges: [ColumnMapping.Unit]
  ) -> (candidate: Candidate, report: ReadReport)? {
    var options = options
    options.strict = false
    var best: (candidate: Candidate, report: ReadReport)?
    var least = Double.infinity
    for candidate in candidates(path, options, ranges) {
      var check = PlausibilityCheck()
      var block: [TraceRecord] = []
      guard var reader = try? TraceReader(path: path, options: candidate.options) else { continue }
      while (try? reader.nextBlock(into: &block)) == true { check.check(block) }
      let report = reader.report
      let rows = report.accepted + report.rejected
      guard report.accepted > 0, Double(report.accepted) >= enough * Double(rows),
        !check.findings.contains(where: {
          PlausibilityCheck.units.union(PlausibilityCheck.steps).contains($0.rule)
            || $0.rule == "beyond-reach" || $0.rule == "leap"
        }),
        report.clockJumps.count <= 1, let odd = check.oddity
      else { continue }
      // Few devices write inches.
      let oddity = candidate.cause.hasSuffix(" in") ? 4 * odd : odd
      if oddity < least { (best, least) = ((candidate, report), oddity) }
    }
    return best
  }

  private static func candidates(
    _ path: String, _ options: ReadOptions, _ ranges: [ColumnMapping.Unit]
  ) -> [Candidate] {
    var found: [Candidate] = []
    var sorted = options
    sorted.sorts = true
    guard let start = InputFile.start(of: path) else { return [] }
    let base = options.columns.map { (try? ColumnMapping($0.text)) ?? $0 } ?? tidy(start)
    func add(_ cause: String, peer: String? = nil, _ change: (inout ColumnMapping) -> Void) {
      guard var mapping = base else { return }
      change(&mapping)
      var other = options
      (other.columns, other.peer) = (mapping, peer ?? options.peer)
      // In a smaller unit a window may span the whole file.
      if other.reorderingWindow != nil { (other.reorderingWindow, other.sorts) = (nil, true) }
      let proposal = ReadError.Proposal(
        columns: mapping.text, usesDecimalComma: mapping.usesDecimalComma, needsRate: false,
        thousandsMark: mapping.thousandsMark)
      let words = proposal.commandLine + (peer.map { " --peer \($0)" } ?? "")
      found.append(Candidate(cause: cause, words: words, options: other))
    }
    if base?.columns[.range] != nil, base?.columns[.rssi] != nil {
      add("range and signal strength look swapped") { mapping in
        let range = mapping.columns[.range]?.name
        mapping.columns[.range] = mapping.columns[.rssi].map { ColumnMapping.Column($0.name) }
        mapping.columns[.rssi] = range.map { ColumnMapping.Column($0) }
      }
    }
    found.append(
      Candidate(
        cause: "the rows are not in the order of time", words: "--reorder all", options: sorted))
    if options.columns == nil { add("cells hold a unit of their own") { _ in } }
    // Where a column such as `valid` marks rows, most of them are measured.
    let table = base?.columns[.peer] == nil ? SampleTable(start, isWhole: false) : nil
    for (place, title) in (table?.titles ?? []).enumerated() {
      let (name, marks) = (ColumnName(title), table?.values(place).map(\.string) ?? [])
      let counts = marks.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      guard name.field == nil, !name.mayBeRange, 2...4 ~= counts.count,
        let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key,
        most.allSatisfy({ $0.isLetter || $0.isNumber })
      else { continue }
      let cause = "\(title) seems to mark rows without a measurement"
      add(cause, peer: most) { $0.columns[.peer] = ColumnMapping.Column(title) }
    }
    let times = [ColumnMapping.Unit.seconds, .milliseconds, .microseconds, .nanoseconds, .excel]
    let units: [(ColumnMapping.Field, String, [ColumnMapping.Unit])] = [
      (.range, "the ranges look", ranges), (.time, "the times look", times),
      (.truth, "the truth looks", [.metres] + Self.lengths),
    ]
    for (field, what, units) in units where base?.columns[field] != nil {
      for unit in units where field != .time || unit != base?.columns[field]?.unit ?? .seconds {
        add("\(what) like \(unit.rawValue)") { $0.columns[field]?.unit = unit }
      }
    }
    add("decimals have a comma") { $0.usesDecimalComma = true }
    if let proposal = LogPreview(start)?.proposal, !proposal.needsRate,
      var mapping = try? ColumnMapping(proposal.columns)
    {
      mapping.usesDecimalComma = proposal.usesDecimalComma
      mapping.thousandsMark = proposal.thousandsMark
      if mapping.columns[.truth] == nil { mapping.columns[.truth] = base?.columns[.truth] }
      var other = options
      (other.columns, other.format, other.sorts) = (mapping, nil, proposal.sorts || options.sorts)
      found.append(
        Candidate(cause: "the columns suit a mapping", words: proposal.commandLine, options: other))
    }
    return found
  }

  static func tidy(_ start: [UInt8]) -> ColumnMapping? {
    guard let titles = LogPreview(start)?.titles else { return nil }
    let names = Set(titles.map { $0.lowercased() })
    let columns = ColumnMapping.tidyWithDecimalComma.columns.filter {
      names.contains($0.value.name)
    }
    return columns[.time] == nil || columns.count < 2 ? nil : ColumnMapping(columns)
  }
}

extension InputFile {
  /// The first bytes of a file; `nil` for a stream, which is not read again.
  package static func start(of path: String, most: Int = FileInspection.startSize) -> [UInt8]? {
    guard path != "-", isRegularFile(at: path), var file = try? InputFile(path: path) else {
      return nil
    }
    return try? file.read(upTo: min(most, file.size ?? most))
  }
}
