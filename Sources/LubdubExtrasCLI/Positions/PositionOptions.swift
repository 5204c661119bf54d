struct PositionOptions: ParsableArguments {
  @Option(help: "What hdop in GPX means: accuracy (metres), dop, or auto (by writer and values).")
  var hdop = PositionReadOptions.DilutionMeaning.auto

  @Option(
    help: "What an accuracy in metres means: android (68 % radius), apple (RMS), web (95 % radius)."
  )
  var accuracy = StatedAccuracy.android

  @Option(help: "Range error in metres that a dilution of precision is multiplied with.")
  var uere = 4.0

  @Option(
    help: ArgumentHelp(
      "The track of a log that holds several, such as the provider GPS; the one with the most fixes if absent.",
      valueName: "name"))
  var track: String?

  @Flag(help: "Sort the fixes of each log by time, such as those of joined tracks.")
  var reorder = false

  func validate() throws { try expect("--uere", uere, "a positive number of metres") { $0 > 0 } }

  func read(_ path: String) throws -> PositionLog {
    var options = PositionReadOptions()
    options.hdop = hdop
    options.accuracy = accuracy
    options.rangeError = Meters(uere)
    options.sorts = reorder
    let log = try PositionLog(path: path, options: options)
    Console.note(log.report, of: path)
    try require(log.report.accepted > 0, "\(path): the log has no fix that can be used")
    return log
  }

  static func noteWidths(of tracks: [Track], usual: Meters) {
    let fixes = tracks.lazy.map(\.fixes).joined()
    let unstated = fixes.count { $0.deviation == nil }
    guard unstated > 0 else { return }
    Console.note(
      "\(unstated) of \(counted(fixes.count, "fix states", "fixes state")) no width; a deviation of "
        + "\(NumberText.shortest(usual.value)) m of one axis is taken, times --accuracy-scale")
  }

  /// The name of a log: its file without folder and ending.
  static func name(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
  }

  func track(of log: PositionLog, _ path: String) throws -> Track {
    guard let found = log.track(track) else {
      let names = log.tracks.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw CommandFailure("\(path): there is no track \"\(track ?? "")\"; there are \(names)")
    }
    if track == nil, log.tracks.count > 1 {
      Console.note("\(path): the track \"\(found.name)\" is used, which has the most fixes")
    }
    return found
  }
}

extension PositionReadOptions.DilutionMeaning: ExpressibleByArgument {}
extension StatedAccuracy: ExpressibleByArgument {}
