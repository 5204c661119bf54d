/// The result of a call of the C interface: a status and named parts, in memory that doesn't move.
package final class Result: HeldByC {
  package static let name = "result"

  package struct Part {
    package let name: UnsafeMutablePointer<CChar>
    package let bytes: UnsafeMutableRawBufferPointer
    fileprivate let release: () -> Void
  }

  package let status: Int32
  package var document: TimelineDocument?
  package var pieces: WAVPieces?
  package private(set) var parts: [Part] = []

  package init() { status = Status.ok }

  package init(_ status: Int32, _ message: String) {
    self.status = status
    add("message", message)
  }

  deinit {
    for part in parts {
      part.name.deallocate()
      part.release()
    }
  }

  package func add<Number: BitwiseCopyable>(_ name: String, _ numbers: [Number]) {
    numbers.withUnsafeBytes { add(name, copying: $0) }
  }

  package func add(_ name: String, _ text: String) { add(name, Array(text.utf8)) }

  package func add(_ name: String, _ json: JSONValue) {
    add(name, JSONWriter.encode(json, lineLength: nil))
  }

  private func add(_ name: String, copying bytes: UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
    copy.copyMemory(from: bytes)
    add(name, taking: UnsafeMutableRawBufferPointer(rebasing: copy[..<bytes.count])) {
      copy.deallocate()
    }
  }

  /// Adds bytes without a copy; `release` is called when the bytes are no longer needed.
  package func add(
    _ name: String, taking bytes: UnsafeMutableRawBufferPointer, release: @escaping () -> Void
  ) {
    let utf8 = Array(name.utf8)
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count + 1)
    for (index, byte) in utf8.enumerated() { text[index] = CChar(bitPattern: byte) }
    text[utf8.count] = 0
    parts.append(Part(name: text, bytes: bytes, release: release))
  }
}

package enum Status {
  package static let ok = Int32(LUBDUB_OK)
  package static let badArgument = Int32(LUBDUB_BAD_ARGUMENT)
  package static let badSettings = Int32(LUBDUB_BAD_SETTINGS)
  package static let badFormat = Int32(LUBDUB_BAD_FORMAT)
}
