/// Splits bytes in pieces of any size into lines.
///
/// A line ends with LF, CR LF, or CR. A line of more than `limit` bytes is cut to `limit` bytes with `isTooLong` set, so
/// that a file without line ends needs no memory.
public struct LineSplitter: Sendable {
  /// One line, without its end.
  public struct Line {
    /// The bytes; valid only inside the closure that receives them.
    public let bytes: UnsafeRawBufferPointer
    /// The number of the line, from 1.
    public let number: Int
    /// Whether the line was longer than the limit.
    public let isTooLong: Bool
    /// Whether the line has an end; the last line of a file may lack an end, and may then be incomplete.
    public let isClosed: Bool
  }

  /// The longest line, in bytes.
  public static let limit = Bound.line.usual

  /// The number of complete lines so far.
  public private(set) var count: Int
  private var carry: [UInt8] = []
  private var isTooLong = false
  private var endedWithCR = false

  /// A splitter whose first line has the number `firstLine`.
  public init(firstLine: Int = 1) { count = firstLine - 1 }

  private var hasCarry: Bool { !carry.isEmpty || isTooLong }

  package func isAtLineStart(before byte: UInt8) -> Bool {
    !hasCarry && !(endedWithCR && byte == 0x0A)
  }

  /// Begins a new text: drops an unfinished line and counts from 1 again. Returns the number of the dropped line.
  package mutating func restart() -> Int? {
    let unfinished = hasCarry ? count + 1 : nil
    self = LineSplitter()
    return unfinished
  }

  /// The part of a line that waits for its end; `nil` if it is longer than the limit.
  package var unfinished: [UInt8]? { isTooLong ? nil : carry }

  /// Continues with the line of a number, after lines that were read by other means, including the part that waited for its
  /// end. Only call this at the start of a line.
  package mutating func skip(to line: Int) {
    guard line != count + 1 else { return }
    count = line - 1
    endedWithCR = false
    carry.removeAll(keepingCapacity: true)
  }

  /// Passes every line that these bytes complete to `body`.
  ///
  /// - Throws: Any error that `body` throws.
  public mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ body: (Line) throws(ReadError) -> Void
  ) throws(ReadError) {
    _ = try feed(bytes, most: .max, body)
  }

  /// Passes at most `most` lines to `body`, and returns the number of bytes consumed.
  package mutating func feed(
    _ bytes: UnsafeRawBufferPointer, most: Int, _ body: (Line) throws(ReadError) -> Void
  ) throws(ReadError) -> Int {
    var (start, end, lines) = (0, 0, 0)
    while end < bytes.count {
      guard bytes[end] == 0x0A || bytes[end] == 0x0D else {
        end += 1
        continue
      }
      let isWithinEnd = endedWithCR && end == start && bytes[end] == 0x0A && !hasCarry
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      endedWithCR = bytes[end] == 0x0D
      end += 1
      start = end
      guard !isWithinEnd else { continue }
      try close(piece, isClosed: true, body)
      lines += 1
      guard lines == most else { continue }
      guard endedWithCR, end < bytes.count, bytes[end] == 0x0A else { return end }
      endedWithCR = false
      return end + 1
    }
    guard start < end else { return end }
    endedWithCR = false
    keep(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    return end
  }

  /// Passes the last line to `body` if it has no end.
  ///
  /// - Throws: Any error that `body` throws.
  public mutating func finish(_ body: (Line) throws(ReadError) -> Void) throws(ReadError) {
    guard hasCarry else { return }
    try close(UnsafeRawBufferPointer(start: nil, count: 0), isClosed: false, body)
  }

  private mutating func keep(_ piece: UnsafeRawBufferPointer) {
    let room = Self.limit - carry.count
    if piece.count > room { isTooLong = true }
    carry.append(contentsOf: piece.prefix(room))
  }

  private mutating func close(
    _ piece: UnsafeRawBufferPointer, isClosed: Bool, _ body: (Line) throws(ReadError) -> Void
  ) throws(ReadError) {
    count += 1
    let number = count
    guard hasCarry || piece.count > Self.limit else {
      return try body(Line(bytes: piece, number: number, isTooLong: false, isClosed: isClosed))
    }
    keep(piece)
    let whole = carry
    let cut = isTooLong
    carry.removeAll(keepingCapacity: true)
    isTooLong = false
    try whole.withUnsafeBufferPointer { (buffer) throws(ReadError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      try body(Line(bytes: bytes, number: number, isTooLong: cut, isClosed: isClosed))
    }
  }
}
