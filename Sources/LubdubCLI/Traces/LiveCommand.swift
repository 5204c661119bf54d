struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Hand out the heartbeat while the trace goes on, as lines or as sound.",
    discussion: """
      Prints beats, events and changes as NDJSON, beats ahead of their time. A stream, or a file with --follow, sets \
      the pace itself. A recording is read as fast as possible, or replayed with --pace. Ctrl-C ends it.

      Examples:
        tail -n +1 -F walk.csv | lubdub live -
        lubdub live session.csv --follow
        lubdub live /dev/ttyUSB0 --baud 115200
        lubdub live walk.csv --pace --play
      """)

  @Argument(
    help: ArgumentHelp("The trace or log; - is standard input.", valueName: "trace"),
    completion: .file())
  var trace: String

  @Flag(help: "Wait for more at the end of the file, as it grows.") var follow = false

  @Option(
    help: ArgumentHelp(
      "The rate of a serial port, such as 115200; its rows have the time at which they come.",
      valueName: "baud"))
  var baud: Int?

  @Option(
    defaultAsFlag: 1,
    help: "Replay a recording in real time; a number is a factor: 4 is four times as fast.")
  var pace: Double?

  @Option(help: "How long before its time a beat is printed, in seconds of the trace.")
  var lead = 0.1

  @Option(
    help: """
      The clock of a stream or of --follow. rows: the rows' own times, the default. arrival: the time at which they \
      come, for rows without a time or with a bad clock; the default of a serial port.
      """)
  var clock: LiveRun.Clock?

  @Flag(
    help: """
      Play the heartbeat instead of printing it. It needs a stream, --follow, --pace or --baud. A program that plays sound is \
      started. Into a pipe or a file go raw samples: signed 16 bit, little endian, 48 kHz, one channel.
      """)
  var play = false

  @OptionGroup(title: "Traces and logs") var reading: LogOptions
  @OptionGroup(title: "Odd logs") var oddities: OddLogOptions
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions

  func validate() throws {
    try expect(
      clock != .arrival || pace == nil && (follow || isStream(at: trace)),
      "--clock arrival needs a stream or --follow")
    try expect(
      !play || follow || pace != nil || baud != nil || trace == "-",
      "--play needs --pace, --follow, --baud or standard input")
    try expect(
      baud == nil || !follow && pace == nil && trace != "-",
      "--baud is for a serial port, which has its own pace; leave out --follow and --pace")
    try expect(!follow || pace == nil, "--follow has the pace of what it follows; leave out --pace")
    try Self.requirePace(pace)
    try expect("--lead", lead, "0 to 10 seconds") { (0...10).contains($0) }
  }

  /// Rejects a pace at which a recording would last longer than a clock counts, or no time at all.
  static func requirePace(_ pace: Double?) throws(ValidationError) {
    try expect(
      pace.map((1e-3...1e6).contains) ?? true,
      "--pace is \(pace ?? 1), expected a factor from 0.001 to 1000000")
  }

  func run() throws {
    let configuration = try settings.resolve { try reading.link(of: trace, settings.config) }
    let options = try reading.readOptions(settings.config, oddities, zones: configuration.zones)
    let port = try baud.map { try SerialPort(path: trace, baud: $0) }
    defer { withExtendedLifetime(port) {} }
    let clock = clock ?? (baud == nil ? .rows : .arrival)
    var run = try LiveRun(
      path: trace, options: options, isFollowed: follow, pace: pace, lead: Seconds(lead),
      clock: clock,
      sink: play ? .sound(isTerminal: Console.Stream.output.isTerminal) : .lines, host: .console)
    let (statistics, report): (SessionStatistics, ReadReport)
    do {
      (statistics, report) = try run.run(configuration)
      try report.requireRows(of: trace)
    } catch let error as MissingPlayer {
      throw ValidationError("--play \(error)")
    }
    let summary = SessionSummary(
      name: title(of: trace), statistics: statistics,
      report: report, zones: configuration.zones)
    Console.write(summary.text, to: .error)
    Console.show(
      report.findings + statistics.findings(configuration, run.learned), of: title(of: trace))
  }
}

extension LiveRun.Clock: ExpressibleByArgument {}
