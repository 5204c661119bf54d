struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Turn a trace into a heartbeat timeline.",
    discussion: """
      Lubdub also prints a summary, on standard error if an output is standard output.

      Examples:
        lubdub run walk.csv
        lubdub run walk.csv -o walk.json -o walk.wav -o walk.svg -o walk.html
        lubdub run walks/ -o session.json
        lubdub run walk.csv --set rssi.referencePower=-65 --explain
        gunzip -c walk.csv.gz | lubdub run - --preset geiger -o walk.json
      """)

  enum Files: OutputKinds { static let kinds = OutputKind.timelines + [.plot, .page] }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions
  @OptionGroup var input: TraceOptions
  @OptionGroup(title: "Truth") var truth: TruthOptions
  @OptionGroup(title: "Truth") var truthEdges: TruthEdgesOption
  @OptionGroup(title: "Odd logs") var oddities: OddLogOptions

  @Flag(help: "Print every considered change of zone with its reason.") var explain = false

  @Flag(help: "Add the considered changes of zone to the JSON.")
  var explainJson = false

  @Flag(help: "Run every link of a log as a separate session.") var allPeers = false

  func validate() throws {
    try expect(!allPeers || input.reading.peer == nil, "--all-peers and --peer exclude each other")
    try expect(
      !allPeers || input.trace != "-",
      "--all-peers needs a file that can be read twice; for a stream, --peer chooses one link, "
        + "and studio --live - --all-peers shows all links")
  }

  func run() throws {
    guard input.paths == [input.trace] else { return try runEveryTrace() }
    if allPeers { return try runEveryLink() }
    let configuration = try settings.resolve {
      try input.reading.link(of: input.trace, settings.config)
    }
    var files = try outputs.checked(beside: [input.trace] + settings.config)
    let wantsPage = files.has(.page)
    if wantsPage { try ReportData.requirePage(of: configuration) }
    let trace = TraceInput(
      path: input.trace,
      options: try input.reading.readOptions(settings.config, oddities, zones: configuration.zones))
    let session = try trace.session(
      configuration, keeping: contents(files), truth: truth,
      truthEdges: try truthEdges.edges(for: configuration), keepsRows: wantsPage,
      explains: explain || explainJson)
    let recorder = session.run.recorder
    try session.report.requireMeasurements(recorder.statistics, of: input.trace)
    var summary = session.summary(of: trace)
    let isMoved = truth.truthShift != nil && session.offset.sentence != nil
    var document = session.document(of: trace, adding: isMoved ? session.offset.members : [:])
    if explainJson {
      document.considerations = recorder.considerations
      document.changingSettings = session.alternatives.map {
        recorder.considerations.map($0.setting)
      }
    }
    try files.write(document.timelineDocument)
    try files.write(.plot) { session.plot(title: trace.name) }
    try files.write(.page) {
      let data = try ReportData.session(
        session.run, rows: session.rows, session.report, name: trace.name,
        words: input.reading.words(settings.config) + oddities.words + truth.words)
      return try ReportData.page([data])
    }
    summary.written = files.written
    if explain {
      let explanation = Explanation(
        zones: configuration.zones, recorder, alternatives: session.alternatives)
      try Console.print(recorder.considerations.map { explanation.line($0) + "\n" }.joined())
    }
    try files.print(summary.text)
    Console.show(session.findings, of: trace.name)
  }

  private func contents(_ files: Outputs) -> SessionRecorder.Contents {
    var contents: SessionRecorder.Contents = [.findings]
    if !files.timelines.isEmpty { contents.insert(.timeline) }
    if explain || explainJson { contents.insert(.considerations) }
    if files.has(.page) { contents.formUnion(ReportData.contents) }
    if files.has(.plot) { contents.insert(.plot) }
    return contents
  }
}
