struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a page that shows sessions, runs them again, and plays them.",
    discussion: """
      The page is one HTML file that needs no network and no server: open it in a browser. With several \
      traces, the page has a table of all traces, and a moved setting applies to all.

      Examples:
        lubdub report walk.csv -o walk.html
        lubdub report walks/*.csv -o walks.html
        lubdub report walk.csv --set 'zones.edges=[0.1,0.3,1,2]' -o walk.html
        lubdub report walk.csv --pulse rr.txt -o walk.html
      """)

  @Argument(
    help: ArgumentHelp(
      "The traces or logs to read, or folders of them; - is standard input.", valueName: "trace"),
    completion: .file())
  var traces: [String]

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<PageOnly>
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions
  @OptionGroup(title: "Traces and logs") var reading: LogOptions
  @OptionGroup(title: "Truth") var truth: TruthOptions
  @OptionGroup(title: "Truth") var truthEdges: TruthEdgesOption

  @OptionGroup(title: "Pulse") var heart: HeartOptions

  func validate() throws {
    try expect(
      (traces + [heart.pulse]).count(where: { $0 == "-" }) < 2,
      "standard input, -, can be read once only")
  }

  func run() throws {
    try PageEngine.requireSameSettings()
    // Settings on the page hold for all of its sessions.
    let only = traces.count == 1 ? traces[0] : nil
    let configuration = try heart.configured(
      settings.resolve(
        following: only.map { path in { try reading.link(of: path, settings.config) } }))
    var files = try outputs.orFile("report.html")
      .checked(beside: traces + [heart.pulse] + settings.config)
    let options = try reading.readOptions(settings.config, zones: configuration.zones)
    let traces = try RecordingLoader.found(in: traces)
    let names = Self.names(of: traces)
    let playback = try heart.playback()
    let edges = try truthEdges.edges(for: configuration)
    let words = try reading.words(settings.config) + truth.words
    try ReportData.requireSupported(configuration)
    var (accepted, rejected) = (0, 0)
    var said: [() -> Void] = []
    let sessions = try zip(traces, names).map { trace, name in
      let input = TraceInput(path: trace, options: options)
      let reading = try input.read(truth) {
        (
          run: try SessionRun(
            configuration, keeping: ReportData.contents, heart: playback, truthEdges: edges),
          rows: RowColumns()
        )
      } _: { session, block, _ in
        for record in block {
          session.run.process(record.sample, truth: record.truth)
          session.rows.add(record.sample, truth: record.truth)
        }
        try input.requireRoom(session.run.fault, rows: session.rows.count + accepted)
      }
      var (run, rows, report) = (reading.state.run, reading.state.rows, reading.report)
      run.finish()
      try report.requireRows(of: trace)
      TruthOptions.note([reading.offset])
      let findings = report.findings + run.findings
      said.append { Console.show(findings, of: input.name) }
      (accepted, rejected) = (accepted + report.accepted, rejected + report.rejected)
      try heart.requireInside(playback, length: run.time, of: name)
      return try ReportData.session(
        run, rows: rows, report, name: name, heart: heart.page(playback), words: words)
    }
    try files.write(.page) { try Self.page(sessions) }
    if !files.takesStandardOutput {
      let subject = traces.count == 1 ? "" : "\(traces.count) sessions, "
      let lost = rejected > 0 ? ", \(rejected) rejected" : ""
      let rows = counted(accepted, "row") + lost
      try Console.print("\(files.files[0].path.visible): \(subject)\(rows), open it in a browser\n")
    }
    for say in said { say() }
  }

  static func names(of traces: [String]) -> [String] {
    let names = traces.map(title)
    return zip(traces, names).map { trace, name in
      names.count(where: { $0 == name }) > 1 ? trace : name
    }
  }

  /// A page of sessions that `ReportData.session` made; a note is printed if the page lacks its engine.
  static func page(_ sessions: [JSONValue]) throws -> [UInt8] {
    if !PageEngine.isThere {
      Console.note(
        "the page has no engine, so its settings cannot be moved; run tools/wasm in the sources "
          + "of lubdub and build again")
    }
    return try PageTemplate.session.html(session: ["sessions": .array(sessions)])
  }
}
