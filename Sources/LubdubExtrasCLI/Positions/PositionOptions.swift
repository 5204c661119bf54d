struct PositionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Meaning of hdop in GPX: accuracy (meters), dop, or auto (by writer and values).",
      valueName: "meaning"))
  var hdop = PositionReadOptions.DilutionMeaning.auto

  @Option(
    help: ArgumentHelp(
      "Meaning of an accuracy in meters: android (68% radius), apple (RMS), or web (95% radius).",
      valueName: "system")
  )
  var accuracy = StatedAccuracy.android

  @Option(
    help: ArgumentHelp(
      "Range error to multiply with a dilution of precision, in meters.", valueName: "meters"))
  var uere = 4.0

  @Option(
    help: ArgumentHelp(
      "One track of the log, such as the provider GPS. The default is the track with the most fixes.",
      valueName: "name"))
  var track: String?

  @Flag(help: "Sort the fixes of each log by time, for example of joined tracks.")
  var reorder = false

  func validate() throws { try expect("--uere", uere, "a positive number of meters") { $0 > 0 } }

  func read(_ path: String) throws -> PositionLog {
    var options = PositionReadOptions()
    options.hdop = hdop
    options.accuracy = accuracy
    options.rangeError = Meters(uere)
    options.sorts = reorder
    let log = try PositionLog(path: path, options: options)
    Console.note(log.report, of: path)
    try require(log.report.accepted > 0, "\(path): the log has no usable fix")
    return log
  }

  static func noteWidths(of tracks: [Track], usual: Meters) {
    let fixes = tracks.lazy.map(\.fixes).joined()
    let unstated = fixes.count { $0.deviation == nil }
    guard unstated > 0 else { return }
    Console.note(
      "\(unstated) of \(counted(fixes.count, "fix states", "fixes state")) no width; a deviation of "
        + "\(NumberText.shortest(usual.value)) m of one axis is used, times --accuracy-scale")
  }

  /// The name of a log: its file name without folders or extension.
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
