package struct Outputs {
  package struct File: Sendable {
    package let path: String
    package let kind: OutputKind
  }

  package private(set) var files: [File]
  package private(set) var written: [String] = []

  init(_ files: [File]) { self.files = files }

  package var timelines: [File] { files.filter(\.kind.isTimeline) }

  package func has(_ kind: OutputKind) -> Bool { files.contains { $0.kind == kind } }

  /// Removes the files of a kind.
  ///
  /// - Returns: The paths of the removed files.
  mutating func leaveOut(_ kind: OutputKind) -> [String] {
    let paths = files.filter { $0.kind == kind }.map(\.path)
    files.removeAll { $0.kind == kind }
    return paths
  }

  /// Writes every file of a kind. The content is created only if there is such a file.
  package mutating func write(_ kind: OutputKind, _ bytes: () throws -> [UInt8]) throws {
    let wanted = files.filter { $0.kind == kind }
    guard !wanted.isEmpty else { return }
    let bytes = try bytes()
    for file in wanted { try write(file, bytes) }
  }

  package mutating func write(_ file: File, _ bytes: [UInt8]) throws(FileError) {
    try writeFile(bytes, to: file.path)
    written.append("\(file.path) (\(file.kind.title))")
  }

  mutating func write(
    _ decoded: DecodedTimeline, by writer: TimelineWriter = TimelineWriter(), source: String
  ) throws {
    let found = try writer.write(decoded, to: timelines, source: source) { loss in
      try write(.losses) { JSONWriter.encode(loss.json) }
    }
    written += found
  }

  package mutating func write(_ document: TimelineDocument) throws {
    var writer = TimelineWriter()
    writer.isMadeHere = true
    try write(DecodedTimeline(made: document), by: writer, source: "timeline")
  }

  @discardableResult package mutating func write(_ timeline: Timeline) throws -> TimelineDocument {
    let document = TimelineDocument(timeline, annotations: ["generator": SessionDocument.generator])
    try write(document)
    return document
  }

  package mutating func writeOrPrint(_ kind: OutputKind, _ bytes: [UInt8]) throws {
    try write(kind) { bytes }
    if !has(kind), !takesStandardOutput { try writeFile(bytes, to: "-") }
  }

  package func noteWritten() { for file in written { Console.note("written \(file)") } }

  func open(_ kind: OutputKind? = nil) throws -> OpenOutputs {
    OpenOutputs(
      try files.filter { $0.kind == kind ?? $0.kind }.map { try OpenOutput(path: $0.path) })
  }

  package var list: String { written.map { "  written   \($0.visible)\n" }.joined() }

  package var takesStandardOutput: Bool {
    files.contains { (try? OutputPlace($0.path))?.isStandardOutput ?? false }
  }

  /// Prints a summary to standard output, or to standard error if a file goes to standard output.
  package func print(_ summary: String) throws {
    takesStandardOutput ? Console.write(summary, to: .error) : try Console.print(summary)
  }
}
