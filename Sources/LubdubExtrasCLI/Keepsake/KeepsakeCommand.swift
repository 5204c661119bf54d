struct KeepsakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keepsake",
    abstract: "Draw a session as a keepsake; keep a ceremony as a record, and list the records.",
    discussion: """
      Lubdub runs a trace as lubdub run does, and draws its distances, zones, and beats. A log of a ceremony gives \
      the names, the message, and the ring.

      A record is JSON: id, names, dates, ring, message, duration_s, and the phases with their times. It is made \
      from the document that lubdub run writes of a ceremony's log.

      Examples:
        lubdub keepsake walk.csv -o ours.svg --names "Anna & Ben"
        lubdub keepsake ceremony.ndjson -o ours.png --theme gold
        lubdub run ceremony.ndjson -o session.json
        lubdub keepsake session.json --session E621E1F8-C36C-495A-93FC-0C247A3E6E5F \\
          --started 2026-11-22T20:15 -o kept/first.json
        lubdub keepsake kept
      """)

  @Argument(
    help: "A trace or log, the document of a session (JSON), or a folder of records.",
    completion: .file())
  var input: String

  @Option(help: ArgumentHelp("For a record: id of the session, a UUID.", valueName: "id"))
  var session: String?

  @Option(
    help: ArgumentHelp(
      "For a record: start of the session, such as 2026-11-22T20:15.",
      valueName: "time"))
  var started: String?

  @OptionGroup(title: "Keepsake") var keepsake: KeepsakeOptions
  @OptionGroup(title: "Traces and logs") var reading: LogOptions
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions

  enum Files: OutputKinds {
    static let kinds = [drawing, record]
    static let drawing = OutputKind("keepsake", ".svg", ".html", ".png")
    static let record = OutputKind("record", ".json")
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  private var isRecord: Bool { session != nil || started != nil }

  func run() throws {
    let names = entries(of: input)
    try expect(
      names == nil && !isRecord || keepsake.isEmpty && settings.isEmpty,
      "--title, --names, --message, --date, --link, --theme, and settings apply to a keepsake, which needs a trace"
    )
    if let names { return try list(names) }
    try isRecord ? keep() : draw()
  }

  private func list(_ names: [String]) throws {
    try expect(
      !isRecord && outputs.output.isEmpty,
      "\(input) is a folder, whose records are listed; --session, --started, and -o apply to one document"
    )
    let files = names.filter { $0.lowercased().hasSuffix(".json") }
    let records = files.compactMap { name in
      CeremonyRecord((try? JSONParser.parse(readFile(at: "\(input)/\(name)"))) ?? .null)?.summary
    }.inOrder { ($0[1], $0[0]) < ($1[1], $1[0]) }
    let others = files.count - records.count
    if others > 0 {
      Console.note("\(input): skipped \(counted(others, "JSON file")) without a record")
    }
    try require(
      !records.isEmpty, "\(input): the folder has no record; lubdub keepsake FILE -o makes one")
    let language = keepsake.language ?? .en
    let rows = records.map { record in
      let ring = CeremonyMessage.Ring(rawValue: record[4]).map(language.name(of:)) ?? record[4]
      return Array(record.prefix(4)) + [ring, record[5]]
    }
    try Console.print(
      TextTable.lines([["session", "started", "host", "guest", "ring", "phase"]] + rows)
        .map { $0 + "\n" }.joined())
  }

  private func keep() throws {
    let bytes = try readFile(at: input)
    guard let session, let started else {
      throw ValidationError("a record needs --session and --started")
    }
    let id = try SessionID.checked(session)
    guard let time = LocalTime(parsing: Array(started.utf8)[...]) else {
      throw ValidationError("--started is \"\(started)\", expected a time such as 2026-11-22T20:15")
    }
    var files = try outputs.checked(beside: [input], usual: Files.record)
    try expect(
      !files.has(Files.drawing), "a keepsake needs a trace, without --session and --started")
    let record = try naming(input) {
      try CeremonyRecord(session: try JSONParser.parse(bytes), id: id, started: time)
    }
    try files.writeOrPrint(Files.record, JSONWriter.encode(record.json))
    files.noteWritten()
  }

  private func draw() throws {
    if let start = InputFile.start(of: input), FileKind.recognize(start) == .haptics(.json) {
      throw ValidationError(
        "a record of \(input) needs --session and --started, and a keepsake needs the trace")
    }
    let configuration = try settings.resolve { try reading.link(of: input, settings.config) }
    var files = try outputs.checked(beside: [input] + settings.config, orOutput: true)
    try expect(!files.has(Files.record), "a record needs --session and --started")
    var words = try keepsake.words()
    let trace = TraceInput(
      path: input,
      options: try reading.readOptions(settings.config, zones: configuration.zones))
    let session = try trace.session(configuration, keeping: [.findings, .plot])
    let recorder = session.run.recorder
    try session.report.requireMeasurements(recorder.statistics, of: input)
    words.fill(from: session.report.ceremony)
    let drawn = PosterSession(
      recorder.plot, recorder.statistics, zones: configuration.zones, length: session.length)
    try require(
      drawn.hasContent,
      "\(input): the session has no distance and no beat, so there is nothing to keep; lubdub report shows it"
    )
    let poster = Poster(drawn, words: words, theme: keepsake.theme ?? .violet)
    for file in files.files { try files.write(file, poster.bytes(for: file.path)) }
    files.noteWritten()
    Console.show(session.findings, of: trace.name)
  }
}

extension Poster {
  /// The bytes for a path: a picture if the name ends in .png, a page that saves the keepsake as a picture if it ends in
  /// .html, and a drawing otherwise.
  fileprivate func bytes(for path: String) throws -> [UInt8] {
    if OutputKind.page.fits(path) { return try page }
    guard path.lowercased().hasSuffix(".png") else { return bytes }
    return try naming(path) { () throws(SVGConverter.Fault) in try picture }
  }
}
