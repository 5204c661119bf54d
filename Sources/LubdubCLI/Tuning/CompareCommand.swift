struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare two settings files on recordings.",
    discussion: """
      Runs the pipeline with both files on each recording. For each measure, it prints whether the second file \
      is better, worse, or shows no difference. A bootstrap that draws whole sessions gives the 95% interval; for \
      the cost, it draws their signs, as 'tune' does. A verdict needs 4 sessions, or 6 for the cost, and for zones 12 \
      changes of the true zone. \
      Losses that you can feel (contact, beats, a zone) come first. 'tune' minimizes the cost; the first file has a cost of 1. You can name a preset in place of a file.

      --against compares with the scores of an earlier -o FILE.json: 'compare FILE TRACES --against \
      saved.json'. It ends with status 1 if a measure that you can feel got worse.

      --estimates compares with the answers of another program: a folder with one table per recording, as for \
      'bench accuracy'. The settings decide all zones.

      Examples:
        lubdub compare eternal-loop tuned.yaml recordings/ -o saved.json
        lubdub compare eternal-loop recordings/ --estimates mine=answers/
        lubdub compare new.yaml recordings/ --against saved.json
        lubdub compare eternal-loop tuned.yaml recordings/
        lubdub compare old.yaml new.yaml recordings/ -o figures.csv -o figures.html
        lubdub compare old.yaml new.yaml recordings/ --set 'zones.edges=[0.5,1,2]'
      """)

  @Argument(help: ArgumentHelp("The first settings file, or a preset.", valueName: "first"))
  var first: String

  @Argument(help: ArgumentHelp("The second settings file, or a preset.", valueName: "second"))
  var second: String

  @Argument(help: ArgumentHelp("Traces, or folders of them.", valueName: "trace"))
  var traces: [String] = []

  @Option(
    help: ArgumentHelp("File of scores in place of the first settings.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Folder of estimates in place of the second settings.",
      valueName: "name=folder"))
  var estimates: String?

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>
  @OptionGroup(title: "Traces and logs") var reading: LogOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set one setting in both files. May be repeated.", valueName: "key=value"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Part of the recordings' name that names their session, as a regular expression. By default, Lubdub \
      detects sessions.
      """, valueName: "regex"))
  var sessions: String?

  enum Files: OutputKinds { static let kinds = [OutputKind.table, .page, .json] }

  @OptionGroup(title: "Truth") var truth: TruthOptions

  @Option(help: ArgumentHelp("Seed of the bootstrap.", valueName: "number")) var seed: UInt64 = 1

  @OptionGroup var taken: RecordingOptions

  func validate() throws {
    try expect(
      against != nil || estimates != nil || !traces.isEmpty,
      "compare needs two settings and at least one trace")
    try expect(against == nil || estimates == nil, "--against and --estimates exclude each other")
    try expect(
      estimates == nil || given != nil,
      "--estimates is \"\(estimates ?? "")\", expected NAME=FOLDER, such as mine=answers/")
  }

  private var given: (name: String, folder: String)? {
    estimates.flatMap { GivenEstimates.parts(of: $0) }
  }

  func run() throws {
    let saved = try against.map(Self.saved)
    let names = saved.map { ($0.name, first) } ?? (first, given?.name ?? second)
    let isPair = saved == nil && given == nil
    let traces = isPair ? self.traces : [second] + self.traces
    let files = isPair ? [first, second] : [first]
    var written = try outputs.checked(beside: traces + files + (against.map { [$0] } ?? []))
    var configurations = try files.map(configuration)
    if let saved { configurations.insert(saved.configuration, at: 0) }
    if given != nil { configurations.append(configurations[0]) }
    let ground = PairedComparison.Ground(configurations[0], configurations[1])
    for note in Self.notes(ground, configurations) { Console.note(note) }
    let settingsFiles = files.filter { Vocabulary.workbench.preset($0) == nil }
    let source = try LogOptions.source(
      traces, reading.loader(settingsFiles, sessions: sessions, taken),
      smoothing: configurations[0].ranging)
    let findings = RecordingLoader.coverage(of: source.recordings) + source.findings
    let aligned = truth.align(source.recordings)
    let found = FoundSessions(aligned.recordings, isNeeded: sessions == nil)
    if let sentence = found.sentence {
      Console.note("\(sentence); to change this, use --sessions")
    }
    let answers = try given.map {
      try GivenEstimates($0.name, in: $0.folder, for: found.recordings)
    }
    if let answers, let first = answers.missing.first {
      throw CommandFailure(
        "--estimates \(answers.name): \(counted(answers.missing.count, "recording")) without a table, such as \(first); "
          + "leave such recordings out")
    }
    let recordings = found.recordings
    let fitted =
      try settingsFiles.filter {
        TuningText.isMade(String(decoding: try readFile(at: $0), as: UTF8.self), from: recordings)
      } + (saved?.isFitted == true ? [names.0] : [])
    if let name = fitted.first {
      Console.note(
        "\(name) was made from these recordings, so a gain here may be luck. Compare on other "
          + "recordings, or read the held-out cost at the top of the file")
    }
    let places = recordings.map(\.place)
    let scores = try self.scores(recordings, configurations, saved, answers)
    let withheld =
      source.smoothed.isEmpty
      ? aligned.offsets.first(where: \.isFar).flatMap(\.sentence)
      : "\(source.smoothed.joined(separator: ", ")): no truth, so they are scored against their own smoothed distance"
    let comparison = PairedComparison(
      scores.map { $0[0] }, scores.map { $0[1] },
      hasRanges: recordings.map { Trial($0, edges: []).hasRanges },
      sessions: found.groups.map { "\($0)" },
      datasets: recordings.map(\.dataset), ground: ground, seed: seed)
    try require(
      comparison.lines.contains(where: { $0.measure != nil && ($0.first ?? $0.second) != nil }),
      "neither of the two settings gives an estimate at a row with truth, so there is nothing to compare"
    )
    try written.write(.table) {
      RecordingTable.csv(
        zip(places, scores).flatMap { place, pair in
          zip([names.0, names.1], pair).map { (recording: place, settings: $0, score: $1) }
        })
    }
    try written.write(.json) {
      JSONWriter.encode(
        SavedScores(
          name: names.1, configuration: configurations[1], recordings: recordings,
          scores: scores.map { $0[1] }, isFitted: fitted.contains(names.1)
        ).json)
    }
    let table = ComparisonTable(
      comparison, names: names, recordings: recordings.map(\.name), scores,
      clocks: aligned.offsets.compactMap(\.sentence), fitted: Set(fitted), withheld: withheld)
    try written.write(.page) { try table.page(findings: findings).html }
    try written.print(table.text)
    if saved != nil, comparison.isWorse { throw ExitCode(1) }
  }

  private static func saved(_ path: String) throws -> SavedScores {
    let bytes = try readFile(at: path)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw CommandFailure("\(path):\(error.line): this is not JSON: \(error.rule)")
    }
    do throws(SettingError) {
      return try SavedScores(value)
    } catch {
      throw CommandFailure("\(path) \(error.rule)")
    }
  }

  private static func notes(
    _ ground: PairedComparison.Ground, _ configurations: [Configuration]
  ) -> [String] {
    let lists = configurations.map {
      $0.zones.edges.map { NumberText.shortest($0.value) }.joined(separator: ", ")
    }
    let zones =
      ground.hasSameZones
      ? "both settings are scored against the true zones of the first, so their zones are not compared"
      : "their zones are not compared; --set zones.edges=[…] scores both settings with the same edges"
    let edges = "the two settings have different edges (\(lists[0]) and \(lists[1]) m): \(zones)"
    let beats =
      "the two settings have different beat intervals, so their heartbeats are not compared"
    return (ground.hasSameEdges ? [] : [edges]) + (ground.hasSameTempo ? [] : [beats])
  }

  private func configuration(_ name: String) throws -> Configuration {
    let preset = Vocabulary.workbench.preset(name)
    guard preset != nil || FileIdentity(path: name) != nil else {
      let names = Vocabulary.workbench.presets.map(\.name)
      let question = Spelling.question(name, names + (entries(of: ".") ?? []).sorted())
      throw CommandFailure(
        "\(name): there is no such file or preset" + (question.map { "; \($0)" } ?? "")
          + "; the presets are \(names.joined(separator: ", "))")
    }
    return try ConfigurationOptions.resolve(preset == nil ? [name] : [], settings, preset: preset)
  }

  /// The scores of both settings by recording. If there are saved scores of the first settings, they are used.
  private func scores(
    _ recordings: [Recording], _ configurations: [Configuration], _ saved: SavedScores?,
    _ answers: GivenEstimates?
  ) throws -> [[Score]] {
    let known: [Score]?
    do throws(SettingError) {
      known = try saved?.scores(of: recordings)
    } catch {
      throw CommandFailure("\(against ?? "") \(error.rule)")
    }
    let wanted =
      known != nil
      ? [configurations[1]] : answers == nil ? configurations : [configurations[0]]
    let outcomes = ProgressBar.shown { update in
      taken.workers.map(recordings, progress: update) { recording in
        let trial = Trial(recording, edges: configurations[0].zones.edges)
        let others = answers.flatMap { trial.score($0, decidedBy: configurations[0]) }
        return trial.scoresWithIntervals(wanted) + (others.map { [.success($0)] } ?? [])
      }
    }
    let found = try outcomes.map { try $0.map { try $0.get() } }
    return known.map { zip($0, found).map { [$0] + $1 } } ?? found
  }
}
