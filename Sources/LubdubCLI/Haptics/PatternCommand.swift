struct PatternCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pattern",
    abstract: "Make a timeline of one pattern at a steady tempo, or of a cue, without a trace.",
    discussion: """
      Patterns: \(Pattern.builtIn.map(\.name).joined(separator: ", ")). \
      Cues: \(CueTable.names.joined(separator: ", "))

      Examples:
        lubdub pattern lub-dub --bpm 72 --beats 8 -o heart.json -o heart.wav
        lubdub pattern breath --beats 3 -o breath.json
        lubdub pattern ringAttached -o attached.ahap
        lubdub pattern --text "O.o. --== ..O" -o taps.json
        lubdub pattern --events "0:1/0.35 0.14:0.55/0.15" --bpm 72 -o mine.json
        lubdub pattern mine.yaml --bpm 72 --beats 8 -o mine.ahap

      Your own pattern is a file of settings with heartbeat.pattern, as for lubdub run --config. In --events \
      an event is TIME:INTENSITY/SHARPNESS; 0.2+0.3:0/0.2>1/0.4>0 lasts 0.3 s, through levels at equal distances. \
      If you omit the sharpness, the level keeps the previous sharpness; the first level has 0.5.

      In --text, the characters . o O are a light, a medium, and a heavy tap. The characters x X \
      are sharp taps. The characters - = # are a weak, a medium, and a strong vibration. Repeat a vibration to \
      make it longer. A space or _ is a rest.
      """)

  @Argument(
    help: "Name of a pattern or cue, or a YAML or JSON file with a pattern.",
    completion: .list(Pattern.builtIn.map(\.name) + CueTable.names))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Cue, even if it shares its name with a pattern, such as tap.", valueName: "name"),
    completion: .list(CueTable.names))
  var cue: String?

  @Flag(help: "List the patterns and cues.") var list = false

  @Option(
    help: ArgumentHelp(
      "Events of one beat, each TIME:INTENSITY/SHARPNESS.", valueName: "time:intensity/sharpness"))
  var events: String?

  @Option(help: ArgumentHelp("Pattern as text, one character per step.", valueName: "steps"))
  var text: String?

  @Option(
    help: ArgumentHelp(
      "Duration of a character of --text; \(PatternText.usualStep) s.", valueName: "s"))
  var step: Double?

  @Option(
    help: ArgumentHelp("Beats per minute. The default depends on the pattern.", valueName: "rate"))
  var bpm: Double?

  @Option(help: ArgumentHelp("Number of beats; 8 by default.", valueName: "count")) var beats: Int?

  @Option(help: ArgumentHelp("Strength, 0 to 1.", valueName: "share")) var intensity = 1.0

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<DrawnTimelines>

  func validate() throws {
    let isListed = list && outputs.output.isEmpty
    try expect(
      [name, text, events, cue].count(where: { $0 != nil }) == (isListed ? 0 : 1),
      list
        ? "use --list without other options"
        : "name one pattern, or write one with --events or --text")
    try expect(
      cueName == nil || (bpm == nil && beats == nil),
      "--bpm and --beats apply to patterns; \(cueName ?? "") is a cue, which plays once")
    if let cue, !CueTable.names.contains(cue) {
      throw ValidationError(
        "there is no cue \"\(cue)\"; "
          + (Spelling.question(cue, CueTable.names)
            ?? "the cues are \(CueTable.names.joined(separator: ", "))"))
    }
    try expect(
      text == nil || (bpm == nil && beats == nil),
      "--bpm and --beats apply to named patterns; --step sets the tempo of --text")
    try expect(text != nil || step == nil, "--step applies only to --text")
    try expect(text != "", "--text is empty, expected at least one character")
    try expect(beats ?? 1 > 0, "--beats is \(beats ?? 0), expected at least 1")
    try expect((0...1).contains(intensity), "--intensity is \(intensity), expected 0 to 1")
  }

  /// The requested cue. A pattern takes precedence over a cue with the same name.
  private var cueName: String? {
    cue ?? name.flatMap { Pattern.named($0) == nil && CueTable.names.contains($0) ? $0 : nil }
  }

  func run() throws {
    guard !list else { return try Console.print(CueTable.list) }
    let isFile = cueName == nil && name.map { Pattern.named($0) == nil } ?? false
    var files = try outputs.checked(beside: isFile ? [name ?? ""] : [])
    let timeline = try timeline()
    let document = try files.write(timeline)
    if let clipping = TimelineLint.clipping(in: document) { Console.note("\(clipping)") }
    try files.write(.plot) {
      PatternDrawing.file(
        of: document, name: cueName ?? name ?? (events == nil ? "text" : "events"))
    }
    let seconds = NumberText.rounded(timeline.duration.value, 3)
    let title =
      cueName.map { "\($0): a cue" }
      ?? (name ?? events).map { "\($0): \(counted(beats ?? Self.usualBeats, "beat"))" }
      ?? "text: \(counted(text?.count ?? 0, "step"))"
    let head = "\(title), \(counted(timeline.events.count, "event")), \(seconds) s\n"
    try files.print(head + files.list)
  }

  private static let usualBeats = 8

  private func timeline() throws -> Timeline {
    if let made = try cueOrText() {
      return intensity == 1 ? made : try made.edited([.gain(intensity)])
    }
    let pattern = try chosenPattern()
    let tempo = try chosenTempo(of: pattern)
    let unit = pattern.timeBase.unit(interval: tempo.interval)
    if pattern.timeBase == .seconds, unit < 1 {
      Console.note(
        "at this tempo, the beats are less than 0.375 s apart, so times and durations in the pattern "
          + "are multiplied by \(NumberText.rounded(unit, 3)); heartbeat.timeBase=fixed keeps them")
    }
    return try Timeline(pattern: pattern, tempo: tempo, beats: beats ?? Self.usualBeats)
  }

  private func cueOrText() throws -> Timeline? {
    guard let text else { return cueName.flatMap(CueTable.timeline) }
    return try naming("--text") { () throws(FormatError) in
      try PatternText.timeline(of: text, step: step ?? PatternText.usualStep)
    }
  }

  private func chosenPattern() throws -> Pattern {
    if let events {
      try expect(
        events.contains(":") && !events.contains("\""),
        "--events is \"\(events)\", expected events such as 0:1/0.35")
      do {
        return try ConfigurationOptions.resolve([], ["heartbeat.pattern=\"\(events)\""]).heartbeat
          .pattern
      } catch let error as SettingsFileError {
        throw ValidationError("--events \(events): \(error.rule)")
      }
    }
    return try Self.pattern(name ?? "")
  }

  static func pattern(_ name: String) throws -> Pattern {
    if let pattern = Pattern.named(name) { return pattern }
    guard [".yaml", ".yml", ".json"].contains(where: { name.lowercased().hasSuffix($0) }) else {
      let names = Pattern.builtIn.map(\.name) + CueTable.names
      let isHaptic = HapticFormat.allCases.contains {
        name.lowercased().hasSuffix(".\($0.fileExtension)")
      }
      throw ValidationError(
        "there is no pattern \"\(name)\"; "
          + (isHaptic
            ? "lubdub edit \(name) -o beats.json --every 1 --repeat 8 plays a file as beats"
            : Spelling.question(name, names)
              ?? "the patterns are \(Pattern.builtIn.map(\.name).joined(separator: ", ")), or a YAML or JSON file; "
              + "--list also lists the cues"))
    }
    return try ConfigurationOptions.resolve([name], []).heartbeat.pattern
  }

  private func chosenTempo(of pattern: Pattern) throws -> Tempo {
    try expect("--bpm", bpm, "0.1 to 3000: a beat takes 0.02 s to 600 s") {
      (0.1...3000).contains($0)
    }
    guard let bpm else { return Tempo(interval: pattern.naturalInterval, intensity: intensity) }
    return .beatsPerMinute(bpm, intensity: intensity)
  }
}
