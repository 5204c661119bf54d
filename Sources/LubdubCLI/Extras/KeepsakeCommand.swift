struct KeepsakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keepsake",
    abstract: "Keep a ceremony as a small record, and list the records of a folder.",
    discussion: """
      A record is JSON: id, names, dates, ring, message, duration_s and the phases with their times. It is made from the \
      document that lubdub run writes of a ceremony's log. lubdub run --as keepsake draws the certificate.

      Examples:
        lubdub run ceremony.ndjson -o session.json
        lubdub keepsake session.json --session E621E1F8-C36C-495A-93FC-0C247A3E6E5F \\
          --started 2026-11-22T20:15 -o kept/first.json
        lubdub keepsake kept
      """)

  @Argument(
    help: "The document of a session (JSON), or a folder of records.", completion: .file())
  var input: String

  @Option(help: ArgumentHelp("The id of the session, a UUID.", valueName: "id"))
  var session: String?

  @Option(
    help: ArgumentHelp(
      "Start of the session, such as 2026-11-22T20:15.", valueName: "time"))
  var started: String?

  @Option(help: ArgumentHelp("Language of the ring names: en, zh-Hant, or de.", valueName: "code"))
  var language = PosterLanguage.en

  enum Files: OutputKinds { static let kinds = [OutputKind("record", ".json")] }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  func run() throws {
    guard let names = entries(of: input) else { return try keep() }
    try expect(
      session == nil && started == nil && outputs.output.isEmpty,
      "\(input) is a folder, which is listed; --session, --started and -o are of one document")
    let files = names.filter { $0.lowercased().hasSuffix(".json") }
    let records = files.compactMap { name in
      CeremonyRecord((try? JSONParser.parse(readFile(at: "\(input)/\(name)"))) ?? .null)?.summary
    }.inOrder { ($0[1], $0[0]) < ($1[1], $1[0]) }
    let others = files.count - records.count
    if others > 0 {
      Console.note("\(input): \(counted(others, "JSON file")) without a record left out")
    }
    try require(
      !records.isEmpty, "\(input): the folder has no record; lubdub keepsake FILE -o makes one")
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
    var files = try outputs.checked(beside: [input])
    let record = try naming(input) {
      try CeremonyRecord(session: try JSONParser.parse(bytes), id: id, started: time)
    }
    try files.writeOrPrint(Files.kinds[0], JSONWriter.encode(record.json))
    files.noteWritten()
  }
}
