public import Foundation

/// The built tool `lubdub`, run as a user runs it.
public struct Tool: Sendable {
  /// What a run left behind.
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

  /// Whether a sanitizer is built in: it keeps freed memory, so that peaks of memory say nothing.
  public static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  /// A folder that is removed with the value's owner; files of a test go here.
  public let folder: URL

  /// A tool with an empty folder of its own.
  public init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lubdub-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes the folder.
  public func cleanUp() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a file in the tool's folder.
  public func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Runs the tool to its end, in its own folder.
  public func callAsFunction(
    _ arguments: String..., input: Data = Data()
  ) throws -> Outcome {
    try run(arguments, input: input)
  }

  /// Runs the tool to its end, in its own folder; under another program, such as one that traces it, where one is given
  /// with its arguments.
  public func run(
    _ arguments: [String], input: Data = Data(), under program: [String] = []
  ) throws -> Outcome {
    let words = program + [Self.executable.path] + arguments
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = folder
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

  /// Runs the tool in a shell, in its own folder, with arguments as a user would type them.
  ///
  /// - Parameter arguments: What stands behind the name of the tool, redirections included.
  /// - Returns: The exit status.
  /// - Throws: When there is no shell.
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

  /// The tool beside the test bundle that is running.
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
