struct RegionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regions",
    abstract: "List who enters and leaves circles on the ground, and who crosses lines.",
    discussion: """
      Regions are GeoJSON points with radius_m, wires are lines. Each event is one JSON object per line: kind (entered, \
      left, or crossed), id, track, t_s, decided_s, and its probability by the widths of the positions.

      An entry or exit counts once a side has the probability --likelier. If a person may have crossed a \
      wire between two positions more than a minute apart, the event has the reason gap. Its probability is \
      the share of possible paths. Lubdub omits events below 0.05, and cues below 0.5.

      Examples:
        lubdub regions anna.gpx ben.gpx --regions map.geojson
        lubdub regions walk.nmea --regions map.geojson -o events.ndjson \\
          -o felt.ahap
      """)

  @Argument(help: "Logs of positions, one for each person.", completion: .file())
  var logs: [String]

  @Option(
    help: ArgumentHelp("Regions and wires, as GeoJSON.", valueName: "file"), completion: .file())
  var regions: String

  @Option(
    help: ArgumentHelp(
      "Required probability of a side, above 0.5 and at most 0.99.", valueName: "probability"))
  var likelier = Self.usualShare

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  @OptionGroup(title: "Certainty") var certainty: CertaintyOptions

  static let usualShare = 0.75

  enum Files: OutputKinds {
    static let kinds = [events] + OutputKind.timelines
    static let events = OutputKind("events", ".ndjson", ".jsonl")
  }

  @OptionGroup(title: "Logs") var reading: PositionOptions

  func validate() throws {
    try expect("--likelier", likelier, "above 0.5, at most 0.99") { $0 > 0.5 && $0 <= 0.99 }
  }

  func run() throws {
    var files = try outputs.checked(beside: logs + [regions])
    let tracks = try logs.sorted().flatMap { path in
      let log = try reading.read(path)
      let name = PositionOptions.name(path)
      // The tracks of a table belong to people, and the tracks of a phone to its providers.
      return log.format == .csv && reading.track == nil && log.tracks.count > 1
        ? log.tracks.map { (name: $0.name, track: $0) }
        : [(name: name, track: try reading.track(of: log, path))]
    }
    let fixes = tracks.flatMap(\.track.fixes)
    let plan = try Self.plan(regions, fixes: fixes)
    let rules = certainty.rules
    PositionOptions.noteWidths(of: tracks.map(\.track), usual: rules.usualDeviation)
    let (events, inside) = plan.events(of: tracks, likelier: likelier, rules: rules)
    for (track, region) in inside { Console.note("\(track) starts inside \(region)") }
    let start = fixes.map(\.time).min() ?? .zero
    let end = fixes.map(\.time).max() ?? .zero
    try files.writeOrPrint(Files.events, events.flatMap { GameLines.line($0, start: start) })
    let cues = events.filter(\.isLikely).compactMap { event in
      Cue.onTheGround[event.mark].map { ($0, event.decided - start) }
    }
    try files.write(Timeline(cues: cues, duration: end - start))
    files.noteWritten()
  }

  static func plan(_ path: String, fixes: [Fix]) throws -> GroundPlan {
    let plan = try GroundPlan(try readFile(at: path), path: path)
    for name in plan.polygons {
      Console.note(
        "\(path): \(name) is a polygon, which is skipped; expected a point with radius_m")
    }
    if let far = DistantPlaces.note(on: plan.places, from: fixes.map(\.place)) {
      Console.note("\(path): \(far)")
    }
    return plan
  }
}

/// Options for the certainty of positions, and for its decrease with time.
struct CertaintyOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Factor on the stated widths of the fixes.", valueName: "factor"))
  var accuracyScale = 2.5

  @Option(
    help: ArgumentHelp(
      "Assumed walking speed between fixes, in m/s. It widens old fixes.",
      valueName: "m/s"))
  var speed = Wandering().speed.value

  func validate() throws {
    try expect("--accuracy-scale", accuracyScale, "a positive number") { $0 > 0 }
    try expect("--speed", speed, "0 to 100 m/s") { (0...100).contains($0) }
  }

  var rules: GameRules {
    var rules = GameRules()
    rules.accuracyScale = accuracyScale
    rules.wandering.speed = MetersPerSecond(speed)
    return rules
  }
}
