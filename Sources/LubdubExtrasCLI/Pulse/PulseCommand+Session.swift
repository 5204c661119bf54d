/// The session of a trace with the tempo of the heart.
extension PulseCommand {
  func validateSession() throws {
    try expect(
      trace != nil || !live && shift == nil && pace == nil && settings.isEmpty,
      "--shift, --live, --pace, and settings apply to a session; name its trace with --trace")
    try expect(live || pace == nil, "--pace needs --live")
    try expect(shift?.isFinite ?? true, "--shift takes a number of seconds")
    try expect(
      trace == nil
        || !json && window == nil && !corrected && intensity == 1 && dub == Self.usualDub,
      "--json, --window, --corrected, --intensity, and --dub apply only to the heart; leave out --trace"
    )
    try expect(
      file != "-" || trace != "-",
      "the heart - and the trace - would both read standard input; name one file")
    try expect(
      !live || outputs.output.isEmpty, "--live prints lines to standard output; leave out -o")
  }

  func runSession(of trace: String, _ series: RRSeries) throws {
    let reading = try LogOptions.parse([])
    var configuration = try settings.resolve { try reading.link(of: trace, settings.config) }
    configuration.heartbeat.policy = .pulse
    let options = try reading.readOptions(settings.config, zones: configuration.zones)
    let heart = LentHeart(file, series: series, shift: Seconds(shift ?? 0))
    guard !live else { return try runLive(trace, options, configuration, heart) }
    var files = try outputs.checked(beside: [file, trace] + settings.config)
    try expect(
      !files.has(Files.beats), "the beats of the heart are written without --trace, or --as csv")
    if files.has(.page) { try ReportData.requirePage(of: configuration) }
    let input = TraceInput(path: trace, options: options)
    let session = try input.session(
      configuration, keeping: contents(files), heart: heart.playback,
      keepsRows: files.has(.page))
    try heart.requireDelivered(session.run.heart, length: session.length)
    heart.note(session.run.heart, length: session.length)
    try session.report.requireMeasurements(session.run.recorder.statistics, of: trace)
    try files.write(session.document(of: input).timelineDocument)
    try files.write(.plot) { session.plot(title: input.name) }
    try files.write(.page) {
      try ReportData.page([
        try ReportData.session(
          session.run, rows: session.rows, session.report, name: input.name,
          heart: heart.page(words: words), words: reading.words(settings.config))
      ])
    }
    var summary = session.summary(of: input)
    summary.written = files.written
    try files.print(summary.text)
    Console.show(session.findings, of: input.name)
  }

  /// The words of the command for a page, without folders, `lubdub`, and the trace.
  private var words: [String] {
    let parts = [
      ("--shift", shift.map { NumberText.shortest($0) }), ("--series", reading.series),
      ("--rate", reading.rate.map { NumberText.shortest($0) }),
    ]
    return ["pulse", title(of: file)]
      + parts.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }

  private func contents(_ files: Outputs) -> SessionRecorder.Contents {
    var contents: SessionRecorder.Contents = [.findings]
    if !files.timelines.isEmpty { contents.insert(.timeline) }
    if files.has(.page) { contents.formUnion(ReportData.contents) }
    if files.has(.plot) { contents.insert(.plot) }
    return contents
  }

  private func runLive(
    _ trace: String, _ options: ReadOptions, _ configuration: Configuration, _ heart: LentHeart
  ) throws {
    var run = try LiveRun(
      path: trace, options: options, isFollowed: false, pace: pace, lead: 0.1,
      heart: heart.playback, host: .console)
    let (statistics, report) = try run.run(configuration)
    try report.requireRows(of: trace)
    heart.note(run.heart, length: Seconds(statistics.duration))
    let summary = SessionSummary(
      name: title(of: trace), statistics: statistics, report: report, zones: configuration.zones)
    Console.write(summary.text, to: .error)
    Console.show(
      report.findings + statistics.findings(configuration, run.learned), of: title(of: trace))
  }
}
