struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep", abstract: "Score recordings over a grid of settings, as CSV for plots.",
    discussion: """
      Writes one row per point of the grid: the settings, then the scores against truth_m, or without truth \
      against the smoothed offline estimate. The last --over varies fastest.

      Examples:
        lubdub sweep walk.csv --over uwb.gate=1.5:6:10
        lubdub sweep walk.csv --over zones.range.falseChangeInterval=10:1000:5 \\
          --over zones.range.lookAhead=0:1:5 -o grid.csv
        lubdub sweep walk.csv --over 'estimator=fusion|signal-strength'
      """)

  @Argument(help: ArgumentHelp("Traces, or folders of them.", valueName: "trace"))
  var traces: [String]

  @Option(
    help: ArgumentHelp(
      """
      Setting with its values, or KEY=VALUE|VALUE for single numbers and words. May be repeated.
      """, valueName: "key=from:to:count"))
  var over: [String]

  @Option(
    help: ArgumentHelp(
      "Add the share of contacts detected within this time, in seconds. May be repeated.",
      valueName: "s"))
  var within: [Double] = []

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<TableOnly>
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions
  @OptionGroup(title: "Traces and logs") var reading: LogOptions

  @OptionGroup var taken: RecordingOptions

  @OptionGroup(title: "Truth") var truth: TruthOptions

  func validate() throws {
    for time in within {
      try expect("--within", time, "0.01 to 30 s") { ContactLimits.range.contains($0) }
    }
    try expect(
      within.allSatisfy { limits.place(of: $0) != nil },
      "--within accepts at most \(ContactLimits.most) times")
  }

  private var limits: ContactLimits { ContactLimits(within) }

  func run() throws {
    var files = try outputs.checked(beside: traces + settings.config, orOutput: true)
    let base = try settings.resolve()
    let grid = GridSweep(
      try over.map { text in
        try refusing("--over \(text): ") { () throws(SettingError) in try GridSweep.Axis(text) }
      })
    guard let count = grid.count, count <= GridSweep.Axis.mostValues else {
      throw ValidationError("the grid has more than \(GridSweep.Axis.mostValues) points")
    }
    let points = try (0..<count).map { try grid.configuration(at: $0, base: base) }
    let source = try LogOptions.source(
      traces, reading.loader(settings.config, taken), smoothing: base.ranging)
    let recordings = truth.align(source.recordings).recordings
    if recordings.count > 1 {
      Console.note("each row scores \(recordings.count) recordings together")
    }
    let trials = recordings.map { Trial($0, edges: base.zones.edges, limits: limits) }
    let scores = try score(points, trials)
    try require(
      scores.contains(where: { $0.answered > 0 || $0.totalTime > 0 }),
      "no point of the grid gives an estimate at a row with truth, so there is nothing to score")
    try files.write(.table) { table(grid, scores) }
  }

  private func score(_ points: [Configuration], _ trials: [Trial]) throws -> [Score] {
    let width = Trial.width(of: points.count, among: taken.workers.count)
    let blocks = stride(from: 0, to: points.count, by: width).map { first in
      Array(points[first..<min(first + width, points.count)])
    }
    let outcomes = ProgressBar.shown { update in
      taken.workers.map(blocks, progress: update) { block in
        trials.map { $0.scoresWithIntervals(block) }
      }
    }
    return try zip(blocks, outcomes).flatMap { block, lists in
      try block.indices.map { index in
        var total = Score()
        for list in lists { total.add(try list[index].get()) }
        return total
      }
    }
  }

  private func table(_ grid: GridSweep, _ scores: [Score]) -> [UInt8] {
    let figures =
      RecordingTable.figures
      + within.map { time in
        (
          "contact_\(NumberText.shortest(time))s_share", "",
          { $0.contactShare(within: time, limits) }
        )
      }
    var lines = [(grid.axes.map(\.key) + figures.map(\.name)).joined(separator: ",")]
    for (index, score) in scores.enumerated() {
      // Values have six decimals, because further digits are noise.
      let values = figures.map { $0.value(score).map { NumberText.rounded($0, 6) } ?? "" }
      let cells = grid.values(at: index).map(\.cell) + values
      lines.append(cells.joined(separator: ","))
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

extension SettingValue {
  fileprivate var cell: String {
    switch self {
    case .number(let number): Self.text(number)
    case .text(let word): word
    case .flag(let flag): "\(flag)"
    case .none, .list, .record: ""
    }
  }
}
