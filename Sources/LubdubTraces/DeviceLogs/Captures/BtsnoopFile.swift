/// The frame of a btsnoop file: a header, then packets with flags and a time in microseconds since the year 0.
package enum BtsnoopFile {
  package enum Datalink: UInt32 {
    /// H1: HCI packets without a type.
    case bare = 1001
    /// H4: HCI packets preceded by a type.
    case uart = 1002
    case monitor = 2001
  }

  package enum Header {
    case known(Datalink)
    case unknown(UInt32)
    case other
  }

  package enum Record {
    case packet(Packet, length: Int)
    case impossible(included: UInt32, original: UInt32)
    case unfinished
  }

  package struct Packet {
    package let bytes: ArraySlice<UInt8>
    package let flags: UInt32
    /// Microseconds since the year 0.
    package let stamp: UInt64
  }

  package enum Content {
    /// An HCI event, from its code on.
    case event(ArraySlice<UInt8>)
    /// Received data, from the connection handle on.
    case received(ArraySlice<UInt8>)
    case other
  }

  private static let magic = Array("btsnoop\0".utf8)
  /// The longest record, in bytes: more than any packet or snapshot length.
  package static let limit = 1 << 20
  package static let headerLength = 16

  package static func recognises(_ prefix: [UInt8]) -> Bool { prefix.starts(with: magic) }

  package static func header(_ bytes: ArraySlice<UInt8>) -> Header? {
    var cursor = ByteCursor(bytes)
    guard let start = cursor.take(8), let version = cursor.big(UInt32.self),
      let number = cursor.big(UInt32.self)
    else { return nil }
    guard start.elementsEqual(magic), version == 1 else { return .other }
    return Datalink(rawValue: number).map { .known($0) } ?? .unknown(number)
  }

  package static func record(_ bytes: ArraySlice<UInt8>) -> Record {
    var cursor = ByteCursor(bytes)
    guard let original = cursor.big(UInt32.self), let included = cursor.big(UInt32.self),
      let flags = cursor.big(UInt32.self), cursor.skip(4), let stamp = cursor.big(UInt64.self)
    else { return .unfinished }
    guard included <= limit, included <= original else {
      return .impossible(included: included, original: original)
    }
    guard let packet = cursor.take(Int(included)) else { return .unfinished }
    return .packet(Packet(bytes: packet, flags: flags, stamp: stamp), length: 24 + Int(included))
  }
}

extension BtsnoopFile.Packet {
  /// Microseconds from the year 0 to 1970-01-01.
  private static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000

  /// Nanoseconds since 1970; `nil` for a time beyond 64 bits.
  package var nanoseconds: Int64? {
    let (since, overflow) = Int64(bitPattern: stamp).subtractingReportingOverflow(Self.unixEpoch)
    let (time, carry) = since.multipliedReportingOverflow(by: 1000)
    return overflow || carry ? nil : time
  }

  package func content(_ datalink: BtsnoopFile.Datalink) -> BtsnoopFile.Content {
    switch datalink {
    case .uart: return .init(uart: bytes, isReceived: flags & 1 == 1)
    case .bare:
      // Flag bit 0: received; bit 1: command or event.
      if flags & 3 == 3 { return .event(bytes) }
      return flags & 3 == 1 ? .received(bytes) : .other
    // The low half of the flags is the monitor's opcode.
    case .monitor: return .init(monitor: bytes, opcode: flags & 0xFFFF)
    }
  }
}

extension BtsnoopFile.Content {
  /// A packet preceded by its type (H4): 4 for an event, 2 for data.
  package init(uart bytes: ArraySlice<UInt8>, isReceived: Bool) {
    switch bytes.first {
    case 0x04: self = .event(bytes.dropFirst())
    case 0x02 where isReceived: self = .received(bytes.dropFirst())
    default: self = .other
    }
  }

  /// A packet of the Linux monitor: 3 is an event, 5 is received data.
  package init(monitor bytes: ArraySlice<UInt8>, opcode: UInt32) {
    self = opcode == 3 ? .event(bytes) : opcode == 5 ? .received(bytes) : .other
  }
}

/// Reads integers from binary records, but never past their end.
package struct ByteCursor {
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  package mutating func skip(_ count: Int) -> Bool { take(count) != nil }

  package mutating func byte() -> UInt8? { take(1)?.first }

  package mutating func signedByte() -> Int8? { byte().map { Int8(bitPattern: $0) } }

  package mutating func little<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) -> Value?
  {
    take(Value.bitWidth / 8)?.reversed().reduce(0) { $0 << 8 | Value($1) }
  }

  package mutating func big<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) -> Value? {
    take(Value.bitWidth / 8)?.reduce(0) { $0 << 8 | Value($1) }
  }

  mutating func number<Value: FixedWidthInteger & UnsignedInteger>(_ isBigEndian: Bool) -> Value? {
    isBigEndian ? big(Value.self) : little(Value.self)
  }

  mutating func word(_ isBigEndian: Bool) -> UInt32? { number(isBigEndian) }
  mutating func half(_ isBigEndian: Bool) -> UInt16? { number(isBigEndian) }
}
