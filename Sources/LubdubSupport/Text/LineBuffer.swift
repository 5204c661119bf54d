/// The fields of one line of text, written one after another into memory for the whole line.
@safe package struct LineBuffer {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  /// The maximum number of bytes of a number with its separator.
  package static let numberLength = 28

  fileprivate init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: memory[..<count])
  }

  /// Ends the line by replacing the last separator.
  package mutating func end() { memory[count - 1] = UInt8(ascii: "\n") }

  package mutating func append(_ byte: UInt8) {
    precondition(count < memory.count)
    memory[count] = byte
    count &+= 1
  }

  package mutating func append(_ text: String, then separator: UInt8) {
    var text = text
    text.withUTF8 { utf8 in
      precondition(utf8.count <= memory.count - count)
      for byte in utf8 {
        memory[count] = byte
        count &+= 1
      }
    }
    append(separator)
  }

  /// Appends the shortest text that reads back as the same number, like `JSONWriter.text(of:)`.
  package mutating func append(_ number: Double, then separator: UInt8) {
    guard let decimal = ShortestDecimal(number.magnitude) else {
      return append(JSONWriter.text(of: number), then: separator)
    }
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = decimal.digits
    let digits = max(decimal.decimals &+ 1, ShortestDecimal.count(of: rest))
    let length = digits &+ (decimal.decimals > 0 ? 1 : 0)
    precondition(length <= memory.count - count)
    var place = count &+ length
    count = place
    func put(digits count: Int) {
      var left = count
      while left >= 2 {
        let pair = UInt8(truncatingIfNeeded: rest % 100)
        place &-= 2
        memory[place &+ 1] = UInt8(ascii: "0") &+ pair % 10
        memory[place] = UInt8(ascii: "0") &+ pair / 10
        (rest, left) = (rest / 100, left &- 2)
      }
      guard left > 0 else { return }
      place &-= 1
      memory[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    put(digits: decimal.decimals)
    if decimal.decimals > 0 {
      place &-= 1
      memory[place] = UInt8(ascii: ".")
    }
    put(digits: digits &- decimal.decimals)
    append(separator)
  }
}

extension [UInt8] {
  /// Appends one line of at most `capacity` bytes.
  package mutating func appendLine(capacity: Int, _ write: (inout LineBuffer) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
      var line = LineBuffer(memory)
      write(&line)
      append(contentsOf: line.bytes)
    }
  }
}
