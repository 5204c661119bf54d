enum OutputPaths {
  /// Checks that the outputs can be written, and that no file is written twice or over an input under any name. Commands
  /// call this before their work.
  static func check(_ outputs: [String?], beside inputs: [String?]) throws {
    let files = RecordingLoader.traces(in: inputs.compactMap { $0 }).traces.map(\.path)
    let read = Set(
      files.compactMap { $0 == "-" ? FileIdentity.standardInput : FileIdentity(path: $0) })
    var written: Set<OutputPlace> = []
    for path in outputs.compactMap({ $0 }) {
      let place = try OutputPlace(path)
      guard !(place.identity.map(read.contains) ?? false) else {
        let name = path == "-" ? "standard output" : path
        throw CommandFailure(
          "\(name): output and input are the same file; name another file to write to")
      }
      try require(
        written.insert(place).inserted || place.isShared,
        "\(path): two outputs have this name; name two files")
      try OutputFile.check(path)
    }
  }

  /// The extension of a name, with its dot and in lowercase; `nil` for a name without an extension, for standard output, and
  /// for devices.
  static func ending(of path: String) -> String? {
    guard path != "-", !path.hasPrefix("/dev/"), let name = path.split(separator: "/").last,
      let dot = name.lastIndex(of: ".")
    else { return nil }
    return name[dot...].lowercased()
  }

  static func hasKnownEnding(_ path: String) -> Bool {
    ending(of: path).map { knownEndings.contains(String($0.dropFirst())) } ?? false
  }

  private static let knownEndings: Set<String> = {
    let others = """
      7z aac aiff arrow bmp bz2 csv db feather fit flac geojson gif gpx gz htm html ics jpeg jpg json jsonl kml kmz \
      m4a markdown md mid mp3 mp4 ndjson nmea ogg opus parquet pcap pdf png ps sqlite svg tar tcx tsv wav webp xls \
      xlsx xml xz yaml yml zip zst
      """
    return Set(OutputKind.timelines.map(\.fileExtension)).union(
      others.split(separator: " ").map(String.init))
  }()

  /// The name of a link within a file name: every character other than a letter, digit, `-`, or `_` becomes `-`.
  static func name(of link: String) -> String {
    String(link.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" })
  }

  /// The path for a link: `walk.json` becomes `walk.anchor-3.json`.
  static func path(_ path: String, namedAfter link: String) throws -> String {
    try require(path != "-", "Lubdub writes each session to a separate file; name a file, not -")
    let name = name(of: link)
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[start...].lastIndex(of: "."), dot > start else { return "\(path).\(name)" }
    return "\(path[..<dot]).\(name)\(path[dot...])"
  }
}
