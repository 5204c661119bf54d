extension EstimatorKind: ExpressibleByArgument {
  /// Creates the estimator with this name.
  public init?(argument: String) {
    guard let kind = EstimatorKind.all.first(where: { $0.name == argument }) else { return nil }
    self = kind
  }

  /// The names of all estimators.
  public static var allValueStrings: [String] { all.map(\.name) }
}
extension CalibrationProtocol: ExpressibleByArgument {}
extension BiasModel: ExpressibleByArgument {}

struct BenchAccuracyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accuracy", abstract: "Score estimators on recordings with ground truth.",
    discussion: """
      Runs Lubdub's estimators and the baselines over every recording with truth_m. It prints a table for each \
      set (the folder of a trace) and radio. All get the same calibration, by default from the other recordings \
      of the set. docs/reference/scores.md defines the figures.

      Without --estimator a last table shows the hand-over from ranges to signal strength and back. Its ranges are \
      recordings in motion with outages of 5 to 60 s. Its Bluetooth is drawn from an unknown path loss and the \
      fading of the recorded links.

      Examples:
        lubdub bench accuracy recordings/
        lubdub bench accuracy recordings/ --protocol link -o accuracy.json
        lubdub bench accuracy walk.csv --estimator fusion --estimator median-3
        lubdub bench accuracy known.csv --preset phone-tag
        lubdub bench accuracy recordings/ --estimates mine=answers/
      """)

  @Argument(help: ArgumentHelp("Traces with truth_m, or folders of them.", valueName: "trace"))
  var traces: [String]

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>
  @OptionGroup var taken: RecordingOptions

  @Option(
    help: ArgumentHelp(
      """
      Settings file for reading the traces: its columns, decimal, and nlos. Lubdub ignores its settings of \
      the pipeline, because calibrations come from --protocol.
      """, valueName: "file"))
  var config: [String] = []

  @Option(
    help: ArgumentHelp(
      "Estimator to score. May be repeated. The default is all estimators.", valueName: "name"))
  var estimator: [EstimatorKind] = []

  @Option(
    help: ArgumentHelp(
      """
      Score the answers of another program, too: a folder with NAME.csv for each recording NAME and the columns \
      t_s, distance_m, low_m, and high_m. Each answer applies until the next. May be repeated.
      """, valueName: "name=folder"))
  var estimates: [String] = []

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(
      "Source of the calibration.",
      discussion: CalibrationProtocol.allCases.map { "`\($0.rawValue)`: \($0.summary)" }
        .joined(separator: ". ") + ".", valueName: "name"))
  var source = CalibrationProtocol.leaveOneOut

  @Option(help: ArgumentHelp("Kind of bias to calibrate.", valueName: "model")) var bias = BiasModel
    .automatic

  @OptionGroup(title: "Traces and logs") var reading: LogOptions

  @Option(
    help: ArgumentHelp(
      """
      Regular expression for the part of a recording's name that names its session. Recordings \
      of one session are left out together.
      """, valueName: "regex"))
  var sessions: String?

  @Option(
    help: ArgumentHelp(
      """
      Preset with the zones, their rules, and the heartbeat; for positions, phone-tag. The default has edges from \
      0.5 to 8 m and the heartbeat of eternal-loop.
      """, valueName: "name"))
  var preset: Preset?

  @Option(
    help: ArgumentHelp(
      "Edges of the zones for counting changes, in meters; 0.5,1,2,4,8 without --preset.",
      valueName: "list"))
  var edges: String?

  enum Files: OutputKinds { static let kinds = [OutputKind.json, .page, .markdown] }

  @OptionGroup(title: "Truth") var truth: TruthOptions

  func validate() throws {
    let fault = GivenEstimates.fault(of: estimates, beside: EstimatorKind.all.map(\.name))
    try expect(fault == nil, fault ?? "")
    try expect(
      preset == nil || edges == nil, "--preset and --edges both set edges; leave one out")
  }

  func run() throws {
    var files = try outputs.checked(beside: traces)
    var benchmark =
      try preset.map { AccuracyBenchmark($0.configuration) }
      ?? AccuracyBenchmark(edges: meters(edges ?? "0.5,1,2,4,8", option: "--edges"))
    if !estimator.isEmpty { benchmark.estimators = estimator }
    benchmark.source = source
    benchmark.biasModel = bias
    benchmark.truthShift = truth.shift
    benchmark.workers = taken.workers
    benchmark.unmoved = try unmoved()
    let (recordings, findings) = try recordings()
    benchmark.given = try given(for: recordings)
    var report = try ProgressBar.shown { try benchmark.run(recordings, progress: $0) }
    if estimator.isEmpty { report.handOver = try handOver(recordings) }
    if preset == nil, edges == nil, report.groups.contains(where: { $0.input == .gnss }) {
      Console.note(
        "edges of 0.5 to 8 m are too close for zones of positions; --preset phone-tag "
          + "has edges for positions")
    }
    try require(
      report.groups.contains(where: { !$0.rows.isEmpty }),
      "no estimator has an answer at a row with truth_m, so there is nothing to score")
    noteGiven(benchmark.given.map(\.name), in: report)
    TruthOptions.note(report.offsets)
    let table = AccuracyTable(report)
    try files.write(.json) { JSONWriter.encode(report.json) }
    try files.write(.page) { try AccuracyPage.page(report, findings: findings).html }
    try files.write(.markdown) { Array(table.markdown.utf8) }
    try files.print(table.text)
  }

  private func given(for recordings: [Recording]) throws -> [GivenEstimates] {
    try estimates.map { text in
      let parts = GivenEstimates.parts(of: text) ?? (text, text)
      let given = try GivenEstimates(parts.name, in: parts.folder, for: recordings)
      if let first = given.missing.first {
        Console.note(
          "--estimates \(text): \(counted(given.missing.count, "recording")) without a table, such as \(first), "
            + "left out of its figures")
      }
      return given
    }
  }

  private func noteGiven(_ names: [String], in report: AccuracyReport) {
    guard !names.isEmpty else { return }
    let answered = Set(report.groups.flatMap(\.rows).map(\.estimator.name))
    for name in names where !answered.contains(name) {
      Console.note(
        "--estimates \(name): no answer is at a time with truth; its t_s must use the clock of the recordings"
      )
    }
    Console.note(
      "--estimates: these answers are scored as they are; --protocol calibrates only Lubdub's own estimators"
    )
  }

  private func handOver(_ recordings: [Recording]) throws -> HandOverBenchmark.Result? {
    var benchmark = HandOverBenchmark()
    benchmark.source = source
    benchmark.workers = taken.workers
    benchmark.truthShift = truth.shift
    return try ProgressBar.shown {
      try benchmark.run(recordings, fading: recordings, progress: $0)
    }
  }

  private func recordings() throws -> (recordings: [Recording], findings: [String]) {
    var known: Set<String> = []
    let read = try reading.loader(config, sessions: sessions, taken).withTruth(traces)
    let recordings = read.recordings.filter { one in
      let isNew = known.insert("\(one.link ?? "") \(one.digest)").inserted
      if !isNew { Console.note("\(one.place): a copy of another recording, left out") }
      return isNew
    }
    return (recordings, read.findings)
  }

  /// The recordings without correction by an NLOS profile; empty if the settings have no profile.
  private func unmoved() throws -> [Recording] {
    var loader = try reading.loader(config, sessions: sessions, taken)
    guard loader.options.nlosProfile != nil else { return [] }
    loader.options.nlosProfile = nil
    return try loader.files(in: traces).recordings
  }
}
