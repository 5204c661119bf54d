#if Tool
/// Commands and options that had another name in the version before. They are read for one version.
enum FormerSpelling {
  private static let commands = [
    "pair": "track-distance", "fence": "geofence", "verdict": "judge-tag",
  ]
  private static let options = ["--as": "--also"]

  /// The arguments with the names of today; a note says which have changed.
  static func replaced(in arguments: [String]) -> [String] {
    var arguments = arguments
    let place = arguments.first == "help" ? 1 : 0
    if arguments.indices.contains(place), let now = commands[arguments[place]] {
      note(arguments[place], now)
      arguments[place] = now
    }
    for index in arguments.indices {
      guard arguments[index] != "--" else { break }
      let name = String(arguments[index].prefix { $0 != "=" })
      guard let now = options[name] else { continue }
      note(name, now)
      arguments[index] = now + arguments[index].dropFirst(name.count)
    }
    return arguments
  }

  private static func note(_ former: String, _ now: String) {
    Console.note("\(former) is now \(now); the former name is read in this version only")
  }
}
#endif
