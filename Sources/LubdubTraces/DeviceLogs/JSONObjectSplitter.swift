/// Splits a JSON text of any size that arrives in chunks into its objects: the elements of an array, or consecutive objects.
struct JSONObjectSplitter: Sendable {
  enum Piece {
    case object(LogText, line: Int)
    case start(LogText)
    case damaged(line: Int)
  }

  let limit: Int
  let isNested: Bool
  private var outer: [UInt8] = []
  private static let outerLimit = 1 << 16
  private var hasBegun = false
  private var hasStarted = false

  private var pending: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isInGarbage = false
  private var line = 1
  private var startLine = 1
  private var lastByte: UInt8 = 0

  init(limit: Int = 1 << 20, isNested: Bool = false) {
    self.limit = limit
    self.isNested = isNested
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ body: (Piece) throws(ReadError) -> Void
  ) throws(ReadError) {
    for place in bytes.indices {
      let byte = unsafe bytes[place]
      if byte == 0x0D || (byte == 0x0A && lastByte != 0x0D) { line += 1 }
      lastByte = byte
      if depth == 0, isNested {
        try takeAround(byte, body)
      } else if depth == 0 {
        try takeOutside(byte, body)
      } else {
        try takeInside(byte, body)
      }
    }
  }

  mutating func finish(_ body: (Piece) throws(ReadError) -> Void) throws(ReadError) {
    if depth > 0 { try body(.damaged(line: startLine)) }
    reset()
  }

  mutating func restart() -> Int? {
    let unfinished = depth > 0 ? startLine : nil
    self = JSONObjectSplitter(limit: limit, isNested: isNested)
    return unfinished
  }

  private mutating func takeOutside(
    _ byte: UInt8, _ body: (Piece) throws(ReadError) -> Void
  ) throws(ReadError) {
    switch byte {
    case UInt8(ascii: "{"):
      isInGarbage = false
      begin()
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","): break
    default:
      if !isInGarbage { try body(.damaged(line: line)) }
      isInGarbage = true
    }
  }

  private mutating func begin() {
    (depth, startLine) = (1, line)
    pending.append(UInt8(ascii: "{"))
  }

  private mutating func takeAround(
    _ byte: UInt8, _ body: (Piece) throws(ReadError) -> Void
  ) throws(ReadError) {
    if !hasStarted, outer.count < Self.outerLimit { outer.append(byte) }
    guard !isText(byte), byte == UInt8(ascii: "{") else { return }
    if hasBegun {
      if !outer.isEmpty, !hasStarted { try body(.start(outer[...])) }
      hasStarted = true
      begin()
    } else {
      hasBegun = true
    }
  }

  private mutating func isText(_ byte: UInt8) -> Bool {
    let wasInString = isInString
    if isEscaped {
      isEscaped = false
    } else if wasInString, byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString.toggle()
    }
    return wasInString || isInString
  }

  private mutating func takeInside(
    _ byte: UInt8, _ body: (Piece) throws(ReadError) -> Void
  ) throws(ReadError) {
    pending.append(byte)
    // A line end is never part of a JSON text string: a quote is missing.
    if isInString, byte == 0x0A || byte == 0x0D { return try giveUp(body) }
    if !isText(byte) {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
    }
    if depth == 0 {
      try body(.object(pending[...], line: startLine))
      pending.removeAll(keepingCapacity: true)
    }
    if pending.count > limit { try giveUp(body) }
  }

  private mutating func giveUp(_ body: (Piece) throws(ReadError) -> Void) throws(ReadError) {
    let line = startLine
    reset()
    try body(.damaged(line: line))
  }

  private mutating func reset() {
    pending = []
    depth = 0
    isInString = false
    isEscaped = false
  }
}

protocol ObjectFormat: TraceFormat {
  var objects: JSONObjectSplitter { get set }

  mutating func read(
    _ piece: JSONObjectSplitter.Piece, into sink: inout TraceSink
  ) throws(ReadError)
}

extension ObjectFormat {
  mutating func feedObjects(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    var splitter = JSONObjectSplitter()
    swap(&splitter, &objects)
    defer { swap(&splitter, &objects) }
    try unsafe splitter.feed(bytes) { (piece) throws(ReadError) in try read(piece, into: &sink) }
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) { try unsafe feedObjects(bytes, into: &sink) }

  /// Returns the object of a piece; `nil` for the start of an object, and for a rejected object.
  func object(
    of piece: JSONObjectSplitter.Piece, into sink: inout TraceSink
  ) throws(ReadError) -> (value: JSONValue, line: Int)? {
    switch piece {
    case .start: break
    case .damaged(let line):
      try sink.reject(.notJSON, line: line, "an object is damaged or has no end")
    case .object(let text, let line):
      if let value = JSONText.parse(text) { return (value, line) }
      try sink.reject(.notJSON, line: line, Excerpt.quote(text))
    }
    return nil
  }

  mutating func finishObjects(into sink: inout TraceSink) throws(ReadError) {
    var splitter = objects
    try splitter.finish { (piece) throws(ReadError) in try read(piece, into: &sink) }
  }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    try finishObjects(into: &sink)
  }
}
