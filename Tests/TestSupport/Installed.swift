import Foundation
public import Testing

/// The external programs that tests run. `tools/prepare --tests` installs them.
public enum Installed {
  /// The path of a program; `nil` if the program isn't installed.
  public static func path(_ program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    // Debian keeps servers apart.
    return (folders + ["/usr/sbin"]).map { "\($0)/\(program)" }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// The path of a Python with a module, the project's own or the system's; `nil` if none has the module.
  public static func python(with module: String) -> String? {
    let own = Recordings.packageRoot.appending(path: ".build/python/bin/python").path
    return [own, path("python3")].compactMap(\.self).first { python in
      (try? run(python, ["-W", "ignore", "-c", "import \(module)"]))?.status == 0
    }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: A name, or a path.
  ///   - arguments: The arguments.
  /// - Returns: The exit status, and the text of standard output and standard error.
  /// - Throws: An error if the program isn't installed.
  public static func run(
    _ program: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String) {
    guard let place = program.hasPrefix("/") ? program : path(program) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let process = Process()
    process.executableURL = URL(filePath: place)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test if these programs are installed.
  ///
  /// - Parameters:
  ///   - programs: The names of the programs.
  ///   - package: The Debian packages that contain them.
  /// - Returns: The condition.
  public static func programs(_ programs: String..., of package: String) -> Self {
    .enabled(
      if: programs.allSatisfy { Installed.path($0) != nil },
      "\(programs.joined(separator: ", ")) is not installed (Debian: \(package))")
  }

  /// Runs a test if a Python has a module.
  public static func python(with module: String) -> Self {
    .enabled(
      if: Installed.python(with: module) != nil,
      "no Python has \(module) (tools/prepare --tests installs it)")
  }

  /// Runs a test if a folder of recordings is next to the checkout.
  public static func recordings(_ folder: String) -> Self {
    .enabled(
      if: Recordings.folder(folder) != nil, "no folder \(folder) of recordings beside the checkout")
  }
}
