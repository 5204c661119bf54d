#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubHaptics
import LubdubReports

/// The files that a timeline is written to.
struct TimelineOutputs: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help:
      "The timeline, in the format that the ending names, such as .json or .ahap; - is standard output.",
    completion: .file())
  var output: String?

  @Option(help: "The format of --output, where its ending does not show it; else it is our JSON.")
  var format: ExportTarget?

  @Option(
    help: "The timeline as sound or as the signal for an actuator; see the WAV options.",
    completion: .file(extensions: ["wav"]))
  var wav: String?

  @Option(help: "The timeline as Core Haptics pattern (AHAP).")
  var ahap: String?

  @Option(help: "The timeline as Android Vibration XML.")
  var android: String?

  @Option(help: "The timeline as MPEG haptics JSON (HJIF).")
  var hjif: String?

  @Option(help: "The timeline as .haptic clip.")
  var haptic: String?

  @Option(
    name: .customLong("also"),
    help: "The timeline in any format, FORMAT=FILE, such as tact=beat.tact. May be repeated.")
  var others: [FileTarget] = []

  @OptionGroup(title: "Sound") var sound: SoundOptions

  func validate() throws {
    guard format == nil || output != nil else {
      throw ValidationError("--format says what --output is written as; name a file with -o")
    }
  }

  /// - Parameter options: The option that writes files of an ending, where the command has one.
  /// - Throws: `ValidationError` for an output whose ending says that it is something else.
  private func checkEnding(_ options: [String: String]) throws {
    guard let output, outputTarget == nil else { return }
    let name = output.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), !output.hasPrefix("/dev/") else { return }
    if let option = options[name[name.index(after: dot)...].lowercased()] {
      throw ValidationError(
        "--output is \(output): the ending names no format of timelines; \(option) writes such a file"
      )
    }
    let formats = ExportTarget.allValueStrings.joined(separator: ", ")
    throw ValidationError(
      "--output is \(OutputPaths.unknownFormat(output, option: "--format")): \(formats)")
  }

  /// Whether any file is to be written.
  var isAnyWanted: Bool { !targets.isEmpty }

  /// What `--output` is written as; `nil` when neither an option nor its ending shows.
  private var outputTarget: ExportTarget? {
    format ?? output.flatMap { ExportTarget(ending: $0) }
  }

  /// The files, each with its format.
  private var targets: [FileTarget] {
    let named: [(ExportTarget, String?)] = [
      (outputTarget ?? .format(.json), output),
      (.format(.ahap), ahap), (.format(.androidXML), android), (.format(.hjif), hjif),
      (.format(.haptic), haptic),
    ]
    return named.compactMap { target, path in path.map { FileTarget(target: target, path: $0) } }
      + others + (wav.map { [FileTarget(target: .wav, path: $0)] } ?? [])
  }

  /// Finds out before the work whether the outputs can be written.
  ///
  /// - Parameters:
  ///   - more: Other files that are written.
  ///   - inputs: Files that are read.
  ///   - optionsByEnding: The options of the command that write other files, such as `--plot` of `svg`.
  /// - Throws: What `OutputPaths.check` and `SoundOptions.resolve()` throw, and `ValidationError`.
  func checkPaths(
    and more: [String?], beside inputs: [String?], optionsByEnding: [String: String] = [:]
  ) throws {
    if targets.contains(where: { $0.target == .wav }) { _ = try sound.resolve() }
    try OutputPaths.check(targets.map(\.path) + more, beside: inputs)
    try checkEnding(optionsByEnding)
    let named = [
      ("--output", output), ("--wav", wav), ("--ahap", ahap), ("--android", android),
      ("--hjif", hjif), ("--haptic", haptic),
    ]
    for file in targets {
      let option = named.first { $0.1 == file.path }?.0 ?? "--also \(file.target.name)"
      try OutputPaths.requireEnding(file.path, option: option, file.target.endings)
    }
  }

  /// Writes the files.
  ///
  /// - Returns: What was written, for the summary.
  /// - Throws: `FileError`, `FormatError` or `AudioError`; files that were there before are then as
  ///   they were.
  func write(_ document: TimelineDocument) throws -> [String] {
    var written: [String] = []
    for file in targets {
      switch file.target {
      case .wav: written.append(try writeSound(document, to: file.path))
      case .format(let format):
        written += try write(format.encode(document), to: file)
      }
    }
    return written
  }

  private func write(_ encoded: EncodedTimeline, to file: FileTarget) throws -> [String] {
    let isOurs = file.target == .format(.json)
    if !isOurs {
      for line in encoded.loss.description.split(separator: "\n") {
        Console.note("\(file.target.name): \(line)")
      }
    }
    guard encoded.parts.count == 1 || file.path != "-" else {
      throw CommandFailure(
        "\(file.target.name) needs \(encoded.parts.count) files here; name a file with -o")
    }
    return try encoded.parts.map { part in
      let path = labelledPath(file.path, part.label)
      try writeFile(part.bytes, to: path)
      return "\(path) (\(isOurs ? "timeline" : file.target.name))"
    }
  }

  private func writeSound(_ document: TimelineDocument, to path: String) throws -> String {
    let options = try sound.resolve()
    let loss = LossReport.rendering(document, playsSharpness: options.playsSharpness)
    if loss.isFelt {
      for line in loss.description.split(separator: "\n") { Console.note("wav: \(line)") }
    }
    let report = try renderWAV(document.timeline, options, to: path)
    FormatOutputOptions.tellStart(of: report)
    let rate = SettingValue.text(Double(options.sampleRate) / 1000)
    return "\(path) (\(report.frames) samples, \(rate) kHz)"
  }

  /// Prints a summary: on standard output, or on standard error when a file goes to the former.
  ///
  /// - Throws: `FileError` when it could not be written.
  func print(_ summary: String) throws {
    if targets.contains(where: { $0.path == "-" }) {
      Console.write(summary, to: .error)
    } else {
      try Console.print(summary)
    }
  }
}

/// A format and the file that it is written to.
struct FileTarget: ExpressibleByArgument {
  let target: ExportTarget
  let path: String

  init(target: ExportTarget, path: String) {
    self.target = target
    self.path = path
  }

  /// Reads `FORMAT=FILE`.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let target = ExportTarget(argument: parts[0]) else { return nil }
    self.init(target: target, path: parts[1])
  }
}
#endif
