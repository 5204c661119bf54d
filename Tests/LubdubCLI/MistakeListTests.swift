import Foundation
import TestSupport
import Testing

@Suite struct MistakeListTests {
  @Test func `Each mistake in the list gets a message with its fix`() throws {
    let script = Process()
    script.executableURL = Recordings.packageRoot.appending(path: "tools/bench/mistakes")
    script.environment = ProcessInfo.processInfo.environment.merging(
      ["LUBDUB_TOOL": Tool.executable.path]) { $1 }
    script.standardOutput = FileHandle.nullDevice
    let faults = Pipe()
    script.standardError = faults
    try script.run()
    let said = String(decoding: faults.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    script.waitUntilExit()
    #expect(script.terminationStatus == 0 && said == "", "\(said)")
  }
}
