import ArgumentParser
import CanonicalJSON
import FileIO
import HapticFormats

/// `lubdub check`: what is wrong with files, and how to mend it.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check traces, configurations, timelines and haptic files.",
    discussion: """
      The kind of each file is recognised by its content. The exit status is 1 when something was found
      and 2 when a file could not be read.

      Examples:
        lubdub check heartbeat.ahap buzz.xml clip.haptic
        lubdub check --format json *.ahap
        lubdub check --severity warning studio.ahap
      """)

  /// How findings are printed.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
  }

  @Argument(help: "The files; - for standard input.")
  var files: [String]

  @Option(help: "How findings are printed: text or json.")
  var format = Format.text

  @Option(help: "The least severity that is told: note, warning or error.")
  var severity = Finding.Severity.note

  func run() throws {
    var results: [(file: String, kind: FileKind, findings: [Finding])] = []
    for file in files {
      let bytes = try readFile(at: file)
      let kind = FileKind.recognize(bytes, name: file)
      results.append(
        (file, kind, try findings(kind, file, bytes).filter { $0.severity >= severity }))
    }
    switch format {
    case .text: try writeFile(Array(text(results).utf8), to: "-")
    case .json: try writeFile(JSONWriter.encode(json(results)), to: "-")
    }
    if results.contains(where: { !$0.findings.isEmpty }) { throw ExitCode(1) }
  }

  private func findings(_ kind: FileKind, _ file: String, _ bytes: [UInt8]) throws -> [Finding] {
    if let findings = kind.check(bytes) { return findings }
    switch kind {
    case .trace: return try FileChecks.trace(file, bytes)
    case .configuration: return FileChecks.configuration(file, bytes)
    case .wav: return FileChecks.wav(bytes)
    default:
      return [
        Finding(
          .note, rule: "unchecked", "there is no check for files of the kind \(kind.rawValue)")
      ]
    }
  }

  private func text(
    _ results: [(file: String, kind: FileKind, findings: [Finding])]
  ) -> String {
    results.map { file, kind, findings in
      guard !findings.isEmpty else { return "\(file): \(kind.rawValue): nothing found\n" }
      return findings.map { "\(file): \($0)\n" }.joined()
    }.joined()
  }

  private func json(
    _ results: [(file: String, kind: FileKind, findings: [Finding])]
  ) -> JSONValue {
    .array(
      results.map { file, kind, findings in
        [
          "file": .string(file), "kind": .string(kind.rawValue),
          "findings": .array(findings.map(\.json)),
        ]
      })
  }
}
