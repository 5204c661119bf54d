struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Write a page to drop traces on, or show a session while it runs.",
    discussion: """
      The page is one HTML file that needs no network and no server: open it in a browser, or host it \
      anywhere. The browser runs the traces that you drop on the page, and sends them nowhere.

      With --live, Lubdub serves the page to browsers on this machine, with new rows as they are written. It \
      replays a recording at its own pace. Press Ctrl-C to end the session.

      Examples:
        lubdub studio -o studio.html
        lubdub studio --live session.csv --follow
        device-log | lubdub studio --live -
        lubdub studio --live walk.csv --pace 4
        lubdub studio --live anchors.csv --all-peers
      """)

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<PageOnly>

  @Option(
    help: ArgumentHelp(
      "Trace or log to show while it grows or is replayed; - is standard input.", valueName: "trace"
    ),
    completion: .file())
  var live: String?

  @Flag(help: "With --live: wait for new rows at the end of the file.") var follow = false

  @Option(
    help: ArgumentHelp("With --live: factor on the pace of a recording.", valueName: "factor"))
  var pace: Double?

  @Option(
    help: ArgumentHelp(
      "With --live: port to listen on, or 0 for a free port. The default is the last port of this trace.",
      valueName: "number"))
  var port: UInt16?

  @Option(
    help: ArgumentHelp(
      """
      With --live: interface to listen on. 0.0.0.0 shows the session to every machine that can reach \
      this one and has the address.
      """, valueName: "host"))
  var address = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      """
      With --live: beginning of the address, 16 to 64 letters, digits, - and _. By default it is random, and \
      the same each time for a trace, so open pages continue after you restart the command.
      """, valueName: "text"))
  var token: String?

  @Flag(help: "With --live: show every link of a log as a separate session.") var allPeers = false

  @OptionGroup(title: "Settings") var settings: ConfigurationOptions
  @OptionGroup(title: "Traces and logs") var reading: LogOptions
  @OptionGroup(title: "Odd logs") var oddities: OddLogOptions

  func validate() throws {
    try expect(live != nil || !(follow || pace != nil), "--follow and --pace need --live")
    try expect(live != nil || token == nil, "--token needs --live")
    try expect(
      live == nil || outputs.output.isEmpty,
      "--live serves the page and writes no file; leave out -o")
    try expect(!follow || pace == nil, "--follow uses the pace of its file; leave out --pace")
    try LiveCommand.requirePace(pace)
    try expect(
      !allPeers || live != nil,
      "--all-peers needs --live: a page shows each link of a log that is dropped on it")
    try expect(!allPeers || reading.peer == nil, "--all-peers and --peer exclude each other")
  }

  func run() throws {
    let configuration = try settings.resolve()
    if let live { return try serve(live, configuration) }
    try requireEngine()
    var files = try outputs.orFile("studio.html").checked(beside: [])
    try files.write(.page) { try PageTemplate.session.html(session: [:]) }
    guard !files.takesStandardOutput else { return }
    try Console.print(
      "\(files.files[0].path.visible): open it in a browser and drop a trace on it\n")
  }

  private func requireEngine() throws {
    try PageEngine.requireSameSettings()
    guard !PageEngine.isThere else { return }
    throw CommandFailure(
      "a page without a session needs the engine, which this build lacks; run tools/wasm in the "
        + "sources of lubdub and build again")
  }

  private func serve(_ trace: String, _ configuration: Configuration) throws {
    let rows = try RowBroadcaster(name: title(of: trace), hasLinks: allPeers)
    let pace = follow || isStream(at: trace) ? nil : pace ?? 1
    var run = try LiveRun(
      path: trace,
      options: try reading.readOptions(settings.config, oddities, zones: configuration.zones),
      isFollowed: follow, pace: pace, lead: 0.1, takesAllPeers: allPeers,
      sink: .pages(rows), host: .console)
    if !["127.0.0.1", "::1"].contains(address) {
      Console.note(
        "--address \(address): anyone on the same network who has the address can see this session"
      )
    }
    try requireEngine()
    let page = try PageTemplate.session.html(
      session: ReportData.live(
        name: rows.name, configuration: configuration, pace: pace ?? 1, hasLinks: allPeers),
      isServed: true)
    let server = try startServer(of: trace) { port, token throws(ReportFailure) in
      try StudioServer(
        page: page, settings: SettingsJSON.encode(configuration), rows: rows, address: address,
        port: port, token: token)
    }
    defer { server.stop() }
    try Console.print("\(server.link)\n")
    _ = try run.run(configuration)
    Interruption.wait()
  }

  /// Starts the server at the requested address, or otherwise at the last address if its port is free.
  private func startServer(
    of trace: String, _ start: (UInt16, String?) throws(ReportFailure) -> StudioServer
  ) throws -> StudioServer {
    guard port == nil, token == nil else { return try start(port ?? 0, token) }
    let last = StudioAddress.last(of: trace)
    let again = last.flatMap { try? start($0.port, $0.token) }
    if let last, again == nil {
      Console.note("the last port, \(last.port), is in use, so the address changes")
    }
    let server = try again ?? start(0, last?.token)
    StudioAddress(port: server.port, token: server.token).keep(for: trace)
    return server
  }
}
