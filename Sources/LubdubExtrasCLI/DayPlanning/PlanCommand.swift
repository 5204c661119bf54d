struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plan a day of small rituals from readings of sleep and heart-rate variability.",
    discussion: """
      Readings are a table id,time,type,value,source; types are hrv (SDNN in ms), sleep (hours, at the time of \
      waking), steps, and light. The pool is a JSON array of rituals. Profile and plan are printed as JSON. All \
      times are those of the wall clock; the same input gives the same bytes.

      Examples:
        lubdub plan readings.csv --pool pool.json --date 2026-11-22
        lubdub plan readings.csv --pool pool.json --date 2026-11-22 \\
          -o plan.json -o day.ics -o day.ahap
      """)

  @Argument(help: "The table of readings; it may be empty.", completion: .file())
  var readings: String

  @Option(
    help: ArgumentHelp("Rituals to choose from (JSON).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var pool: String

  @Option(help: ArgumentHelp("Day, such as 2026-11-22.", valueName: "YYYY-MM-DD")) var date: String

  @Option(
    help: ArgumentHelp("Earlier plan, whose profile fills missing readings.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var profile: String?

  enum Files: OutputKinds {
    static let kinds = [plan, calendar] + OutputKind.timelines
    static let plan = OutputKind("plan", ".json")
    static let calendar = OutputKind("ics", ".ics", title: "iCalendar")
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  func validate() throws {
    try expect(
      LocalTime(date: date) != nil, "--date is \"\(date)\", expected a day such as 2026-11-22")
  }

  func run() throws {
    var files = try outputs.checked(beside: [readings, pool, profile])
    let day = LocalTime(date: date) ?? LocalTime(minutes: 0)
    let now = LocalTime(minutes: day.minutes + DayProfile.refreshHour * 60)
    let log = try ReadingLog(try readFile(at: readings), path: readings)
    Console.note(log.report, of: readings)
    if log.report.duplicates > 0 {
      Console.note(
        "\(readings): \(counted(log.report.duplicates, "reading")) with a repeated id"
      )
    }
    let written = try readFile(at: pool)
    let rituals = try naming(pool) { () throws(PlanError) in try RitualPool(written) }
    var profile = try knownProfile(at: now)
    profile.update(log.readings, at: now)
    let made = try naming(pool) { () throws(PlanError) in
      try DayPlan(rituals, for: profile, on: day)
    }
    let document = DayDocument.json(profile, made, readings: log.readings)
    let bytes = JSONWriter.encode(document)
    try files.writeOrPrint(Files.plan, bytes)
    try files.write(Files.calendar) { ICalendar.encode(made) }
    try files.write(made.timeline)
    files.noteWritten()
  }

  private func knownProfile(at now: LocalTime) throws -> DayProfile {
    guard let profile else { return DayProfile(updated: now) }
    let bytes = try readFile(at: profile)
    return try naming(profile) { () throws(PlanError) in try DayDocument.profile(bytes) }
  }
}
