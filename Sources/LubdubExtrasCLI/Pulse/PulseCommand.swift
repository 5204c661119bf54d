struct PulseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pulse",
    abstract: "Measure a recorded heart, and turn it into a heartbeat you can feel.",
    discussion: """
      Reads intervals between beats, in ms or s: numbers, one per line or separated by spaces, or a table with \
      a column rr_ms. It also reads FIT with hrv messages, heart rate notifications in btsnoop and btmon, and \
      R peaks with --rate.

      Lubdub corrects faulty beats, and prints each measure before and after the correction. This is not medical advice.

      With --trace, the heart sets the tempo of a session, and the zone decides whether there are beats and how \
      strong they are. The outputs are those of lubdub run.

      Examples:
        lubdub pulse rr.txt
        lubdub pulse rr.txt --json --window 300 --step 60
        lubdub pulse strap.btsnoop -o beats.csv -o heart.svg
        lubdub pulse rr.txt -o heart.ahap --dub physiological
        lubdub pulse peaks.csv --rate 250 --series "1 sitting cs"
        lubdub pulse rr.txt --trace walk.csv -o walk.json
        lubdub pulse rr.txt --trace walk.csv --live --pace 4
      """)

  @Argument(help: "The recording; - is standard input.", completion: .file())
  var file: String

  @Flag(help: "Print JSON instead of text.") var json = false

  @Option(help: ArgumentHelp("Also measure windows of this length.", valueName: "s"))
  var window: Double?

  @Option(
    help: ArgumentHelp(
      "Time from one window to the next. The default is the length of a window.", valueName: "s"))
  var step: Double?

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  @Option(
    help: ArgumentHelp(
      "Time from lub to dub: 0 to 1 seconds, or physiological (from the rate).",
      valueName: "s|physiological"))
  var dub = Self.usualDub

  static let usualDub = DubDelay.fixed(0.15)

  @Option(help: ArgumentHelp("Intensity of the heartbeat, 0 to 1.", valueName: "share"))
  var intensity = 1.0

  @Flag(help: "Use the corrected beats in the heartbeat.")
  var corrected = false

  @Option(
    help: ArgumentHelp(
      "Give this trace the tempo of the heart. Convert an unusual log with `lubdub import` first.",
      valueName: "trace"),
    completion: .file())
  var trace: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --trace: time of the heart's first beat, in seconds of the trace.", valueName: "s"))
  var shift: Double?

  @Flag(help: "With --trace: print the beats as lines, as lubdub live does.") var live = false

  @Option(
    help: ArgumentHelp("With --live: factor on the pace of the trace.", valueName: "factor"))
  var pace: Double?

  @OptionGroup(title: "Settings of a session") var settings: ConfigurationOptions

  enum Files: OutputKinds {
    static let kinds = [beats, .plot] + OutputKind.timelines + [.page]
    static let usual = OutputKind.timelines.first
    static let beats = OutputKind("beats", ".csv")
  }

  @OptionGroup(title: "Recording") var reading: PulseOptions

  func validate() throws {
    try expect("--intensity", intensity, "0 to 1") { (0...1).contains($0) }
    if case .fixed(let delay) = dub {
      try expect("--dub", delay.value, "0 to 1 seconds, or physiological") { (0...1).contains($0) }
    }
    try expect("--window", window, "10 to 86400 seconds") { (10...86_400).contains($0) }
    try expect(step == nil || window != nil, "--step needs --window")
    try expect("--step", step, "at least 1 second") { $0 >= 1 }
    try expect("--pace", pace, "a factor from 0.001 to 1000000") { (1e-3...1e6).contains($0) }
    try validateSession()
  }

  func run() throws {
    if let trace {
      return try runSession(of: trace, try reading.read(file).series.intervals)
    }
    var files = try outputs.checked(beside: [file])
    try expect(!files.has(.page), "a page shows a session; name its trace with --trace")
    let (heart, log) = try reading.read(file)
    let name = heart.name.isEmpty ? PositionOptions.name(file) : heart.name
    let windows = window.map { (length: Seconds($0), step: Seconds(step ?? $0)) }
    guard
      let report = PulseReport(
        name: file == "-" ? "standard input" : name, log: log, series: heart.intervals,
        window: windows)
    else { throw CommandFailure("\(file): the file has no interval between beats") }
    if let window, report.windows.isEmpty {
      Console.note("\(file): the recording is shorter than a window of \(window) s")
    }
    try files.write(Files.beats) { report.csv }
    try files.write(.plot) { report.plot }
    let series = corrected ? report.correction.corrected : report.series
    try files.write(Timeline(series, dub: dub, intensity: intensity))
    guard json else { return try files.print(report.text + files.list) }
    files.noteWritten()
    try writeFile(JSONWriter.encode(report.json), to: "-")
  }
}

extension DubDelay: ExpressibleByArgument {
  /// Reads seconds, or `physiological`. The command checks the range of the seconds.
  public init?(argument: String) {
    let fixed = Double(argument).map { DubDelay.fixed(Seconds($0)) }
    guard let delay = argument == "physiological" ? .physiological : fixed else { return nil }
    self = delay
  }

  /// The text of the default.
  public var defaultValueDescription: String {
    switch self {
    case .fixed(let delay): "\(delay.value)"
    case .physiological: "physiological"
    }
  }
}
