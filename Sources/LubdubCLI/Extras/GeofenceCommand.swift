struct GeofenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geofence",
    abstract: "Report when positions enter and leave regions and cross wires.",
    discussion: """
      The regions come from GeoJSON: points with radius_m, polygons, and lines as tripwires. One event a line, \
      as JSON: t_s since the earliest fix, kind (enter, leave, cross), id, probability, direction, reason.

      A region is entered when --fixes fixes, --spacing apart, are inside with a probability of at least --enter. It is \
      left at --leave. A crossing is reported once the path is clear of the wire, or has not come back for 5 s.

      --events-into puts them into a trace as rows entered, left and crossed, whose cues a session then gives. \
      Times count from the earliest fix of all logs, as those of lubdub track-distance do: give geofence the same logs.

      Examples:
        lubdub geofence anna.gpx --zones zones.geojson
        lubdub geofence anna.gpx ben.gpx --zones zones.geojson \\
          -o events.ndjson -o felt.ahap
        lubdub geofence walk.nmea --zones zones.geojson --bare
        lubdub geofence anna.gpx ben.gpx --zones zones.geojson \\
          --whose anna --events-into walk.csv
      """)

  @Argument(help: "Logs of positions; each track is followed by itself.", completion: .file())
  var logs: [String]

  @Option(help: "The regions and wires, as GeoJSON.", completion: .file())
  var zones: String

  @Option(
    help: ArgumentHelp(
      "A trace that gets the events as rows; those of an earlier call are replaced.",
      valueName: "trace"), completion: .file())
  var eventsInto: String?

  @Option(
    help: ArgumentHelp(
      "Only the events of this track, by its own name, or as log#track where logs share it; all of them if absent.",
      valueName: "track"))
  var whose: String?

  @Option(help: "Entered at this probability of being inside.") var enter = 0.75

  @Option(help: "Left at this probability of being inside.") var leave = 0.25

  @Option(help: "How many fixes must say so.") var fixes = 2

  @Option(help: "How many seconds the last of them is after the first, at least.") var spacing = 5.0

  @Option(help: "After this many seconds without a sure fix, take the likelier side.")
  var limit = 60.0

  @Option(help: "How many times wider errors are than the fixes state.") var accuracyScale = 2.5

  @Flag(help: "The bare threshold: a fix is inside or outside, whatever its width.")
  var bare = false

  @OptionGroup(title: "Logs") var reading: PositionOptions

  enum Files: OutputKinds {
    static let kinds = [events] + OutputKind.timelines
    static let events = OutputKind("events", ".ndjson", ".jsonl")
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  func validate() throws {
    try expect(!logs.isEmpty, "expected a log of positions")
    try expect(eventsInto != "-", "--events-into changes a file; -o - prints the events")
    try expect(
      leave >= 0 && leave < enter && enter <= 1,
      "expected 0 <= --leave < --enter <= 1, found \(leave) and \(enter)")
    try expect(
      fixes >= 1 && spacing >= 0 && limit > 0 && accuracyScale > 0,
      "--fixes is at least 1, --spacing not negative, --limit and --accuracy-scale positive")
  }

  private var rule: FenceRule {
    guard !bare else { return .bare }
    var rule = FenceRule()
    (rule.enter, rule.leave, rule.fixes) = (enter, leave, fixes)
    (rule.spacing, rule.limit) = (Seconds(spacing), Seconds(limit))
    rule.accuracyScale = accuracyScale
    return rule
  }

  func run() throws {
    var files = try outputs.checked(beside: logs + [zones], and: [eventsInto])
    let plan = try GroundPlan(try readFile(at: zones), path: zones)
    let isDistinct = Set(logs.map(PositionOptions.name)).count == logs.count
    let tracks = try logs.sorted().flatMap { path in
      let log = try reading.read(path)
      let name = isDistinct ? PositionOptions.name(path) : path
      guard reading.track == nil else {
        var one = try reading.track(of: log, path)
        one.name = ""
        return [NamedTrack(one, log: name)]
      }
      return log.tracks.map { NamedTrack($0, log: name) }
    }
    let fixes = tracks.flatMap(\.track.fixes)
    for warning in plan.warnings { Console.note("\(zones): \(warning)") }
    if let far = DistantPlaces.note(on: plan.places, from: fixes.map(\.place)) {
      Console.note("\(zones): \(far)")
    }
    let start = fixes.map(\.time).min() ?? .zero
    let end = fixes.map(\.time).max() ?? .zero
    let followed = try followed(of: tracks)
    let walks = followed.map { GroundWalk($0.track, named: $0.name, through: plan, rule) }
    if !bare { PositionOptions.noteWidths(of: followed.map(\.track), usual: rule.usualDeviation) }
    for note in walks.flatMap(\.notes) { Console.note(note) }
    let found = walks.flatMap(\.events).sorted {
      ($0.event.time, $0.track, $0.event.id) < ($1.event.time, $1.track, $1.event.id)
    }
    let lines = found.flatMap {
      EventLines.line($0.event, track: $0.track, owner: $0.owner, start: start)
    }
    if let eventsInto {
      try files.write(Files.events) { lines }
      try put(found.map { ($0.event, $0.track) }, start: start, into: eventsInto)
    } else {
      try files.writeOrPrint(Files.events, lines)
    }
    let cues = found.compactMap { event, _, _ in
      Cue.onTheGround[event.kind.mark].map { ($0, event.decided - start) }
    }
    try files.write(Timeline(cues: cues, duration: end - start))
    files.noteWritten()
  }

  private func followed(of tracks: [NamedTrack]) throws -> [NamedTrack] {
    guard let whose else { return tracks }
    let found = NamedTrack.called(whose, among: tracks)
    guard found.count != 1 else { return found }
    let names = (found.isEmpty ? tracks : found).map { "\"\($0.name)\"" }.joined(separator: ", ")
    throw CommandFailure(
      found.isEmpty
        ? "there is no track \"\(whose)\"; there are \(names)"
        : "several tracks are called \"\(whose)\": \(names); --whose takes one of these names")
  }

  private func put(_ events: [(FenceEvent, String)], start: Seconds, into path: String) throws {
    let rows = try EventRows(events, start: start, into: try readFile(at: path), path: path)
    try writeFile(rows.trace, to: path)
    var parts = [counted(events.count, "event was written as a row", "events were written as rows")]
    if rows.replaced > 0 { parts.append("\(rows.replaced) of an earlier call were replaced") }
    if rows.outside > 0 {
      parts.append(
        "\(rows.outside) lie outside the times of the other rows; was the trace paired from these logs?"
      )
    }
    Console.note("\(path): \(parts.joined(separator: "; "))")
  }
}

