/// The options and arguments of a command, from the parser's own description.
struct CommandDescription {
  struct Argument {
    /// The names with their dashes; empty for a positional argument.
    let names: [String]
    let valueName: String
    /// The accepted words; empty if any word is accepted.
    let values: [String]
    let takesValue: Bool
    let isRepeating: Bool
    /// The rule by which the parser looks for the value, such as `unconditional`.
    let strategy: String

    fileprivate init(_ json: JSONValue) {
      names = (json["names"]?.array ?? []).compactMap { name in
        name["name"]?.string.map { (name["kind"]?.string == "long" ? "--" : "-") + $0 }
      }
      valueName = json["valueName"]?.string ?? ""
      values = json["allValues"]?.array?.compactMap(\.string) ?? []
      takesValue = json["kind"]?.string != "flag"
      isRepeating = json["isRepeating"]?.bool ?? false
      strategy = json["parsingStrategy"]?.string ?? ""
    }
  }

  let options: [Argument]
  let places: [Argument]

  init(_ command: any ParsableCommand.Type) {
    let json = try? JSONParser.parse(Array(command._dumpHelp().utf8))
    let all = (json?["command"]?["arguments"]?.array ?? []).map { Argument($0) }
    options = all.filter { !$0.names.isEmpty }
    places = all.filter(\.names.isEmpty)
  }

  func option(named name: String) -> Argument? { options.first { $0.names.contains(name) } }

  /// Whether unknown options of the command become values of an argument.
  var takesUnknownOptions: Bool { places.contains { $0.strategy == "allUnrecognized" } }
}
