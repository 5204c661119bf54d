import Foundation
import TestSupport
import Testing

@Suite struct KilledWriterTests {
  @Test("An import that is killed leaves the old file whole, and nothing beside it")
  func killed() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try "old".write(toFile: tool.path("out.csv"), atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = Tool.executable
    process.arguments = ["import", "-", "-o", "out.csv"]
    process.currentDirectoryURL = tool.folder
    let pipe = Pipe()
    process.standardInput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let rows = (0..<20_000).map { "\($0),uwb,1.5\n" }.joined()
    // More than the pipe holds: when this is written, the import is in the middle of its work.
    try pipe.fileHandleForWriting.write(
      contentsOf: Data(("t_s,source,range_m\n" + rows + rows).utf8))
    let during = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let after = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(try String(contentsOfFile: tool.path("out.csv"), encoding: .utf8) == "old")
    // File systems that know no files without a name show a temporary one, and keep it.
    #expect(Set(after) == Set(during))
  }
}
