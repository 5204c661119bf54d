#if Tool
import ArgumentParser
import Lubdub
import LubdubExtras
import LubdubGround
import LubdubHaptics
import LubdubSessions
import LubdubTraces

/// `lubdub plan`: readings of a phone become six to eight things to do in a day.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plan a day of small rituals from readings of sleep and heart-rate variability.",
    discussion: """
      Readings are a table id,time,type,value,source; types are hrv (SDNN in ms), sleep (hours, at the time of \
      waking), steps and light. The pool is a JSON array of rituals. Profile and plan are printed as JSON. All times \
      are those of the wall clock; the same input gives the same bytes.

      Examples:
        lubdub plan readings.csv --pool pool.json --date 2026-11-22
        lubdub plan readings.csv --pool pool.json --date 2026-11-22 \\
          --ics day.ics -o day.json --plan plan.json
      """)

  @Argument(help: "The table of readings; it may be empty.", completion: .file())
  var readings: String

  @Option(help: "The rituals to choose from (JSON).", completion: .file(extensions: ["json"]))
  var pool: String

  @Option(help: "The day, such as 2026-11-22.")
  var date: String

  @Option(
    help: "A plan of before, whose profile is kept where readings show nothing new.",
    completion: .file(extensions: ["json"]))
  var profile: String?

  @Option(help: "Where profile and plan go; - is standard output.", completion: .file())
  var plan = "-"

  @Option(help: "The plan as iCalendar.", completion: .file(extensions: ["ics"]))
  var ics: String?

  @OptionGroup(title: "The day as cues") var outputs: TimelineOutputs

  func validate() throws {
    guard LocalTime(date: date) != nil else {
      throw ValidationError("--date is \"\(date)\", expected a day such as 2026-11-22")
    }
  }

  func run() throws {
    try outputs.checkPaths(
      and: [plan, ics], beside: [readings, pool, profile], optionsByEnding: ["ics": "--ics"])
    try OutputPaths.requireEnding(plan, option: "--plan", "json")
    try OutputPaths.requireEnding(ics, option: "--ics", "ics")
    let day = LocalTime(date: date) ?? LocalTime(minutes: 0)
    let now = LocalTime(minutes: day.minutes + DayProfile.refreshHour * 60)
    let log = try ReadingLog(try readFile(at: readings), path: readings)
    for line in log.report.rejectionLines { Console.note("\(readings): \(line)") }
    if log.report.duplicates > 0 {
      Console.note(
        "\(readings): \(counted(log.report.duplicates, "reading")) with an id that was there before"
      )
    }
    let bytes = try readFile(at: pool)
    let rituals = try naming(pool) { () throws(PlanError) in try RitualPool(bytes) }
    var profile = try knownProfile(at: now)
    profile.update(log.readings, at: now)
    let made = try naming(pool) { () throws(PlanError) in
      try DayPlan(rituals, for: profile, on: day)
    }
    let document = DayDocument.json(profile, made, readings: log.readings)
    if let ics { try writeFile(ICalendar.encode(made), to: ics) }
    try writeFile(JSONWriter.encode(document), to: plan)
    let written = try outputs.write(
      TimelineDocument(made.timeline, annotations: ["generator": SessionDocument.generator]))
    for file in written + (ics.map { ["\($0) (iCalendar)"] } ?? []) {
      Console.note("written \(file)")
    }
  }

  private func knownProfile(at now: LocalTime) throws -> DayProfile {
    guard let profile else { return DayProfile(updated: now) }
    let bytes = try readFile(at: profile)
    return try naming(profile) { () throws(PlanError) in try DayDocument.profile(bytes) }
  }

  /// Puts the name of the file before an error of the plan.
  private func naming<Result>(
    _ file: String, _ work: () throws(PlanError) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(PlanError) {
      return try work()
    } catch {
      throw CommandFailure("\(file): \(error)")
    }
  }
}
#endif
