internal import Lubdub
internal import LubdubGround

/// Intervals of FIT's `hrv` messages: arrays of up to five, in milliseconds.
enum HRVReader {
  private static let hrv: UInt16 = 78

  static func read(_ bytes: [UInt8], into sink: inout PulseSink) {
    let (messages, fault) = FITFile.read(bytes)
    for (index, message) in messages.enumerated() {
      guard message.kind == hrv else {
        sink.ignore()
        continue
      }
      let values = message.arrays[0] ?? [message.values[0]]
      for case let value? in values {
        sink.accept(Milliseconds(Double(value)), line: index + 1)
      }
    }
    sink.note(fault, after: messages.count)
    if sink.report.accepted == 0 { sink.warn("the file has no hrv messages") }
  }
}
