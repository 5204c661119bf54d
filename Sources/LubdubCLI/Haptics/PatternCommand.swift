#if Tool
import ArgumentParser
import Lubdub
import LubdubHaptics
import LubdubReports

struct PatternCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pattern",
    abstract: "Make a timeline of one pattern at a steady tempo, without a trace.",
    discussion: """
      Patterns: \(Pattern.builtIn.map(\.name).joined(separator: ", "))

      Examples:
        lubdub pattern lub-dub --bpm 72 --beats 8 -o heart.json -o heart.wav
        lubdub pattern breath --beats 3 -o breath.json
        lubdub pattern breath --breath 4-7-8 --minutes 5 -o sleep.ahap
        lubdub pattern breath --breath calm --from 12 --to 6 --over 300 \\
          --minutes 10 -o slower.json
        lubdub pattern sonar -o sonar.ahap
        lubdub pattern --text "O.o. --== ..O" -o taps.json

      The alphabet of --text: . o O are a light, a medium and a heavy tap; x X sharp taps; - = # a weak, \
      a medium and a strong vibration, as long as it is repeated; a space or _ is a rest.
      """)

  @Argument(help: "The pattern.", completion: .list(Pattern.builtIn.map(\.name)))
  var name: String?

  @Option(help: "The pattern as text, a character a step.")
  var text: String?

  @Option(
    help: ArgumentHelp(
      "How long a character of --text lasts; \(PatternText.usualStep) s.", valueName: "s"))
  var step: Double?

  @Option(help: "Beats per minute; each pattern has a tempo of its own.")
  var bpm: Double?

  @Option(help: "How many beats; 8.")
  var beats: Int?

  @Option(help: "Strength, 0 to 1.")
  var intensity = 1.0

  @OptionGroup(title: "Breath") var breath: BreathOptions

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<DrawnTimelines>

  func validate() throws {
    try expect((name == nil) != (text == nil), "name a pattern, or write one with --text")
    try expect(
      text == nil || (bpm == nil && beats == nil),
      "--bpm and --beats are of a named pattern; --step is the tempo of --text")
    try expect(text != nil || step == nil, "--step is of --text")
    try expect(text != "", "--text is empty, expected at least one character")
    if breath.isPaced {
      try expect(name == Pattern.breath.name, "--breath and its options are of the pattern breath")
      try expect(bpm == nil, "--bpm is of the plain pattern; a paced breath has --from")
      try expect(
        beats == nil || breath.minutes == nil,
        "--beats and --minutes both say how long it is; leave one out")
      try expect(
        (beats ?? 1) <= BreathOptions.mostBreaths,
        "--beats is \(beats ?? 0), expected at most 20000 breaths")
    }
    try expect(beats ?? 1 > 0, "--beats is \(beats ?? 0), expected at least 1")
    try expect((0...1).contains(intensity), "--intensity is \(intensity), expected 0 to 1")
  }

  func run() throws {
    var files = try outputs.checked(beside: [])
    let timeline = try timeline()
    let document = try files.write(timeline)
    try files.write(.plot) { PatternDrawing.file(of: document, name: name ?? "text") }
    let seconds = NumberText.rounded(timeline.duration.value, 3)
    let title =
      breath.isPaced
      ? try breath.title(beats)
      : name.map { "\($0): \(counted(beats ?? Self.usualBeats, "beat"))" }
        ?? "text: \(counted(text?.count ?? 0, "step"))"
    let head = "\(title), \(counted(timeline.events.count, "event")), \(seconds) s\n"
    try files.print(head + files.list)
  }

  private static let usualBeats = 8

  /// The arguments with the pattern of `--text` joined to its name: a pattern such as `-=` or `--` is no
  /// option.
  static func joiningText(_ arguments: [String]) -> [String] {
    guard arguments.first == configuration.commandName,
      let place = arguments.firstIndex(of: "--text"), place + 1 < arguments.count,
      arguments[place + 1].hasPrefix("-")
    else { return arguments }
    return arguments[..<place] + ["--text=\(arguments[place + 1])"] + arguments[(place + 2)...]
  }

  private func timeline() throws -> Timeline {
    if let text {
      let timeline = try naming("--text") { () throws(FormatError) in
        try PatternText.timeline(of: text, step: step ?? PatternText.usualStep)
      }
      guard intensity != 1 else { return timeline }
      return try timeline.edited([.gain(intensity)])
    }
    if breath.isPaced { return try breath.timeline(beats, gain: intensity) }
    let pattern = try chosenPattern()
    let tempo = try chosenTempo(of: pattern)
    return try Timeline(pattern: pattern, tempo: tempo, beats: beats ?? Self.usualBeats)
  }

  private func chosenPattern() throws -> Pattern {
    let name = name ?? ""
    guard let pattern = Pattern.named(name) else {
      let names = Pattern.builtIn.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no pattern \"\(name)\"; the patterns are \(names)")
    }
    return pattern
  }

  private func chosenTempo(of pattern: Pattern) throws -> Tempo {
    guard let bpm else {
      return Tempo(interval: pattern.naturalInterval, intensity: intensity)
    }
    try expect(bpm.isFinite && bpm > 0, "--bpm is \(bpm), expected a number above 0")
    return .beatsPerMinute(bpm, intensity: intensity)
  }
}
#endif
