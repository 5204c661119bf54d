struct BenchCloseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Score the felt proximity of filters.",
    discussion: """
      Close is a benchmark that others can enter. --tasks writes the rows to answer, without the truth. An \
      answer is a table with the same name in another folder, with the columns t_s and distance_m. Each row \
      applies until the next. A column zone, from 0 for contact to 6, replaces the common rule of zones. \
      docs/results/close.md defines tracks, splits, and scores.

      Examples:
        lubdub bench close recordings/
        lubdub bench close recordings/ --tasks tasks/
        lubdub bench close recordings/ --estimates mine=answers/ -o mine.json
        lubdub bench close recordings/ --results mine.json -o close.html
      """)

  @Argument(help: ArgumentHelp("Traces with truth_m, or folders of them.", valueName: "trace"))
  var traces: [String]

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>
  @OptionGroup var taken: RecordingOptions
  @OptionGroup(title: "Traces and logs") var reading: LogOptions

  @Option(
    help: ArgumentHelp(
      """
      Table that assigns each session to one of two parts, which learn from each other, as -o FILE.csv writes it. \
      By default, Lubdub detects the sessions and alternates the parts.
      """, valueName: "file"), completion: .file(extensions: ["csv"]))
  var split: String?

  @Option(help: ArgumentHelp("Only write the tasks, to this folder.", valueName: "folder"))
  var tasks: String?

  @Option(
    help: ArgumentHelp(
      "Score answers: a folder with one table per task. May be repeated.",
      valueName: "name=folder"))
  var estimates: [String] = []

  @Option(
    help: ArgumentHelp(
      "Also show the rows of a file that -o FILE.json wrote. May be repeated.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var results: [String] = []

  enum Files: OutputKinds {
    static let split = OutputKind("split", ".csv")
    static let kinds = [.json, .page, .markdown, split]
  }

  @OptionGroup(title: "Truth") var truth: TruthOptions

  func validate() throws {
    let known = CloseBenchmark.Entrant.known.map(\.name)
    let fault = GivenEstimates.fault(of: estimates, beside: known)
    try expect(fault == nil, fault ?? "")
  }

  func run() throws {
    var files = try outputs.checked(beside: traces + results + [split])
    let writesScores = [.json, .page, .markdown].contains { files.has($0) }
    try expect(
      tasks == nil || estimates.isEmpty && results.isEmpty && !writesScores,
      "--tasks only writes the tasks; leave out --estimates, --results, and the outputs of scores"
    )
    let (all, findings) = try reading.loader([], taken).withTruth(traces)
    let recordings = all.filter { !$0.isStill }
    if recordings.count < all.count {
      Console.note(
        "\(counted(all.count - recordings.count, "recording")) in which the distance never changes, left out"
      )
    }
    let places = Dictionary(grouping: recordings, by: \.place)
    if let (place, _) = places.filter({ $1.count > 1 }).min(by: { $0.key < $1.key }) {
      throw CommandFailure(
        "two recordings have the name \(place); rename one of their folders or files")
    }
    let split = try self.split.map { try CloseSplit(recordings, at: $0) } ?? CloseSplit(recordings)
    if split.leftOut > 0 {
      Console.note(
        "\(self.split ?? "") does not name \(counted(split.leftOut, "recording")), left out")
    }
    let benchmark = try ElapsedTime.shown("calibrating") {
      try CloseBenchmark(split, truthShift: truth.shift, by: taken.workers)
    }
    TruthOptions.note(benchmark.offsets)
    try require(
      !benchmark.tasks.isEmpty, "no recording has ranges or signal strength with a truth_m")
    try files.write(Files.split) { split.csv }
    if let tasks { return try write(benchmark.tasks, to: tasks) }
    let given = try estimates.map { try self.given($0, benchmark) }
    let others = try results.flatMap { path in
      let json = try naming(path) { try JSONParser.parse(readFile(at: path)) }
      return try naming(path) { try CloseRow.rows(of: json, tasks: benchmark.digest) }
    }
    let rows = try ProgressBar.shown { update in
      try benchmark.run(
        CloseBenchmark.Entrant.known + given, by: taken.workers, progress: update)
    }
    let own = given.isEmpty ? rows : Array(rows.suffix(given.count))
    let names = (rows + others).map(\.name)
    if let (name, _) = Dictionary(grouping: names, by: \.self).filter({ $1.count > 1 })
      .min(by: { $0.key < $1.key })
    {
      throw CommandFailure(
        "two rows have the name \(name.visible); pass each row to --results only once")
    }
    let table = AccuracyTable(rows + others, benchmark.summaries)
    try files.write(.json) { JSONWriter.encode(CloseRow.json(own, tasks: benchmark.digest)) }
    try files.write(.page) { try BenchPage.close(table, findings: findings).html }
    try files.write(.markdown) { Array(table.markdown.utf8) }
    try files.print(table.text)
  }

  private func write(_ tasks: [CloseBenchmark.Task], to root: String) throws {
    for task in tasks {
      let path = "\(root)/\(task.recording.name).csv"
      try makeFolder(at: folder(of: path))
      try writeFile(task.csv, to: path)
    }
    Console.note("\(root): \(counted(tasks.count, "table")) to answer")
  }

  private func given(
    _ text: String, _ benchmark: CloseBenchmark
  ) throws -> CloseBenchmark.Entrant {
    let parts = GivenEstimates.parts(of: text) ?? (text, text)
    let given = try GivenEstimates(
      parts.name, in: parts.folder, for: benchmark.tasks.map(\.recording),
      zoneCount: CloseBenchmark.edges.count + 1)
    if let first = given.missing.first {
      Console.note(
        "--estimates \(text): \(counted(given.missing.count, "recording")) without a table, such as \(first); "
          + "tracks with such a recording omit it")
    }
    if let first = given.late.first {
      Console.note(
        "--estimates \(text): most answers of \(counted(given.late.count, "recording")), such as \(first), are "
          + "later than its end; their t_s must use the clock of the recordings")
    }
    if let first = given.mistaken.first {
      Console.note(
        "--estimates \(text): the answers of \(counted(given.mistaken.count, "recording")) have the times of other "
          + "rows: those of \(first.name) have the times of \(first.other); check the names of the tables"
      )
    }
    return .given(given)
  }
}
