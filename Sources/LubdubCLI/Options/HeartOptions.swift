struct HeartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Recorded heart that gives the tempo; the zone gives the intensity. See lubdub pulse.
      """, valueName: "file"),
    completion: .file())
  var pulse: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --pulse: time of the heart's first beat, in seconds of the trace.", valueName: "s"))
  var pulseShift: Double?

  @Option(
    help: ArgumentHelp("With --pulse: one heart of a file with several.", valueName: "name"))
  var pulseSeries: String?

  /// The command-line words for the heart, as a page shows them: without folders, like the words for traces.
  private var words: [String] {
    let file = pulse.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let parts = [
      ("--pulse", file), ("--pulse-shift", pulseShift.map { NumberText.shortest($0) }),
      ("--pulse-series", pulseSeries),
    ]
    return parts.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }

  func validate() throws {
    try expect(
      pulse != nil || (pulseShift == nil && pulseSeries == nil),
      "--pulse-shift and --pulse-series need --pulse")
    try expect(pulseShift?.isFinite ?? true, "--pulse-shift takes a number of seconds")
  }

  func requireOther(than trace: String?) throws {
    try expect(
      pulse != "-" || trace != "-",
      "--pulse - and the trace - would both read standard input; name one file")
  }

  func configured(_ configuration: Configuration) -> Configuration {
    var configuration = configuration
    if pulse != nil { configuration.heartbeat.policy = .pulse }
    return configuration
  }

  func playback() throws -> IntervalPlayback? {
    guard let pulse else { return nil }
    let heart = try PulseOptions.read(pulse, series: pulseSeries).series
    let correction = FaultCorrection(heart.intervals)
    if correction.faults > 0 {
      let verb = correction.faults == 1 ? "is" : "are"
      Console.note(
        "\(pulse): \(correction.faults) of \(correction.labels.count) beats \(verb) corrected")
    }
    let shift = Seconds(pulseShift ?? 0)
    return IntervalPlayback(
      correction.corrected.intervals.map { ($0.end.seconds + shift, $0.length.seconds) },
      from: shift)
  }

  func requireDelivered(_ heart: IntervalPlayback?, length: Seconds) throws {
    guard let heart, heart.delivered + heart.refused == 0 else { return }
    throw CommandFailure(apart(heart, length))
  }

  func page(_ heart: IntervalPlayback?) -> PageHeart? {
    heart.map { PageHeart(Array($0.remaining), words: words) }
  }

  func requireInside(_ heart: IntervalPlayback?, length: Seconds, of trace: String) throws {
    guard let pulse, let heart else { return }
    let inside = heart.remaining.count { $0.end <= length }
    try require(inside > 0, "\(trace): \(apart(heart, length))")
    let words = counted(inside, "interval lies inside", "intervals lie inside")
    Console.note("\(pulse): \(words) \(trace)")
  }

  func note(_ heart: IntervalPlayback?, length: Seconds) {
    guard let pulse, let heart else { return }
    guard heart.delivered + heart.refused > 0 else { return Console.note(apart(heart, length)) }
    var parts = [counted(heart.delivered, "interval gives the tempo", "intervals give the tempo")]
    if heart.outside > 0 { parts.append("\(heart.outside) lie outside the trace") }
    if heart.refused > 0 { parts.append("\(heart.refused) are no tempo of a heart") }
    Console.note("\(pulse): \(parts.joined(separator: ", "))")
  }

  private func apart(_ heart: IntervalPlayback, _ length: Seconds) -> String {
    "\(pulse ?? ""): no interval of the heart ends within the trace: the heart goes from \(Self.text(heart.span)), "
      + "the trace from \(Self.text(.zero...max(.zero, length))); --pulse-shift says when the heart's first beat is, "
      + "in seconds of the trace"
  }

  private static func text(_ span: ClosedRange<Seconds>) -> String {
    let ends = [span.lowerBound, span.upperBound].map { NumberText.rounded($0.value, 1) }
    return "\(ends[0]) to \(ends[1]) s"
  }
}
