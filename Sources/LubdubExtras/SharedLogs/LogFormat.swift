protocol LogFormat: RawRepresentable<String>, CaseIterable, Sendable {
  associatedtype Sink: LogSink

  /// The format of a log that starts with these bytes; `nil` if no format is recognized.
  static func recognising(_ start: [UInt8]) -> Self?

  static func refusal(of bytes: [UInt8]) -> String

  var isBinary: Bool { get }

  /// Reads a whole log. A binary log is read unchanged, and any other log as UTF-8 without a byte-order mark.
  func read(_ bytes: [UInt8], path: String, into sink: inout Sink) throws(ReadError)
}

extension LogFormat {
  static func read(
    _ bytes: [UInt8], path: String, into sink: inout Sink
  ) throws(ReadError) -> Self {
    guard let format = recognising(Array(bytes.prefix(1 << 16))) else {
      guard bytes.contains(where: { $0 > 0x20 }) else {
        throw ReadError(path: path, kind: .empty, message: "the file is empty")
      }
      throw ReadError(path: path, kind: .unrecognised, message: refusal(of: bytes))
    }
    sink.report.format = format.rawValue
    guard !format.isBinary else {
      sink.report.unit = .record
      try format.read(bytes, path: path, into: &sink)
      return format
    }
    let text = DecodedText(bytes)
    if let note = text.note { sink.warn(note) }
    try format.read(text.bytes, path: path, into: &sink)
    return format
  }
}

protocol LogSink {
  var report: ReadReport { get set }

  mutating func noteFault()
}

extension LogSink {
  mutating func noteFault() {}

  mutating func reject(_ reason: RejectionReason, _ line: Int, _ found: String = "") {
    noteFault()
    report.reject(
      reason, line: line, example: found.isEmpty ? reason.sentence : "\(found); \(reason.sentence)")
  }

  mutating func ignore(_ count: Int = 1) { report.ignored += count }

  mutating func warn(_ text: String) {
    report.remark(Finding(.reading, text))
  }

  /// Calls `body` for the rows of a table that have as many columns as the header, and counts the other rows.
  mutating func read<Failure: Error>(
    _ table: Table, _ body: (TableRow, inout Self) throws(Failure) -> Void
  ) throws(Failure) {
    ignore(table.ignored)
    for row in table.rows {
      guard let fault = row.fault else {
        try body(row, &self)
        continue
      }
      reject(.columnCount, row.line, fault)
    }
  }

  /// Calls `body` for the messages of a kind in a FIT file, and counts the other messages.
  mutating func read(
    _ file: (messages: [FITMessage], fault: FITFile.Fault), kind: UInt16,
    _ body: (FITMessage, _ line: Int, inout Self) -> Void
  ) {
    let (messages, fault) = file
    for (index, message) in messages.enumerated() {
      if message.kind == kind { body(message, index + 1, &self) } else { ignore() }
    }
    switch fault {
    case .none: break
    case .cut: reject(.damaged, messages.count + 1, "the file ends before its data do")
    case .undefined: reject(.damaged, messages.count + 1, "a message has no definition")
    case .checksum: warn("the checksum of the file is wrong")
    }
  }
}
