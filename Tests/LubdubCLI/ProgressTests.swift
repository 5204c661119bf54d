import Foundation
import TestSupport
import Testing

@testable import LubdubCLI

/// Progress on a terminal, simulated by a pseudo-terminal.
@Suite struct ProgressTests {
  @Test(
    "The remaining time is shown from 5% on, because early progress is a poor guide")
  func timeLeft() {
    #expect(ProgressBar.line(share: 0, spent: 9) == "[..............................] 0%")
    #expect(!ProgressBar.line(share: 0.049, spent: 9).contains("left"))
    #expect(ProgressBar.line(share: 0.05, spent: 4).contains(" 5%, 1 min "))
    #expect(ProgressBar.line(share: 0.0625, spent: 4).hasSuffix(" 6%, 1 min 0 s left"))
    #expect(
      ProgressBar.line(share: 0.5, spent: 30) == "[###############...............] 50%, 30 s left")
    #expect(ProgressBar.line(share: 1, spent: 30).hasSuffix(" 100%, 0 s left"))
  }

  @Test(.programs("python3", of: "python3"))
  func `A long search draws its progress bar only on a terminal`() throws {
    let tool = Tool()
    let traces = ["approach.csv", "retreat.csv", "walk-by.csv"].map {
      Recordings.packageRoot.appending(path: "datasets/\($0)").path
    }
    let shown = tool.path("shown")
    let script = """
      import os, pty, sys
      with open(sys.argv[1], "wb") as shown:
          def keep(descriptor):
              data = os.read(descriptor, 4096)
              shown.write(data)
              return data
          status = pty.spawn(sys.argv[2:], keep)
      sys.exit(os.waitstatus_to_exitcode(status))
      """
    let process = Process()
    process.executableURL = URL(filePath: try #require(Installed.path("python3")))
    process.arguments =
      ["-c", script, shown, Tool.executable.path, "tune"] + traces
      + ["--budget", "1000", "-o", tool.path("tuned.yaml")]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let text = String(decoding: try Data(contentsOf: URL(filePath: shown)), as: UTF8.self)
    #expect(text.contains("\r\u{1B}[K["), "no bar was drawn: \(text)")
    #expect(!text.contains("\\u{"), "\(text)")
  }
}
