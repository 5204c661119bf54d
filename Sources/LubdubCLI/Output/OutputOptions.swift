import Synchronization

package struct OutputOptions<Kinds: OutputKinds>: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File to write. Its ending decides the format: \(Kinds.endings). Use - for standard output. May be repeated.",
      valueName: "file"), completion: .file())
  package var output: [Placed] = []

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Format of the file before it, if several formats share the ending. One of \(Kinds.names).",
      valueName: "format"), completion: .list(Kinds.kinds.map(\.name)))
  var formats: [Placed] = []

  package init() {}

  func words() throws(ValidationError) -> [Int: String] {
    var words: [Int: String] = [:]
    for format in formats {
      let place = max(0, output.count { $0.place < format.place } - 1)
      if let other = words.updateValue(format.value, forKey: place) {
        throw ValidationError(
          "--as \(other) and --as \(format.value) follow the same -o; put each --as after its own -o"
        )
      }
    }
    return words
  }

  /// The files, after checks that each one can be written, and that no file is written twice or over an input. Standard
  /// output is included if no file is named and output is needed, or if a word names its kind. `usual` is the kind for a
  /// name without an extension.
  package func checked(
    beside inputs: [String?], orOutput needed: Bool = false, usual: OutputKind? = Kinds.usual
  ) throws -> Outputs {
    let words = try words()
    // A kind without a file applies to standard output.
    let paths = output.isEmpty && (needed || !words.isEmpty) ? ["-"] : output.map(\.value)
    let list = paths.first { path in
      let parts = path.split(separator: ",")
      return parts.count > 1
        && parts.allSatisfy { (try? Kinds.kind(of: String($0), as: nil)) != nil }
    }
    if let list { throw ValidationError("-o \(list) names several files; write one -o for each") }
    let files = try paths.enumerated().map { place, path in
      Outputs.File(
        path: path, kind: try Kinds.kind(of: path, as: words[place], usual: usual))
    }
    if let file = files.first(where: { $0.path == "-" && $0.kind.isBinary }),
      Console.Stream.output.isTerminal
    {
      throw ValidationError("\(file.kind.name) is not for a terminal; name a file with -o")
    }
    try OutputPaths.check(paths.filter { !$0.hasSuffix("/") }, beside: inputs)
    return Outputs(files)
  }

  func orFile(_ name: String) -> Self {
    var copy = self
    if output.isEmpty { copy.output = [Placed(first: name)] }
    return copy
  }

  func named(after name: String, orOutput needed: Bool = false) throws -> Self {
    if needed, output.isEmpty { _ = try OutputPaths.path("-", namedAfter: name) }
    var copy = self
    for place in output.indices {
      copy.output[place].value = try OutputPaths.path(output[place].value, namedAfter: name)
    }
    return copy
  }
}

/// A word with its position among all parsed words, for an option that belongs to the option before it.
package struct Placed: ExpressibleByArgument {
  var value: String
  let place: Int

  private static let count = Atomic(0)

  init(first value: String) { (self.value, place) = (value, -1) }

  package init(argument: String) {
    value = argument
    place = Self.count.add(1, ordering: .relaxed).newValue
  }
}
