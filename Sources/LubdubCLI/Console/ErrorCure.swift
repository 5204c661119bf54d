/// The fixes for errors whose messages do not state a fix.
enum ErrorCure {
  static func sentence(_ error: any Error, _ message: String) -> String {
    if let error = error as? ReadError, let kind = otherKind(error) {
      let lead = message.hasPrefix("Error: ") ? "Error: " : ""
      let path = error.path == "-" ? "standard input" : error.path.visible
      return "\(lead)\(path): this is not a trace; \(kind.visible)"
    }
    if let cure = of(error) ?? missingFile(message, isTrace: error is ReadError) {
      return "\(message); \(cure)"
    }
    return message
  }

  private static let allSettings = "`lubdub preset --all` prints all of them"

  private static func of(_ error: any Error) -> String? {
    switch error {
    case let error as ReadError where error.kind == .unrecognised:
      columns(error)
    case let error as SettingError where error.rule == Configuration.unknownRule: allSettings
    case let error as SettingsFileError where error.rule.hasSuffix(Configuration.unknownRule):
      allSettings
    default: nil
    }
  }

  /// The options that read a CSV with an unknown header; `nil` if there is no proposal.
  private static func columns(_ error: ReadError) -> String? {
    guard let proposal = error.proposal else {
      let list = "`lubdub import --list` names the formats"
      // The message may already contain a fix.
      return error.message.contains("binary data") || error.message.hasSuffix("\"") ? list : nil
    }
    let rate = proposal.needsRate ? ", with the number of rows per second in place of HZ" : ""
    let notes = proposal.notes.isEmpty ? "" : " (\(proposal.notes.joined(separator: "; ")))"
    let commands = proposal.sorts ? ", with run, live, studio, or import" : ""
    return "to read it as it is\(rate)\(commands)\(notes.visible):\n\(proposal.commandLine.visible)"
  }

  private static func otherKind(_ error: ReadError) -> String? {
    let isBinary = error.message.hasPrefix("this is binary data")
    guard !error.start.isEmpty || isBinary else { return nil }
    let isWhole = !error.start.isEmpty && error.start.count < FileInspection.startSize
    let whole = isWhole ? nil : InputFile.start(of: error.path, most: Bound.json.most)
    return OtherFile.advice(whole ?? error.start, error.path)
  }

  /// The extensions of output files that are not traces.
  private static let written: Set = [".wav", ".ahap", ".svg", ".html", ".png"]

  private static func missingFile(_ message: String, isTrace: Bool) -> String? {
    let reason = ": No such file or directory"
    guard message.hasSuffix(reason) else { return nil }
    let said = message.dropLast(reason.count)
    let start = said.firstRange(of: "Error: ")?.upperBound ?? said.startIndex
    guard let colon = said.lastIndex(of: ":") else { return nil }
    guard start < colon else { return "the file name is empty: is a shell variable unset?" }
    let path = String(said[start..<colon])
    if path.contains("=") {
      return "put an option's value that contains spaces in quotes: --columns 't=NAME, range=NAME'"
    }
    let folder = folder(of: path)
    guard let names = entries(of: folder) else {
      return "there is no folder \(folder): mkdir -p \(folder)"
    }
    guard !said.hasSuffix("write") else { return nil }
    if Vocabulary.workbench.preset(path) != nil {
      return "this is the name of a preset: --preset \(path)"
    }
    let prefix = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = String(path.dropFirst(prefix.count))
    if names.contains(name) { return "it is a link to a missing file" }
    if let near = Spelling.nearest(to: name, in: names.sorted()) {
      return "did you mean \(prefix)\(near.visible)?"
    }
    let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ".csv"
    if isTrace, written.contains(ending) { return "-o \(path) writes such a file" }
    let alike = names.filter { $0.hasSuffix(ending) }.sorted().prefix(4)
    let place = folder == "." ? "this folder" : folder
    return alike.isEmpty
      ? "\(place) has no file that ends in \(ending)"
      : "\(place) has \(alike.map(\.visible).joined(separator: ", "))"
  }
}

extension InputFile {
  /// The first bytes of a file; `nil` for a stream, which cannot be read again.
  package static func start(
    of path: String, most: Int = FileInspection.startSize
  ) -> [UInt8]? {
    guard path != "-", isRegularFile(at: path), var file = try? InputFile(path: path) else {
      return nil
    }
    return try? file.read(upTo: min(most, file.size ?? most))
  }
}
