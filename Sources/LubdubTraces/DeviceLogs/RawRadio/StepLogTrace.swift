/// Console logs with hexadecimal step data of channel sounding; logs of the two sides are paired by `Procedure counter`.
struct StepLogTrace: LineFormat, SignalFormat {
  static let name = "cs-steps"
  static let summary =
    "Bluetooth channel sounding step data, Nordic or Silicon Labs console (both sides together)"

  private static let mostWaiting = 4096
  private static let mostBytes = 1 << 20
  private static let markers = ["Raw step data:", "Step data:"]

  var lines = LineSplitter()
  var rows: SignalRows
  private var counter: Int64?
  private var role: StepData.Role?
  private var hex: [UInt8]?
  private var hexLine = 0
  private var earlier: [UInt8] = []
  private var continues = false
  private var waiting: [Int64: [(role: StepData.Role, data: StepData)]] = [:]

  init(options: ReadOptions) { rows = SignalRows(options: options) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    let known = markers + ["CS Subevent result received", "CS procedures enabled"]
    return prefix.completeLines.contains { line in known.contains { line.contains($0) } }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    if hex != nil, let bytes = line.bytes.hexBytes, !bytes.isEmpty {
      hex?.append(contentsOf: bytes)
      return
    }
    try close(into: &sink)
    if let counter = line.bytes.after("Procedure counter:")?.trimmed.leadingNumber.unsignedInteger {
      if counter != self.counter { try dropEarlier(into: &sink) }
      self.counter = counter
    } else if let status = line.bytes.after("Procedure done status:")?.trimmed.leadingNumber {
      // 1 means that more subevents of the procedure follow.
      continues = status.equals("1")
    } else if line.bytes.contains("(Initiator)") {
      role = .initiator
    } else if line.bytes.contains("(Reflector)") {
      role = .reflector
    } else if let rest = Self.markers.lazy.compactMap({ line.bytes.after($0) }).first {
      hexLine = line.number
      hex = rest.hexBytes
      if hex == nil { try reject("the step data is not hex", into: &sink) }
    } else {
      sink.ignore()
    }
  }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    try close(into: &sink)
    try dropEarlier(into: &sink)
    let single = waiting.values.reduce(0) { $0 + $1.count }
    guard single > 0 else { return }
    sink.warn(
      "\(counted(single, "procedure has", "procedures have")) one side only and no distance; read the logs of both sides "
        + "one after the other")
  }

  private func reject(
    _ text: String, _ reason: RejectionReason = .damaged, into sink: inout TraceSink
  ) throws(ReadError) { try sink.reject(reason, line: hexLine, text) }

  private mutating func dropEarlier(into sink: inout TraceSink) throws(ReadError) {
    guard !earlier.isEmpty else { return }
    earlier = []
    try reject("the last subevent of the procedure is missing", into: &sink)
  }

  private mutating func close(into sink: inout TraceSink) throws(ReadError) {
    guard let bytes = hex else { return }
    hex = nil
    guard let counter else {
      return try reject("step data without a procedure counter", .missingTime, into: &sink)
    }
    let whole = earlier + bytes
    earlier = []
    guard whole.count <= Self.mostBytes else {
      return try reject("a procedure has more than 1 MiB of step data", into: &sink)
    }
    guard !continues else { return earlier = whole }
    let data = try sink.value(RowFault.rethrowing(StepData(whole)), line: hexLine)
    if let data { try join(data, counter, into: &sink) }
  }

  private mutating func join(
    _ data: StepData, _ counter: Int64, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let role = data.role ?? role else {
      return try reject("the log does not show which side measured", into: &sink)
    }
    guard let other = waiting[counter]?.firstIndex(where: { $0.role != role }),
      let match = waiting[counter]?.remove(at: other)
    else {
      guard waiting.count < Self.mostWaiting else {
        return try reject("procedures wait for their other side", .tooManyNames, into: &sink)
      }
      return waiting[counter, default: []].append((role, data))
    }
    if waiting[counter]?.isEmpty == true { waiting[counter] = nil }
    try rows.take(
      SoundingProcedure(data, match.data, role), counter: counter, line: hexLine, into: &sink)
  }
}
