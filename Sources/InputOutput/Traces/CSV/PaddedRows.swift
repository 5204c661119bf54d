internal import Text

/// A copy of a few rows, with as much room around them as simple rows need to be read.
struct PaddedRows: Sendable {
  /// The most bytes that are worth a copy.
  static let limit = 1024

  private var bytes: [UInt8] = []

  /// Copies what stands in two places, and gives it with `CSVKernel.margin` bytes before and behind it.
  ///
  /// - Throws: What `body` throws.
  mutating func withBytes<Result>(
    _ first: [UInt8], _ second: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(ReadError) -> Result
  ) throws(ReadError) -> Result {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: repeatElement(0, count: CSVKernel.margin))
    bytes.append(contentsOf: first)
    unsafe bytes.append(contentsOf: second)
    bytes.append(contentsOf: repeatElement(0, count: CSVKernel.margin))
    return try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(ReadError) in
      try unsafe body(UnsafeRawBufferPointer(bytes))
    }
  }
}
