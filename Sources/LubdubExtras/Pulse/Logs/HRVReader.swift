/// Reads intervals of FIT's `hrv` messages: arrays of up to five, in milliseconds. Without such messages, it reads the
/// intervals between the beats of `hr` messages, which chest straps store: times in 1/1024 s, either complete or only their
/// lowest 12 bits (Profile.xlsx of FIT's SDK, `event_timestamp` and `event_timestamp_12`).
enum HRVReader {
  private static let (intervals, beats) = (78 as UInt16, 132 as UInt16)

  static func read(_ bytes: [UInt8], into sink: inout PulseSink) {
    let file = FITFile.read(bytes)
    let hasIntervals = file.messages.contains { $0.kind == intervals }
    var last: Int64?
    sink.read(file, kind: hasIntervals ? intervals : beats) { message, line, sink in
      guard !hasIntervals else {
        for case let value? in message.arrays[0] ?? [message.values[0]] {
          sink.accept(Milliseconds(Double(value)), line: line)
        }
        return
      }
      for time in times(message, after: last) {
        if let last { sink.accept(Milliseconds(Double(time - last) * 1000 / 1024), line: line) }
        last = time
      }
    }
    if sink.report.accepted == 0 { sink.warn("the file has no hrv or hr messages") }
  }

  /// The times of the beats of a message, in 1/1024 s.
  private static func times(_ message: FITMessage, after last: Int64?) -> [Int64] {
    var times = (message.arrays[9] ?? [message.values[9]]).compactMap { $0 }
    let bytes = (message.arrays[10] ?? []).map { $0 ?? 0xFF }
    guard bytes.contains(where: { $0 != 0xFF }), var time = times.last ?? last else { return times }
    for place in 0..<(2 * bytes.count / 3) {
      let start = 3 * (place / 2)
      let low =
        place.isMultiple(of: 2)
        ? bytes[start] | (bytes[start + 1] & 0x0F) << 8
        : bytes[start + 1] >> 4 | bytes[start + 2] << 4
      time += (low - time) & 0xFFF
      times.append(time)
    }
    return times
  }
}
