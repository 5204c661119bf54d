struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Run a session in real time, and print its beats or play them as sound.",
    discussion: """
      Prints beats, events, and changes as NDJSON, and each beat ahead of its time. A stream, or a file with \
      --follow, sets the pace. Lubdub reads a recording as fast as possible, or replays it with --pace. Press \
      Ctrl-C to end the session.

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

  @Flag(help: "Wait for new rows at the end of the file.") var follow = false

  @Option(
    help: ArgumentHelp(
      "Rate of a serial port, such as 115200. Its rows get the time of arrival.",
      valueName: "rate"))
  var baud: Int?

  @Option(
    defaultAsFlag: 1,
    help: ArgumentHelp(
      "Replay a recording in real time. A number is a factor: 4 is four times as fast.",
      valueName: "factor"))
  var pace: Double?

  @Option(
    help: ArgumentHelp(
      "Lead time of printed beats, in seconds of the trace.", valueName: "seconds"))
  var lead = 0.1

  @Option(
    help: ArgumentHelp(
      """
      Clock of a stream or of --follow. The default, rows, uses the times of the rows. Use arrival, the \
      default of a serial port, for rows without a time or with a bad clock.
      """, valueName: "rows|arrival"))
  var clock: LiveRun.Clock?

  @Flag(
    help: """
      Play the heartbeat instead of printing it. Needs a stream, --follow, --pace, or --baud. Lubdub starts a program that \
      plays sound, or writes raw samples to a pipe or file: signed 16 bit, little endian, 48 kHz, one channel.
      """)
  var play = false

  @OptionGroup(title: "Settings") var settings: ConfigurationOptions
  @OptionGroup(title: "Traces and logs") var reading: LogOptions
  @OptionGroup(title: "Odd logs") var oddities: OddLogOptions

  func validate() throws {
    try expect(
      clock != .arrival || pace == nil && (follow || isStream(at: trace)),
      "--clock arrival needs a stream or --follow")
    try expect(
      !play || follow || pace != nil || baud != nil || trace == "-",
      "--play needs --pace, --follow, --baud, or standard input")
    try expect(
      baud == nil || !follow && pace == nil && trace != "-",
      "--baud is for a serial port, which has its own pace; leave out --follow and --pace")
    try expect(!follow || pace == nil, "--follow uses the pace of its file; leave out --pace")
    try Self.requirePace(pace)
    try expect("--lead", lead, "0 to 10 seconds") { (0...10).contains($0) }
  }

  /// Rejects a pace outside 0.001 to 1,000,000, at which a recording would exceed the range of clocks, or last no time.
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
