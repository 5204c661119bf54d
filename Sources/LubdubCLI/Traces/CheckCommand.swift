struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check traces, device logs, configurations, timelines, and haptic files.",
    discussion: """
      Lubdub detects the kind of each file from its content. The exit status is 1 if a check found faults, and \
      2 if a file is unreadable. For haptic files, it also lists the losses of a conversion. Losses too small \
      to feel do not count as faults.

      Examples:
        lubdub check heartbeat.ahap buzz.xml clip.haptic
        lubdub check board.log walk.csv.gz
        lubdub check --json *.ahap
        lubdub check --severity warning studio.ahap
      """)

  @Argument(help: "Files, or folders of files; - is standard input.") var files: [String]

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Traces and logs") var reading: LogOptions

  @Option(
    help: ArgumentHelp(
      "Settings for the checks: the calibration of the pair, and zones.", valueName: "file"))
  var config: [String] = []

  @Option(
    help: ArgumentHelp("Lowest severity to print: note, warning, or error.", valueName: "level"))
  var severity = Finding.Severity.note

  func run() throws {
    var results: [Result] = []
    let configuration = try ConfigurationOptions.resolve(config, [])
    let options = try reading.readOptions(config, zones: configuration.zones)
    let paths = files.flatMap { path in
      regularFiles(below: path).map { names in
        names.filter { !$0.hasPrefix(".") && !$0.contains("/.") }.map { path + "/" + $0 }
      } ?? [path]
    }
    try require(!paths.isEmpty, "\(files.joined(separator: ", ")): there are no files in it")
    let checked = try ElapsedTime.shown("checking") {
      try paths.map {
        ($0, try FileInspection.check($0, options: options, configuration: configuration))
      }
    }
    let known = checked.filter { $0.0 != "-" }.map { (path: $0.0, kind: $0.1.kind) }
    let joint = Annex.all.map { $0.jointCheck(known) }
    for (file, (kind, found, loss)) in checked {
      let isRefused = found.contains { $0.severity == .error }
      let loss = isRefused ? LossReport(.read) : loss
      let felt = loss.entries.filter(\.isFelt).map {
        Finding(
          .warning, code: "felt-loss", "a conversion loses \($0)", cure: "--strict rejects it")
      }
      let findings = found + joint.compactMap { $0[file] } + felt
      let shown = findings.filter { $0.severity >= severity }
      results.append(Result(file: file, kind: kind, findings: shown, loss: loss))
    }
    try json
      ? writeFile(JSONWriter.encode(.array(results.map(\.json))), to: "-")
      : Console.print(results.map(\.text).joined())
    let isFaulty = results.contains { $0.findings.contains { $0.severity > .note } }
    if isFaulty { throw ExitCode(1) }
  }

  private struct Result {
    let file: String
    let kind: FileKind
    let findings: [Finding]
    /// The losses of a conversion that reads the file; empty for a file that the conversion rejects.
    let loss: LossReport

    var text: String {
      let found =
        findings.isEmpty ? ["\(kind.name): no problems found"] : findings.map(\.description)
      let lost = loss.entries.filter { !$0.isFelt }.map { "a conversion loses \($0)" }
      return (found + lost).map { "\(file): \($0)".visible + "\n" }.joined()
    }

    var json: JSONValue {
      [
        "file": .string(file), "kind": .string(kind.name),
        "findings": .array(findings.map(\.json)), "losses": loss.json["losses"] ?? .array([]),
      ]
    }
  }
}
