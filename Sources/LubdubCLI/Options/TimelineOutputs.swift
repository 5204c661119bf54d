import ArgumentParser
import FileIO
import HapticAudio
import HapticFormats
import Lubdub

/// The files that a timeline is written to.
struct TimelineOutputs: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The timeline as JSON; - is standard output.",
    completion: .file(extensions: ["json"]))
  var output: String?

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
    name: .customLong("as"),
    help: "The timeline in any format, FORMAT=FILE, such as tact=beat.tact. May be repeated.")
  var others: [FormatTarget] = []

  @OptionGroup(title: "Sound") var sound: SoundOptions

  /// The same files with `--output` written as something else; `nil` keeps our JSON.
  func writingOutput(as target: ExportTarget?) -> TimelineOutputs {
    var copy = self
    guard let target, let path = output else { return copy }
    copy.output = nil
    switch target {
    case .wav: copy.wav = path
    case .format(let format): copy.others.append(FormatTarget(format: format, path: path))
    }
    return copy
  }

  /// Whether any file is to be written.
  var isAnyWanted: Bool { wav != nil || !targets.isEmpty }

  /// The files of haptic formats.
  private var targets: [FormatTarget] {
    let named: [(HapticFormat, String?)] = [
      (.json, output), (.ahap, ahap), (.androidXML, android), (.hjif, hjif), (.haptic, haptic),
    ]
    return named.compactMap { format, path in path.map { FormatTarget(format: format, path: $0) } }
      + others
  }

  /// Finds out before the work whether the outputs can be written.
  ///
  /// - Parameters:
  ///   - more: Other files that are written.
  ///   - inputs: Files that are read.
  /// - Throws: What `OutputPaths.check` and `SoundOptions.resolve()` throw.
  func checkPaths(and more: [String?], beside inputs: [String?]) throws {
    if wav != nil { _ = try sound.resolve() }
    try OutputPaths.check(targets.map(\.path) + [wav] + more, beside: inputs)
  }

  /// Writes the files.
  ///
  /// - Returns: What was written, for the summary.
  /// - Throws: `FileError`, `FormatError` or `AudioError`; files that were there before are then as
  ///   they were.
  func write(_ document: TimelineDocument) throws -> [String] {
    var written: [String] = []
    for target in targets {
      let encoded = try target.format.encode(document)
      try writeFile(encoded.bytes, to: target.path)
      written.append(
        "\(target.path) (\(target.format == .json ? "timeline" : target.format.rawValue))")
      guard target.format != .json else { continue }
      for line in encoded.loss.description.split(separator: "\n") {
        Console.note("\(target.format.rawValue): \(line)")
      }
    }
    if let wav {
      let options = try sound.resolve()
      let report = try renderWAV(document.timeline, options, to: wav)
      let rate = SettingValue.text(Double(options.sampleRate) / 1000)
      written.append("\(wav) (\(report.frames) samples, \(rate) kHz)")
    }
    return written
  }

  /// Prints a summary: on standard output, or on standard error when a file goes to the former.
  ///
  /// - Throws: `FileError` when it could not be written.
  func print(_ summary: String) throws {
    if (targets.map(\.path) + [wav]).contains("-") {
      Console.write(summary, to: .error)
    } else {
      try Console.print(summary)
    }
  }
}

/// A format and the file that it is written to.
struct FormatTarget: ExpressibleByArgument {
  let format: HapticFormat
  let path: String

  init(format: HapticFormat, path: String) {
    self.format = format
    self.path = path
  }

  /// Reads `FORMAT=FILE`.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let format = HapticFormat(rawValue: parts[0]) else { return nil }
    self.init(format: format, path: parts[1])
  }
}
