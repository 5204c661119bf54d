internal import CZlib

/// The format of zlib (RFC 1950).
enum Zlib {
  /// Packs bytes as densely as possible, or faster with zlib's default level if `isModerate` is set.
  static func packed(_ bytes: [UInt8], isModerate: Bool = false) -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      // The buffer has room for the worst case, so the call cannot fail.
      compress2(
        buffer.baseAddress, &length, bytes, UInt(bytes.count),
        isModerate ? Z_DEFAULT_COMPRESSION : Z_BEST_COMPRESSION)
      count = Int(length)
    }
  }
}
