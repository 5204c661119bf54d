struct PulseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Samples per second, if the numbers are sample numbers of R peaks and not intervals.",
      valueName: "Hz"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "One heart of the file, such as \"1 sitting cs\". The default is the longest.",
      valueName: "name"))
  var series: String?

  func validate() throws {
    try expect("--rate", rate, "a positive number of samples per second") { $0 > 0 }
  }

  func read(_ path: String) throws -> (series: PulseLog.Series, log: PulseLog) {
    let log = try PulseLog(path: path, peaksAt: rate.map { Hertz($0) })
    Console.note(log.report, of: path)
    if log.report.duplicates > 0 {
      Console.note("\(path): \(log.report.duplicates) notifications repeat the one before")
    }
    try require(log.report.accepted > 0, "\(path): the file has no interval between beats")
    guard let found = log.series(series) else {
      let names = log.series.prefix(5).map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw CommandFailure(
        "\(path): there is no heart \"\(series ?? "")\"; there are \(log.series.count), such as \(names)"
      )
    }
    if series == nil, log.series.count > 1 {
      Console.note(
        "\(path): of \(log.series.count) hearts \"\(found.name)\" is used, which has the most beats"
      )
    }
    return (found, log)
  }
}
