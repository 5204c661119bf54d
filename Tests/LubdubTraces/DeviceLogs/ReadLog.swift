import Lubdub

import LubdubSupport

@testable import LubdubTraces

/// A log that has been read, for comparison.
struct ReadLog: Equatable {
  /// One row that isn't an event, with its time since the first such row.
  struct Row: Equatable, CustomStringConvertible {
    var time: Double
    var radio: Radio
    var range: Double?
    var rssi: Double?
    var peer: String?

    var description: String {
      let parts = [
        "\(time)", radio.rawValue, range.map { "\($0) m" }, rssi.map { "\($0) dBm" }, peer,
      ]
      return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// Whether the rows agree in the fields of the tidy trace, times to 2 µs.
    func agrees(with other: Row) -> Bool {
      var other = other
      guard abs(time - other.time) <= 2e-6 else { return false }
      other.time = time
      return self == other
    }
  }

  let records: [TraceRecord]
  let peers: [String]
  let report: ReadReport

  /// Reads bytes, `chunk` of them at a time.
  init(
    _ bytes: [UInt8], chunk: Int = .max, options: ReadOptions = ReadOptions(formats: .deviceLogs)
  )
    throws
  {
    var parser = TraceParser(path: "log", options: options)
    var start = 0
    while start < bytes.count {
      let end = chunk < bytes.count - start ? start + chunk : bytes.count
      try parser.feed(Array(bytes[start..<end]))
      start = end
    }
    try parser.finish()
    var records: [TraceRecord] = []
    parser.take(into: &records)
    self.records = records
    peers = parser.peers.names
    report = parser.report
  }

  /// Reads text.
  init(_ text: String, options: ReadOptions = ReadOptions(formats: .deviceLogs)) throws {
    try self.init(Array(text.utf8), options: options)
  }

  /// The rows that aren't events.
  var rows: [Row] {
    let samples = records.filter { $0.sample.event == nil }
    let start = samples.first?.sample.time.value ?? 0
    return samples.map { record in
      let sample = record.sample
      return Row(
        time: sample.time.value - start, radio: sample.radio,
        range: sample.range?.value, rssi: sample.rssi?.value,
        peer: record.peer.map { peers[Int($0)] })
    }
  }

  /// Rejections by reason.
  var rejections: [RejectionReason: Int] { report.rejections.mapValues(\.count) }

  /// The events, in order.
  var events: [LinkEvent] { records.compactMap(\.sample.event) }
}

/// Options that force a format.
func forcing(_ format: String) -> ReadOptions {
  var options = ReadOptions(formats: .deviceLogs)
  options.format = format
  return options
}
