struct RecordingOptions: ParsableArguments {
  @Flag(help: "Use every link of a log as a separate recording.") var allPeers = false

  @Option(
    help: ArgumentHelp(
      "Recordings to run at the same time. The default is one per core.", valueName: "count"))
  var jobs = Workers.cores

  mutating func validate() throws { try Self.requireJobs(jobs) }

  static func requireJobs(_ jobs: Int) throws(ValidationError) {
    let most = Bound.jobs.most
    try expect((1...most).contains(jobs), "--jobs is \(jobs), expected 1 to \(most)")
  }

  var workers: Workers { Workers(jobs) }
}

extension LogOptions {
  func loader(
    _ configurations: [String] = [], sessions pattern: String? = nil, _ taken: RecordingOptions
  ) throws -> RecordingLoader {
    var loader = RecordingLoader()
    try expect(!taken.allPeers || peer == nil, "--all-peers and --peer exclude each other")
    loader.workers = taken.workers
    loader.options = try readOptions(configurations)
    loader.takesAllPeers = taken.allPeers
    guard let pattern else { return loader }
    try expect(
      (try? Regex(pattern)) != nil, "--sessions is \"\(pattern)\", expected a regular expression")
    loader.session = { name in
      guard let match = try? Regex(pattern).firstMatch(in: name) else { return name }
      let part = match.output.count > 1 ? match.output[1].substring : match.output[0].substring
      return part.map(String.init) ?? name
    }
    return loader
  }
}

extension RecordingLoader {
  /// The traces in files and folders. Prints notes, and ends the command if there are no traces.
  static func found(in paths: [String]) throws -> [String] {
    let (found, notes) = traces(in: paths)
    for note in notes { Console.note(note) }
    try require(!found.isEmpty, nothing(in: paths))
    return found.map(\.path)
  }

  fileprivate static func requireTraces(in paths: [String]) throws {
    try require(!traces(in: paths).traces.isEmpty, nothing(in: paths))
  }

  private static func nothing(in paths: [String]) -> String {
    "\(paths.joined(separator: ", ")): no trace in it; traces end in .csv, .ndjson, or .jsonl; name other logs one "
      + "by one"
  }

  /// Reads the recordings of files and folders, and prints notes. If most rows of a file were not used, the command ends
  /// with status 1 after all output.
  func shown(_ traces: [String]) throws -> Files {
    try Self.requireTraces(in: traces)
    let read = try ElapsedTime.shown("reading") { try files(in: traces) }
    for note in read.notes { Console.note(note) }
    showErrors(read.reports)
    return read
  }

  /// Prints the errors only, because the notes already contain the other findings.
  fileprivate func showErrors(_ reports: [(path: String, report: ReadReport)]) {
    for (path, report) in reports {
      Console.show(report.findings.filter { $0.severity == .error }, of: path)
    }
  }

  /// The recordings with truth, and the findings for the start of a page.
  func withTruth(_ traces: [String]) throws -> (recordings: [Recording], findings: [String]) {
    let read = try shown(traces)
    let recordings = read.recordings
    try expect(
      !recordings.isEmpty, "no recording with truth_m in \(traces.joined(separator: ", "))")
    return (recordings, Self.coverage(of: recordings) + read.findings)
  }

  /// A note if the truth is not known all the time.
  static func coverage(of recordings: [Recording]) -> [String] {
    guard let sentence = TruthCoverage(recordings).sentence else { return [] }
    Console.note(sentence)
    return [sentence]
  }
}

extension LogOptions {
  static func source(
    _ traces: [String], _ loader: RecordingLoader, smoothing parameters: FusionFilter.Parameters
  ) throws -> RecordingSource {
    try RecordingLoader.requireTraces(in: traces)
    let source = try ElapsedTime.shown("reading") {
      try RecordingSource(traces, loader: loader, smoothing: parameters)
    }
    for (path, reason) in source.skipped { Console.note("\(path) is left out: \(reason)") }
    for note in source.notes { Console.note(note) }
    loader.showErrors(source.reports)
    try require(
      !source.recordings.isEmpty,
      "\(traces.joined(separator: ", ")): no row has truth_m or a sample that gives a distance")
    if !source.smoothed.isEmpty {
      Console.note(
        "no truth_m in \(source.smoothed.joined(separator: ", ")): scored against the smoothed "
          + "offline estimate, which shares the radio's bias")
    }
    return source
  }
}
