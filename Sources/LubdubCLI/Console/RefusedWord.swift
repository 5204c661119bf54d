/// The word of a command line that the parser rejects, with a suggestion. The parser's description of the command and
/// repeated parsing of single words find the word. The parser's error messages are not used.
struct RefusedWord {
  let message: String

  /// Finds the word; `nil` if every word fits, such as when an argument is missing. `path` contains the words that name the
  /// command.
  init?(in words: [String], of command: any ParsableCommand.Type, path: [String]) {
    let description = CommandDescription(command)
    var walk = Walk(words)
    var free: [String] = []
    while let (place, word) = walk.next() {
      guard walk.isOption(word) else {
        free.append(word)
        let argument =
          free.count <= description.places.count ? description.places[free.count - 1] : nil
        if let argument, Self.refusesValue(free, command) {
          message = "<\(argument.valueName)> is \"\(word)\"\(Self.cure(word, argument))"
          return
        }
        continue
      }
      let name = Walk.name(of: word)
      guard let option = description.option(named: name) else {
        if description.takesUnknownOptions { continue }
        message = Self.unknown(name, path, description)
        return
      }
      guard option.takesValue else { continue }
      guard let value = walk.value(of: word, at: place, by: option.strategy) else {
        message = "\(name) needs a value\(Self.example(of: option))"
        return
      }
      if !value.isEmpty, Self.refusesValue(["\(option.names[0])=\(value)"], command) {
        message = "\(name) is \"\(value)\"\(Self.cure(value, option))"
        return
      }
    }
    let most =
      description.places.contains(where: \.isRepeating) ? Int.max : description.places.count
    guard free.count > most else { return nil }
    let cure = FormerName.cure(ofArgumentOf: path).map { "; \($0)" } ?? ""
    message = "there is one argument too many, \"\(free[most])\"\(cure)"
  }

  /// Whether the parser cannot read a value. With `--help`, the parser reports no other errors.
  private static func refusesValue(
    _ words: [String], _ command: any ParsableCommand.Type
  ) -> Bool {
    do {
      _ = try command.parse(words + ["--help"])
      return false
    } catch {
      return command.exitCode(for: error) != .success
    }
  }

  private static func unknown(
    _ name: String, _ path: [String], _ description: CommandDescription
  ) -> String {
    let known = description.options.flatMap(\.names)
    let names = known.filter { $0.hasPrefix("--") }
    let cure =
      FormerName.cure(ofOption: name, of: path, hasOutput: known.contains("-o"))
      ?? Spelling.question(name, names)
      ?? "`\(path.joined(separator: " ")) --help` lists the options"
    return "there is no option \(name); \(cure)"
  }

  private static func example(of option: CommandDescription.Argument) -> String {
    option.names.contains("-o") ? "; name a file, such as -o walk.wav" : " <\(option.valueName)>"
  }

  private static func cure(_ value: String, _ argument: CommandDescription.Argument) -> String {
    let isPreset = argument.values.contains { Vocabulary.workbench.preset($0) != nil }
    if isPreset, isRegularFile(at: value) {
      return "; read a settings file with --config \(value)"
    }
    if isPreset, argument.names.isEmpty, value.contains(".") {
      return "; `lubdub preset NAME > \(value)` writes a file"
    }
    guard argument.values.isEmpty else {
      let question = Spelling.question(value, argument.values).map { "; \($0)" } ?? ""
      return ", expected one of \(argument.values.joined(separator: ", "))\(question)"
    }
    let form = argument.valueName
    if form.contains("=") { return ", expected \(form)" }
    if form.contains(":") { return ", expected FROM:TO in seconds, the smaller first, such as 2:8" }
    if let number = Double(value) {
      return number == number.rounded() ? ", which is out of range" : ", expected a whole number"
    }
    let hasUnit = Double(value.prefix { $0.isNumber || $0 == "." }) != nil
    return ", expected a number" + (hasUnit ? ", without a unit" : "")
  }
}

/// A walk over the words of a command line that follows the parser's rules.
private struct Walk {
  private let words: [String]
  private var place = 0
  private var isEnded = false

  init(_ words: [String]) { self.words = words }

  /// The next word that is not the value of an option.
  mutating func next() -> (place: Int, word: String)? {
    guard place < words.count else { return nil }
    place += 1
    guard words[place - 1] == "--", !isEnded else { return (place - 1, words[place - 1]) }
    isEnded = true
    return next()
  }

  func isOption(_ word: String) -> Bool {
    !isEnded && word.count > 1 && word.hasPrefix("-") && Double(word) == nil
  }

  static func name(of word: String) -> String {
    String(word.hasPrefix("--") ? word.prefix { $0 != "=" } : word.prefix(2))
  }

  /// The value of an option; empty if the option needs no value, and `nil` if the value is missing.
  mutating func value(of word: String, at start: Int, by strategy: String) -> String? {
    if let sign = word.firstIndex(of: "=") { return String(word[word.index(after: sign)...]) }
    if word.count > 2, !word.hasPrefix("--") { return String(word.dropFirst(2)) }
    let next = place < words.count ? words[place] : nil
    switch strategy {
    case "scanningForValue": guard let next, Double(next) != nil else { return "" }
    case "upToNextOption":
      while place < words.count, !isOption(words[place]) { place += 1 }
      return ""
    case "unconditional": guard next != nil else { return nil }
    default: guard let next, !isOption(next) else { return nil }
    }
    place += 1
    return next
  }
}
