package struct OutputKind: Hashable, Sendable {
  package let name: String
  /// The file extensions, the usual one first. If several kinds of a command share an extension, the extension means the
  /// first kind.
  let endings: [String]
  let title: String
  /// The format of haptic files; `nil` for other kinds.
  let format: HapticFormat?

  package init(_ name: String, _ endings: String..., title: String? = nil) {
    (self.name, self.endings, self.title, format) = (name, endings, title ?? name, nil)
  }

  private init(_ format: HapticFormat) {
    (self.format, name, endings) = (format, format.rawValue, format.fileExtensions.map { ".\($0)" })
    title = format == .json ? "timeline" : name
  }

  /// All kinds for a timeline, with Lubdub's own JSON first.
  package static let timelines = HapticFormat.allCases.map { OutputKind($0) } + [.wav]

  static let wav = OutputKind("wav", ".wav")
  package static let page = OutputKind("page", ".html", ".htm")
  package static let plot = OutputKind("plot", ".svg")
  static let settings = OutputKind("settings", ".yaml", ".yml")
  package static let table = OutputKind("csv", ".csv")
  static let json = OutputKind("json", ".json")
  static let losses = OutputKind("losses", ".json")
  static let markdown = OutputKind("markdown", ".md", ".markdown")

  var isBinary: Bool { name == "wav" || endings.contains(".png") }

  var isTimeline: Bool { format != nil || self == .wav }

  /// The usual file extension, without the dot.
  var fileExtension: String { String(endings[0].dropFirst()) }

  package func fits(_ path: String) -> Bool {
    let name = path.lowercased()
    return endings.contains { name.hasSuffix($0) }
  }
}

enum PageOnly: OutputKinds { static let kinds = [OutputKind.page] }

package enum TableOnly: OutputKinds { package static let kinds = [OutputKind.table] }

package enum DrawnTimelines: OutputKinds {
  package static let kinds = OutputKind.timelines + [.plot]
}

package protocol OutputKinds: Sendable {
  static var kinds: [OutputKind] { get }
  /// The kind for a name without an extension, and for standard output; `nil` if the user has to name the kind.
  static var usual: OutputKind? { get }
}

extension OutputKinds {
  package static var usual: OutputKind? { kinds.first }

  static func kind(
    of path: String, as name: String?, usual: OutputKind? = usual
  ) throws(ValidationError) -> OutputKind {
    if let name {
      guard let kind = kinds.first(where: { $0.name == name }) else {
        let question = Spelling.question(name, kinds.map(\.name)).map { "; \($0)" } ?? ""
        throw ValidationError("--as is \"\(name)\", expected one of \(names)\(question)")
      }
      try requireEnding(of: path, kind)
      return kind
    }
    if let kind = kinds.first(where: { $0.fits(path) }) { return kind }
    if OutputPaths.ending(of: path) == nil {
      if let usual { return usual }
      throw ValidationError(
        "set the format of \(path == "-" ? "standard output" : path) with --as, or by the ending "
          + "of a file with -o: \(names)")
    }
    if kinds.count == 1 {
      try requireEnding(of: path, kinds[0])
      return kinds[0]
    }
    throw ValidationError(
      "-o is \(path), expected a name that ends in \(endings); for any other name, set the format with --as: \(names)"
    )
  }

  /// Rejects a name whose extension belongs to another kind of file. An unknown or missing extension is accepted.
  private static func requireEnding(of path: String, _ kind: OutputKind) throws(ValidationError) {
    guard !kind.fits(path), OutputPaths.hasKnownEnding(path), !kind.endings.isEmpty else { return }
    let endings = kind.endings.joined(separator: " or ")
    throw ValidationError("-o is \(path), expected a name that ends in \(endings)")
  }

  static var names: String { kinds.map(\.name).joined(separator: ", ") }

  static var endings: String {
    var found: [String] = []
    for ending in kinds.flatMap(\.endings) where !found.contains(ending) { found.append(ending) }
    return found.joined(separator: ", ")
  }
}
