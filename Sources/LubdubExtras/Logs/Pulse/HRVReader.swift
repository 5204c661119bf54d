/// Intervals of FIT's `hrv` messages: arrays of up to five, in milliseconds.
enum HRVReader {
  static func read(_ bytes: [UInt8], into sink: inout PulseSink) {
    sink.read(FITFile.read(bytes), kind: 78) { message, line, sink in
      for case let value? in message.arrays[0] ?? [message.values[0]] {
        sink.accept(Milliseconds(Double(value)), line: line)
      }
    }
    if sink.report.accepted == 0 { sink.warn("the file has no hrv messages") }
  }
}
