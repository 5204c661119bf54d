import Foundation
import TestSupport
import Testing

@Suite struct KilledWriterTests {
  private let tool = Tool()

  @Test func `A killed import keeps the old file and adds no files afterward`() throws {
    try tool.write("old", to: "out.csv")
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
    #expect(try tool.text(of: "out.csv") == "old")
    // File systems that know no files without a name show a temporary one, and keep it.
    #expect(Set(after) == Set(during))
  }

  #if os(Linux)
  @Test(.timeLimit(.minutes(1)), arguments: ["INT", "TERM"])
  func `An interrupted import from a stream keeps the rows received so far`(signal: String) throws {
    try LiveTests.shell(
      """
      mkfifo stream
      {
        echo t_s,source,range_m
        seq -f '%.0f,uwb,1.5' 0 39999
        printf 40000,uw
        touch written
        sleep 30
      } > stream &
      writer=$!
      timeout 60 env --default-signal=INT "$tool" import stream -o out.csv 2> error &
      child=$!
      for tick in $(seq 400); do test -e written && break; sleep 0.05; done
      sleep 0.5
      kill -\(signal) $(pgrep -P $child || echo $child)
      wait $child
      echo $? > status
      kill $writer
      """, tool)
    let error = try LiveTests.contents("error", tool)
    #expect(try LiveTests.contents("status", tool) == "0\n", "\(error)")
    let rows = try LiveTests.contents("out.csv", tool).split(separator: "\n")
    // What fits into a pipe may not have been read.
    #expect(rows.count > 30_000)
    #expect(rows.last?.hasPrefix("\(rows.count - 2),uwb,1.5") == true)
    #expect(error.contains("stream: csv, \(rows.count - 1) rows"), "\(error)")
  }
  #endif
}