/// One track and everything that it does at the regions and wires of a plan.
private struct GroundWalk {
  private(set) var events: [(event: FenceEvent, track: String, owner: String?)] = []
  private(set) var notes: [String] = []

  init(_ track: Track, named name: String, through plan: GroundPlan, _ rule: FenceRule) {
    for region in plan.regions {
      var detector = FenceDetector(region.fence, rule: rule)
      var isInsideAtFirst: Bool?
      for fix in track.fixes {
        if let event = detector.update(fix) { events.append((event, name, region.owner)) }
        if isInsideAtFirst == nil { isInsideAtFirst = detector.isInside }
      }
      if isInsideAtFirst == true { notes.append("\(name): starts inside \(region.fence.id)") }
    }
    var wireRule = TripwireRule()
    wireRule.accuracyScale = rule.accuracyScale
    for wire in plan.wires {
      let (found, detector) = track.crossings(of: wire.wire, rule: wireRule)
      events += found.map { ($0, name, wire.owner) }
      if detector.cancelled > 0 {
        notes.append(
          "\(name): \(counted(detector.cancelled, "crossing")) of \(wire.wire.id) went back at once"
        )
      }
      if detector.gaps > 0 {
        notes.append(
          "\(name): \(counted(detector.gaps, "gap")) in which a crossing of \(wire.wire.id) is not seen"
        )
      }
    }
  }
}
