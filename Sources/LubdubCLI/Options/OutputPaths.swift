import ArgumentParser
import Evaluation
import FileIO

/// The files that a command writes beside those that it reads.
enum OutputPaths {
  /// Finds out before the work whether the outputs can be written, and that none is written twice or
  /// over what is read, under whatever name.
  ///
  /// - Parameters:
  ///   - outputs: The files to write; `-` is standard output.
  ///   - inputs: The files that are read, and folders of traces; `-` is standard input.
  /// - Throws: `FileError` for the first that cannot be written, `CommandFailure` for the first that
  ///   is in the way of another.
  static func check(_ outputs: [String?], beside inputs: [String?]) throws {
    let files = RecordingLoader.traces(in: inputs.compactMap { $0 }).traces.map(\.path)
    let read = Set(
      files.compactMap { $0 == "-" ? FileIdentity.standardInput : FileIdentity(path: $0) })
    var written: Set<String> = []
    for path in outputs.compactMap({ $0 }) {
      let file = path == "-" ? FileIdentity.standardOutput : FileIdentity(path: path)
      guard !(file.map(read.contains) ?? false) else {
        let name = path == "-" ? "standard output" : path
        throw CommandFailure("\(name): this is what is read; name another file to write to")
      }
      guard written.insert(path == "-" ? path : resolvedPath(path)).inserted || isStream(path)
      else { throw CommandFailure("\(path): two outputs have this name; name two files") }
      _ = try OutputFile(path: path)
    }
  }

  /// Refuses a name for a drawing that tells of another kind of file: every drawing is SVG.
  ///
  /// - Parameters:
  ///   - path: The name; one without an ending is taken as it is.
  ///   - option: The option that has it.
  /// - Throws: `ValidationError` with the rule.
  static func requireDrawing(_ path: String?, option: String) throws(ValidationError) {
    guard let path, !isStream(path), let name = path.split(separator: "/").last,
      name.contains("."), !name.lowercased().hasSuffix(".svg")
    else { return }
    throw ValidationError(
      "\(option) is \(path), expected a name that ends in .svg; a browser or rsvg-convert makes a PNG "
        + "of an SVG")
  }

  /// Whether several outputs may go there, such as `/dev/null`.
  private static func isStream(_ path: String) -> Bool {
    path != "-" && path.hasPrefix("/dev/")
  }
}
