import ArgumentParser
import HapticFormats
import Haptics
import Quantities
import Reports

/// `lubdub pattern`
struct PatternCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pattern",
    abstract: "Make a timeline of one pattern at a steady tempo, without a trace.",
    discussion: """
      Patterns: \(Pattern.builtIn.map(\.name).joined(separator: ", "))

      Examples:
        lubdub pattern lub-dub --bpm 72 --beats 8 -o heart.json --wav heart.wav
        lubdub pattern breath --beats 3 -o breath.json
        lubdub pattern sonar --format ahap -o sonar.ahap
      """)

  @Argument(help: "The pattern.", completion: .list(Pattern.builtIn.map(\.name)))
  var name: String

  @Option(help: "Beats per minute; each pattern has a tempo of its own.")
  var bpm: Double?

  @Option(help: "How many beats.")
  var beats = 8

  @Option(help: "Strength, 0 to 1.")
  var intensity = 1.0

  @Option(help: "What --output is written as, if not as our JSON.")
  var format: ExportTarget?

  @OptionGroup var outputs: TimelineOutputs

  func validate() throws {
    guard format == nil || outputs.output != nil else {
      throw ValidationError("--format says what --output is written as; name a file with -o")
    }
  }

  func run() throws {
    let outputs = outputs.writingOutput(as: format)
    let pattern = try chosenPattern()
    let tempo = try chosenTempo(of: pattern)
    try outputs.checkPaths(and: [], beside: [])
    let timeline = try Timeline(pattern: pattern, tempo: tempo, beats: beats)
    let document = TimelineDocument(
      timeline, annotations: ["generator": SessionDocument.generator])
    let written = try outputs.write(document)
    let seconds = NumberText.rounded(timeline.duration.value, 3)
    let head = "\(name): \(beats) beats, \(timeline.events.count) events, \(seconds) s\n"
    try outputs.print(head + written.map { "  written   \($0)\n" }.joined())
  }

  private func chosenPattern() throws -> Pattern {
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
    guard bpm.isFinite, bpm > 0 else {
      throw ValidationError("--bpm is \(bpm), expected a number above 0")
    }
    return .beatsPerMinute(bpm, intensity: intensity)
  }
}
