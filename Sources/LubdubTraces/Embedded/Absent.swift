#if hasFeature(Embedded)
import LubdubGround

// What is left out where there is no runtime. Kernels can never be made: every row is read by itself.

enum CSVKernel {
  struct Cursor {
    var position = 0
    var line: Int
    var order: RowOrder?
  }

  struct Names {
    let peers: NameTable
    let recordings: NameTable
  }

  static let margin = 0

  init?(_ plan: CSVPlan) { return nil }

  func read(
    _ bytes: UnsafeRawBufferPointer, names: Names, _ cursor: inout Cursor,
    into records: inout [TraceRecord]
  ) {}
}

enum NDJSONKernel {
  struct Cursor {
    var position = 0
    var line: Int
    var order: RowOrder?
  }

  var names: [String] { [] }

  init?() { return nil }

  func read(
    _ bytes: UnsafeRawBufferPointer, peers: NameTable, _ cursor: inout Cursor,
    into records: inout [TraceRecord]
  ) {}

  func readLine(
    _ bytes: UnsafeRawBufferPointer, peers: NameTable, _ cursor: inout Cursor,
    into records: inout [TraceRecord]
  ) {}
}

/// Refuses compressed data: whoever feeds bytes unpacks them, as a browser does.
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
