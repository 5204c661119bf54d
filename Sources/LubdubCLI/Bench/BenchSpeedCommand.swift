struct BenchSpeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "speed", abstract: "Time the main stages of the tool on this machine.",
    discussion: """
      Prints ns per item, and items per second. The stages take turns, and the median of the rounds counts, so \
      ratios are valid on a busy machine, too.

      Examples:
        lubdub bench speed
        lubdub bench speed --json --samples 1000000
      """)

  @Option(help: ArgumentHelp("Samples of the trace.", valueName: "count")) var samples = 100_000

  @Option(help: ArgumentHelp("Candidates that the stages of tune score.", valueName: "count"))
  var candidates = 64

  @Option(help: ArgumentHelp("Rounds.", valueName: "count")) var rounds = 9

  @Option(
    help: ArgumentHelp(
      "Time only the stage with this name, or the stages whose names contain this text.",
      valueName: "name"))
  var only: String?

  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    try expect(
      (2...100_000_000).contains(samples), "--samples is \(samples), expected 2 to 100000000")
    try expect(
      (1...1_000_000).contains(candidates) && (1...1000).contains(rounds),
      "--candidates must be 1 to 1000000, and --rounds 1 to 1000")
  }

  func run() throws {
    let stages = try SpeedSuite(samples: samples, candidates: candidates).stages()
    var timer = SpeedTimer()
    let named = stages.filter { $0.name == only }
    let chosen = named.isEmpty ? stages.filter { only.map($0.name.contains) ?? true } : named
    let results = try timer.run(chosen, rounds: rounds)
    guard json else { return try Console.print(results.map { $0.line + "\n" }.joined()) }
    let document: JSONValue = ["stages": .array(results.map(\.json))]
    try Console.print(String(decoding: JSONWriter.encode(document), as: UTF8.self))
  }
}

extension SpeedTimer.Result {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name), "item": .string(item), "ns": .number(nanoseconds),
      "items_per_s": .number(1e9 / nanoseconds),
      "rounds_ns": .array(rounds.map { .number($0) }),
    ])
  }

  fileprivate var line: String {
    "\(name): \(NumberText.rounded(nanoseconds, 3)) ns a \(item), "
      + "\(NumberText.rounded(1e9 / nanoseconds, 0)) per second"
  }
}
