struct TrackDistanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track-distance",
    abstract: "Turn the positions of two people into a trace of their distance.",
    discussion: """
      Reads GPX, NMEA 0183, GeoJSON, GnssLogger, FIT, and tables (CSV). One log is enough if it has both \
      people: a table with lat_a_deg, lon_a_deg, lat_b_deg, lon_b_deg, a table with lat_deg, lon_deg and a column peer, \
      or two tracks.

      Lubdub sorts the logs by name. The rows have the times of the last log, and Lubdub interpolates the \
      other. The trace has source gnss: range_m, and sd_m, the \
      standard deviation of one axis that both fixes state.

      Examples:
        lubdub track-distance anna.gpx ben.gpx -o walk.csv
        lubdub run walk.csv --preset phone-tag -o walk.json
        lubdub track-distance phone.txt watch.fit --track GPS --shift auto \\
          -o walk.csv
        lubdub track-distance everybody.csv --ends anna,ben -o walk.csv
        lubdub track-distance anna.gpx ben.gpx --regions map.geojson -o walk.csv
      """)

  @Argument(help: "One or two logs of positions.", completion: .file())
  var logs: [String]

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<TableOnly>

  @Option(
    help: ArgumentHelp(
      "Longest gap between fixes to interpolate, in seconds.", valueName: "seconds"))
  var maxGap = TrackPair.usualGap.value

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds to add to the times of the last log by name. auto fits the lag of two receivers that were together.",
      valueName: "seconds"))
  var shift = ClockShift.seconds(0)

  @Option(
    help:
      ArgumentHelp(
        "Factor on the stated widths in the trace. The estimator has its own factor, gnss.accuracyScale.",
        valueName: "factor"))
  var accuracyScale = 1.0

  @Option(
    help: ArgumentHelp(
      "Correlation of the errors of both logs, 0 to below 1: 0 for two receivers, and about exp(-t/40) for one receiver and the same log t seconds later.",
      valueName: "share"))
  var errorCorrelation = 0.0

  @Option(
    help: ArgumentHelp(
      "Two tracks of a log with several, such as anna,ben.",
      valueName: "names"))
  var ends: String?

  @Option(
    help: ArgumentHelp(
      "Regions and wires (GeoJSON). The trace gets a row for each entry, exit, and crossing, as in lubdub regions.",
      valueName: "file"), completion: .file())
  var regions: String?

  @OptionGroup(title: "Logs") var reading: PositionOptions

  func validate() throws {
    try expect((1...2).contains(logs.count), "expected one or two logs, found \(logs.count)")
    try expect(
      ends == nil || logs.count == 1, "--ends chooses from one log; --track does so in each of two")
    try expect("--max-gap", maxGap, "a positive number of seconds") { $0 > 0 }
    try expect("--accuracy-scale", accuracyScale, "a positive number") { $0 > 0 }
    try expect("--error-correlation", errorCorrelation, "0 to below 1") { (0..<1).contains($0) }
  }

  func run() throws {
    var files = try outputs.checked(beside: logs + [regions], orOutput: true)
    let (first, second, truth) = try tracks()
    let gap = Seconds(maxGap)
    let lag = try shift.value(first, second, maximumGap: gap)
    let pair = TrackPair(
      first, second, shift: lag, maximumGap: gap, accuracyScale: accuracyScale,
      errorCorrelation: errorCorrelation)
    try require(
      !pair.rows.isEmpty,
      "\(logs.joined(separator: " and ")): the two logs have no time in common; "
        + "check their clocks, or give a longer gap")
    let ends = [first, second.shifted(by: lag)]
    let found = try regions.map { try events(of: ends, in: $0) }
    try files.write(.table) { PairTable.csv(pair, truth: truth, events: found) }
    report(pair, lag)
  }

  /// The likely events of both tracks, with the time of each decision.
  private func events(of tracks: [Track], in path: String) throws -> [GroundEvent] {
    let plan = try RegionsCommand.plan(path, fixes: tracks.flatMap(\.fixes))
    return plan.events(of: tracks.map { ("", $0) }, likelier: RegionsCommand.usualShare).events
      .filter(\.isLikely)
  }

  private func tracks() throws -> (Track, Track, [(time: Seconds, distance: Meters)]) {
    let sorted = logs.sorted()
    let read = try sorted.map { ($0, try reading.read($0)) }
    if read.count == 2 {
      return (
        try reading.track(of: read[0].1, read[0].0), try reading.track(of: read[1].1, read[1].0), []
      )
    }
    let tracks = try ends(of: read[0].1.tracks, sorted[0])
    return (tracks[0], tracks[1], read[0].1.truth)
  }

  /// The two tracks of a log with both ends, in the order of their names.
  private func ends(of tracks: [Track], _ path: String) throws -> [Track] {
    let names = self.ends?.split(separator: ",").map(String.init)
    let chosen = tracks.filter { names?.contains($0.name) ?? true }
    guard chosen.count == 2 else {
      let all = tracks.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw CommandFailure(
        names == nil
          ? "\(path): a single log must have two tracks, but it has \(tracks.count) (\(all)); name two with "
            + "--ends, or give the log of the other end"
          : "\(path): --ends needs two of the tracks \(all), with a comma between them")
    }
    return chosen.sorted { $0.name < $1.name }
  }

  private func report(_ pair: TrackPair, _ lag: Seconds) {
    let ranges = pair.rows.map(\.range.value).sorted()
    var parts = [counted(pair.rows.count, "row")]
    parts.append("median range \(NumberText.rounded(ranges[ranges.count / 2], 1)) m")
    if pair.unmatched > 0 {
      parts.append("\(counted(pair.unmatched, "fix", "fixes")) without a partner within the gap")
    }
    if lag != .zero { parts.append("shift \(NumberText.rounded(lag.value, 1)) s") }
    let far = pair.rows.count { $0.range > LocalPlane.reach }
    if far > 0 {
      parts.append("\(counted(far, "row")) beyond 10 km, where east and north are rough")
    }
    let unstated = pair.rows.count { $0.deviation == nil }
    if unstated > 0 {
      parts.append(
        "\(counted(unstated, "row")) whose fixes state no width, for which a run uses gnss.usualDeviation"
      )
    }
    Console.note(parts.joined(separator: ", "))
  }
}

enum ClockShift: ExpressibleByArgument {
  case seconds(Double)
  case auto

  init?(argument: String) {
    let number = Double(argument).flatMap { $0.isFinite ? ClockShift.seconds($0) : nil }
    guard let shift = argument == "auto" ? .auto : number else { return nil }
    self = shift
  }

  var defaultValueDescription: String { "0" }

  func value(_ first: Track, _ second: Track, maximumGap: Seconds) throws -> Seconds {
    if case .seconds(let seconds) = self { return Seconds(seconds) }
    guard let best = TrackPair.bestShift(first, second, maximumGap: maximumGap) else {
      throw CommandFailure("the two logs have too little time in common to find the lag")
    }
    return best
  }
}
