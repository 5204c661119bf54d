package struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Format of the log, if its content does not show it; `lubdub import --list` lists the formats.",
      valueName: "format"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Use only the rows of this peer.", valueName: "name"))
  var peer: String?

  @Option(
    help: ArgumentHelp(
      "Use only this recording, if a column recording or file_id names several.",
      valueName: "name"))
  var recording: String?

  @Flag(help: "End with an error at the first rejected row.") var strict = false

  @Option(help: ArgumentHelp("Samples per second of a log without a clock.", valueName: "Hz"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      """
      Columns of a CSV with other names or units: t=timestamp_ms:ms,range=distance_cm:cm,rssi=RSSI. Further \
      fields are date, truth, peer, source, event, and recording. range=a1|a2 names one column per link, \
      t=1,range=2 numbers the columns, and range=data.dist reads JSON lines. You can also set columns in a \
      settings file.
      """, valueName: "mapping"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      """
      Pattern of text lines with values, such as 't={t:s} *range={range:m}': literal text, * for any text, and \
      values with their units. Lubdub skips other lines. You can also set pattern in a settings file.
      """, valueName: "pattern"))
  var pattern: String?

  @Option(
    help: ArgumentHelp(
      "Decimal separator of the CSV, optionally followed by the thousands separator. For example, use ,. for 1.234,5.",
      valueName: "marks"))
  var decimal: String?

  @Option(
    help: ArgumentHelp(
      "Treatment of times that jump. The default, mend, drops a single row that jumps, and follows a clock that was set or wrapped. "
        + "With keep, times stay as written. With refuse, the command ends with an error.",
      valueName: "mend|keep|refuse"))
  var mendClock = ClockMending.Policy.mend

  @Option(
    help: ArgumentHelp(
      "Delay of the clock of a radio or link, such as ble=0.72s or phone=-300ms. Lubdub shifts its rows later.",
      valueName: "name=time"))
  var lag: [String] = []

  private var lags: String? { lag.isEmpty ? nil : lag.joined(separator: ",") }

  package init() {}

  package mutating func validate() throws {
    if let lags, ReadOptions.lags(lags) == nil {
      throw ValidationError("--lag is \(lags), expected NAME=TIME, such as ble=0.72s")
    }
    if let from, columns != nil {
      throw ValidationError(
        "--columns and --from \(from) exclude each other; leave one out")
    }
    if let other = from.map({ "--from \($0)" }) ?? columns.map({ "--columns \($0)" }),
      pattern != nil
    {
      throw ValidationError(
        "--pattern and \(other) exclude each other; leave one out")
    }
    if let decimal, let mark = decimal.first {
      try expect(
        ".,".contains(mark) && decimal.count <= 2 && decimal.dropFirst() != decimal.prefix(1),
        "--decimal is \"\(decimal)\", expected . or , and optionally a thousands separator")
    }
    try expect("--rate", rate, "a frequency from 1e-6 to 1e9 Hz") { (1e-6...1e9).contains($0) }
  }

  /// The given options as words of a command line. Columns of a settings file are read from that file.
  package func words(_ configurations: [String]) throws -> [String] {
    let file = try configurations.first {
      try ConfigurationOptions.document($0).traceColumns != nil
    }
    let given = [
      ("--from", from), ("--peer", peer), ("--recording", recording),
      ("--rate", rate.map { "\($0)" }), ("--columns", columns ?? file), ("--pattern", pattern),
      ("--decimal", decimal),
      ("--mend-clock", mendClock == .mend ? nil : mendClock.rawValue), ("--lag", lags),
    ]
    return given.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }

  package func readOptions(
    _ configurations: [String] = [], _ oddities: OddLogOptions? = nil,
    zones: ZoneDetector.Parameters? = nil
  ) throws -> ReadOptions {
    var options = ReadOptions(formats: .tool)
    options.zones = zones
    options.format = from
    options.peer = peer
    options.recording = recording
    options.recordingColumns = ReadOptions.usualRecordingColumns
    options.strict = strict
    options.clock = mendClock
    options.lags = lags.flatMap { ReadOptions.lags($0) } ?? []
    options.period = rate.map { Seconds(1 / $0) }
    options.cures = Self.cures
    oddities?.apply(to: &options)
    let columns = try ColumnOptions(self, configurations)
    (options.columns, options.pattern) = (columns.mapping, columns.pattern)
    if let words = columns.mapping?.readingDates {
      options.cures[.dates] = "\(words) reads such times"
    }
    options.needsColumns = pattern != nil || self.columns?.contains("=") ?? false
    for path in configurations {
      guard let numbers = try ConfigurationOptions.document(path).nlosNumbers else { continue }
      options.nlosProfile = NLOSProfile(slope: numbers.slope, center: numbers.center)
    }
    return options
  }

  private static let cures: [Cure: String] = [
    .rate: "--rate sets it", .angleUnit: "import --angles sets it",
    .decimalMark: "--decimal , reads decimal commas",
    .thousands: "--decimal ,. reads points between thousands",
    .dates: "--columns t=t_s:iso,range=range_m reads such times",
    .columns:
      "name the columns: --columns t=NAME,range=NAME:UNIT; without a header, use numbers, t=1:ms,range=2:cm",
    .pattern: "read its lines with --pattern, as docs/how-to/read-lines.md shows",
    .table: OtherFile.asTable,
    .link: "--peer chooses another", .noLink: "leave --peer out",
    .recording: "--recording chooses another",
    .format: "--from names one", .clock: "--mend-clock keep uses times as written",
    .order: "--reorder", .lag: "--lag",
    .decimalCommas:
      "commas are both decimal marks and separators: separate the columns with semicolons",
  ]

  /// The link of a trace that a command follows: the named link, or the busiest link.
  package func link(of path: String, _ configurations: [String]) throws -> String? {
    if let peer { return peer }
    guard path != "-", isRegularFile(at: path) else { return nil }
    var options = try readOptions(configurations)
    // This pass only counts rows, and the next pass is strict.
    options.strict = false
    if let busiest = try LinkChoice.busiest(in: path, options: options).peer { return busiest }
    var reader = try TraceReader(path: path, options: options)
    var block: [TraceRecord] = []
    _ = try reader.nextBlock(into: &block)
    return reader.report.peersByRows.first?.name
  }
}

