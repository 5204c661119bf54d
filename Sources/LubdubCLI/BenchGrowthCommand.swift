#if Tool
import ArgumentParser
import Foundation
import LubdubGround
import LubdubReports

/// `lubdub bench growth`
struct BenchGrowthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Show how cost grows with rows, traces, candidates, estimators and workers.",
    discussion: """
      Prints the time at every size, and the slope between the logarithms of size and time: 1 is a \
      cost in proportion, -1 work that is shared out.

      EXAMPLES
        lubdub bench growth
        lubdub bench growth --rows 100000000 -o growth.csv -o growth.svg
      """)

  @Option(help: "The longest trace, in rows.")
  var rows = 1_000_000

  @Option(help: "The most workers; all cores without it.")
  var cores: Int?

  enum Files: OutputKinds {
    static let kinds = [OutputKind.table, .plot]
  }

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>

  func validate() throws {
    guard (1000...1_000_000_000).contains(rows) else {
      throw ValidationError("--rows is \(rows), expected 1000 to 1000000000")
    }
    guard (1...1024).contains(cores ?? 1) else {
      throw ValidationError("--cores is \(cores ?? 0), expected 1 to 1024")
    }
  }

  func run() throws {
    var files = try outputs.checked(beside: [])
    let suite = GrowthSuite(
      rows: rows, cores: cores ?? ProcessInfo.processInfo.activeProcessorCount)
    var growths: [Growth] = []
    for series in suite.series {
      let growth = try Growth.measure(series)
      growths.append(growth)
      try Console.print(growth.text)
    }
    try files.write(.table) { Array(Growth.csv(growths).utf8) }
    try files.write(.plot) { GrowthPlot(growths).bytes }
  }
}
#endif
