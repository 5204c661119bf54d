struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a page that shows sessions, runs them again, and plays them.",
    discussion: """
      The page is one HTML file that needs no network and no server: open it in a browser. With several \
      traces, the page has a table of all traces, and a changed setting applies to all.

      Examples:
        lubdub report walk.csv -o walk.html
        lubdub report walks/*.csv -o walks.html
        lubdub report walk.csv --set 'zones.edges=[0.1,0.3,1,2]' -o walk.html
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

  func validate() throws {
    try expect(
      traces.count(where: { $0 == "-" }) < 2, "standard input, -, can be read only once")
  }

  func run() throws {
    // Settings on the page apply to all of its sessions.
    let only = traces.count == 1 ? traces[0] : nil
    let configuration = try settings.resolve(
      following: only.map { path in { try reading.link(of: path, settings.config) } })
    try ReportData.requirePage(of: configuration)
    var files = try outputs.orFile("report.html").checked(beside: traces + settings.config)
    let options = try reading.readOptions(settings.config, zones: configuration.zones)
    let traces = try RecordingLoader.found(in: traces)
    let names = Self.names(of: traces)
    let edges = try truthEdges.edges(for: configuration)
    let words = try reading.words(settings.config) + truth.words
    var (accepted, rejected) = (0, 0)
    var said: [() -> Void] = []
    let sessions = try zip(traces, names).map { trace, name in
      let input = TraceInput(path: trace, options: options)
      let session = try input.session(
        configuration, keeping: ReportData.contents, truth: truth, truthEdges: edges,
        keepsRows: true, rowsBefore: accepted)
      let report = session.report
      said.append { Console.show(session.findings, of: input.name) }
      (accepted, rejected) = (accepted + report.accepted, rejected + report.rejected)
      return try ReportData.session(
        session.run, rows: session.rows, report, name: name, words: words)
    }
    try files.write(.page) { try ReportData.page(sessions) }
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
}
