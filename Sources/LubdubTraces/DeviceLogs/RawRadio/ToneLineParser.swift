/// Lines of one tone each: `IQ,<counter>,<path>,<channel>,<i_loc>,<q_loc>,<i_rem>,<q_rem>`.
struct ToneLineParser: SignalParser {
  static let name = "cs-iq"
  static let summary = "Bluetooth channel sounding as lines IQ,counter,path,channel,i,q,i,q"

  private var counter: Int64?
  private var paths: [ProductResponse] = []
  private var lastLine = 0
  private var clock: BlockClock

  init(options: ReadOptions) {
    clock = BlockClock(period: options.nanosecondPeriod(default: StepLogParser.usualPeriod))
  }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { $0.hasPrefix("IQ,") && $0.parts(separatedBy: ",").count == 8 }
  }

  mutating func read(_ line: LogLine, into found: inout [SignalOutcome]) {
    guard line.bytes.hasPrefix("IQ,") else { return found.append(.ignored) }
    let fields = line.bytes.parts(separatedBy: ",").map(\.trimmed)
    let numbers = fields.dropFirst().compactMap(\.integer)
    guard fields.count == 8, numbers.count == 7, line.isClosed, numbers[0] >= 0,
      (0..<Int64(SoundingProcedure.mostPaths)).contains(numbers[1])
    else {
      return found.reject(
        .damaged, line: line.number, "expected IQ and 7 whole numbers, paths from 0 to 3")
    }
    if numbers[0] != counter { end(into: &found) }
    counter = numbers[0]
    lastLine = line.number
    while paths.count <= Int(numbers[1]) { paths.append(ProductResponse()) }
    let parts = numbers[3...].map(Double.init)
    let isTaken = paths[Int(numbers[1])].join(
      channel: Int(clamping: numbers[2]), initiator: Complex(parts[0], parts[1]),
      reflector: Complex(parts[2], parts[3]))
    if !isTaken { found.append(.warning(ToneTableParser.leftOut)) }
  }

  mutating func end(into found: inout [SignalOutcome]) {
    guard let counter, !paths.isEmpty else { return }
    clock.add(SoundingProcedure(paths: paths), counter: counter, line: lastLine, to: &found)
    paths = []
  }
}
