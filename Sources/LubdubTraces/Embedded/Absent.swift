#if hasFeature(Embedded)

// Types that are absent without a runtime. Kernels can't be created: every row is read singly.

enum CSVKernel {
  static let margin = 0

  init?(_ plan: CSVPlan) { return nil }

  func read(
    _ bytes: UnsafeRawBufferPointer, names: KnownNames, _ cursor: inout RowCursor,
    into records: inout [TraceRecord]
  ) {}
}

enum NDJSONKernel {
  var names: [String] { [] }

  init?() { return nil }

  func read(
    _ bytes: UnsafeRawBufferPointer, peers: NameTable, _ cursor: inout RowCursor,
    into records: inout [TraceRecord]
  ) {}

  func readLine(
    _ bytes: UnsafeRawBufferPointer, peers: NameTable, _ cursor: inout RowCursor,
    into records: inout [TraceRecord]
  ) {}
}

/// Rejects compressed data: the caller must unpack the bytes, as a browser does.
final class Inflater {
  static let magic: [UInt8] = [0x1F, 0x8B]

  let isDone = true
  let hasRest = false

  func feed(
    _ bytes: UnsafeRawBufferPointer, path: String,
    _ body: (UnsafeRawBufferPointer) throws(ReadError) -> Void
  ) throws(ReadError) -> Int {
    throw ReadError(
      path: path, kind: .damagedCompression,
      message: "this is compressed with gzip; unpack it first")
  }
}
#endif
