struct StrokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stroke", abstract: "Turn strokes on a surface into haptic events.",
    discussion: """
      Reads tables (CSV), W3C pointer events as JSON, InkML, SVC of pen tablets, and XML of the $1 gesture \
      recognizers. Each stroke becomes one continuous event from down to up. Without an output, Lubdub prints \
      a summary. A page (.html) draws the strokes in time with the haptics.

      Maps: calm is strongest at 3 cm/s, like the slow touch fibers of skin. The map pressure follows the pen, \
      or its speed if the log lacks pressure. The map speed is stronger at higher speeds.

      Examples:
        lubdub stroke letter.inkml -o felt.json -o felt.svg -o replay.html
        lubdub stroke touches.ndjson --map pressure -o felt.ahap
        lubdub stroke --template circle --delay 3 -o felt.json
        lubdub stroke letter.svc --summary --json
      """)

  @Argument(help: "The log of strokes.", completion: .file())
  var log: String?

  @Option(
    help: ArgumentHelp("Fixed path instead of a log: circle or wave, 6 s long.", valueName: "name")
  )
  var template: StrokeTemplate?

  @Option(help: ArgumentHelp("Only the stroke of this name; may be repeated.", valueName: "name"))
  var stroke: [String] = []

  @Option(help: ArgumentHelp("Map to haptics: calm, pressure, or speed.", valueName: "name"))
  var map = StrokeMap.calm

  @Option(help: ArgumentHelp("Samples of a stroke per second, 10 to 1000.", valueName: "Hz"))
  var rate = 50.0

  @Option(
    help: ArgumentHelp("Pixels per inch: 163 on most phones, 96 in CSS.", valueName: "number"))
  var ppi = 163.0

  @Option(
    help: ArgumentHelp(
      "Unit of x and y, px or mm. The default is the unit of the log, or px.", valueName: "px|mm"))
  var unit: SurfaceUnit?

  @Option(
    help: ArgumentHelp(
      "Tablet units per inch, such as 2540, if x and y are neither px nor mm.", valueName: "number")
  )
  var resolution: Double?

  @Flag(
    help: """
      Read pointer events from standard input, one per line, and print the felt events as they come: \
      began, changed, and ended, one object per line.
      """)
  var live = false

  @Option(
    help: ArgumentHelp(
      "Largest error of a thinned curve, in intensity and sharpness, 0 to 1.", valueName: "share"))
  var tolerance = 0.02

  @Option(
    help: ArgumentHelp(
      "Seconds of silence before the first stroke, at most 3600.", valueName: "seconds"))
  var delay = 0.0

  @Flag(help: "Also print the summary.") var summary = false

  @Flag(help: "Print the summary as JSON.") var json = false

  enum Files: OutputKinds { static let kinds = DrawnTimelines.kinds + [.page] }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  func validate() throws {
    try expect(
      (log == nil) != (template == nil), "name a log of strokes, or a set path with --template")
    try expect(
      template == nil || stroke.isEmpty,
      "--stroke chooses from a log, and --template has one stroke")
    try expect("--rate", rate, "10 to 1000") { (10...1000).contains($0) }
    try expect("--ppi", ppi, "1 to 10000") { (1...10_000).contains($0) }
    try expect("--resolution", resolution, "1 to 1000000 per inch") {
      (1...1_000_000).contains($0)
    }
    try expect(
      resolution == nil || unit == nil,
      "--resolution and --unit both set the unit of x and y; leave one out")
    try expect(!live || log == "-", "--live reads standard input; write - for the log")
    let files = !outputs.output.isEmpty || summary || json || !stroke.isEmpty
    try expect(
      !live || !files, "--live prints lines to standard output only; leave out -o")
    try expect((0...1).contains(tolerance), "--tolerance is \(tolerance), expected 0 to 1")
    try expect((0...3600).contains(delay), "--delay is \(delay), expected 0 to 3600 seconds")
  }

  func run() throws {
    if live { return try runLive() }
    var files = try outputs.checked(beside: [log])
    let (strokes, rendering) = try drawn()
    let name = template?.rawValue ?? log.map(PositionOptions.name) ?? "stroke"
    let document = try files.write(rendering.timeline(of: strokes))
    try files.write(.plot) { PatternDrawing.file(of: document, name: name) }
    try files.write(.page) {
      let preview = PatternPreview(
        name: name, format: "strokes", document: document, options: RenderOptions())
      let trace = StrokeTrace(strokes, delay: rendering.delay)
      return try PreviewPage.html([preview], drawing: trace.svg)
    }
    let found = StrokeSummary(strokes, scale: rendering.scale)
    let text = summary || files.written.isEmpty ? found.text(of: name) : found.head(of: name)
    guard json else { return try files.print(text + files.list) }
    let report = found.json(of: name)
    files.takesStandardOutput
      ? Console.write(report, to: .error) : try writeFile(Array(report.utf8), to: "-")
  }

  private func runLive() throws {
    var strokes = LiveStrokes(rendering)
    var output = try OutputFile(path: "-")
    while let line = readLine() {
      let felt = strokes.take(line)
      if !felt.isEmpty { try output.write(felt) }
    }
    try output.commit()
    Console.note(strokes.report, of: "standard input")
  }

  private var pixels: SurfaceScale { SurfaceScale.pixels(perInch: resolution ?? ppi) ?? .phone }

  /// The scale from the options, which overrides the log's scale.
  private var givenScale: SurfaceScale? {
    switch unit {
    case .mm: .millimeters
    case .px: pixels
    case nil: resolution == nil ? nil : pixels
    }
  }

  private var rendering: StrokeRendering {
    var rendering = StrokeRendering()
    (rendering.map, rendering.rate, rendering.tolerance) = (map, Hertz(rate), tolerance)
    (rendering.scale, rendering.delay) = (givenScale ?? pixels, Seconds(delay))
    return rendering
  }

  private func drawn() throws -> ([Stroke], StrokeRendering) {
    var rendering = rendering
    guard let log else {
      return ([template ?? .circle].map { $0.stroke(scale: rendering.scale) }, rendering)
    }
    let read = try StrokeLog(path: log)
    Console.note(read.report, of: log)
    rendering.scale = givenScale ?? read.scale ?? pixels
    if let doubt = StrokeSummary(read.strokes, scale: rendering.scale).doubtAboutScale {
      Console.note("\(log): \(doubt); set the number per inch with --resolution, such as 2540")
    }
    let chosen = try chosen(of: read.strokes, log)
    if map == .pressure {
      let without = chosen.count { !$0.hasPressure }
      if without > 0 {
        Console.note(
          "\(log): no changing pressure in \(without) of \(chosen.count) strokes, whose speed is used"
        )
      }
    }
    return (chosen, rendering)
  }

  private func chosen(of strokes: [Stroke], _ log: String) throws -> [Stroke] {
    try require(!strokes.isEmpty, "\(log): the log has no usable stroke")
    guard !stroke.isEmpty else { return strokes }
    for name in stroke where !strokes.contains(where: { $0.name == name }) {
      throw CommandFailure("\(log): there is no stroke \"\(name)\"; \(Self.names(strokes))")
    }
    return strokes.filter { stroke.contains($0.name) }
  }

  private static func names(_ strokes: [Stroke]) -> String {
    let shown = strokes.prefix(8).map { "\"\($0.name)\"" }.joined(separator: ", ")
    return "there are \(shown)" + (strokes.count > 8 ? " and \(strokes.count - 8) more" : "")
  }
}
