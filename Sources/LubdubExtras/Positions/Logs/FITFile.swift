/// A message of a FIT file, with its values by field number.
struct FITMessage {
  /// The number of the message in the profile: 20 is a record, and 78 contains intervals between beats.
  let kind: UInt16
  /// The raw values of the fields with a single number.
  var values: [UInt8: Int64] = [:]
  /// The raw values of the fields that are arrays; `nil` for an element without a value.
  var arrays: [UInt8: [Int64?]] = [:]
}

/// The structure of a FIT file (FIT protocol 2.0): header, definitions, data, and checksum.
enum FITFile {
  private struct Definition {
    let kind: UInt16
    let isBigEndian: Bool
    let fields: [(number: UInt8, size: Int, type: UInt8)]
    /// The number of bytes of a message, including developer fields.
    let size: Int

    init?(_ cursor: inout ByteCursor, hasDeveloperFields: Bool) {
      guard cursor.skip(1), let order = cursor.byte() else { return nil }
      isBigEndian = order == 1
      guard let kind = isBigEndian ? cursor.big(UInt16.self) : cursor.little(UInt16.self),
        let fields = Self.fields(&cursor), let more = hasDeveloperFields ? Self.fields(&cursor) : []
      else { return nil }
      (self.kind, self.fields) = (kind, fields)
      size = (fields + more).reduce(0) { $0 + $1.size }
    }

    private static func fields(
      _ cursor: inout ByteCursor
    ) -> [(number: UInt8, size: Int, type: UInt8)]? {
      guard let count = cursor.byte(), let raw = cursor.take(3 * Int(count)) else { return nil }
      return stride(from: raw.startIndex, to: raw.endIndex, by: 3).map {
        (raw[$0], Int(raw[$0 + 1]), raw[$0 + 2])
      }
    }
  }

  enum Fault: Equatable {
    case none
    case cut
    case undefined
    case checksum
  }

  static func recognises(_ start: [UInt8]) -> Bool {
    start.count >= 12 && (start[0] == 12 || start[0] == 14)
      && start[8...11].elementsEqual(".FIT".utf8)
  }

  static func read(_ bytes: [UInt8]) -> (messages: [FITMessage], fault: Fault) {
    guard recognises(bytes) else { return ([], .cut) }
    let start = Int(bytes[0])
    let length = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
    var messages: [FITMessage] = []
    var definitions: [UInt8: Definition] = [:]
    var clock: Int64?
    var cursor = ByteCursor(bytes.prefix(start + length).dropFirst(start))
    while let header = cursor.byte() {
      let isCompressed = header & 0x80 != 0
      if !isCompressed, header & 0x40 != 0 {
        guard let read = Definition(&cursor, hasDeveloperFields: header & 0x20 != 0) else {
          return (messages, .cut)
        }
        definitions[header & 0x0F] = read
        continue
      }
      let local = isCompressed ? (header >> 5) & 0x03 : header & 0x0F
      guard let definition = definitions[local] else { return (messages, .undefined) }
      guard let raw = cursor.take(definition.size) else { return (messages, .cut) }
      var message = message(raw, definition)
      if isCompressed, let last = clock {
        // The five bits are an offset from the last time.
        let offset = Int64(header & 0x1F)
        message.values[253] = last + ((offset - last) & 0x1F)
      }
      if let time = message.values[253] { clock = time }
      messages.append(message)
    }
    guard start + length + 2 <= bytes.count else { return (messages, .cut) }
    let isWhole = checksum(bytes[..<(start + length + 2)]) == 0
    return (messages, isWhole ? .none : .checksum)
  }

  private static func message(_ bytes: ArraySlice<UInt8>, _ definition: Definition) -> FITMessage {
    var message = FITMessage(kind: definition.kind)
    var place = bytes.startIndex
    for field in definition.fields {
      let raw = bytes[place..<(place + field.size)]
      place += field.size
      let width = width(ofType: field.type) ?? field.size
      guard [1, 2, 4].contains(width), field.size >= width, field.size % width == 0 else {
        continue
      }
      let numbers = stride(from: raw.startIndex, to: raw.endIndex, by: width).map {
        number(raw[$0..<($0 + width)], type: field.type, definition.isBigEndian)
      }
      if numbers.count == 1 {
        message.values[field.number] = numbers[0]
      } else {
        message.arrays[field.number] = numbers
      }
    }
    return message
  }

  /// The number of bytes of one element of a base type; `nil` for types that are not read as numbers.
  private static func width(ofType type: UInt8) -> Int? {
    switch type {
    case 0x00, 0x01, 0x02, 0x0A, 0x0D: 1
    case 0x83, 0x84, 0x8B: 2
    case 0x85, 0x86, 0x8C: 4
    default: nil
    }
  }

  private static func number(_ raw: ArraySlice<UInt8>, type: UInt8, _ isBigEndian: Bool) -> Int64? {
    let bits =
      isBigEndian
      ? raw.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      : raw.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let width = UInt64(8 * raw.count)
    let isSigned = [0x01, 0x83, 0x85].contains(type)
    let none = isSigned ? (1 << (width - 1)) - 1 : (UInt64(1) << width) - 1
    guard bits != none else { return nil }
    let isNegative = isSigned && bits >> (width - 1) == 1
    return isNegative ? Int64(bits) - (Int64(1) << Int64(width)) : Int64(bits)
  }

  /// The CRC-16 of the protocol; 0 for data followed by their own checksum.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    let table: [UInt16] = [
      0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800,
      0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
    ]
    var crc: UInt16 = 0
    for byte in bytes {
      for nibble in [byte & 0x0F, byte >> 4] {
        crc = (crc >> 4) ^ table[Int(crc & 0x0F)] ^ table[Int(nibble)]
      }
    }
    return crc
  }
}
