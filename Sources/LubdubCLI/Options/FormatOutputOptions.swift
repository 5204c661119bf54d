#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubHaptics
import LubdubReports

/// Where a format is written to and how; shared by the commands that write one.
struct FormatOutputOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The file to write; - for standard output.")
  var output = "-"

  @Option(
    help: "A drawing of the pattern as it was read, before the losses of writing (SVG).",
    completion: .file(extensions: ["svg"]))
  var plot: String?

  @OptionGroup(title: "Sound") var sound: SoundOptions

  @Option(help: "Write the loss report to this file, as JSON.")
  var lossJSON: String?

  @Flag(help: "Write nothing and end with status 2 when something that can be felt would be lost.")
  var strict = false

  @Option(help: "The pattern's name inside the file; lubdub.")
  var name: String?

  @Option(
    help: """
      android-xml: waveform, primitives, basic-envelope or waveform-envelope; by default as in the XML that is read, \
      else waveform.
      """)
  var androidStyle: ExportOptions.AndroidStyle?

  @Option(help: "android-*: write a steady pattern as a loop: automatic, always or never.")
  var loop = ExportOptions.Looping.automatic

  @Option(help: "ahap: the most points in one curve, at least 2.")
  var curvePoints = 16

  @Flag(help: "ahap: continuous events and transients in two files.")
  var separateTransients = false

  @Option(help: "tact: the device, such as VestFront, VestBack or ForearmL.")
  var position = "VestFront"

  @Option(help: "tact: the motors that play, 0 to 19, separated by commas.")
  var motors = "5,6,9,10"

  func validate() throws {
    try OutputPaths.requireDrawing(plot, option: "--plot")
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
    if let name { options.name = name }
    options.androidStyle = androidStyle
    options.looping = strict ? .never : loop
    options.curvePointLimit = curvePoints
    options.separateTransients = separateTransients
    options.position = position
    options.motors = try motorList()
    return options
  }

  /// Encodes, reports what the file has probably not meant and what was lost from the first byte read to the last
  /// byte written, and writes.
  ///
  /// - Throws: `CommandFailure` when the format cannot hold the timeline or `--strict` refuses, and
  ///   `FileError` when a file cannot be written.
  func write(_ decoded: DecodedTimeline, as target: ExportTarget, source: String) throws {
    try OutputPaths.requireEnding(output, option: "the output", target.endings)
    try OutputPaths.requireEnding(lossJSON, option: "--loss-json", "json")
    if let plot {
      try writeFile(Self.drawing(of: decoded.document, source, sound.resolve()), to: plot)
    }
    for finding in decoded.findings where finding.severity >= .warning {
      Console.note("\(source): \(finding)")
    }
    guard target != .wav else { return try writeSound(decoded, source) }
    let encoded = try encode(decoded, as: target, source: source)
    try accept(encoded.loss, after: decoded.loss, target, source)
    guard encoded.parts.count == 1 || output != "-" else {
      throw CommandFailure(
        "\(target.name) needs \(encoded.parts.count) files here; name the output with -o")
    }
    for part in encoded.parts {
      try writeFile(part.bytes, to: labelledPath(output, part.label))
    }
  }

  /// A drawing of a timeline, for `--plot`.
  static func drawing(
    of document: TimelineDocument, _ name: String, _ options: RenderOptions
  ) -> [UInt8] {
    PatternDrawing.file([
      PatternPreview(name: name, format: "", document: document, options: options)
    ])
  }

  /// The files of a target in memory, and what was lost in writing them.
  ///
  /// - Throws: `CommandFailure` when the target cannot hold the timeline, `AudioError`.
  func encode(
    _ decoded: DecodedTimeline, as target: ExportTarget, source: String
  ) throws -> EncodedTimeline {
    switch target {
    case .wav:
      let rendering = try sound.resolve()
      return EncodedTimeline(
        try renderWAVBytes(decoded.document.timeline, rendering),
        loss: .rendering(decoded.document, playsSharpness: rendering.playsSharpness))
    case .format(let format):
      let options = try options()
      return try naming(source) { () throws(FormatError) in
        try format.encode(decoded.document, options: options)
      }
    }
  }

  private func writeSound(_ decoded: DecodedTimeline, _ source: String) throws {
    let rendering = try sound.resolve()
    let loss = LossReport.rendering(
      decoded.document, playsSharpness: rendering.playsSharpness)
    try accept(loss, after: decoded.loss, .wav, source)
    Self.tellStart(of: try renderWAV(decoded.document.timeline, rendering, to: output))
  }

  /// Reports by how much a compensated sound starts before its timeline.
  static func tellStart(of report: RenderReport) {
    guard report.startOffset > .zero else { return }
    let offset = (report.startOffset.value * 1e6).rounded() / 1e6
    Console.note("wav: the file starts \(offset) s before the timeline, for the compensation")
  }

  /// Reports what is lost and writes the report.
  ///
  /// - Throws: `CommandFailure` when `--strict` refuses, `FileError`.
  private func accept(
    _ written: LossReport, after read: LossReport, _ target: ExportTarget, _ source: String
  ) throws {
    var loss = read
    loss.merge(written)
    for line in loss.description.split(separator: "\n") { Console.note("\(target.name): \(line)") }
    if target == .format(.ahap), written[.continuous, .resampledCurve] != nil {
      Console.note(
        "ahap: a course is held under a tap that it rises to; --separate-transients writes two files "
          + "and changes neither")
    }
    if let lossJSON { try writeFile(JSONWriter.encode(loss.json), to: lossJSON) }
    if strict, loss.isFelt {
      throw CommandFailure(
        "\(source): it does not become \(target.name) without loss; no \(target.name) was written")
    }
  }
}
#endif
