import CLubdub
import LubdubC
import Testing

/// The result of a call, as Swift values; the C result itself is freed.
struct Answer {
  var status: Int32
  private(set) var parts: [String: [UInt8]] = [:]

  init(_ result: OpaquePointer?) {
    status = lubdub_status(result)
    for index in 0..<lubdub_part_count(result) {
      var (count, named) = (0, 0)
      guard let name = lubdub_part_name(result, index) else { continue }
      let bytes = lubdub_part_bytes(result, index, &count)
      #expect(lubdub_part(result, name, &named) == bytes && named == count)
      parts[String(cString: name)] = Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    lubdub_release(result)
  }

  var names: Set<String> { Set(parts.keys) }
  func bytes(_ name: String) -> [UInt8] { parts[name] ?? [] }
  func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }
  func json(_ name: String) -> JSONValue? { try? JSONParser.parse(bytes(name)) }
  func numbers(_ name: String) -> [Double] {
    bytes(name).withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Double.self) }
    }
  }
}
