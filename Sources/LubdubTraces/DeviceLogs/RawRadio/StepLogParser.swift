/// Console logs with hexadecimal step data of channel sounding; logs of the two sides are paired by `Procedure counter`.
struct StepLogParser: SignalParser {
  static let name = "cs-steps"
  static let summary =
    "Bluetooth channel sounding step data, Nordic or Silicon Labs console (both sides together)"

  /// The time between procedures in a log without a clock, in nanoseconds.
  static let usualPeriod: Int64 = 200_000_000

  private static let mostWaiting = 4096
  private static let mostBytes = 1 << 20
  private static let markers = ["Raw step data:", "Step data:"]

  private var counter: Int64?
  private var role: StepData.Role?
  private var hex: [UInt8]?
  private var hexLine = 0
  private var earlier: [UInt8] = []
  private var continues = false
  private var waiting: [Int64: [(role: StepData.Role, data: StepData)]] = [:]
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

  mutating func read(_ line: LogLine, into found: inout [SignalOutcome]) {
    if hex != nil, let bytes = line.bytes.hexBytes, !bytes.isEmpty {
      hex?.append(contentsOf: bytes)
      return
    }
    close(&found)
    if let counter = line.bytes.after("Procedure counter:")?.trimmed.leadingNumber.unsignedInteger {
      if counter != self.counter { dropEarlier(&found) }
      self.counter = counter
    } else if let status = line.bytes.after("Procedure done status:")?.trimmed.leadingNumber {
      // 1 says that more subevents of the procedure follow.
      continues = status.equals("1")
    } else if line.bytes.contains("(Initiator)") {
      role = .initiator
    } else if line.bytes.contains("(Reflector)") {
      role = .reflector
    } else if let rest = Self.markers.lazy.compactMap({ line.bytes.after($0) }).first {
      guard let first = rest.hexBytes else {
        return found.reject(.damaged, line: line.number, "the step data is no hex")
      }
      hex = first
      hexLine = line.number
    } else {
      found.append(.ignored)
    }
  }

  mutating func end(into found: inout [SignalOutcome]) {
    close(&found)
    dropEarlier(&found)
    let single = waiting.values.reduce(0) { $0 + $1.count }
    guard single > 0 else { return }
    found.append(
      .warning(
        "\(counted(single, "procedure has", "procedures have")) one side only and no distance; read the logs of both sides "
          + "one behind the other"))
  }

  private mutating func dropEarlier(_ found: inout [SignalOutcome]) {
    guard !earlier.isEmpty else { return }
    earlier = []
    found.reject(.damaged, line: hexLine, "the last subevent of the procedure is missing")
  }

  private mutating func close(_ found: inout [SignalOutcome]) {
    guard let bytes = hex else { return }
    hex = nil
    guard let counter else {
      return found.reject(.missingTime, line: hexLine, "step data without a procedure counter")
    }
    earlier += bytes
    guard earlier.count <= Self.mostBytes else {
      earlier = []
      return found.reject(.damaged, line: hexLine, "a procedure has more than 1 MiB of step data")
    }
    guard !continues else { return }
    let whole = earlier
    earlier = []
    do {
      join(try StepData(whole), counter, &found)
    } catch {
      found.reject(.damaged, line: hexLine, error.description)
    }
  }

  private mutating func join(
    _ data: StepData, _ counter: Int64, _ found: inout [SignalOutcome]
  ) {
    guard let role = data.role ?? role else {
      return found.reject(.damaged, line: hexLine, "nothing shows which side measured")
    }
    let other = waiting[counter]?.firstIndex { $0.role != role }
    guard let other, let match = waiting[counter]?.remove(at: other) else {
      guard waiting.count < Self.mostWaiting else {
        return found.reject(.tooManyNames, line: hexLine, "procedures wait for their other side")
      }
      waiting[counter, default: []].append((role, data))
      return
    }
    if waiting[counter]?.isEmpty == true { waiting[counter] = nil }
    let procedure =
      role == .initiator
      ? SoundingProcedure(initiator: data, reflector: match.data)
      : SoundingProcedure(initiator: match.data, reflector: data)
    clock.add(procedure, counter: counter, line: hexLine, to: &found)
  }
}
