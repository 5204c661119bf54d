#if Tool
import ArgumentParser
import Lubdub
import LubdubGround
import LubdubTraces

/// `lubdub bench read`
struct BenchReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Measure how fast a trace is read.",
    discussion: """
      Reads a trace to samples, as every command does, and leaves them. tools/bench/csv compares \
      with other readers.

      EXAMPLES
        lubdub bench read walk.csv
        lubdub bench read walk.csv --threads 1 --repeat 5
      """)

  @Argument(help: ArgumentHelp("The trace; - is standard input.", valueName: "trace"))
  var trace: String

  @OptionGroup(title: "Traces and logs") var reading: LogOptions

  @Option(help: "The most threads that read: 1 or 2.")
  var threads = 2

  @Option(name: .customLong("repeat"), help: "How often it is read; the fastest time counts.")
  var rounds = 1

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...2).contains(threads) else { throw ValidationError("--threads is 1 or 2") }
    guard rounds >= 1 else { throw ValidationError("--repeat is 1 or more") }
  }

  func run() throws {
    let options = try reading.readOptions()
    var best: Round?
    for _ in 0..<(trace == "-" ? 1 : rounds) {
      let round = try read(options)
      if round.seconds < best?.seconds ?? .infinity { best = round }
    }
    guard let best else { return }
    let rate = Double(best.bytes) / best.seconds / 1e6
    let result: JSONValue = [
      "bytes": .number(Double(best.bytes)), "rows": .number(Double(best.rows)),
      "seconds": .number(best.seconds), "megabytes_per_second": .number(rate),
    ]
    for line in best.rejections { Console.note(line) }
    let text = "\(best.rows) rows, \(best.bytes) bytes, \(Int(rate)) MB/s\n"
    try json ? writeFile(JSONWriter.encode(result), to: "-") : Console.print(text)
  }

  /// One reading.
  private struct Round {
    var bytes = 0
    var rows = 0
    var seconds = 0.0
    var rejections: [String] = []
  }

  private func read(_ options: ReadOptions) throws(ReadError) -> Round {
    var round = Round()
    var failure: ReadError?
    let duration = ContinuousClock().measure {
      do throws(ReadError) {
        var reader = try TraceReader(path: trace, options: options, threads: threads)
        var block: [TraceRecord] = []
        while try reader.nextBlock(into: &block) { round.rows += block.count }
        round.bytes = reader.position
        round.rejections = reader.report.rejectionLines
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    let parts = duration.components
    round.seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    return round
  }
}
#endif
