internal import CZlib

@safe final class Inflater {
  /// The first bytes of gzip data (RFC 1952, 2.3.1).
  static let magic: [UInt8] = [0x1F, 0x8B]

  private(set) var isDone = false
  private(set) var hasRest = false
  private var (packed, unpacked) = (0, 0)
  private static let (mostUnpacked, mostRatio) = (Bound.unpacked.most, Bound.ratio.most)
  private var stream = unsafe z_stream()
  private var output = [UInt8](repeating: 0, count: 1 << 16)

  init() {
    // 15 bits of window; + 16 selects the gzip wrapper.
    _ = unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit { unsafe inflateEnd(&stream) }

  func feed(
    _ bytes: UnsafeRawBufferPointer, path: String,
    _ body: (UnsafeRawBufferPointer) throws(ReadError) -> Void
  ) throws(ReadError) -> Int {
    var rest = unsafe bytes
    var blocks = 0
    while unsafe !rest.isEmpty && blocks < 4 {
      if isDone {
        guard unsafe rest.first == Self.magic[0] else {
          // Archives are padded with zeros.
          hasRest = unsafe hasRest || rest.contains { $0 != 0 }
          return bytes.count
        }
        unsafe inflateReset(&stream)
        isDone = false
      }
      let (used, made, status) = unsafe step(rest)
      unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[used...])
      (packed, unpacked, blocks) = (packed + used, unpacked + made, blocks + 1)
      try requireBounds(path)
      try unsafe output.withUnsafeBufferPointer { (buffer) throws(ReadError) in
        try unsafe body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<made]))
      }
      switch status {
      case Z_STREAM_END: isDone = true
      case Z_OK, Z_BUF_ERROR: if used == 0, made == 0 { return bytes.count }
      default:
        throw ReadError(
          path: path, kind: .damagedCompression,
          message: unsafe "the gzip data is damaged after \(stream.total_out) bytes")
      }
    }
    return bytes.count - rest.count
  }

  private func requireBounds(_ path: String) throws(ReadError) {
    let bound: Bound
    if unpacked > Self.mostUnpacked {
      bound = .unpacked
    } else if unpacked > 1 << 24, unpacked / packed > Self.mostRatio {
      bound = .ratio
    } else {
      return
    }
    throw ReadError(
      path: path, kind: .tooMuch,
      message: "\(packed) bytes of gzip unpack to more than \(unpacked), \(bound.rule)")
  }

  private func step(_ bytes: UnsafeRawBufferPointer) -> (used: Int, made: Int, status: Int32) {
    let count = min(bytes.count, 1 << 20)
    let capacity = output.count
    return unsafe output.withUnsafeMutableBufferPointer { buffer in
      let input = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
      unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: input)
      unsafe stream.avail_in = UInt32(count)
      unsafe stream.next_out = buffer.baseAddress
      unsafe stream.avail_out = UInt32(capacity)
      let status = unsafe inflate(&stream, Z_NO_FLUSH)
      return unsafe (count - Int(stream.avail_in), capacity - Int(stream.avail_out), status)
    }
  }
}
