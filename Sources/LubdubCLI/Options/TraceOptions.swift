struct TraceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Trace or log to read; - is standard input. Lubdub runs several traces, or folders of traces, separately.",
      valueName: "trace"),
    completion: .file())
  var traces: [String]

  var trace: String { traces.first ?? "-" }

  var paths: [String] { RecordingLoader.traces(in: traces).traces.map(\.path) }

  /// Runs `body` for one trace after the other. An unreadable trace does not stop the loop.
  static func forEach(
    _ traces: [String], writes: Bool, _ body: (_ path: String, _ name: String?) throws -> Void
  ) throws {
    let found = try RecordingLoader.found(in: traces)
    guard found.count > 1 else { return try body(found[0], nil) }
    let names = found.map { OutputPaths.name(of: RecordingLoader.name(of: $0)) }
    if writes, let same = names.first(where: { name in names.count { $0 == name } > 1 }) {
      let paths = zip(found, names).filter { $1 == same }.map { $0.0 }
      throw CommandFailure(
        "\(paths.prefix(2).joined(separator: " and ")) would write the same files, called \(same); run them one by one"
      )
    }
    var failed = 0
    for (trace, name) in zip(found, names) {
      do {
        try body(trace, name)
      } catch let error as CommandFailure {
        failed += 1
        Console.note("\(error)")
      } catch let error as ReadError {
        failed += 1
        Console.note(ErrorCure.sentence(error, "\(error)"))
      }
    }
    try require(failed == 0, "\(failed) of \(found.count) traces could not be used")
  }

  @OptionGroup(title: "Traces and logs") var reading: LogOptions
}
