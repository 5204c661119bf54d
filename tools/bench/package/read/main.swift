// Reads a trace to samples, as every command does, and leaves them: prints rows, bytes, and the seconds of the fastest round.
//   read TRACE [THREADS [ROUNDS [PEER]]]        - is standard input, which is read once
import LubdubTraces

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else { fatalError("which trace?") }
let numbers = arguments.dropFirst().prefix(2).map { Int($0) ?? 1 }
var options = ReadOptions()
options.peer = arguments.dropFirst(3).first
var (best, bytes, rows) = (Duration.seconds(1 << 40), 0, 0)
for _ in 0..<(path == "-" ? 1 : numbers.dropFirst().first ?? 1) {
  rows = 0
  best = min(
    best,
    try ContinuousClock().measure {
      var reader = try TraceReader(path: path, options: options, threads: numbers.first ?? 2)
      var block: [TraceRecord] = []
      while try reader.nextBlock(into: &block) { rows += block.count }
      bytes = reader.position
    })
}
print(rows, bytes, best / .seconds(1))
