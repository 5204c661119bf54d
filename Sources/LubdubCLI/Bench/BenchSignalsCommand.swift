struct BenchSignalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signals", abstract: "Score methods that turn raw radio into distances.",
    discussion: """
      Reads channel-sounding procedures and ultra-wideband impulse responses. It prints the error of each \
      method, or without truth its scatter. Procedures of one recording share most of their error, so squares \
      are averaged by recording first. docs/explanation/raw-radio.md describes the methods.

      Examples:
        lubdub bench signals procedures.csv
        lubdub bench signals procedures.csv --every 2
        lubdub bench signals ini.log ref.log
        lubdub bench signals cir/pair_*.csv
      """)

  @Argument(
    help: ArgumentHelp(
      "Logs of raw radio. For channel sounding, name the logs of both sides.",
      valueName: "log"))
  var logs: [String]

  @Option(
    help: ArgumentHelp("Score only the first procedures of each condition.", valueName: "count"))
  var first: Int?

  @Option(
    help: ArgumentHelp(
      "Use only channels whose number is a multiple of this number.", valueName: "number"))
  var every = 1

  func validate() throws {
    if let first, first < 1 { throw ValidationError("--first is \(first), expected 1 or more") }
    if every < 1 { throw ValidationError("--every is \(every), expected 1 or more") }
  }

  func run() throws {
    let reader = try SignalReader.read(at: logs)
    for note in reader.notes { Console.note(note) }
    let signals = first.map { Self.prefix($0, of: reader.signals) } ?? reader.signals
    var tables: [String] = []
    let dataset = logs.count == 1 ? logs[0] : "\(logs[0]) and \(logs.count - 1) more"
    let sounding = try SoundingBenchmark.run(signals, dataset: dataset, every: every)
    tables += sounding.groups.map { SignalTable.text($0) }
    if let reliability = sounding.reliability { tables.append(SignalTable.text(reliability)) }
    if !tables.isEmpty { tables.append(SignalTable.legend) }
    if let result = try FirstPathBenchmark.run(signals) { tables.append(SignalTable.text(result)) }
    let scores = NLOSBenchmark.run(try NLOSSample.all(in: signals).samples)
    if !scores.isEmpty { tables.append(SignalTable.text(scores)) }
    try expect(
      !tables.isEmpty, "no procedure, and no exchange with range_m and truth_m, in the logs")
    try Console.print(tables.joined(separator: "\n\n") + "\n")
  }

  private static func prefix(_ count: Int, of signals: [RawSignal]) -> [RawSignal] {
    var taken: [String: Int] = [:]
    return signals.filter { signal in
      taken[signal.conditions, default: 0] += 1
      return taken[signal.conditions, default: 0] <= count
    }
  }
}
