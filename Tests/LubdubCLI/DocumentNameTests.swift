import Foundation
import TestSupport
import Testing

/// The names that pages and comments use exist.
@Suite struct DocumentNameTests {
  /// Endings of files that have the name of a group of settings.
  private static let endings: Set = ["json", "wav", "html", "csv", "geojson", "md"]
  /// Types of other libraries that no example uses.
  private static let foreign: Set = ["ProcessPoolExecutor", "SuspendingClock"]

  @Test func `Every command and option that a page names exists`() throws {
    let options = try Self.options()
    let scripts = try Self.words(in: ["tools"], endings: ["", "py", "mjs", "sh"])
    #expect(options.count > 25)
    for page in DocumentPage.all {
      for code in page.quoted {
        let name = code.prefixMatch(of: /lubdub ((?:bench )?[a-z][a-z-]*)/).map {
          String($0.output.1)
        }
        let known = name.flatMap { options[$0] }
        #expect(name == nil || known != nil || name == "help", "\(page.name): \(code)")
        guard name != nil || code.hasPrefix("--") else { continue }
        for match in code.matches(of: /(?:^| )--([a-z][a-z-]+)/) {
          let option = String(match.output.1)
          let exists =
            known.map { $0.contains(option) } ?? options.values.contains { $0.contains(option) }
          #expect(exists || (name == nil && scripts.contains(option)), "\(page.name): \(code)")
        }
      }
    }
  }

  @Test func `Every link on a shipped page leads to a shipped file`() throws {
    let list = try String(
      contentsOf: Recordings.packageRoot.appending(path: "tools/packages/shipped.txt"),
      encoding: .utf8)
    let shipped = list.split(separator: "\n").map {
      Recordings.packageRoot.appending(path: $0).path
    }
    func isShipped(_ path: String) -> Bool {
      shipped.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    var count = 0
    for page in DocumentPage.all {
      let file = Recordings.packageRoot.appending(path: page.name)
      guard isShipped(file.path) else { continue }
      for line in page.blocks.filter({ $0.language == nil }).flatMap(\.lines) {
        for match in line.matches(of: /\]\(([^)#\s:]+)(?:#[^)]*)?\)/) {
          let target = file.deletingLastPathComponent().appending(path: match.output.1).standardized
          count += 1
          #expect(
            isShipped(target.path) && FileManager.default.fileExists(atPath: target.path),
            "\(page.name): \(match.output.1)")
        }
      }
    }
    #expect(count > 100)
  }

  @Test func `Every setting that a page names exists`() throws {
    let tool = Tool()
    let document = try JSONSerialization.jsonObject(with: tool("preset", "--all", "--json").output)
    let keys = Self.keys(document, below: "")
    let groups = Set(
      keys.compactMap { $0.contains(".") ? $0.split(separator: ".").first.map(String.init) : nil })
    #expect(groups.count > 8)
    for page in DocumentPage.all {
      for code in page.quoted {
        for match in code.matches(
          of: /(?:^|[ ='])([a-zA-Z]+(?:\.[a-zA-Z]+)+)(?:\[\d\])?(?:$|[=' ])/)
        {
          let key = String(match.output.1)
          let first = key.prefix { $0 != "." }
          let ending = String(key.split(separator: ".").last ?? "")
          guard groups.contains(String(first)), !Self.endings.contains(ending) else { continue }
          #expect(keys.contains(key), "\(page.name): \(code)")
        }
      }
    }
  }

  @Test func `Every type and module that a page names is declared or used here`() throws {
    let words = try Self.words(
      in: ["Sources", "Tests", "examples", "python/lubdub"],
      endings: ["swift", "h", "c", "java", "kt", "py"])
    for page in DocumentPage.all {
      for code in page.quoted {
        guard let match = code.prefixMatch(of: /[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+/) else {
          continue
        }
        let name = String(match.output)
        #expect(words.contains(name) || Self.foreign.contains(name), "\(page.name): \(code)")
      }
    }
  }

  @Test func `Every file that a page or code refers to exists`() throws {
    let root = Recordings.packageRoot
    for page in DocumentPage.all {
      let folder = root.appending(path: page.name).deletingLastPathComponent()
      for match in page.text.matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/) {
        let target = String(match.output.1)
        guard !target.contains(":") else { continue }
        let path = folder.appending(path: target).path
        #expect(FileManager.default.fileExists(atPath: path), "\(page.name): \(target)")
      }
      for match in page.text.matches(of: /`(tools\/[a-z.\/-]+)/) {
        let path = root.appending(path: String(match.output.1)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(page.name): \(match.output.1)")
      }
    }
    let decisions = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "docs/decisions").path)
    for (file, text) in try Self.texts(
      in: ["Sources", "examples", "python/lubdub"], endings: ["swift", "h", "py", "c"])
    {
      for match in text.matches(of: /docs\/[a-z0-9\/.-]+\.(?:md|json|svg|png)/) {
        let path = root.appending(path: String(match.output)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(file): \(match.output)")
      }
      for match in text.matches(of: /[( ]decision (\d+)/) {
        let number = String(match.output.1)
        let start = (number.count == 1 ? "0" : "") + number + "-"
        #expect(decisions.contains { $0.hasPrefix(start) }, "\(file): decision \(number)")
      }
    }
  }

  /// The long options of each command, by its words.
  private static func options() throws -> [String: Set<String>] {
    struct Name: Decodable { var kind: String; var name: String }
    struct Argument: Decodable { var names: [Name]? }
    struct Command: Decodable {
      var commandName: String
      var discussion: String?
      var arguments: [Argument]?
      var subcommands: [Command]?
    }
    struct Dump: Decodable { var command: Command }
    let tool = Tool()
    let dump = try JSONDecoder().decode(Dump.self, from: tool("--experimental-dump-help").output)
    var options: [String: Set<String>] = [:]
    func visit(_ command: Command, _ words: [String]) {
      let names = (command.arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }
      // Operations of `edit` stand in its text alone.
      let said = (command.discussion ?? "").matches(of: /--([a-z][a-z-]+)/).map {
        String($0.output.1)
      }
      options[words.joined(separator: " ")] = Set(names.map(\.name) + said)
      for child in command.subcommands ?? [] { visit(child, words + [child.commandName]) }
    }
    visit(dump.command, [])
    return options
  }

  /// The keys of a settings file, with dots.
  private static func keys(_ value: Any, below path: String) -> Set<String> {
    guard let members = value as? [String: Any] else { return [path] }
    return members.reduce(into: path.isEmpty ? [] : [path]) { found, member in
      found.formUnion(
        keys(member.value, below: path.isEmpty ? member.key : "\(path).\(member.key)"))
    }
  }

  private static func words(in folders: [String], endings: Set<String>) throws -> Set<String> {
    try texts(in: folders, endings: endings).reduce(into: []) { words, file in
      let isPart: (Character) -> Bool = {
        $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0))
      }
      words.formUnion(
        file.text.split { !isPart($0) }.flatMap { [$0, $0.drop { $0 == "-" }] }.map(String.init))
    }
  }

  private static func texts(
    in folders: [String], endings: Set<String>
  ) throws -> [(name: String, text: String)] {
    let root = Recordings.packageRoot
    return folders.flatMap { folder in
      let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      return (names?.compactMap { $0 as? String } ?? []).sorted()
        .filter { endings.contains(URL(filePath: $0).pathExtension) }
        .compactMap { name in
          (try? String(contentsOf: root.appending(path: "\(folder)/\(name)"), encoding: .utf8))
            .map { ("\(folder)/\(name)", $0) }
        }
    }
  }
}
