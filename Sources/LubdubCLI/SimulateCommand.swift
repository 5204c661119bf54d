public import ArgumentParser
import FileIO
import Quantities
public import Traces

extension Scenario: ExpressibleByArgument {}

/// `lubdub simulate`
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Make a synthetic trace with ground truth.",
    discussion: """
      The same scenario, seed, duration and rate give the same bytes. The first line of the trace
      says that it is synthetic; a summary of what was drawn goes to standard error.

      SCENARIOS
      \(Scenario.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      EXAMPLES
        lubdub simulate approach -o approach.csv
        lubdub simulate uwb-outage --seed 7 --duration 300 | lubdub run -
      """)

  @Argument(help: "What is played.")
  var scenario: Scenario

  @Option(help: "Where the random numbers start.")
  var seed: UInt64 = 1

  @Option(help: "Length in seconds; each scenario has its own usual one.")
  var duration: Double?

  @Option(help: "Ultra-wideband ranges a second.")
  var rate = 10.0

  @Option(name: .shortAndLong, help: "The trace to write; - is standard output.")
  var output = "-"

  func run() throws {
    let simulator = try Simulator(
      scenario: scenario, seed: seed, duration: duration.map { Seconds($0) }, rate: Hertz(rate))
    let trace = simulator.run()
    try writeFile(trace.csv(comment: simulator.comment), to: output)
    printToStandardError(summary(of: trace))
  }

  private func summary(of trace: SimulatedTrace) -> String {
    let facts = trace.facts.map { "  \($0.name): \($0.value)" }
    let head = "synthetic trace \(scenario.rawValue), seed \(seed), \(trace.rows.count) rows"
    return ([head] + facts).joined(separator: "\n")
  }
}
