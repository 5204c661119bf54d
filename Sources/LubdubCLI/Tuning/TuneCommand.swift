struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune", abstract: "Search for the best settings for your recordings.",
    discussion: """
      Runs the whole pipeline over the recordings with many settings and keeps the best. Scores are \
      against truth_m; without it, against the smoothed offline estimate. Bias and path loss are \
      fitted to the recordings first, unless --no-calibrate. Lubdub advises and writes new settings if their \
      gain exceeds the luck of all candidates, by a test that draws the signs of whole sessions. Otherwise it \
      prints the number of sessions to record. \
      docs/reference/scores.md defines costs.

      --objective is balanced, or one of range, wrong-zone, false-changes, missed-changes, delay, beat, \
      late-contact, rest-changes, and cost. It can also be a sum, such as range=1,delay[0]=0.5 with the delay \
      at the nearest edge, or a front, such as front:range,false-changes. \
      The same traces and seed give the same result with any --jobs. Ctrl-C writes the best settings so far \
      and ends with status 130. With --journal, the same command continues after any end.

      Examples:
        lubdub tune recordings/ -o tuned.yaml -o tune.json -o tune.html
        lubdub tune recordings/ --objective beat \\
          --over zones.range.falseChangeInterval=10:1000 \\
          -o tuned.yaml
        lubdub tune recordings/ --objective front:range,delay -o front/
        lubdub tune recordings/ --want 'contact within 0.5 s' \\
          --want 'at most 2 false changes an hour' -o tuned.yaml
        lubdub tune recordings/ --budget 2000 --journal search.jsonl -o tuned.yaml
      """)

  @Argument(help: ArgumentHelp("Traces, or folders of them.", valueName: "trace"))
  var traces: [String]

  @Option(help: ArgumentHelp("Measure, or sum of measures, to minimize.", valueName: "measures"))
  var objective = "balanced"

  @Option(
    help: ArgumentHelp(
      """
      Bound that comes first, such as 'contact within 0.5 s' (for nine contacts in ten), 'contact within 0.5 s \
      in 75%', or 'at most 2 false changes an hour'. May be repeated. The objective decides the rest.
      """, valueName: "bound"))
  var want: [String] = []

  enum Kept: String, ExpressibleByArgument, CaseIterable { case contact }

  @Option(
    help: ArgumentHelp(
      "Measure that new settings must not make worse: contact (no delay of contact).",
      valueName: "measure")) var keep: Kept?

  @Option(
    help: ArgumentHelp(
      """
      File to which Lubdub adds each scored candidate. A stopped search continues with this file, and the \
      decision counts all of its candidates.
      """, valueName: "file"), completion: .file(extensions: ["jsonl"]))
  var journal: String?

  @Option(
    help: ArgumentHelp(
      """
      Setting to search with its range, or KEY=WORD|WORD for words. May be repeated. \
      The default is the usual settings of the radios.
      """, valueName: "key=from:to"))
  var over: [String] = []

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions

  @Option(help: ArgumentHelp("Candidates per search, at least 8.", valueName: "count")) var budget =
    200

  @Option(help: ArgumentHelp("Seed of every random choice.", valueName: "number")) var seed:
    UInt64 = 1

  @OptionGroup var taken: RecordingOptions

  @Option(
    help: ArgumentHelp(
      """
      Run on a Dask cluster: the address of its scheduler, or local:N for N workers here. It \
      needs the Python package and distributed.
      """, valueName: "address"))
  var dask: String?

  @Flag(inversion: .prefixedNo, help: "Fit bias and path loss to the recordings first.")
  var calibrate = true

  @OptionGroup(title: "Traces and logs") var reading: LogOptions

  @Option(
    help: ArgumentHelp(
      """
      Part of the recordings' name that names their session, as a regular expression. By default, Lubdub \
      detects sessions.
      """, valueName: "regex"))
  var sessions: String?

  enum Files: OutputKinds {
    static let kinds = [OutputKind.settings, .json, .table, .page, front]
    static let front = OutputKind("front", "/")
  }

  enum Written: String, ExpressibleByArgument, CaseIterable { case advised, best }

  @Option(
    help: ArgumentHelp(
      "Settings to write: the advised settings, or the best settings found.", valueName: "settings")
  )
  var write = Written.advised

  @Flag(help: "End with status 3 if Lubdub advises no new settings.") var gate = false

  @OptionGroup(title: "Truth") var truth: TruthOptions

  mutating func validate() throws {
    try expect(budget >= 8, "--budget is \(budget), expected at least 8")
    try expect(budget <= Bound.budget.most, "--budget is \(budget), \(Bound.budget.rule)")
    for bound in want {
      try expect(Goal(bound) != nil, "--want is \"\(bound)\", expected \(Goal.forms)")
    }
    try expect(
      want.isEmpty || !objective.hasPrefix("front:"),
      "a front shows what each bound costs; leave out --want")
  }

  func run() throws {
    let base = try settings.resolve()
    guard var goal = Objective(objective) else {
      let names = Measure.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "--objective is \"\(objective)\", expected balanced, one of \(names), a sum such as "
          + "range=1,delay=0.5, or a front such as front:range,delay")
    }
    goal.goals = want.compactMap { Goal($0) }
    try expect(
      Set(goal.goals).count == want.count
        && goal.goals.allSatisfy { $0.isCounted(by: goal.limits) },
      "--want repeats a bound, or has more than \(ContactLimits.most) times of contact")
    let space = try over.isEmpty ? nil : ParameterSpace(over.map(Self.dimension))
    var files = try outputs.checked(beside: traces + settings.config + (journal.map { [$0] } ?? []))
    try expect(
      !files.has(Files.front) || objective.hasPrefix("front:"),
      "a front needs an objective such as front:range,false-changes")
    let loader = try reading.loader(settings.config, sessions: sessions, taken)
    let source = try LogOptions.source(traces, loader, smoothing: base.ranging)
    let findings = RecordingLoader.coverage(of: source.recordings) + source.findings
    var task = TuningTask(
      source.recordings, base: base, space: space, objective: goal, budget: budget, seed: seed,
      isCalibrated: calibrate && source.smoothed.isEmpty,
      findsSessions: sessions == nil, truthShift: truth.shift, hasTruth: source.smoothed.isEmpty)
    task.keepsContact = keep == .contact
    TruthOptions.note(task.offsets)
    if let note = task.sessionNote { Console.note("\(note); to change this, use --sessions") }
    if task.isCalibrated, task.keepsCalibration {
      Console.note("the settings contain a calibration, which is kept, so nothing is fitted")
    }
    try write(
      search(task), readAs: ConfigurationWriter.write(loader.options), findings: findings,
      to: &files)
  }

  private func search(_ task: TuningTask) throws -> TuningResult {
    Interruption.watch()
    var tuner = try Tuner(
      task, jobs: taken.workers.count,
      runsBy: dask.map { PipeHost(["python3", "-m", "lubdub.dask", $0]) })
    let file = try journal.map { try JournalFile($0) }
    tuner.journal = file?.journal
    do {
      return try ProgressBar.shown { [tuner] update in
        try tuner.run(
          progress: { update($0.done, $0.total) }, isCancelled: { Interruption.isRequested })
      }
    } catch let error as UnmeasuredObjective {
      throw CommandFailure("--objective \(objective): \(error)")
    } catch let error as TuningJournal.Failure {
      throw CommandFailure("\(journal ?? ""): \(error)")
    }
  }

  private func yaml(of result: TuningResult) -> String {
    ConfigurationWriter.write(
      result.settings, of: result.configuration,
      heading: TuningText.heading(result) + [TuningText.samples(result.task.digests)])
  }

  private func write(
    _ result: TuningResult, readAs traceKeys: String, findings: [String], to files: inout Outputs
  ) throws {
    if write == .advised, !TuningText.isWritten(result) {
      for path in files.leaveOut(.settings) {
        Console.note(
          "\(path) is not written, because no new settings are advised; --write best writes the best settings found"
        )
      }
    }
    // The settings come first, because they matter most if the disk is full.
    try files.write(.settings) { Array((yaml(of: result) + traceKeys).utf8) }
    for file in files.files where file.kind == Files.front {
      try FrontFolder.write(result, readAs: traceKeys, to: String(file.path.dropLast()))
    }
    try files.write(.json) { JSONWriter.encode(result.json) }
    try files.write(.table) { RecordingTable.csv(result.recordings) }
    try files.write(.page) {
      let points = try result.front.map { try FrontFolder.yaml(of: $0, result) + traceKeys }
      let rows = try result.groups.map { group in
        try group.rows.map { row in
          let configuration = try result.configuration(row.values)
          return ConfigurationWriter.write(
            result.settings(of: configuration), of: configuration, heading: ["For: \(row.name)."])
            + traceKeys
        }
      }
      return try TuningPage.page(
        result, points: points, settings: yaml(of: result) + traceKeys, rows: rows,
        findings: findings
      ).html
    }
    try files.print(TuningText.summary(result))
    for warning in result.warnings { Console.note(warning) }
    if !result.isComplete { throw ExitCode(Interruption.status) }
    if gate, !result.isAdvised { throw ExitCode(3) }
  }

  private static func dimension(_ text: String) throws -> Dimension {
    let rule = "--over is \"\(text)\", expected KEY=FROM:TO or KEY=WORD|WORD"
    guard let equals = text.firstIndex(of: "=") else { throw ValidationError(rule) }
    let key = String(text[..<equals])
    let rest = text[text.index(after: equals)...]
    if rest.contains("|") {
      return try refusing("--over \(text): ") { () throws(SettingError) in
        try Dimension(key, words: rest.split(separator: "|").map(String.init))
      }
    }
    let numbers = rest.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let low = numbers[0], let high = numbers[1], low.isFinite,
      high.isFinite
    else { throw ValidationError(rule) }
    try expect(low < high, "--over is \"\(text)\", expected FROM below TO")
    return try refusing("--over \(text): ") { () throws(SettingError) in
      try Dimension(key, low...high)
    }
  }
}
