/// Logs of DecaRanging (`*AllAccum.log`): `RX OK` with the first path as `HLP`, `Accum Len` with one line per tap, `Dist:`.
/// Hexadecimal accumulators of DW1000 (4 bytes per tap) and DW3000 (6 bytes) are read, too.
struct DecaRangingParser: SignalParser {
  static let name = "decaranging"
  static let summary = "DecaRanging accumulator logs (*AllAccum.log), and Acc Data: in hex"

  private var firstPath: Double?
  private var time: Int64 = 0
  private var lastStamp: Int64?
  private var wanted = 0
  private var lastLine = 0
  private var taps: [Complex] = []
  private var waiting: RawSignal?

  private static let turnover: Int64 = 17_207_401_025

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains {
      $0.hasPrefix("Accum Len") || $0.contains("Acc Data:")
        || ($0.contains("RX OK") && $0.contains("HLP("))
    }
  }

  mutating func read(_ line: LogLine, into found: inout [SignalOutcome]) {
    lastLine = line.number
    if wanted > 0 {
      if let tap = Self.tap(line.bytes), line.isClosed {
        taps.append(tap)
        if taps.count == wanted { complete(line.number, &found) }
        return
      }
      cut(line.number, &found)
    }
    readOther(line, &found)
  }

  mutating func end(into found: inout [SignalOutcome]) {
    release(&found)
    cut(lastLine, &found)
  }

  private mutating func release(_ found: inout [SignalOutcome]) {
    if let waiting { found.append(.signal(waiting)) }
    waiting = nil
  }

  private mutating func cut(_ line: Int, _ found: inout [SignalOutcome]) {
    guard wanted > 0 else { return }
    found.reject(.damaged, line: line, "\(taps.count) taps, expected \(wanted)")
    wanted = 0
  }

  private mutating func readOther(_ line: LogLine, _ found: inout [SignalOutcome]) {
    let text = line.bytes
    if let place = text.after("HLP(")?.leadingNumber.decimal {
      firstPath = place
    } else if let stamp = text.after("Rx time =")?.trimmed.leadingNumber.nanoseconds {
      guard !advance(to: stamp) else { return }
      found.reject(.implausibleTime, line: line.number, "Rx time is expected in 0..<17.207401025 s")
    } else if let count = text.after("Accum Len")?.trimmed.leadingNumber.unsignedInteger {
      guard Accumulator.counts.contains(Int(clamping: count)) else {
        let text = "\(count) taps, expected \(Accumulator.counts)"
        return found.reject(.damaged, line: line.number, text)
      }
      taps = []
      wanted = Int(count)
    } else if let hex = text.after("Acc Data:") {
      readHex(hex.trimmed, line, &found)
    } else if let range = text.after("Dist:")?.trimmed.leadingNumber.decimal, waiting != nil {
      if case .frame(var frame)? = waiting?.content {
        frame.range = Meters(range)
        waiting?.content = .frame(frame)
      }
      release(&found)
    } else {
      found.append(.ignored)
    }
  }

  private mutating func advance(to stamp: Int64) -> Bool {
    guard (0..<Self.turnover).contains(stamp) else { return false }
    if let lastStamp {
      let step = stamp - lastStamp
      time += step >= 0 ? step : step + Self.turnover
    }
    lastStamp = stamp
    return true
  }

  private mutating func complete(_ line: Int, _ found: inout [SignalOutcome]) {
    wanted = 0
    guard let accumulator = Accumulator(taps: taps, deviceFirstPath: firstPath) else {
      let text = "expected \(Accumulator.counts) taps, all finite"
      return found.reject(.damaged, line: line, text)
    }
    firstPath = nil
    release(&found)
    waiting = RawSignal(
      content: .frame(ReceivedFrame(accumulator: accumulator)), time: time, line: line)
  }

  private static func tap(_ text: LogText) -> Complex? {
    let parts = text.parts(separatedBy: ",").compactMap { $0.trimmed.decimal }
    return parts.count == 2 ? Complex(parts[0], parts[1]) : nil
  }

  /// A dummy byte, then the taps, lowest byte first; 6 bytes per tap if 4 don't divide the length or give too many taps.
  private mutating func readHex(
    _ text: LogText, _ line: LogLine, _ found: inout [SignalOutcome]
  ) {
    guard let bytes = text.hexBytes else {
      return found.reject(.damaged, line: line.number, "Acc Data is no hex")
    }
    guard line.isClosed, let taps = Self.taps(bytes) else {
      return found.reject(
        .damaged, line: line.number,
        "\(bytes.count) bytes, expected a dummy byte and 4 or 6 bytes for each of 992 or 1016 taps")
    }
    self.taps = taps
    complete(line.number, &found)
  }

  private static func taps(_ bytes: [UInt8]) -> [Complex]? {
    for (width, count) in [(2, 1016), (2, 992), (3, 1016), (3, 992)] {
      let size = 2 * width * count
      guard bytes.count == size || bytes.count == size + 1 else { continue }
      let data = bytes.suffix(size)
      func part(_ start: Int) -> Double {
        var word: Int32 = 0
        for byte in (0..<width).reversed() { word = word << 8 | Int32(data[start + byte]) }
        let shift = Int32(32 - 8 * width)
        return Double((word << shift) >> shift)
      }
      return (0..<count).map { tap in
        let start = data.startIndex + 2 * width * tap
        return Complex(part(start), part(start + width))
      }
    }
    return nil
  }
}
