import Synchronization

package enum Console {
  package enum Stream: Int32 {
    case output = 1
    case error = 2

    package var isTerminal: Bool { isatty(rawValue) != 0 }
  }

  package static func print(_ text: String) throws(FileError) {
    try writeFile(Array(visible(text).utf8), to: "-")
  }

  package static func note(_ text: String) { send("lubdub: \(text.visible)\n", to: .error) }

  private static let isDoubted = Atomic<Bool>(false)

  /// Whether a message requests that the command ends with status 1 after all output.
  static var hasDoubts: Bool { isDoubted.load(ordering: .relaxed) }

  static func doubt(_ text: String) {
    note(text)
    isDoubted.store(true, ordering: .relaxed)
  }

  package static func note(_ report: ReadReport, of path: String) {
    for line in report.rejectionLines + report.warnings { note("\(path): \(line)") }
  }

  package static func write(_ text: String, to stream: Stream) { send(visible(text), to: stream) }

  static func draw(_ text: String, to stream: Stream) { send(text, to: stream) }

  private static func send(_ text: String, to stream: Stream) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(stream.rawValue, $0) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// The text with visible marks for the hidden characters of its lines. Names within the text could contain line breaks, so
  /// callers with several lines make names visible first.
  private static func visible(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
      .joined(separator: "\n")
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  bytes.baseAddress.map { write(descriptor, $0, bytes.count) } ?? 0
}
