internal import CArguments

/// The command-line tool.
package struct LubdubCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "lubdub",
    abstract: "Turn the distance between two devices into a heartbeat you can feel.",
    discussion: """
      Examples:
        lubdub simulate approach -o walk.csv       make a trace with known distances
        lubdub run walk.csv -o walk.json -o walk.wav -o walk.svg
        lubdub estimate walk.csv -o walk.est.csv   the filtered distance, row by row
        lubdub preset eternal-loop > my.yaml       edit it, then
        lubdub run walk.csv --config my.yaml

      Exit status: 0 done; 1 a finding is an error, a comparison found a loss, or a file of a folder failed; 2 the command failed; 3 \
      tune --gate advises no settings. A closed terminal, Ctrl-C, and SIGTERM give 129, 130, and 143.
      """,
    version: "lubdub \(Version.current)",
    groupedSubcommands: [
      CommandGroup(
        name: "Sessions",
        subcommands: [
          SimulateCommand.self, ImportCommand.self, CheckCommand.self, RunCommand.self,
          LiveCommand.self, StudioCommand.self, ReportCommand.self, EstimateCommand.self,
          PresetCommand.self,
        ]),
      CommandGroup(
        name: "Haptic files",
        subcommands: [
          PatternCommand.self, DesignCommand.self, PreviewCommand.self, ConvertCommand.self,
          EditCommand.self,
        ]),
      CommandGroup(
        name: "Bench",
        subcommands: [
          TuneCommand.self, CompareCommand.self, SweepCommand.self, CalibrateCommand.self,
          BenchCommand.self,
        ]),
    ] + Annex.all.map { CommandGroup(name: $0.name, subcommands: $0.commands) })

  /// The arguments of the command. File names can contain invalid UTF-8, and `CommandLine.arguments` would replace their
  /// bytes.
  private static var words: [String] {
    let (count, words) =
      argument_count() > 0
      ? (argument_count(), argument_words()) : (CommandLine.argc, CommandLine.unsafeArgv)
    return (1..<max(1, Int(count))).compactMap { index in
      words?[index].map { String(fileName: $0) }
    }
  }

  /// Joins `--beats -1` to `--beats=-1`, because `-1` is a value and not an option. Words of beats after `--text` are
  /// joined, too.
  static func joiningValues(_ words: [String]) -> [String] {
    var joined: [String] = []
    for word in words {
      let isNumber = word.hasPrefix("-") && Double(word) != nil
      if let option = joined.last, option.hasPrefix("--"), !option.contains("="),
        isNumber || (option == "--text" && word.hasPrefix("-"))
      {
        joined[joined.count - 1] = "\(option)=\(word)"
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  package init() {}

  /// Runs the command of the process, and ends the process if the command fails.
  package static func main(annexes: [Annex]) {
    Annex.add(annexes)
    signal(SIGPIPE, SIG_IGN)
    holdStandardStreams()
    let words = words
    do {
      if let fault = Bound.fault { throw CommandFailure(fault) }
      try requireCommand(words)
      try requirePace(words)
      var command = try parsed(joiningValues(words))
      do {
        try command.run()
      } catch let error as ValidationError {
        throw CommandUsageError(message: error.message, command: type(of: command))
      }
      if Console.hasDoubts { end(1) }
    } catch let error as FileError where error.path == "-" && error.code == EPIPE {
      end(0)
    } catch let code as ExitCode {
      end(code.rawValue)
    } catch {
      let hasLines = error is SettingsFileError || error is CommandUsageError
      let isOneLine = exitCode(for: error) == .failure && !hasLines
      let message = isOneLine ? fullMessage(for: error).visible : fullMessage(for: error)
      if exitCode(for: error) == .success { end(said(message) ? 0 : 2) }
      Console.write(ErrorCure.sentence(error, message) + "\n", to: .error)
      end(2)
    }
  }

  private static func said(_ text: String) -> Bool {
    do throws(FileError) {
      try Console.print(text + "\n")
    } catch {
      guard error.code != EPIPE else { return true }
      Console.note("\(error)")
      return false
    }
    return true
  }

  /// Rejects a pace that is not a number. The parser would ignore it or read it as the trace.
  private static func requirePace(_ words: [String]) throws(ValidationError) {
    let start = "--pace"
    for (word, next) in zip(words, words.dropFirst() + [""]) where word.hasPrefix(start) {
      let isAlone = word == start
      guard isAlone || word.hasPrefix(start + "=") else { continue }
      let value = isAlone ? next : String(word.dropFirst(start.count + 1))
      // The trace may follow an option without a value.
      let isTrace =
        isAlone
        && (value.isEmpty || value.hasPrefix("-") || value.contains { $0 == "." || $0 == "/" }
          || isRegularFile(at: value))
      try expect(
        isTrace || Double(value) != nil,
        "--pace is \"\(value)\", expected a number above 0 such as 4, or nothing for real time")
    }
  }

  /// Parses the words into a command, or throws the fault of the word that the parser rejects.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(words)
    } catch {
      guard exitCode(for: error) != .success else { throw error }
      let (command, path, rest) = named(in: words)
      guard let refused = RefusedWord(in: Array(rest), of: command, path: path) else { throw error }
      throw CommandUsageError(message: refused.message, command: command)
    }
  }

  /// The command that the first words name, these words, and the remaining words.
  private static func named(
    in words: [String]
  ) -> (command: any ParsableCommand.Type, path: [String], rest: ArraySlice<String>) {
    var (command, path): (any ParsableCommand.Type, [String]) = (LubdubCommand.self, ["lubdub"])
    var rest = words[...]
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: { $0._commandName == word })
    {
      (command, path) = (next, path + [word])
      rest.removeFirst()
    }
    return (command, path, rest)
  }

  private static func requireCommand(_ words: [String]) throws(ValidationError) {
    let words = words.first == "help" ? Array(words.dropFirst()) : words
    let (command, path, rest) = named(in: words)
    let below = command.configuration.subcommands
    guard !below.isEmpty, let word = rest.first, !word.hasPrefix("-"), word != "help" else {
      return
    }
    let cure =
      (isRegularFile(at: word)
        ? "`lubdub run \(word)` runs a trace, `lubdub check` any file" : nil)
      ?? FormerName.cure(ofCommand: word)
      ?? Spelling.question(word, below.map { $0._commandName })
      ?? "`\(path.joined(separator: " ")) --help` lists the commands"
    throw ValidationError("there is no command \"\(word)\"; \(cure)")
  }
}

/// An error about options that do not fit each other or the input, found while a command runs. It is reported with the usage
/// of that command.
private struct CommandUsageError: Error, CustomStringConvertible {
  let message: String
  let command: any ParsableCommand.Type

  var description: String {
    let path = LubdubCommand.path(to: command) ?? [LubdubCommand._commandName]
    return "\(message.visible)\nUsage: \(LubdubCommand.usageString(for: command))\n"
      + "  See '\(path.joined(separator: " ")) --help' for more information."
  }
}

extension ParsableCommand {
  /// The words that name a command at or below this command, such as `lubdub`, `bench`, `accuracy`; `nil` if the command is
  /// not there.
  fileprivate static func path(to command: any ParsableCommand.Type) -> [String]? {
    if command == Self.self { return [_commandName] }
    let below = configuration.subcommands.lazy.compactMap { $0.path(to: command) }.first
    return below.map { [_commandName] + $0 }
  }
}

private func end(_ status: Int32) -> Never { exit(status) }
