internal import CZlib

/// The format of zlib (RFC 1950).
enum Zlib {
  /// Packs bytes as densely as zlib can, or moderately, by its default level, which takes less time.
  static func packed(_ bytes: [UInt8], isModerate: Bool = false) -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      // It has room for the worst case, and so it does not fail.
      compress2(
        buffer.baseAddress, &length, bytes, UInt(bytes.count),
        isModerate ? Z_DEFAULT_COMPRESSION : Z_BEST_COMPRESSION)
      count = Int(length)
    }
  }
}
