/// A former name, or a name from other programs, and its replacement. The suggestions for unknown options and commands, and
/// the page docs/results/renamed.md, share one table.
package struct FormerName: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case command = "Commands"
    case option = "Options"
    case member = "Members of JSON"
    case module = "Modules"
  }

  package let kind: Kind
  package let name: String
  /// The commands with this option; empty for every command.
  package let commands: [String]
  /// Whether the suggestion needs the option `-o`, which some commands lack.
  let needsOutput: Bool
  /// The replacement, as the end of a message.
  package let cure: String

  package init(
    _ kind: Kind, _ name: String, of commands: [String] = [], needsOutput: Bool = false,
    _ cure: String
  ) {
    (self.kind, self.name, self.commands) = (kind, name, commands)
    (self.needsOutput, self.cure) = (needsOutput, cure)
  }

  private static let own: [FormerName] =
    ["--wav", "--ahap", "--svg", "--html", "--csv", "--out", "--outfile"].map {
      FormerName(
        .option, $0, needsOutput: true,
        "-o FILE writes a file, and its extension selects the format: -o walk.wav")
    } + [
      FormerName(.option, "--json", needsOutput: true, "-o FILE.json writes JSON"),
      FormerName(
        .option, "--format", needsOutput: true,
        "--as FORMAT selects the format, after its -o FILE"),
      FormerName(.option, "--edges", "--set zones.edges='[0.05, 0.2, 1, 2]' moves the edges"),
      FormerName(.option, "--threshold", "--set zones.edges='[0.05, 0.2, 1, 2]' moves the edges"),
      FormerName(.option, "--port", "`lubdub live PORT --baud 115200` reads a serial port"),
      FormerName(
        .option, "--live", of: ["run"],
        "`lubdub live TRACE` follows a stream, or replays with --pace"),
      FormerName(.option, "--play", "`lubdub live TRACE --play` plays it"),
      FormerName(
        .option, "--config", "--columns FILE uses the columns of a settings file"),
      FormerName(.option, "--estimator", "--set estimator=NAME chooses one"),
      FormerName(.option, "--truth", "--columns names the column of the truth: truth=NAME"),
      FormerName(.option, "--delimiter", "Lubdub detects the separator"),
      FormerName(.option, "-o", of: ["preset"], "`lubdub preset NAME > FILE` writes a file"),
      FormerName(
        .option, "-o", of: ["live", "check", "bench"],
        "the command prints; > FILE keeps what it prints"),
      FormerName(
        .option, "--to", of: ["convert"], "--as FORMAT selects the format, after its -o FILE"),
      FormerName(.command, "export", "`lubdub convert FILE -o FILE.ahap` writes other formats"),
      FormerName(.command, "play", "`lubdub live TRACE --pace --play` plays it"),
      FormerName(
        .member, "what", of: ["decisions and events of C and Python"],
        "`record`, as in the lines of `lubdub live`; `zone` is now `zone_change`, `scheduled` is `beat`"
      ),
      FormerName(.member, "what", of: ["a contact in the lines of `lubdub live`"], "`state`"),
      FormerName(.module, "LubdubGround", "LubdubSupport"),
      FormerName(.module, "LubdubBench", "LubdubWorkbench"),
      FormerName(.module, "LubdubCTools", "LubdubC"),
      FormerName(.module, "LubdubSessions", "LubdubRuns, and LubdubMonitor for live runs"),
    ]

  /// The whole table: the names of the tool, and then the names of annexes.
  package static func known(annexes: [Annex]) -> [FormerName] {
    own + annexes.flatMap(\.formerNames)
  }

  private static var all: [FormerName] { known(annexes: Annex.all) }

  static func cure(ofOption name: String, of path: [String], hasOutput: Bool) -> String? {
    let found = all.filter {
      $0.kind == .option && $0.name == name && (hasOutput || !$0.needsOutput)
    }
    return
      (found.first { $0.commands.contains(where: path.contains) }
      ?? found.first { $0.commands.isEmpty })?.cure
  }

  static func cure(ofCommand name: String) -> String? {
    all.first { $0.kind == .command && $0.name == name }?.cure
  }

  /// The suggestion for a command without positional arguments.
  static func cure(ofArgumentOf path: [String]) -> String? {
    path.last == "studio" ? "`lubdub studio --live TRACE` shows a trace" : nil
  }

  /// The page of former names.
  package static func page(annexes: [Annex]) -> String {
    var lines = [
      "# Former names", "",
      "Former names, and names that other programs use, with their replacements. Messages of the tool suggest the same replacements.",
    ]
    for kind in Kind.allCases {
      let names = known(annexes: annexes).filter { $0.kind == kind }
      guard !names.isEmpty else { continue }
      lines += ["", "## \(kind.rawValue)", "", "| former | now |", "|---|---|"]
      lines += names.map { name in
        let commands = name.commands.isEmpty ? "" : " of \(name.commands.joined(separator: ", "))"
        return "| \(name.name)\(commands) | \(name.cure) |"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
