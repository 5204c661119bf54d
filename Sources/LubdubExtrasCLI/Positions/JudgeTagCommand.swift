struct JudgeTagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge-tag",
    abstract:
      "Judge a game of tag from recorded positions, and report which verdicts are in doubt.",
    discussion: """
      A player is named after its log: anna.gpx is anna, or what --players says, in the order of the logs. \
      Actions are one JSON object per line: tag, tripwire, pack, or ready; docs/reference/positions.md has the members. Example:
        {"t_s": 30, "type": "tag", "from": "a", "target": "b", "kind": "basic",
         "lat_deg": 51.5, "lon_deg": -0.12}
      lat_deg and lon_deg are the guessed place of the target.

      Each line is one verdict, as JSON. The members strikes, game (waiting, active, or completed), and winner are for \
      all; the action, its result, and its reason are for the player who acted. The member for has, by player, the \
      members for only that player: tags_left, packs_left, distance_m of a hit or a miss, actual_location of a hit, \
      base_made (place, kind, until_s). Hide the member judge from the players: distance_m, fix_age_s, sd_m (one axis, scaled, wider \
      with the age), and margin_m (distance inside the limit). It also has base, base_made, probability, disputed, \
      and changed_by (other outcomes with their causes). A verdict is disputed when its probability is below \
      0.95. So is one that depends on it.

      Examples:
        lubdub judge-tag --zones z.geojson --actions a.ndjson anna.gpx ben.gpx
        lubdub judge-tag --zones z.geojson --actions a.ndjson anna.gpx ben.gpx \\
          --stale 300 -o verdicts.ndjson -o wires.ndjson --as notices
      """)

  @Argument(help: "The positions of the players, one log each.", completion: .file())
  var logs: [String]

  @Option(
    help: ArgumentHelp("Bases and tripwires, as GeoJSON.", valueName: "file"), completion: .file())
  var zones: String

  @Option(
    help: ArgumentHelp("Actions of the players, one JSON object per line.", valueName: "file"),
    completion: .file())
  var actions: String

  @Option(
    help: ArgumentHelp(
      "Names of the players, in the order of the logs, separated by commas.", valueName: "names"
    ))
  var players: String?

  @Option(help: ArgumentHelp("Radius of a basic guess, in meters.", valueName: "meters"))
  var radius = 80.0

  @Option(help: ArgumentHelp("Radius of a wide guess, in meters.", valueName: "meters"))
  var wideRadius = 300.0

  @Option(
    help: ArgumentHelp(
      "Judge as if positions came only once per this many seconds.", valueName: "seconds"))
  var stale: Double?

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  @Option(
    help: ArgumentHelp(
      "Time zone of midnight, as hours to add to UTC; 0 by default.", valueName: "hours"))
  var utcOffset: Double?

  @Option(
    help: ArgumentHelp(
      "Time zone of midnight, with its changes of the clock, such as America/New_York.",
      valueName: "zone"))
  var timeZone: String?

  @Flag(help: "Also print the distance by the haversine formula.") var haversine = false

  @OptionGroup(title: "Certainty") var certainty: CertaintyOptions

  enum Files: OutputKinds {
    static let kinds = [verdicts, notices] + OutputKind.timelines
    static let verdicts = OutputKind("verdicts", ".ndjson", ".jsonl")
    static let notices = OutputKind("notices", ".ndjson", ".jsonl")
  }

  @OptionGroup(title: "Logs") var reading: PositionOptions

  func validate() throws {
    try expect(
      radius > 0 && wideRadius > 0 && stale ?? 1 > 0 && abs(utcOffset ?? 0) <= 24,
      "radii and --stale must be positive, and --utc-offset within 24 hours")
    try expect(
      utcOffset == nil || timeZone == nil,
      "--utc-offset and --time-zone both set midnight; leave one out")
    _ = try zone
  }

  private var zone: DayZone {
    get throws {
      guard let timeZone else { return .offset(Seconds((utcOffset ?? 0) * 3600)) }
      guard let zone = DayZone(name: timeZone) else {
        throw ValidationError(
          "--time-zone is \"\(timeZone)\", expected a name such as America/New_York")
      }
      return zone
    }
  }

  private func rules() throws -> GameRules {
    var rules = certainty.rules
    rules.radius = [.basic: Meters(radius), .wideRadius: Meters(wideRadius)]
    rules.upload = stale.map { Seconds($0) }
    rules.zone = try zone
    return rules
  }

  func run() throws {
    let rules = try rules()
    var files = try outputs.checked(beside: logs + [zones, actions])
    let plan = try GroundPlan(try readFile(at: zones), path: zones)
    let tracks = try tracks()
    PositionOptions.noteWidths(of: Array(tracks.values), usual: rules.usualDeviation)
    for warning in plan.warnings + plan.skipped { Console.note("\(zones): \(warning)") }
    let fixes = tracks.values.flatMap(\.fixes).map(\.place)
    if let far = DistantPlaces.note(on: plan.places, from: fixes) {
      Console.note("\(zones): \(far)")
    }
    let game = Game(tracks: tracks, bases: plan.bases, rules: rules)
    if let (player, count) = game.basesAmiss.first {
      throw CommandFailure(
        "\(zones): \(player) has \(counted(count, "home base")), and each player has "
          + "\(rules.homeBases) before the start: points of the kind homeBase with the owner \(player)"
      )
    }
    let log = ActionLog(try readFile(at: actions), start: game.start)
    Console.note(log.report, of: actions)
    try require(!log.actions.isEmpty, "\(actions): there are no actions")
    try checkNames(log.actions, game)
    let judged = game.judge(log.actions)
    let order = log.actions.indices.inOrder { log.actions[$0].time < log.actions[$1].time }
    let lines = zip(judged, order).flatMap { verdict, place in
      GameLines.line(
        verdict, among: judged, line: log.lines[place], rules: rules,
        showsHaversine: haversine, start: game.start)
    }
    try files.writeOrPrint(Files.verdicts, lines)
    let placed = judged.compactMap { verdict -> PlacedWire? in
      guard case .wire(let wire, let isPermanent) = verdict.action.kind, verdict.outcome == .done
      else { return nil }
      return PlacedWire(
        wire: wire, owner: verdict.action.player, isPermanent: isPermanent,
        placed: verdict.action.time)
    }
    let crossed = game.notices(of: plan.wires + placed)
    try files.write(Files.notices) {
      crossed.flatMap { GameLines.line($0, start: game.start) }
    }
    report(judged, crossed)
    try files.write(cues(judged, crossed, game))
    files.noteWritten()
  }

  private func tracks() throws -> [String: Track] {
    let names = players?.split(separator: ",").map(String.init) ?? logs.map(PositionOptions.name)
    try expect(
      names.count == logs.count && Set(names).count == names.count,
      "\(logs.count) logs need different names, found \(names.joined(separator: ", ")); "
        + "name the players with --players")
    return try Dictionary(
      uniqueKeysWithValues: zip(names, logs).map { name, path in
        (name, try reading.track(of: try reading.read(path), path))
      })
  }

  private func checkNames(_ actions: [GameAction], _ game: Game) throws {
    for action in actions {
      var names = [action.player]
      if case .tag(_, let target, _) = action.kind { names.append(target) }
      for name in names where game.tracks[name] == nil {
        let known = game.tracks.keys.sorted().joined(separator: ", ")
        throw CommandFailure(
          "\(self.actions): there is no log of the player \"\(name)\"; the players are \(known); "
            + "name them with --players")
      }
    }
  }

  private func report(_ judged: [TagVerdict], _ crossed: [WireNotice]) {
    let counts = ["hit", "miss", "blocked"].map { name in
      "\(judged.count { $0.outcome.name == name }) \(name)"
    }
    let likely = crossed.count(where: \.isLikely)
    let possible = crossed.count - likely
    Console.note(
      "\(counted(judged.count, "verdict")): \(counts.joined(separator: ", ")); "
        + "\(judged.count(where: \.evidence.isDisputed)) disputed; \(counted(likely, "tripwire")) crossed"
        + (possible > 0 ? ", \(possible) possibly; " : "; ") + Self.end(judged))
  }

  private static func end(_ judged: [TagVerdict]) -> String {
    guard let last = judged.last else { return "no game" }
    switch last.phase {
    case .waiting: return "not every player is ready, so the game has not begun"
    case .active:
      let strikes = last.standings.sorted { $0.key < $1.key }
        .map { "\($0.key) \(counted($0.value.strikes, "strike"))" }
      return "no winner yet: \(strikes.joined(separator: ", "))"
    case .completed(let winner): return winner.map { "\($0) wins" } ?? "nobody is left"
    }
  }

  private func cues(_ judged: [TagVerdict], _ crossed: [WireNotice], _ game: Game) -> Timeline {
    // If players report that they are ready, the game starts with the last report.
    let started = judged.first { $0.phase != .waiting }.map { verdict in
      verdict.action.kind == .ready ? verdict.action.time - game.start : .zero
    }
    var cues: [(cue: Cue, time: Seconds)] = started.map { [(.gameStarted, $0)] } ?? []
    var isOut: Set<String> = []
    for verdict in judged {
      let time = verdict.action.time - game.start
      switch verdict.outcome {
      case .hit: cues.append((.tagged, time))
      case .miss: cues.append((.missed, time))
      case .blocked: cues.append((.blocked, time))
      case .done: break
      }
      for (name, standing) in verdict.standings.sorted(by: { $0.key < $1.key })
      where standing.strikes == 0 && isOut.insert(name).inserted {
        cues.append((.eliminated, time + 0.5))
      }
    }
    cues += crossed.filter(\.isLikely).map { (.tripwire, $0.crossing.decided - game.start) }
    let end = game.tracks.values.compactMap { $0.fixes.last?.time }.max() ?? game.start
    return Timeline(cues: cues, duration: end - game.start)
  }
}
