protocol CaptureFormat: SoundingFormat {
  var buffer: RecordBuffer { get set }

  mutating func readRecord(
    _ bytes: ArraySlice<UInt8>, into sink: inout TraceSink
  ) throws(ReadError) -> Int?

  mutating func expectHeader()

  mutating func end(into sink: inout TraceSink) throws(ReadError)
}

protocol SoundingFormat: SignalFormat {
  var packets: ControllerPackets { get set }
}

extension SoundingFormat {
  var rows: SignalRows {
    get { packets.capture.rows }
    set { packets.capture.rows = newValue }
  }

  mutating func goOn(into sink: inout TraceSink) {
    packets.goOn()
    _ = restart()
  }
}

struct RecordBuffer: Sendable {
  static let limit = BtsnoopFile.limit

  var bytes: [UInt8] = []
  var count = 0
  var isStopped = false
}

extension CaptureFormat {
  static var unit: ReadReport.Unit { .record }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    try packets.capture.end(into: &sink)
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    guard !buffer.isStopped else { return }
    unsafe buffer.bytes.append(contentsOf: bytes)
    var waiting: [UInt8] = []
    swap(&waiting, &buffer.bytes)
    var start = 0
    while start < waiting.count, let length = try readRecord(waiting[start...], into: &sink) {
      guard length > 0 else {
        buffer.isStopped = true
        return
      }
      start += length
    }
    waiting.removeFirst(min(start, waiting.count))
    swap(&waiting, &buffer.bytes)
  }

  mutating func restart() -> Int? {
    let hasRest = !buffer.bytes.isEmpty && !buffer.isStopped
    let unfinished = hasRest ? buffer.count + 1 : nil
    buffer = RecordBuffer()
    expectHeader()
    return unfinished
  }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    if !buffer.bytes.isEmpty, !buffer.isStopped {
      try sink.reject(.damaged, line: buffer.count + 1, "the last record is cut short")
    }
    try end(into: &sink)
  }
}
