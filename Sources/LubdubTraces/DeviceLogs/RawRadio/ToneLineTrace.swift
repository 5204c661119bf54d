/// Lines of one tone each: `IQ,<counter>,<path>,<channel>,<i_loc>,<q_loc>,<i_rem>,<q_rem>`.
struct ToneLineTrace: LineFormat, SignalFormat {
  static let name = "cs-iq"
  static let summary = "Bluetooth channel sounding as lines IQ,counter,path,channel,i,q,i,q"

  var lines = LineSplitter()
  var rows: SignalRows
  private var counter: Int64?
  private var paths: [ProductResponse] = []
  private var lastLine = 0

  init(options: ReadOptions) { rows = SignalRows(options: options) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { $0.hasPrefix("IQ,") && $0.parts(separatedBy: ",").count == 8 }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    guard line.bytes.hasPrefix("IQ,") else { return sink.ignore() }
    let fields = line.bytes.parts(separatedBy: ",").map(\.trimmed)
    let numbers = fields.dropFirst().compactMap(\.integer)
    guard fields.count == 8, numbers.count == 7, line.isClosed, numbers[0] >= 0,
      (0..<Int64(SoundingProcedure.mostPaths)).contains(numbers[1])
    else {
      return try sink.reject(
        .damaged, line: line.number, "expected IQ and 7 whole numbers, paths from 0 to 3")
    }
    if numbers[0] != counter { try end(into: &sink) }
    counter = numbers[0]
    lastLine = line.number
    while paths.count <= Int(numbers[1]) { paths.append(ProductResponse()) }
    let parts = numbers[3...].map(Double.init)
    let isTaken = paths[Int(numbers[1])].join(
      channel: Int(clamping: numbers[2]), initiator: Complex(parts[0], parts[1]),
      reflector: Complex(parts[2], parts[3]))
    if !isTaken { sink.warn(ToneTableTrace.leftOut) }
  }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    guard let counter, !paths.isEmpty else { return }
    let procedure = SoundingProcedure(paths: paths)
    paths = []
    try rows.take(procedure, counter: counter, line: lastLine, into: &sink)
  }
}
