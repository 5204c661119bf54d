import Foundation
import TestSupport
import Testing

/// A page of the docs, or another file that readers see.
struct DocumentPage: Sendable, CustomTestStringConvertible {
  /// The commands of one block, and the lines of the block that follows.
  struct Step: Sendable {
    var commands: [String] = []
    var shown: [String] = []
  }

  let name: String
  let text: String

  var testDescription: String { name }

  static let all: [DocumentPage] = {
    let root = Recordings.packageRoot
    let docs = FileManager.default.enumerator(atPath: root.appending(path: "docs").path)
    let pages = (docs?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.sorted()
    let names =
      pages.map { "docs/\($0)" } + [
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md",
        "python/README.md", "datasets/README.md",
      ]
    return names.compactMap { name in
      (try? String(contentsOf: root.appending(path: name), encoding: .utf8))
        .map { DocumentPage(name: name, text: $0) }
    }
  }()

  /// Whether a command needs the pages that `tools/page` makes.
  static func writesPage(_ command: String) -> Bool {
    command.contains(".html") || command.hasPrefix("lubdub report")
  }

  /// Words with a letter or a digit in each section, outside of code and tables.
  ///
  /// A section begins at a title of the second level: a page on one subject has a section per task, and links lead to
  /// the section.
  var sectionWordCounts: [Int] {
    blocks.filter { $0.language == nil }.flatMap(\.lines).filter { !$0.hasPrefix("|") }
      .reduce(into: [0]) { counts, line in
        if line.hasPrefix("## ") { counts.append(0) }
        counts[counts.count - 1] += line.split(separator: " ")
          .count { $0.contains { $0.isLetter || $0.isNumber } }
      }
  }

  /// Text between blocks, with `nil` as language, and blocks of code with their language.
  var blocks: [(language: String?, lines: [String])] {
    var blocks: [(language: String?, lines: [String])] = [(nil, [])]
    for line in text.components(separatedBy: "\n") {
      let isFence = line.hasPrefix("```")
      switch (isFence, blocks[blocks.count - 1].language) {
      case (true, nil): blocks.append((String(line.dropFirst(3)), []))
      case (true, _): blocks.append((nil, []))
      default: blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }

  /// Shell blocks with commands of the tool, each with the lines of a plain block that follows.
  var steps: [Step] {
    var steps: [Step] = []
    var isBehind = false
    for block in blocks {
      switch block.language {
      case "sh":
        let commands = Self.commands(block.lines)
        isBehind = !commands.isEmpty
        if isBehind { steps.append(Step(commands: commands)) }
      case "" where isBehind:
        steps[steps.count - 1].shown = block.lines
        isBehind = false
      case nil: break
      default: isBehind = false
      }
    }
    return steps
  }

  /// Code in the text, and the lines of blocks that start with the tool.
  var quoted: [String] {
    let spans = blocks.filter { $0.language == nil }.flatMap { block in
      block.lines.joined(separator: "\n").matches(of: /`([^`\n]+)`/).map { String($0.output.1) }
    }
    return spans + blocks.filter { $0.language != nil }.flatMap { Self.commands($0.lines) }
  }

  private static func commands(_ lines: [String]) -> [String] {
    var commands: [String] = []
    for line in lines {
      if commands.last?.hasSuffix("\\") == true {
        commands[commands.count - 1].removeLast()
        commands[commands.count - 1] += line.trimmingPrefix { $0 == " " }
      } else if line.hasPrefix("lubdub ") {
        commands.append(line)
      }
    }
    return commands
  }
}
