import Foundation
import TestSupport
import Testing

/// The help of every command, as a terminal of 80 columns shows it.
@Suite("Help")
struct HelpTextTests {
  private let tool = Tool()

  /// The text of the help of a command, and the names of the subcommands.
  private static func help(_ tool: Tool, _ words: [String]) throws -> (
    lines: [String], commands: [String]
  ) {
    let run = try tool.succeed(["help"] + words)
    let lines = run.text.components(separatedBy: "\n")
    let list = lines.drop { !$0.hasSuffix("SUBCOMMANDS:") }.dropFirst().prefix {
      !$0.hasPrefix("  See ")
    }
    let names = list.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    return (lines, names.compactMap { $0.split(separator: " ").first.map(String.init) })
  }

  /// Every command, as its words.
  private static func commands(_ tool: Tool) throws -> [[String]] {
    let all = try help(tool, []).commands.map { [$0] }
    return try [[]] + all + help(tool, ["bench"]).commands.map { ["bench", $0] }
  }

  /// Whether the first word of a line would have fit at the end of the line before.
  private static func isStray(_ line: String, after last: String) -> Bool {
    let word = line.split(separator: " ").first ?? ""
    return last.count + 1 + word.count < 80
  }

  @Test func `Help lines fill their width, and examples fit on their lines`() throws {
    let commands = try Self.commands(tool)
    #expect(commands.count > 25)
    for command in commands {
      let lines = try Self.help(tool, command).lines
      let usage = lines.firstIndex { $0.hasPrefix("USAGE:") } ?? 0
      for index in 1..<usage where !lines[index - 1].isEmpty && !lines[index].isEmpty {
        let (last, line) = (lines[index - 1], lines[index])
        guard !line.hasPrefix(" "), !Self.isTitle(last) else { continue }
        #expect(!last.hasPrefix("  lubdub"), "\(command): \(line): the example is too long")
        let isStray = !last.hasPrefix(" ") && Self.isStray(line, after: last)
        #expect(!isStray, "\(command): \(last)|\(line)")
      }
      let column = String(repeating: " ", count: 26)
      for index in lines.indices.dropFirst(usage + 2) where lines[index].hasPrefix(column) {
        let last = lines[index - 1]
        guard last.count > 26, last.prefix(26).hasSuffix("  ") else { continue }
        #expect(!Self.isStray(lines[index], after: last), "\(command): \(last)|\(lines[index])")
      }
    }
  }

  /// A title in capitals, after which a paragraph begins.
  private static func isTitle(_ line: String) -> Bool { line == line.uppercased() }

  @Test func `Help examples quote everything that a shell would expand`() throws {
    for command in try Self.commands(tool) {
      for line in try Self.help(tool, command).lines where line.hasPrefix("  lubdub ") {
        let bare = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        #expect(!bare.contains("=["), "\(line)")
      }
    }
  }
}