extension ClockMending.Policy: ExpressibleByArgument {}

/// Options for logs that are out of order or incomplete. Other commands read the trace that `lubdub import` creates from
/// such a log.
package struct OddLogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sort rows that are up to this many seconds late. all sorts the whole file, in memory.",
      valueName: "seconds|all"))
  var reorder: String?

  @Option(
    help: ArgumentHelp(
      "Attribute of a peer's ranging data, such as 0x0025 or 37, if a Bluetooth log does not state it.",
      valueName: "number"))
  var handle: String?

  package init() {}

  package func validate() throws {
    if let reorder, reorder != "all", !(window.map { $0 > 0 && $0.isFinite } ?? false) {
      throw ValidationError("--reorder is \(reorder), expected seconds above 0, or all")
    }
    if let handle, number == nil {
      throw ValidationError("--handle is \(handle), expected 1...65535 or 0x0001...0xffff")
    }
  }

  private var window: Double? { reorder.flatMap { Double($0) } }

  /// The handle as a number of 16 bits above 0, in decimal or hexadecimal; `nil` for another text.
  private var number: UInt16? {
    let number = handle.flatMap {
      $0.hasPrefix("0x") ? UInt16($0.dropFirst(2), radix: 16) : UInt16($0)
    }
    return number == 0 ? nil : number
  }

  var words: [String] {
    (reorder.map { ["--reorder", $0] } ?? []) + (handle.map { ["--handle", $0] } ?? [])
  }

  func apply(to options: inout ReadOptions) {
    options.reorderingWindow = window.map { Seconds($0) }
    options.sorts = reorder == "all"
    options.attributeHandle = number
  }
}
