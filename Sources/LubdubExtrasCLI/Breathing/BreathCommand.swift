struct BreathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "breath", abstract: "Make a timeline of paced breathing that you can feel.",
    discussion: """
      A breath is in, hold, out, hold, in seconds, such as 4-7-8 or 4-2-6-0.5, or a name: \
      \(Breath.named.map(\.name).joined(separator: ", ")). With --from and --to, the tempo changes evenly.

      Examples:
        lubdub breath 4-7-8 --minutes 5 -o sleep.ahap
        lubdub breath calm --from 12 --to 6 --over 300 --minutes 10 -o slower.json
      """)

  @Argument(
    help: ArgumentHelp("Times of a breath, or its name.", valueName: "phases"),
    completion: .list(Breath.named.map(\.name)))
  var phases = "calm"

  @Option(help: ArgumentHelp("Breaths per minute at the start.", valueName: "rate"))
  var from: Double?

  @Option(help: ArgumentHelp("Breaths per minute at the end of the change.", valueName: "rate"))
  var to: Double?

  @Option(help: ArgumentHelp("Duration of the change.", valueName: "seconds"))
  var over: Double?

  @Option(
    help: ArgumentHelp(
      "Duration: as many whole breaths as fit, at least one; at most 240 minutes.",
      valueName: "number"))
  var minutes: Double?

  @Option(help: ArgumentHelp("Number of breaths; 8 by default.", valueName: "count"))
  var breaths: Int?

  @Option(help: ArgumentHelp("Strength, 0 to 1.", valueName: "share")) var intensity = 1.0

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<DrawnTimelines>

  private static let mostBreaths = 20_000
  private static let usualBreaths = 8

  func validate() throws {
    try expect(
      (to == nil) == (over == nil),
      "a change of tempo needs both --to and --over")
    try expect("--minutes", minutes, "above 0 and at most 240") { $0 > 0 && $0 <= 240 }
    try expect(
      breaths == nil || minutes == nil,
      "--breaths and --minutes both set the duration; leave one out")
    try expect(
      (1...Self.mostBreaths).contains(breaths ?? 1),
      "--breaths is \(breaths ?? 0), expected 1 to \(Self.mostBreaths)")
    try expect("--intensity", intensity, "0 to 1") { (0...1).contains($0) }
    _ = try pacer()
  }

  func run() throws {
    var files = try outputs.checked(beside: [])
    let pacer = try pacer()
    let count =
      breaths ?? minutes.map { pacer.count(within: Seconds($0 * 60)) } ?? Self.usualBreaths
    let timeline = pacer.timeline(count: count, gain: intensity)
    let document = try files.write(timeline)
    if let clipping = TimelineLint.clipping(in: document) { Console.note("\(clipping)") }
    try files.write(.plot) { PatternDrawing.file(of: document, name: "breath") }
    let seconds = NumberText.rounded(timeline.duration.value, 3)
    let events = counted(timeline.events.count, "event")
    try files.print("\(title(of: pacer, count)), \(events), \(seconds) s\n" + files.list)
  }

  /// A title such as `breath: 30 breaths of calm, 6 a minute`.
  private func title(of pacer: BreathPacer, _ count: Int) -> String {
    let rates = [pacer.tempo?.start ?? pacer.breath.perMinute, pacer.tempo?.end].compactMap { $0 }
      .map { NumberText.rounded($0, 2) }
    let tempo = rates.first == rates.last ? rates[0] : rates.joined(separator: " to ")
    return "breath: \(counted(count, "breath")) of \(phases), \(tempo) per minute"
  }

  private func pacer() throws -> BreathPacer {
    let breath: Breath
    do throws(SettingError) {
      breath = try Breath(phases)
    } catch {
      throw ValidationError("\(error.inside("the breath"))")
    }
    guard from != nil || to != nil else { return BreathPacer(breath) }
    let start = from ?? breath.perMinute
    let tempo = try refusing("--") { () throws(SettingError) in
      try BreathTempo(from: start, to: to ?? start, over: Seconds(over ?? 0))
    }
    return BreathPacer(breath, tempo: tempo)
  }
}
