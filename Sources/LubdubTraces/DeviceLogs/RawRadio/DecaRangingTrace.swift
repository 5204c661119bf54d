/// Logs of DecaRanging (`*AllAccum.log`): `RX OK` with the first path as `HLP`, `Accum Len` with one line per tap, `Dist:`.
/// Hexadecimal accumulators of DW1000 (4 bytes per tap) and DW3000 (6 bytes) are also read.
struct DecaRangingTrace: LineFormat, SignalFormat {
  static let name = "decaranging"
  static let summary = "DecaRanging accumulator logs (*AllAccum.log), and Acc Data: in hex"

  var lines = LineSplitter()
  var rows: SignalRows
  private var firstPath: Double?
  private var time: Int64 = 0
  private var lastStamp: Int64?
  private var wanted = 0
  private var lastLine = 0
  private var taps: [Complex] = []
  private var waiting: (frame: ReceivedFrame, time: Int64, line: Int)?

  private static let turnover: Int64 = 17_207_401_025

  init(options: ReadOptions) { rows = SignalRows(options: options) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains {
      $0.hasPrefix("Accum Len") || $0.contains("Acc Data:")
        || ($0.contains("RX OK") && $0.contains("HLP("))
    }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    lastLine = line.number
    if wanted > 0 {
      let parts = line.bytes.parts(separatedBy: ",").compactMap { $0.trimmed.decimal }
      if parts.count == 2, line.isClosed {
        taps.append(Complex(parts[0], parts[1]))
        if taps.count == wanted { try complete(taps, into: &sink) }
        return
      }
      try cut(into: &sink)
    }
    let text = line.bytes
    if let place = text.after("HLP(")?.leadingNumber.decimal {
      firstPath = place
    } else if let stamp = text.after("Rx time =")?.trimmed.leadingNumber.nanoseconds {
      guard (0..<Self.turnover).contains(stamp) else {
        return try sink.reject(
          .implausibleTime, line: line.number, "Rx time is expected in 0..<17.207401025 s")
      }
      let step = stamp - (lastStamp ?? stamp)
      time += step >= 0 ? step : step + Self.turnover
      lastStamp = stamp
    } else if let count = text.after("Accum Len")?.trimmed.leadingNumber.unsignedInteger {
      guard Accumulator.counts.contains(Int(clamping: count)) else {
        return try reject("\(count) taps, expected \(Accumulator.counts)", into: &sink)
      }
      taps = []
      wanted = Int(count)
    } else if let hex = text.after("Acc Data:") {
      guard let bytes = hex.trimmed.hexBytes else {
        return try reject("Acc Data is not hex", into: &sink)
      }
      guard line.isClosed, let taps = Self.taps(bytes) else {
        return try reject(
          "\(bytes.count) bytes, expected a dummy byte and 4 or 6 bytes for each of 992 or 1016 taps",
          into: &sink)
      }
      try complete(taps, into: &sink)
    } else if let range = text.after("Dist:")?.trimmed.leadingNumber.decimal, waiting != nil {
      waiting?.frame.range = Meters(range)
      try release(into: &sink)
    } else {
      sink.ignore()
    }
  }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    try release(into: &sink)
    try cut(into: &sink)
  }

  private func reject(_ text: String, into sink: inout TraceSink) throws(ReadError) {
    try sink.reject(.damaged, line: lastLine, text)
  }

  private mutating func release(into sink: inout TraceSink) throws(ReadError) {
    guard let (frame, time, line) = waiting else { return }
    waiting = nil
    try rows.take(RawSignal(content: .frame(frame), time: time, line: line), into: &sink)
  }

  private mutating func cut(into sink: inout TraceSink) throws(ReadError) {
    guard wanted > 0 else { return }
    try reject("\(taps.count) taps, expected \(wanted)", into: &sink)
    wanted = 0
  }

  private mutating func complete(_ taps: [Complex], into sink: inout TraceSink) throws(ReadError) {
    wanted = 0
    guard let accumulator = Accumulator(taps: taps, deviceFirstPath: firstPath) else {
      return try reject("expected \(Accumulator.counts) taps, all finite", into: &sink)
    }
    firstPath = nil
    try release(into: &sink)
    waiting = (ReceivedFrame(accumulator: accumulator), time, lastLine)
  }

  /// The taps after a dummy byte, lowest byte first; 6 bytes per tap if 4 don't divide the length or give too many taps.
  private static func taps(_ bytes: [UInt8]) -> [Complex]? {
    for (width, count) in [(2, 1016), (2, 992), (3, 1016), (3, 992)] {
      let size = 2 * width * count
      guard bytes.count == size || bytes.count == size + 1 else { continue }
      let parts = stride(from: bytes.count - size, to: bytes.count, by: width).map { start in
        let word = bytes[start..<start + width].reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) }
        let shift = Int32(32 - 8 * width)
        return Double((word << shift) >> shift)
      }
      return (0..<count).map { Complex(parts[2 * $0], parts[2 * $0 + 1]) }
    }
    return nil
  }
}
