extension Scenario: ExpressibleByArgument {}
extension SimulatedRadio: ExpressibleByArgument {}

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Make a synthetic trace with ground truth.",
    discussion: """
      The same scenario, seed, duration, and rate give the same bytes. The first line of the trace says that \
      the trace is synthetic. Standard error lists the drawn values.

      SCENARIOS
      \(Scenario.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      HAND-OVER TRACES
      With --residuals, ultra-wideband has outages of 5 to 60 s. Bluetooth is drawn from an \
      unknown path loss, and from the fading in the traces given: their rows with rssi_dbm and truth_m. \
      With --ranges, the ranges and the truth are those of a recording.

      Examples:
        lubdub simulate approach --radio phone -o approach.csv
        lubdub simulate uwb-outage --seed 7 --duration 300 | lubdub run -
        lubdub simulate --ranges walk.csv --residuals hall/*.csv -o handover.csv
      """)

  @Argument(help: "Scenario to simulate.") var scenario: Scenario?

  @Option(help: ArgumentHelp("Seed of the random numbers.", valueName: "number")) var seed: UInt64 =
    1

  @Option(
    help: ArgumentHelp(
      "Duration in seconds. The default depends on the scenario.", valueName: "seconds"))
  var duration: Double?

  @Option(help: ArgumentHelp("Ultra-wideband ranges per second.", valueName: "Hz")) var rate = 10.0

  @Flag(help: "outage-step: from far to near.") var reverse = false

  @Option(
    help: ArgumentHelp(
      "Stop ranges after this time. outage-step then jumps from 0.5 to 3 m.", valueName: "s"))
  var rangesFor: Double?

  @Option(
    help:
      ArgumentHelp(
        "Noise of the ranges: phone (1.4 cm), hobby (boards, 6 cm), or rig (10 cm). The default is 5 cm.",
        valueName: "name"))
  var radio: SimulatedRadio?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Traces with the Bluetooth fading to use.", valueName: "trace"))
  var residuals: [String] = []

  @Option(help: ArgumentHelp("Trace with the ranges and truth to use.", valueName: "trace"))
  var ranges: String?

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<TableOnly>

  func validate() throws {
    let all = Scenario.allCases.map(\.rawValue).joined(separator: ", ")
    try expect(
      (scenario == nil) != (ranges == nil), "expected either a scenario (\(all)) or --ranges")
    try expect(!reverse || scenario == .outageStep, "--reverse is for outage-step")
    try expect(
      (rangesFor == nil || scenario != nil) && rangesFor.map({ $0 >= 0 && $0.isFinite }) ?? true,
      "--ranges-for takes a number of seconds from 0, with a scenario")
    try expect(
      radio == nil || scenario != nil,
      "--radio sets the noise of a scenario's ranges; name a scenario")
    try expect(ranges == nil || !residuals.isEmpty, "--ranges needs --residuals")
  }

  func run() throws {
    var files = try outputs.checked(beside: [ranges] + residuals, orOutput: true)
    let (made, comment) = try source()
    guard !residuals.isEmpty else { return try write(made, comment: comment, to: &files) }
    var fading = FadingRuns()
    for path in residuals { fading.add(try records(path)) }
    let handover = try HandoverSimulator(seed: seed, fading: fading).run(over: made.records)
    var trace = handover.trace
    trace.facts = made.facts.filter { $0.name == "bias" } + trace.facts
    try write(
      trace, comment: comment + " --residuals (\(counted(residuals.count, "trace")))", to: &files)
  }

  private func source() throws -> (trace: SimulatedTrace, comment: String) {
    if let scenario {
      var simulator = try Simulator(
        scenario: scenario, seed: seed, duration: duration.map { Seconds($0) }, rate: Hertz(rate),
        radio: radio)
      simulator.isReversed = reverse
      simulator.rangesFor = rangesFor.map { Seconds($0) }
      return (simulator.run(), simulator.comment)
    }
    let records = try records(ranges ?? "-")
    let comment = "half synthetic, made by lubdub simulate --ranges --seed \(seed)"
    return (SimulatedTrace(records: records), comment)
  }

  private func records(_ path: String) throws -> [TraceRecord] {
    var options = ReadOptions()
    options.recordingColumns = ReadOptions.usualRecordingColumns
    return try TraceInput(path: path, options: options).readAll().records
  }

  private func write(_ trace: SimulatedTrace, comment: String, to files: inout Outputs) throws {
    try files.write(.table) { trace.csv(comment: comment) }
    Console.note("\(comment): \(counted(trace.records.count, "row"))")
    for fact in trace.facts { Console.write("  \(fact.name): \(fact.value)\n", to: .error) }
  }
}
