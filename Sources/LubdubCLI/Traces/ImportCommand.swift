struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Turn the log of a device or program into a tidy trace.",
    discussion: """
      The content decides the format, unless you add --from. Lubdub writes the rows of all links, unless \
      --peer chooses one. Several logs give several traces, each with the name of its log. Standard error \
      lists accepted and rejected rows.

      Examples:
        lubdub import capture.btsnoop -o trace.csv
        mosquitto_sub -v -F '%U %t %p' -t 'espresense/#' | \\
          lubdub import - --as ndjson
        lubdub import board.log --from qorvo --rate 10 --peer 0x0001
        lubdub import monday.log tuesday.log -o traces/day.csv
      """)

  @Argument(
    help: ArgumentHelp(
      "Log to read; - is standard input. Each of several logs, or of the traces in a folder, becomes a separate trace.",
      valueName: "log"))
  var logs: [String] = []

  enum Files: OutputKinds {
    static let kinds = [OutputKind.table, ndjson]
    static let ndjson = OutputKind("ndjson", ".ndjson", ".jsonl")
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  @OptionGroup(title: "Traces and logs") var reading: LogOptions
  @OptionGroup(title: "Odd logs") var oddities: OddLogOptions

  @Option(
    help: ArgumentHelp(
      "Unit of the angles of arrival in the log: degrees or radians.", valueName: "degrees|radians")
  )
  var angles: AngleUnit?

  @Flag(help: "Also write link events (connected, disconnected, sent, …).") var events = false

  @Flag(help: "CSV: put an apostrophe before names that a spreadsheet could read as a formula.")
  var spreadsheetSafe = false

  @Flag(help: "List the formats.") var list = false

  func validate() throws { try expect(list || !logs.isEmpty, "Missing expected argument '<log>'") }

  func run() throws {
    if list { return try writeFile(Self.formatList, to: "-") }
    try TraceOptions.forEach(logs, writes: true) { log, name in
      var one = self
      if let name { one.outputs = try outputs.named(after: name, orOutput: true) }
      try one.convert(log)
    }
  }

  static var formatList: [UInt8] {
    let formats = TraceFormats.tool
    let width = formats.names.map(\.count).max() ?? 0
    let lines = formats.list.map { format in
      let gap = String(repeating: " ", count: width - format.name.count + 2)
      return format.name + gap + format.summary + "\n"
    }
    return Array(lines.joined().utf8)
  }

  private var options: ReadOptions {
    get throws {
      var options = try reading.readOptions([], oddities)
      options.angleUnit = angles
      options.takesLinkClocks = true
      return options
    }
  }

  private func convert(_ log: String) throws {
    let files = try outputs.checked(beside: [log], orOutput: true)
    var tidying = try Tidying(files, withEvents: events, isSpreadsheetSafe: spreadsheetSafe)
    try isStream(at: log) ? follow(log, into: &tidying) : read(log, into: &tidying)
  }

  private func read(_ log: String, into tidying: inout Tidying) throws {
    var reader = try TraceReader(path: log, options: options)
    var progress = ReadingProgress(total: reader.size)
    var block: [TraceRecord] = []
    while true {
      while try reader.nextBlock(into: &block) {
        try tidying.write(block, (reader.peers, reader.recordings), reader.report)
        progress.update(bytes: reader.position, rows: reader.report.accepted)
      }
      guard log != "-", try tidying.startsOver(for: reader.report) else { break }
      try reader.startOver()
    }
    progress.finish()
    try finish(&tidying, log, reader.report)
  }

  /// Reads a stream. If the user interrupts it, the received rows are the trace.
  private func follow(_ log: String, into tidying: inout Tidying) throws {
    Interruption.watch()
    var trace = try FollowedTrace(path: log, options: options, detectionLines: nil)
    var block: [TraceRecord] = []
    while !Interruption.isRequested, try trace.next(into: &block, timeout: Self.pollInterval) {
      try tidying.write(block, (trace.peers, trace.recordings), trace.report)
    }
    try trace.stop(into: &block)
    try TraceNotes(path: log, options: options) { Console.note($0) }.add(trace.incidents)
    try tidying.write(block, (trace.peers, trace.recordings), trace.report)
    try finish(&tidying, log, trace.report)
  }

  private static let pollInterval = Seconds(0.25)

  private func finish(_ tidying: inout Tidying, _ log: String, _ report: ReadReport) throws {
    try TraceNotes(path: log, options: options) { Console.note($0) }.finish(report)
    try report.requireRows(of: log)
    Console.write(try tidying.finish(log, report) + "\n", to: .error)
    Console.show(report.findings, of: title(of: log))
  }
}

private struct Tidying {
  struct Form {
    let format: TraceWriter.Format
    let files: OpenOutputs
    var writer: TraceWriter?
  }

  private var forms: [Form]
  private let withEvents: Bool
  private let isSpreadsheetSafe: Bool
  private var summary = ImportSummary()

