import ArgumentParser
import CanonicalJSON
import FileIO
import HapticAudio
import HapticFormats
import Quantities

/// `lubdub export`: a timeline in a format that plays.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a timeline in a format that plays.",
    discussion: """
      What the format cannot hold is told on standard error.

      Examples:
        lubdub export heartbeat.json --format ahap -o heartbeat.ahap
        lubdub export heartbeat.json --format android-xml --android-style basic-envelope -o beat.xml
        lubdub export heartbeat.json --format hjif --strict -o beat.hjif
        lubdub export heartbeat.json --format wav --actuator lra --compensate -o beat.wav
        lubdub export --table
      """)

  @Argument(help: "The timeline, JSON or NDJSON; - for standard input.")
  var timeline: String?

  @Option(help: "The format.")
  var format: ExportTarget?

  @OptionGroup var output: FormatOutputOptions

  @Flag(help: "Print what each format keeps, as Markdown.")
  var table = false

  func validate() throws {
    guard table || (timeline != nil && format != nil) else {
      throw ValidationError("a timeline and --format are needed")
    }
  }

  func run() throws {
    if table { return try writeFile(Array(HapticFormat.table.utf8), to: "-") }
    guard let timeline, let format else { return }
    try OutputPaths.check([output.output, output.lossJSON], beside: [timeline])
    let bytes = try readFile(at: timeline)
    let kind = FileKind.recognize(bytes, name: timeline)
    guard kind == .timeline || kind == .timelineLines, let reader = kind.format else {
      throw CommandFailure(
        "\(timeline): this is no timeline but \(kind.rawValue); "
          + "use lubdub convert for other haptic formats")
    }
    let document = try naming(timeline) { () throws(FormatError) in try reader.decode(bytes) }
    try output.write(document, as: format, source: timeline)
  }
}

/// Where a format is written to and how; shared by the commands that write one.
struct FormatOutputOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The file to write; - for standard output.")
  var output = "-"

  @OptionGroup(title: "Sound") var sound: SoundOptions

  @Option(help: "Write the loss report to this file, as JSON.")
  var lossJSON: String?

  @Flag(help: "Write nothing and end with status 2 when something that can be felt would be lost.")
  var strict = false

  @Option(help: "The pattern's name inside the file.")
  var name = "lubdub"

  @Option(
    help: "android-xml: waveform, primitives, basic-envelope or waveform-envelope.")
  var androidStyle = ExportOptions.AndroidStyle.waveform

  @Option(help: "android-*: write a steady pattern as a loop: automatic, always or never.")
  var loop = ExportOptions.Looping.automatic

  @Option(help: "android-waveform: source text in place of JSON: kotlin or java.")
  var snippet: ExportOptions.Snippet?

  @Option(help: "ahap: the most points in one curve, at least 2.")
  var curvePoints = 16

  @Flag(help: "ahap: continuous events and transients in two files.")
  var separateTransients = false

  @Option(help: "tact: the device, such as VestFront, VestBack or ForearmL.")
  var position = "VestFront"

  @Option(help: "tact: the motors that play, 0 to 19, separated by commas.")
  var motors = "5,6,9,10"

  func validate() throws {
    guard curvePoints >= 2 else { throw ValidationError("--curve-points must be at least 2") }
    _ = try motorList()
  }

  private func motorList() throws -> [Int] {
    try motors.split(separator: ",").map {
      guard let motor = Int($0), (0...19).contains(motor) else {
        throw ValidationError("--motors holds \"\($0)\", expected numbers of 0 to 19")
      }
      return motor
    }
  }

  private func options() throws -> ExportOptions {
    var options = ExportOptions()
    options.name = name
    options.androidStyle = androidStyle
    options.looping = strict ? .never : loop
    options.snippet = snippet
    options.curvePointLimit = curvePoints
    options.separateTransients = separateTransients
    options.position = position
    options.motors = try motorList()
    return options
  }

  /// Encodes, reports the loss and writes, in this order.
  ///
  /// - Throws: `CommandFailure` when the format cannot hold the timeline or `--strict` refuses, and
  ///   `FileError` when a file cannot be written.
  func write(_ document: TimelineDocument, as target: ExportTarget, source: String) throws {
    switch target {
    case .wav: try renderWAV(document.timeline, sound.resolve(), to: output)
    case .format(let format): try write(document, as: format, source: source)
    }
  }

  private func write(
    _ document: TimelineDocument, as format: HapticFormat, source: String
  ) throws {
    let options = try options()
    let encoded = try naming(source) { () throws(FormatError) in
      try format.encode(document, options: options)
    }
    report(encoded.loss, format)
    if strict, encoded.loss.isFelt {
      throw CommandFailure(
        "\(source): \(format.rawValue) cannot hold this timeline without loss; nothing was written")
    }
    guard encoded.parts.count == 1 || output != "-" else {
      throw CommandFailure(
        "\(format.rawValue) needs \(encoded.parts.count) files here; name the output with -o")
    }
    if let lossJSON { try writeFile(JSONWriter.encode(encoded.loss.json), to: lossJSON) }
    for part in encoded.parts {
      try writeFile(part.bytes, to: path(output, label: part.label))
    }
  }

  private func report(_ loss: LossReport, _ format: HapticFormat) {
    for line in loss.description.split(separator: "\n") {
      Console.note("\(format.rawValue): \(line)")
    }
  }

  /// `beat.ahap` becomes `beat.transients.ahap`.
  private func path(_ path: String, label: String?) -> String {
    guard let label else { return path }
    let folderEnd = path.lastIndex(of: "/") ?? path.startIndex
    guard let dot = path.lastIndex(of: "."), dot > folderEnd else { return "\(path).\(label)" }
    return "\(path[..<dot]).\(label)\(path[dot...])"
  }
}
