#if Tool
import ArgumentParser
import Lubdub
import LubdubBench
import LubdubExtras
import LubdubGround
import LubdubHaptics
import LubdubReports
import LubdubSessions
internal import LubdubTraces

/// `lubdub run`
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Turn a trace into a heartbeat timeline.",
    discussion: """
      With no output named, a summary goes to the terminal.

      Examples:
        lubdub run walk.csv
        lubdub run walk.csv -o walk.json --wav walk.wav --plot walk.svg
        lubdub run walk.csv -o walk.ahap
        lubdub run walks/ -o session.json
        lubdub run walk.csv --poster ours.svg --names "Anna & Ben" \\
          --date "22 November 2026"
        lubdub run walk.csv --set rssi.referencePower=-65 --explain
        gunzip -c walk.csv.gz | lubdub run - --preset geiger -o walk.json
        lubdub run walk.csv --live --pace --play
        lubdub run walk.csv --pulse rr.txt -o walk.json
        lubdub run walk.csv --pulse rr.txt --live --pace --play
      """)

  @OptionGroup var input: TraceOptions
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions
  @OptionGroup(title: "Truth") var truth: TruthOptions
  @OptionGroup(title: "Outputs") var outputs: TimelineOutputs
  @OptionGroup(title: "Pulse") var heart: HeartOptions

  @Option(help: "Draw distance, zones and beats as SVG.", completion: .file(extensions: ["svg"]))
  var plot: String?

  @OptionGroup(title: "Keepsake") var keepsake: PosterOptions

  @Option(
    help: "Write a page that shows the session and runs it again; see lubdub report.",
    completion: .file(extensions: ["html"]))
  var report: String?

  @Flag(help: "Print every considered change of zone, taken or not and why.")
  var explain = false

  @Flag(help: "Put the considered changes of zone into the JSON as a table.")
  var explainJson = false

  @Flag(
    help: "Print beats, events and changes as NDJSON, beats ahead of their time; see --lead.")
  var live = false

  @Flag(help: "Wait for more at the end of the file, as it grows; with --live.")
  var follow = false

  @Option(
    defaultAsFlag: 1,
    help: """
      Replay a recording in real time, with --live; a number is a factor: 4 is four times as fast.
      """)
  var pace: Double?

  @Option(help: "How long before its time a beat is printed, in seconds of the trace; with --live.")
  var lead: Double?

  @Option(
    help: ArgumentHelp(
      """
      With --all-peers, one session with all of them: who is felt is the nearest, all, or the peer of this name. \
      Without it, each link is a session of its own.
      """, valueName: "nearest|all|name"))
  var mix: String?

  @Option(
    help: """
      What rows are stamped with, with --live and a stream or --follow: their own times (rows), or the \
      time of arrival (arrival), for rows without a time or with a clock that cannot be trusted.
      """)
  var clock: LiveRun.Clock = .rows

  @Flag(
    help: """
      Play the heartbeat instead of printing it, with --live and a stream, --follow or --pace: through \
      a program that plays sound, or as raw samples where standard output is a pipe or a file: signed \
      16 bit, little endian, 48 kHz, one channel.
      """)
  var play = false

  func validate() throws {
    try OutputPaths.requireDrawing(plot, option: "--plot")
    guard live || !follow else { throw ValidationError("--follow needs --live") }
    guard live || pace == nil else { throw ValidationError("--pace needs --live") }
    guard live || lead == nil else { throw ValidationError("--lead needs --live") }
    guard live || !play else { throw ValidationError("--play needs --live") }
    guard mix == nil || input.reading.allPeers else {
      throw ValidationError("--mix needs --all-peers")
    }
    guard mix == nil || !(plot != nil || report != nil || explain || explainJson) else {
      throw ValidationError("--mix writes timelines; leave out --plot, --report and --explain")
    }
    guard clock == .rows || live && pace == nil && (follow || isStream(at: input.trace)) else {
      throw ValidationError("--clock arrival needs --live and a stream or --follow")
    }
    guard !play || follow || pace != nil || input.trace == "-" else {
      throw ValidationError("--play needs --pace, --follow or standard input")
    }
    guard !follow || pace == nil else {
      throw ValidationError("--follow has the pace of what it follows; leave out --pace")
    }
    guard pace.map({ $0 > 0 && $0.isFinite }) ?? true else {
      throw ValidationError("--pace takes a positive factor")
    }
    guard lead.map({ $0 >= 0 && $0 <= 10 }) ?? true else {
      throw ValidationError("--lead takes 0 to 10 seconds")
    }
    guard !input.reading.allPeers || !(live || input.trace == "-") else {
      throw ValidationError(
        "--all-peers needs a file that can be read twice, without --live; of a stream --peer takes one link, "
          + "and studio --live - --all-peers shows them all")
    }
    guard heart.pulse != "-" || input.trace != "-" else {
      throw ValidationError(
        "--pulse - and the trace - would both read standard input; name one file")
    }
    let files = outputs.isAnyWanted || plot != nil || report != nil || keepsake.poster != nil
    guard keepsake.poster == nil || !input.reading.allPeers else {
      throw ValidationError("--poster is of one link; choose it with --peer, without --all-peers")
    }
    guard !live || !(files || explain || explainJson) else {
      throw ValidationError(
        "--live writes to standard output only; files (-o, --wav, --plot ...) are made of a recording, "
          + "without --live")
    }
  }

  func run() throws {
    guard input.paths == [input.trace] else { return try runEveryTrace() }
    if let mix { return try runMixed(mix) }
    if input.reading.allPeers { return try runEveryLink() }
    let configuration = try heart.configured(
      settings.resolve { try input.reading.link(of: input.trace, settings.config) })
    if live { return try runLive(configuration) }
    if report != nil { try PageEngine.requireSameSettings() }
    try outputs.checkPaths(
      and: [plot, keepsake.poster, self.report],
      beside: [input.trace, heart.pulse] + settings.config,
      optionsByEnding: ["html": "--report", "htm": "--report", "svg": "--plot"])
    try OutputPaths.requireEnding(self.report, option: "--report", "html", "htm")
    let trace = TraceInput(path: input.trace, options: try input.readOptions(settings.config))
    if self.report != nil { try ReportData.requireSupported(configuration) }
    let playback = try heart.playback()
    var run = try SessionRun(configuration, keeping: contents, heart: playback)
    var rows = RowColumns()
    let (report, offset) = try trace.forEachRow(truth) { record in
      run.process(record.sample, truth: record.truth)
      if self.report != nil { rows.add(record.sample, truth: record.truth) }
    }
    run.finish()
    try report.requireRows(of: input.trace)
    TruthOptions.note([offset])
    let duration = run.duration ?? .zero
    try heart.requireDelivered(run.heart, length: duration)
    heart.note(run.heart, length: duration)
    let recorder = run.recorder
    try report.requireMeasurements(recorder.statistics, of: input.trace)
    noteWidths(recorder.statistics, configuration)
    noteSilence(recorder.statistics, configuration)
    if let note = run.receptions.noteOnNegativeRanges { Console.note(note) }
    var summary = summarize(recorder, report, configuration, trace)
    let members = report.input(name: input.trace == "-" ? nil : trace.name)
    let isMoved = truth.truthShift != nil && offset.sentence != nil
    var document = run.document(
      input: isMoved ? members.merging(offset.members) { $1 } : members)
    if explainJson { document.considerations = recorder.considerations }
    summary.written = try outputs.write(document.timelineDocument)
    if let plot {
      try writeFile(draw(recorder, duration, configuration, trace), to: plot)
      summary.written.append("\(plot) (plot)")
    }
    if let poster = keepsake.poster {
      try writeFile(
        keepsake.draw(recorder, zones: configuration.zones, length: duration), to: poster)
      summary.written.append("\(poster) (keepsake)")
    }
    if let path = self.report {
      let session = try ReportData.session(
        run, rows: rows, report, name: trace.name, heart: heart.page(playback))
      try ReportCommand.write([session], to: path)
      summary.written.append("\(path) (page)")
    }
    if explain {
      let explanation = Explanation(zones: configuration.zones)
      try Console.print(recorder.considerations.map { explanation.line($0) + "\n" }.joined())
    }
    try outputs.print(summary.text)
  }

  private func runLive(_ configuration: Configuration) throws {
    let options = try input.readOptions(settings.config)
    var run = try LiveRun(
      path: input.trace, options: options, isFollowed: follow, pace: pace,
      lead: Seconds(lead ?? 0.1), heart: try heart.playback(), clock: clock,
      sink: play ? .sound(isTerminal: Console.Stream.output.isTerminal) : .lines, host: .console)
    let (statistics, report): (SessionStatistics, ReadReport)
    do {
      (statistics, report) = try run.run(configuration)
      try report.requireRows(of: input.trace)
    } catch let error as MissingPlayer {
      throw ValidationError("--play \(error)")
    }
    heart.note(run.heart, length: Seconds(statistics.duration))
    noteWidths(statistics, configuration)
    noteSilence(statistics, configuration)
    let name = TraceInput(path: input.trace, options: options).name
    let summary = SessionSummary(
      name: name, statistics: statistics, report: report, zones: configuration.zones)
    Console.write(summary.text, to: .error)
  }

  /// Says which width is taken for positions that state none.
  private func noteWidths(_ statistics: SessionStatistics, _ configuration: Configuration) {
    guard statistics.withoutWidth > 0 else { return }
    let position = configuration.ranging.wide
    let usual = NumberText.shortest(position.usualDeviation.value)
    let scale = NumberText.shortest(position.accuracyScale)
    let ranges = counted(statistics.samples[.gnss] ?? 0, "range")
    Console.note(
      "\(statistics.withoutWidth) of \(ranges) between positions without a "
        + "width; a deviation of \(usual) m is taken (gnss.usualDeviation), \(scale) times as wide "
        + "(gnss.accuracyScale)")
  }

  /// Says which preset is for positions, where zones of radios, a few metres wide, were taken for them.
  private func noteSilence(_ statistics: SessionStatistics, _ configuration: Configuration) {
    let own = Preset.phoneTag.configuration.zones.edges
    guard Set(statistics.samples.keys) == [.gnss],
      let outermost = configuration.zones.edges.last, let innermost = own.first,
      outermost < innermost
    else { return }
    Console.note(
      (statistics.beats == 0 ? "no beats: " : "")
        + "these zones end at \(NumberText.shortest(outermost.value)) m, which positions hardly show; "
        + "--preset \(Preset.phoneTag.name) has zones for them, from "
        + "\(NumberText.shortest(innermost.value)) m")
  }

  private var contents: SessionRecorder.Contents {
    var contents: SessionRecorder.Contents = []
    if outputs.isAnyWanted { contents.insert(.timeline) }
    if explain || explainJson { contents.insert(.considerations) }
    if report != nil { contents.formUnion(ReportData.contents) }
    if plot != nil || keepsake.poster != nil { contents.insert(.plot) }
    return contents
  }

  private func summarize(
    _ recorder: SessionRecorder, _ report: ReadReport, _ configuration: Configuration,
    _ trace: TraceInput
  ) -> SessionSummary {
    var statistics = recorder.statistics
    statistics.finish()
    return SessionSummary(
      name: trace.name, statistics: statistics, report: report,
      zones: configuration.zones, score: recorder.comparison()?.score)
  }

  private func draw(
    _ recorder: SessionRecorder, _ duration: Seconds, _ configuration: Configuration,
    _ trace: TraceInput
  ) -> [UInt8] {
    SessionPlot(
      record: recorder.plot, zones: configuration.zones,
      bands: configuration.zones.bands(of: .uwb),
      title: trace.name, length: duration.value
    ).draw().bytes
  }
}

extension LiveRun.Clock: ExpressibleByArgument {}
#endif
