#if Tool
import ArgumentParser
import LubdubBench
import LubdubGround

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

  /// Refuses a name for a drawing that report another kind of file: every drawing is SVG.
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

  /// Refuses a name that stands for another kind of file than is written. An ending that is not known, or none,
  /// is taken as it is.
  ///
  /// - Parameters:
  ///   - path: The name; - and `/dev/null` stand for nothing.
  ///   - option: The option that has it.
  ///   - endings: How names of such files end, without a dot, the usual one first.
  /// - Throws: `ValidationError` with the rule.
  static func requireEnding(
    _ path: String?, option: String, _ endings: String...
  ) throws(ValidationError) {
    try requireEnding(path, option: option, endings)
  }

  /// The same for a list of endings.
  static func requireEnding(
    _ path: String?, option: String, _ endings: [String]
  ) throws(ValidationError) {
    guard let path, foreignEnding(of: path, unless: endings) != nil else { return }
    let known = endings.map { ".\($0)" }.joined(separator: " or ")
    throw ValidationError("\(option) is \(path), expected a name that ends in \(known)")
  }

  /// The ending of a name, without a dot, where it is that of a known kind of file and none of those given.
  static func foreignEnding(of path: String, unless endings: [String]) -> String? {
    guard path != "-", !isStream(path), let name = path.split(separator: "/").last?.lowercased(),
      let dot = name.lastIndex(of: ".")
    else { return nil }
    let ending = String(name[name.index(after: dot)...])
    return knownEndings.contains(ending) && !endings.contains(ending) ? ending : nil
  }

  /// What is said of an output whose ending names no format of timelines. A name that ends as other files do is
  /// refused with any format.
  ///
  /// - Parameters:
  ///   - path: The name; `-` has no ending.
  ///   - option: The option that names the format.
  /// - Returns: The sentence, without a full stop.
  static func unknownFormat(_ path: String, option: String) -> String {
    guard path != "-" else {
      return "say with \(option) what is written to standard output, or name a file with -o"
    }
    let formats = ExportTarget.allCases.flatMap(\.endings)
    let isForeign = foreignEnding(of: path, unless: formats) != nil
    let cure = isForeign ? "give it another name, and name one" : "name one"
    return "\(path): the ending names no format; \(cure) with \(option)"
  }

  /// Endings of kinds of files that are in common use.
  private static let knownEndings: Set<String> = {
    let others = """
      7z aac aiff arrow bmp bz2 csv db feather fit flac geojson gif gpx gz htm html ics jpeg jpg json jsonl kml kmz \
      m4a markdown md mid mp3 mp4 ndjson nmea ogg opus parquet pcap pdf png ps sqlite svg tar tcx tsv wav webp xls \
      xlsx xml xz yaml yml zip zst
      """
    return Set(ExportTarget.allCases.map(\.fileExtension)).union(
      others.split(separator: " ").map(String.init))
  }()

  /// Whether several outputs may go there, such as `/dev/null`.
  private static func isStream(_ path: String) -> Bool {
    path != "-" && path.hasPrefix("/dev/")
  }
}
#endif
