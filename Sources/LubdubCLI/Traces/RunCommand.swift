struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Turn a trace into a heartbeat timeline.",
    discussion: """
      Lubdub also prints a summary, on standard error if an output is standard output.

      Examples:
        lubdub run walk.csv
        lubdub run walk.csv -o walk.json -o walk.wav -o walk.svg -o walk.html
        lubdub run walks/ -o session.json
        lubdub run walk.csv -o ours.png --names "Anna & Ben"
        lubdub run walk.csv --set rssi.referencePower=-65 --explain
        gunzip -c walk.csv.gz | lubdub run - --preset geiger -o walk.json
        lubdub run walk.csv --pulse rr.txt -o walk.json
      """)

  enum Files: OutputKinds {
    static let kinds = OutputKind.timelines + [.plot, .page, keepsake]
    static let keepsake = OutputKind("keepsake", ".svg", ".html", ".png")
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions
  @OptionGroup var input: TraceOptions
  @OptionGroup(title: "Truth") var truth: TruthOptions
  @OptionGroup(title: "Truth") var truthEdges: TruthEdgesOption
  @OptionGroup(title: "Odd logs") var oddities: OddLogOptions
  @OptionGroup(title: "Pulse") var heart: HeartOptions
  @OptionGroup(title: "Keepsake") var keepsake: KeepsakeOptions

  @Flag(help: "Print every considered change of zone with its reason.") var explain = false

  @Flag(help: "Add the considered changes of zone to the JSON.")
  var explainJson = false

  @Flag(help: "Run every link of a log as a separate session.") var allPeers = false

  func validate() throws {
    try expect(!allPeers || input.reading.peer == nil, "--all-peers and --peer exclude each other")
    try expect(
      !allPeers || input.trace != "-",
      "--all-peers needs a file that can be read twice; of a stream --peer takes one link, "
        + "and studio --live - --all-peers shows them all")
    try heart.requireOther(than: input.trace)
  }

  func run() throws {
    guard input.paths == [input.trace] else { return try runEveryTrace() }
    if allPeers { return try runEveryLink() }
    let configuration = try heart.configured(
      settings.resolve { try input.reading.link(of: input.trace, settings.config) })
    var files = try outputs.checked(beside: [input.trace, heart.pulse] + settings.config)
    let wantsPage = files.has(.page)
    if wantsPage { try PageEngine.requireSameSettings() }
    var words = try keepsake.words(isWanted: files.has(Files.keepsake))
    let trace = TraceInput(
      path: input.trace,
      options: try input.reading.readOptions(settings.config, oddities, zones: configuration.zones))
    if wantsPage { try ReportData.requireSupported(configuration) }
    let playback = try heart.playback()
    let explains = explain || explainJson
    let edges = try truthEdges.edges(for: configuration)
    let reading = try trace.read(truth) {
      Session(
        run: try SessionRun(
          configuration, keeping: contents(files), heart: playback, truthEdges: edges),
        alternatives: explains ? ZoneAlternatives(configuration) : nil)
    } _: { session, block, _ in
      for record in block {
        session.run.process(record.sample, truth: record.truth)
        session.alternatives?.process(record.sample)
        if wantsPage { session.rows.add(record.sample, truth: record.truth) }
      }
      try trace.requireRoom(session.run.fault, rows: session.rows.count)
    }
    var (run, rows, alternatives) = (
      reading.state.run, reading.state.rows, reading.state.alternatives
    )
    let (report, offset) = (reading.report, reading.offset)
    run.finish()
    try report.requireRows(of: input.trace)
    TruthOptions.note([offset])
    let duration = run.duration ?? .zero
    try heart.requireDelivered(run.heart, length: duration)
    heart.note(run.heart, length: duration)
    words.fill(from: report.ceremony)
    let recorder = run.recorder
    try report.requireMeasurements(recorder.statistics, of: input.trace)
    let comparison = recorder.scoredComparison()
    var statistics = recorder.statistics
    statistics.finish()
    var summary = SessionSummary(
      name: trace.name, statistics: statistics, report: report, zones: configuration.zones,
      truth: comparison)
    let members = report.input(name: input.trace == "-" ? nil : trace.name)
    let isMoved = truth.truthShift != nil && offset.sentence != nil
    var document = run.document(input: isMoved ? members.merging(offset.members) { $1 } : members)
    document.comparison = comparison
    if explainJson {
      document.considerations = recorder.considerations
      document.changingSettings = alternatives.map { recorder.considerations.map($0.setting) }
    }
    try files.write(document.timelineDocument)
    try files.write(.plot) {
      SessionPlot(
        record: recorder.plot, zones: configuration.zones,
        bands: configuration.zones.bands(of: .uwb), title: trace.name, length: duration.value
      ).draw().bytes
    }
    for file in files.files where file.kind == Files.keepsake {
      try files.write(
        file,
        keepsake.draw(
          recorder, zones: configuration.zones, length: duration, words: words, to: file.path))
    }
    try files.write(.page) {
      let session = try ReportData.session(
        run, rows: rows, report, name: trace.name, heart: heart.page(playback),
        words: input.reading.words(settings.config) + oddities.words + truth.words)
      return try ReportCommand.page([session])
    }
    summary.written = files.written
    if explain {
      let explanation = Explanation(
        zones: configuration.zones, recorder, alternatives: alternatives)
      try Console.print(recorder.considerations.map { explanation.line($0) + "\n" }.joined())
    }
    try files.print(summary.text)
    Console.show(report.findings + run.findings, of: trace.name)
  }

  private struct Session {
    var run: SessionRun
    var rows = RowColumns()
    var alternatives: ZoneAlternatives?
  }

  private func contents(_ files: Outputs) -> SessionRecorder.Contents {
    var contents: SessionRecorder.Contents = [.findings]
    if !files.timelines.isEmpty { contents.insert(.timeline) }
    if explain || explainJson { contents.insert(.considerations) }
    if files.has(.page) { contents.formUnion(ReportData.contents) }
    if files.has(.plot) || files.has(Files.keepsake) { contents.insert(.plot) }
    return contents
  }
}
