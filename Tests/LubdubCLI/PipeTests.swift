import Foundation
import TestSupport
import Testing

/// The same bytes from a file, and from a pipe that can't be read again.
@Suite("Equal results for pipes and files") struct PipeTests {
  private static let pipe = ["/bin/sh", "-c", "cat log | \"$0\" \"$@\""]

  private func outcome(_ tool: Tool, _ command: [String], under program: [String]) throws
    -> [String]
  {
    let run = try tool.run(command, under: program)
    let made = try? tool.text(of: "made.csv")
    return ["\(run.status)", made ?? ""]
      + [run.text, run.error].map {
        $0.replacing("standard input", with: "log").replacing("-: ", with: "log: ")
      }
  }

  private static let commands = [
    ["run"], ["check"], ["import", "-o", "made.csv"], ["estimate"],
  ]
  private static let logs: [URL] =
    Recordings.files(below: Recordings.packageRoot.appending(path: "datasets"), endings: endings)
    + Recordings.files(in: "cases", endings: endings)
  private static let endings = ["csv", "ndjson", "log"]

  @Test(
    "A pipe gives the links, rows, and findings of a file, for every dataset and case",
    arguments: Self.commands.indices)
  func cases(place: Int) throws {
    let command = Self.commands[place]
    // Unless all is tested, each log goes to one of the commands.
    for (number, log) in Self.logs.enumerated()
    where Thoroughness.isFull || number % Self.commands.count == place {
      let bytes = try Data(contentsOf: log)
      guard bytes.count < 1 << 18 else { continue }
      let tool = Tool()
      try tool.write(bytes, to: "log")
      let asFile = try outcome(tool, command + ["log"], under: [])
      let asPipe = try outcome(tool, command + ["-"], under: Self.pipe)
      #expect(asFile == asPipe, "\(log.lastPathComponent)")
    }
  }
}