  init(_ outputs: Outputs, withEvents: Bool, isSpreadsheetSafe: Bool) throws {
    forms = [
      Form(format: .csv, files: try outputs.open(.table)),
      Form(format: .ndjson, files: try outputs.open(ImportCommand.Files.ndjson)),
    ]
    (self.withEvents, self.isSpreadsheetSafe) = (withEvents, isSpreadsheetSafe)
  }

  mutating func write(
    _ block: [TraceRecord], _ names: (peers: NameTable, recordings: NameTable), _ report: ReadReport
  ) throws {
    guard !block.isEmpty else { return }
    try start(report)
    // Lubdub's own traces keep their clock and their events.
    let isTidy = TraceWriter.Format(rawValue: report.format) != nil
    for record in block where withEvents || isTidy || record.sample.event == nil {
      let row = summary.take(record, keepsClock: isTidy)
      for place in forms.indices {
        forms[place].writer?.write(
          row, peer: record.peer.map { names.peers[$0] },
          recording: record.recording.map { names.recordings[$0] })
      }
    }
    try take()
  }

  /// Starts the outputs at the first row, which determines the columns. Later JSON lines may have other columns.
  private mutating func start(_ report: ReadReport) throws {
    for place in forms.indices where forms[place].writer == nil && !forms[place].files.isEmpty {
      if report.format == TraceWriter.Format.ndjson.rawValue {
        try forms[place].files.startOver()
      }
      forms[place].writer = TraceWriter(
        forms[place].format, hasAngles: report.carriesAngles,
        hasDeviations: report.carriesDeviations, hasRecordings: report.carriesRecordings)
      forms[place].writer?.isSpreadsheetSafe = isSpreadsheetSafe
    }
  }

  /// Whether rows have values for which the first rows had no columns. If so, the outputs are emptied and get these columns.
  mutating func startsOver(for report: ReadReport) throws -> Bool {
    let lacks = forms.contains { form in
      guard let writer = form.writer else { return false }
      return report.carriesAngles && !writer.hasAngles
        || report.carriesDeviations && !writer.hasDeviations
        || report.carriesRecordings && !writer.hasRecordings
    }
    guard lacks else { return false }
    for place in forms.indices {
      forms[place].writer = nil
      try forms[place].files.startOver()
    }
    summary = ImportSummary()
    try start(report)
    return true
  }

  private mutating func take() throws {
    for place in forms.indices {
      if let bytes = forms[place].writer?.take() { try forms[place].files.write(bytes) }
    }
  }

  mutating func finish(_ log: String, _ report: ReadReport) throws -> String {
    try start(report)
    try take()
    for form in forms { try form.files.commit() }
    return summary.text(
      log, report, writesAngles: forms.contains { $0.writer?.hasAngles ?? false },
      writesDeviations: forms.contains { $0.writer?.hasDeviations ?? false })
  }
}

extension AngleUnit: ExpressibleByArgument {}

struct ImportSummary {
  private var rows = 0
  private var absences = 0
  private var events = 0
  private var directions = 0
  private var deviations = 0
  private var first: Double?
  private var last = 0.0

  /// Counts a row, and moves it onto the output's clock: seconds since the first row, in whole microseconds. With
  /// `keepsClock`, the row keeps its time.
  mutating func take(_ record: TraceRecord, keepsClock: Bool) -> TraceRecord {
    var record = record
    let sample = record.sample
    let start = first ?? sample.time.value
    first = start
    last = ((sample.time.value - start) * 1e6).rounded() / 1e6
    if !keepsClock { record.sample.time = Seconds(last) }
    rows += 1
    if record.angles != .unknown { directions += 1 }
    if sample.deviation != nil { deviations += 1 }
    if sample.event != nil {
      events += 1
    } else if sample.range == nil, sample.rssi == nil {
      absences += 1
    }
    return record
  }

  func text(
    _ log: String, _ report: ReadReport, writesAngles: Bool, writesDeviations: Bool
  ) -> String {
    let name = log == "-" ? "standard input" : log
    var head = "\(name): \(report.format), \(counted(rows, "row")) over \(last) s"
    if absences > 0 { head += ", \(absences) without a measurement" }
    if writesAngles, directions > 0 { head += ", \(directions) with angles of arrival" }
    if events > 0 { head += ", \(counted(events, "event"))" }
    var lines = [head]
    if !report.peers.isEmpty { lines.append(report.links) }
    if report.otherPeers > 0 {
      lines.append("\(counted(report.otherPeers, "row")) of other links left out")
    }
    if report.duplicates > 0 {
      lines.append("\(counted(report.duplicates, "repeated report")) dropped")
    }
    if report.ignored > 0 {
      lines.append(
        "\(counted(report.ignored, "line or record", "lines or records")) without a sample")
    }
    if report.rejected > 0 { lines.append("\(counted(report.rejected, "row")) rejected") }
    for (count, what, isWritten) in [
      (directions, "angles of arrival", writesAngles), (deviations, "deviations", writesDeviations),
    ] where count > 0 && !isWritten {
      lines.append(
        "note: the \(what) of \(counted(count, "row")) are not written, because the first row has no columns for them"
      )
    }
    return lines.map(\.visible).joined(separator: "\n")
  }
}
