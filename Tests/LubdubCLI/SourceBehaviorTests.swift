import Foundation
import TestSupport
import Testing

/// docs/results/sources.csv: each behavior that the documents of four products require, with the command or the test that shows
/// it.
@Suite struct SourceBehaviorTests {
  struct Behavior: Sendable, CustomStringConvertible {
    let fields: [String]

    var description: String { "\(fields[0]) \(fields[2])" }
    var status: String { fields[3] }
    var evidence: String { fields[4] }
    var shown: String { fields[5] }
  }

  /// Fields of a table whose quoted ones have no line ends.
  private static func fields(_ line: Substring) -> [String] {
    var (fields, isQuoted) = ([""], false)
    for (character, next) in zip(line, line.dropFirst().map { Optional($0) } + [nil]) {
      switch character {
      case "\"":
        if isQuoted, next == "\"" { fields[fields.count - 1].append("\"") }
        isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }

  private static let root = Recordings.packageRoot

  static let behaviors: [Behavior] = {
    let path = root.appending(path: "docs/results/sources.csv").path
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map { Behavior(fields: fields($0)) }
  }()

  /// The names of all tests.
  private static let tests: Set<Substring> = {
    let files =
      FileManager.default.enumerator(atPath: root.appending(path: "Tests").path)?.allObjects ?? []
    var names: Set<Substring> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let path = root.appending(path: "Tests/\(file)").path
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      for part in text.split(separator: "func `").dropFirst() {
        names.insert(part.prefix { $0 != "`" }.split(separator: "\n").joined()[...])
      }
    }
    return names
  }()

  @Test func `Of eighty behaviors, 72 work, and the other behaviors have a reason`() {
    let counts = Dictionary(grouping: Self.behaviors, by: \.status).mapValues(\.count)
    #expect(counts == ["works": 72, "app": 6, "left": 2])
    #expect(Self.behaviors.allSatisfy { $0.fields.count == 6 && !$0.evidence.isEmpty })
  }

  @Test(arguments: Self.behaviors.filter { $0.status == "works" })
  func `Each working behavior is demonstrated by a command or a test`(behavior: Behavior) throws {
    if behavior.evidence.hasPrefix("test ") {
      #expect(Self.tests.contains(behavior.evidence.dropFirst(5)))
      return
    }
    let tool = Tool()
    var said = ""
    for command in behavior.evidence.components(separatedBy: " && ") {
      let words = try Self.words(command)
      try #require(words.first == "lubdub")
      let run = try tool.succeed(
        words.dropFirst().map {
          $0.hasPrefix("datasets/") ? Self.root.appending(path: $0).path : $0
        })
      said += run.text + run.error
    }
    #expect(!said.isEmpty && (behavior.shown.isEmpty || said.contains(behavior.shown)), "\(said)")
  }

  /// The words of a command; quotes enclose blanks.
  private static func words(_ command: String) throws -> [String] {
    command.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap {
      $0 % 2 == 1 ? [String($1)] : $1.split(separator: " ").map(String.init)
    }
  }
}
