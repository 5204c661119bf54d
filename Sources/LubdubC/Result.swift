internal import CLubdub
internal import CanonicalJSON
internal import HapticFormats
internal import Lubdub

/// What a call of the C interface made: a status and named parts, in memory that stays where it is.
final class Result {
  /// Bytes with a name.
  struct Part {
    let name: UnsafeMutablePointer<CChar>
    let bytes: UnsafeMutableRawBufferPointer
  }

  let status: Int32
  /// What can be exported from it; `nil` where there is no timeline.
  var document: TimelineDocument?
  private(set) var parts: [Part] = []

  init() { status = Status.ok }

  /// A call that failed, with the reason.
  init(_ status: Int32, _ message: String) {
    self.status = status
    add("message", message)
  }

  deinit {
    for part in parts {
      part.name.deallocate()
      part.bytes.deallocate()
    }
  }

  /// Adds numbers as they are in memory.
  func add<Number: BitwiseCopyable>(_ name: String, _ numbers: [Number]) {
    numbers.withUnsafeBytes { add(name, copying: $0) }
  }

  /// Adds text in UTF-8.
  func add(_ name: String, _ text: String) { add(name, Array(text.utf8)) }

  /// Adds JSON on one line.
  func add(_ name: String, _ json: JSONValue) {
    add(name, JSONWriter.encode(json, lineLength: nil))
  }

  private func add(_ name: String, copying bytes: UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 8)
    copy.copyMemory(from: bytes)
    let utf8 = Array(name.utf8)
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count + 1)
    for (index, byte) in utf8.enumerated() { text[index] = CChar(bitPattern: byte) }
    text[utf8.count] = 0
    let part = UnsafeMutableRawBufferPointer(rebasing: copy[..<bytes.count])
    parts.append(Part(name: text, bytes: part))
  }
}

// MARK: - As a pointer

extension Result {
  /// The result as C holds it; `lubdub_release` gives it back.
  func retained() -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(self).toOpaque())
  }

  /// What a pointer of C stands for; `nil` for null.
  static func of(_ pointer: OpaquePointer?) -> Result? {
    pointer.map { Unmanaged<Result>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }
}

/// The status codes of the header, in its type of status.
enum Status {
  static let ok = Int32(LUBDUB_OK)
  static let badArgument = Int32(LUBDUB_BAD_ARGUMENT)
  static let badSettings = Int32(LUBDUB_BAD_SETTINGS)
  static let badFormat = Int32(LUBDUB_BAD_FORMAT)
}
