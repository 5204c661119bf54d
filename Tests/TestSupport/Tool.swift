public import Foundation
public import Testing

/// The built tool `lubdub`, run as a user runs it.
public final class Tool: Sendable {
  /// The result of a run.
  public struct Outcome: Sendable {
    /// The exit status.
    public let status: Int32
    /// Standard output, as bytes.
    public let output: Data
    /// Standard error, as text.
    public let error: String

    /// Standard output, as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Whether a sanitizer is built in: it retains freed memory, so that peaks of memory are meaningless.
  public static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  /// The folder of the test's files, removed with the tool.
  public let folder: URL

  /// A tool with an empty folder of its own. If the folder can't be made, the first file in it throws an error.
  public init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "lubdub-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a file in the tool's folder.
  public func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a text to a file in the tool's folder.
  public func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  /// The bytes of a file in the tool's folder.
  public func data(of name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }

  /// Writes bytes to a file in the tool's folder.
  public func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(filePath: path(name)))
  }

  /// Makes a folder and its parents in the tool's folder.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  /// The text of a file in the tool's folder.
  public func text(of name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Whether the tool's folder has a file of this name.
  public func hasFile(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Runs the tool to its end, in its own folder.
  public func callAsFunction(
    _ arguments: String..., input: Data = Data()
  ) throws -> Outcome {
    try run(arguments, input: input)
  }

  /// Runs the tool to its end, in its own folder; under another program, such as a tracer, if one is given with its arguments.
  public func run(
    _ arguments: [String], input: Data = Data(), under program: [String] = []
  ) throws -> Outcome {
    let words = program + [Self.executable.path] + arguments
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_STATE_HOME": path("state")]) { _, own in own }
    let (outFile, errorFile) = (path("stdout"), path("stderr"))
    for file in [outFile, errorFile] {
      try Data().write(to: URL(filePath: file))
    }
    process.standardOutput = FileHandle(forWritingAtPath: outFile)
    process.standardError = FileHandle(forWritingAtPath: errorFile)
    try input.write(to: URL(filePath: path("stdin")))
    process.standardInput = FileHandle(forReadingAtPath: path("stdin"))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: try Data(contentsOf: URL(filePath: outFile)),
      error: String(decoding: try Data(contentsOf: URL(filePath: errorFile)), as: UTF8.self))
  }

  /// Runs the tool to its end, and records an issue if the exit status isn't 0.
  @discardableResult
  public func succeed(
    _ arguments: [String], input: Data = Data(), under program: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let outcome = try run(arguments, input: input, under: program)
    #expect(outcome.status == 0, "\(arguments): \(outcome.error)", sourceLocation: sourceLocation)
    return outcome
  }

  /// Runs the tool to its end, and records an issue if the exit status isn't 0.
  @discardableResult
  public func succeed(
    _ arguments: String..., input: Data = Data(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try succeed(arguments, input: input, sourceLocation: sourceLocation)
  }

  /// Runs the tool to its end, and records an issue if the exit status isn't 2 or standard error lacks the text.
  @discardableResult
  public func refuse(
    _ arguments: [String], input: Data = Data(), saying text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let outcome = try run(arguments, input: input)
    let isRefused = outcome.status == 2 && outcome.error.contains(text)
    #expect(
      isRefused, "\(arguments): \(outcome.status), \(outcome.error)",
      sourceLocation: sourceLocation)
    return outcome
  }

  /// Runs the tool to its end, and records an issue if the exit status isn't 2 or standard error lacks the text.
  @discardableResult
  public func refuse(
    _ arguments: String..., input: Data = Data(), saying text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try refuse(arguments, input: input, saying: text, sourceLocation: sourceLocation)
  }

  /// Runs the tool in a shell, in its own folder, with arguments as a user would type them.
  ///
  /// - Parameter arguments: The text after the name of the tool, including redirections.
  /// - Returns: The exit status.
  /// - Throws: An error if there is no shell.
  public func shell(_ arguments: String) throws -> Int32 {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "'\(Self.executable.path)' \(arguments)"]
    shell.currentDirectoryURL = folder
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    return shell.terminationStatus
  }

  /// The tool next to the running test bundle.
  public static var executable: URL {
    let beside = Bundle.main.bundleURL.appending(path: "lubdub")
    let own = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "lubdub")
    let built = Recordings.packageRoot.appending(path: ".build/debug/lubdub")
    return [own, beside, built].first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    } ?? built
  }
}
