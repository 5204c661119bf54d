#if Tool
import ArgumentParser
import LubdubGround
import LubdubHaptics

/// `lubdub export`: a timeline in a format that plays.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a timeline in a format that plays.",
    discussion: """
      What the format cannot hold is printed on standard error.

      Examples:
        lubdub export heartbeat.json -o heartbeat.ahap
        lubdub export heartbeat.json --format android-xml \\
          --android-style basic-envelope -o beat.xml
        lubdub export heartbeat.json --strict -o beat.hjif
        lubdub export heartbeat.json --actuator lra --compensate -o beat.wav
        lubdub export --table
      """)

  @Argument(help: "The timeline, JSON or NDJSON; - for standard input.")
  var timeline: String?

  @Option(help: "The format, when the file's ending does not show it.")
  var format: ExportTarget?

  @OptionGroup(title: "Output") var output: FormatOutputOptions

  @Flag(help: "Print what each format keeps, as Markdown.")
  var table = false

  func validate() throws {
    guard table || timeline != nil else { throw ValidationError("a timeline is needed") }
    guard table || target != nil else {
      throw ValidationError(OutputPaths.unknownFormat(output.output, option: "--format"))
    }
  }

  /// What is written; `nil` when neither an option nor the ending shows.
  private var target: ExportTarget? { format ?? ExportTarget(ending: output.output) }

  func run() throws {
    if table { return try writeFile(Array(HapticFormat.table.utf8), to: "-") }
    guard let timeline, let target else { return }
    try OutputPaths.check([output.output, output.lossJSON, output.plot], beside: [timeline])
    let bytes = try readFile(at: timeline)
    let kind = FileKind.recognize(bytes, name: timeline)
    guard let reader = kind.format, [.json, .ndjson].contains(reader) else {
      let cure =
        kind == .trace
        ? "lubdub run makes a heartbeat of a trace" : "use lubdub convert for other haptic formats"
      throw CommandFailure("\(timeline): this is not a timeline but \(kind.name); \(cure)")
    }
    let decoded = try naming(timeline) { () throws(FormatError) in try reader.read(bytes) }
    try output.write(decoded, as: target, source: timeline)
  }
}
#endif
