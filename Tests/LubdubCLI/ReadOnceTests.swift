import Foundation
import TestSupport
import Testing

/// The tool's reads, as system calls.
@Suite("A command reads a trace once") struct ReadOnceTests {
  /// A walk of one link, or of several interleaved links, of which the last has the most rows.
  private static func walk(links: Int) -> Data {
    var text = links > 1 ? "t_s,range_m,peer\n" : "t_s,range_m\n"
    for row in 0..<12_000 {
      let range = 2.5 + 2 * Double(row % 400 - 200).magnitude / 200
      let link = row % 3 == 0 ? row / 3 % links : links - 1
      text += "\(Double(row) / 10),\(range)" + (links > 1 ? ",tag-\(link)\n" : "\n")
    }
    return Data(text.utf8)
  }

  private static let commands: [[String]] = [
    ["run", "walk.csv"], ["run", "walk.csv", "-o", "out.json", "-o", "out.wav"],
    ["run", "walk.csv", "--explain"], ["estimate", "walk.csv", "-o", "out.csv"],
    ["estimate", "walk.csv"], ["import", "walk.csv", "-o", "out.csv"], ["check", "walk.csv"],
    ["report", "walk.csv", "-o", "out.html"], ["live", "walk.csv"],
    ["calibrate", "walk.csv", "-o", "out.yaml"], ["bench", "zones", "walk.csv"],
  ]

  /// The number of times that the tool opened the trace, and the number of bytes that it read.
  private func reads(_ command: [String], _ walk: Data) throws -> (opens: Int, bytes: Int) {
    let tool = Tool()
    try tool.write(walk, to: "walk.csv")
    let calls = try OpenedFilesTests.calls(
      of: command, with: tool, named: "open,openat,read,pread64,readv")
    var (opens, bytes) = (0, 0)
    for line in calls.lines where line.contains("walk.csv") {
      if line.contains("open") { opens += 1 }
      let answer = line.split(separator: "=").last?.split(separator: " ").first
      if !line.contains("open"), let count = answer.flatMap({ Int($0) }) { bytes += count }
    }
    return (opens, bytes)
  }

  @Test(
    .enabled(if: OpenedFilesTests.canTrace, "strace is missing, or may not trace here"),
    arguments: commands)
  func `A trace of one link is read once`(command: [String]) throws {
    let walk = Self.walk(links: 1)
    let (opens, bytes) = try reads(command, walk)
    #expect(bytes >= walk.count && bytes <= walk.count + 1 << 16, "\(bytes) of \(walk.count)")
    #expect((1...2).contains(opens))
  }

  @Test(
    .enabled(if: OpenedFilesTests.canTrace, "strace is missing, or may not trace here"),
    arguments: commands)
  func `A trace of several links is read at most twice`(command: [String]) throws {
    let walk = Self.walk(links: 3)
    let (opens, bytes) = try reads(command, walk)
    #expect(bytes >= walk.count && bytes <= 2 * (walk.count + 1 << 16), "\(bytes) of \(walk.count)")
    #expect((1...2).contains(opens))
  }
}
