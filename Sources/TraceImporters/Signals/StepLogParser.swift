import ChannelSounding
import TraceReading

/// Console logs with the step data of channel sounding as hex: those of Nordic's samples, which print
/// 16 bytes a line after `Raw step data:`, and those of Silicon Labs, one line after `Step data:`.
///
/// A log may hold one side only; then the logs of both are read one behind the other. The sides are
/// paired by `Procedure counter`.
struct StepLogParser: SignalParser {
  static let name = "cs-steps"
  static let summary =
    "Bluetooth channel sounding step data, Nordic or Silicon Labs console (both sides together)"

  /// The time from one procedure to the next where a log has no clock, in nanoseconds.
  static let usualPeriod: Int64 = 200_000_000

  static func clockWarning(_ period: Int64) -> String {
    "the log has no clock: time is the procedure counter times \(Double(period) / 1e9) s"
  }

  /// The most procedures that wait for their other side.
  private static let mostWaiting = 4096
  private static let markers = ["Raw step data:", "Step data:"]

  /// A side of a procedure that waits for the other.
  private struct Side {
    let role: StepData.Role
    let data: StepData
  }

  private var counter: Int64?
  private var role: StepData.Role?
  private var hex: [UInt8]?
  private var hexLine = 0
  /// The steps of a procedure's earlier subevents.
  private var earlier: [UInt8] = []
  private var continues = false
  private var waiting: [Int64: [Side]] = [:]
  private var clock: BlockClock

  init(options: ReadOptions) {
    clock = BlockClock(period: options.nanosecondPeriod(default: Self.usualPeriod))
  }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { line in
      markers.contains { line.contains($0) } || line.contains("CS Subevent result received")
        || line.contains("CS procedures enabled")
    }
  }

  mutating func read(_ line: LogLine) -> [SignalOutcome] {
    if hex != nil, let bytes = Self.bytes(line.bytes), !bytes.isEmpty {
      hex?.append(contentsOf: bytes)
      return [.part]
    }
    let outcomes = close()
    if let counter = line.bytes.after("Procedure counter:")?.trimmed.leadingNumber.unsignedInteger {
      if counter != self.counter { earlier = [] }
      self.counter = counter
    } else if let status = line.bytes.after("Procedure done status:")?.trimmed.leadingNumber {
      // 1 says that more subevents of the procedure follow.
      continues = status.equals("1")
    } else if line.bytes.contains("(Initiator)") {
      role = .initiator
    } else if line.bytes.contains("(Reflector)") {
      role = .reflector
    } else if let marker = Self.markers.first(where: { line.bytes.contains($0) }),
      let first = line.bytes.after(marker).flatMap({ Self.bytes($0.trimmed) })
    {
      hex = first
      hexLine = line.number
      return outcomes + [.part]
    } else {
      return outcomes + [.ignored]
    }
    return outcomes + [.part]
  }

  mutating func end() -> [SignalOutcome] {
    var outcomes = close()
    let single = waiting.values.reduce(0) { $0 + $1.count }
    if single > 0 {
      outcomes.append(
        .warning(
          "\(single) procedures have one side only and give no distance; read the logs of both sides "
            + "one behind the other"))
    }
    return outcomes
  }

  /// Bytes in hex, blanks between them or not; `nil` for anything else.
  private static func bytes(_ text: LogText) -> [UInt8]? {
    let digits = text.filter { $0 != 0x20 }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Decodes the step data that were collected, and joins them to the other side.
  private mutating func close() -> [SignalOutcome] {
    guard let bytes = hex else { return [] }
    hex = nil
    guard let counter else {
      return [.rejected(.missingTime, line: hexLine, "step data without a procedure counter")]
    }
    earlier += bytes
    guard !continues, earlier.count < 1 << 20 else { return [] }
    let whole = earlier
    earlier = []
    do {
      return join(try StepData(whole), counter)
    } catch {
      return [.rejected(.damaged, line: hexLine, error.description)]
    }
  }

  private mutating func join(_ data: StepData, _ counter: Int64) -> [SignalOutcome] {
    let role = data.role ?? self.role
    guard let role else {
      return [.rejected(.damaged, line: hexLine, "nothing tells which side measured")]
    }
    let other = waiting[counter]?.firstIndex { $0.role != role }
    guard let other, let match = waiting[counter]?.remove(at: other) else {
      guard waiting.count < Self.mostWaiting else {
        return [.rejected(.tooManyNames, line: hexLine, "procedures wait for their other side")]
      }
      waiting[counter, default: []].append(Side(role: role, data: data))
      return []
    }
    if waiting[counter]?.isEmpty == true { waiting[counter] = nil }
    let procedure =
      role == .initiator
      ? SoundingProcedure(initiator: data, reflector: match.data)
      : SoundingProcedure(initiator: match.data, reflector: data)
    guard let time = clock.advance(to: counter) else {
      return [.rejected(.implausibleTime, line: hexLine, "the counter leaps out of 64 bits")]
    }
    return [
      .warning(Self.clockWarning(clock.period)),
      .signal(RawSignal(content: .procedure(procedure), time: time, line: hexLine)),
    ]
  }
}
