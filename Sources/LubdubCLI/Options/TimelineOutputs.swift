import ArgumentParser
import FileIO
import HapticAudio
import HapticFormats

/// The files that a timeline is written to.
struct TimelineOutputs: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The timeline as JSON; - is standard output.",
    completion: .file(extensions: ["json"]))
  var output: String?

  @Option(
    help: "The timeline as sound or as the signal for an actuator, 48 kHz.",
    completion: .file(extensions: ["wav"]))
  var wav: String?

  /// Whether any file is to be written.
  var isAnyWanted: Bool { output != nil || wav != nil }

  /// Finds out before the work whether the outputs can be written.
  ///
  /// - Throws: `FileError` for the first that cannot.
  func checkPaths(and more: [String?]) throws {
    for path in [output, wav] + more {
      guard let path else { continue }
      _ = try OutputFile(path: path)
    }
  }

  /// Writes the files.
  ///
  /// - Returns: What was written, for the summary.
  /// - Throws: `FileError`, `FormatError` or `AudioError`; files that were there before are then as
  ///   they were.
  func write(_ document: TimelineDocument) throws -> [String] {
    var written: [String] = []
    if let output {
      try writeFile(try HapticFormat.json.encode(document).bytes, to: output)
      written.append("\(output) (timeline)")
    }
    if let wav {
      let report = try renderWAV(document.timeline, to: wav)
      written.append("\(wav) (\(report.frames) samples, 48 kHz)")
    }
    return written
  }

  /// Prints a summary: on standard output, or on standard error when a file goes to the former.
  ///
  /// - Throws: `FileError` when it could not be written.
  func print(_ summary: String) throws {
    if output == "-" || wav == "-" {
      Console.write(summary, to: .error)
    } else {
      try Console.print(summary)
    }
  }
}
