/// A message of a FIT file: numbers by the number of their field.
struct FITMessage {
  /// The number in the profile: 20 is a record.
  let kind: UInt16
  /// The raw values of the fields that have one; arrays are left out.
  let values: [UInt8: Int64]
}

/// The frame of a FIT file (FIT protocol 2.0): header, definitions, data, checksum.
enum FITFile {
  private struct Definition {
    let kind: UInt16
    let isBigEndian: Bool
    let fields: [(number: UInt8, size: Int, type: UInt8)]
    let size: Int
  }

  enum Fault: Equatable {
    case none
    /// The file ends before its data do.
    case cut
    /// A message has no definition.
    case undefined
    /// The checksum is wrong.
    case checksum
  }

  static func recognises(_ start: [UInt8]) -> Bool {
    start.count >= 12 && (start[0] == 12 || start[0] == 14)
      && start[8...11].elementsEqual(".FIT".utf8)
  }

  /// All messages in order, and what was wrong.
  static func read(_ bytes: [UInt8]) -> (messages: [FITMessage], fault: Fault) {
    guard recognises(bytes) else { return ([], .cut) }
    let start = Int(bytes[0])
    let length = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
    let end = min(bytes.count, start + length)
    var messages: [FITMessage] = []
    var definitions: [UInt8: Definition] = [:]
    var clock: Int64?
    var place = start
    while place < end {
      let header = bytes[place]
      place += 1
      let isCompressed = header & 0x80 != 0
      if !isCompressed, header & 0x40 != 0 {
        guard let read = definition(bytes[place..<end], hasDeveloperFields: header & 0x20 != 0)
        else { return (messages, .cut) }
        definitions[header & 0x0F] = read.definition
        place = read.end
        continue
      }
      let local = isCompressed ? (header >> 5) & 0x03 : header & 0x0F
      guard let definition = definitions[local] else { return (messages, .undefined) }
      guard place + definition.size <= end else { return (messages, .cut) }
      var values = values(bytes[place..<(place + definition.size)], definition)
      place += definition.size
      if isCompressed, let last = clock {
        // Five bits count on from the last time.
        let offset = Int64(header & 0x1F)
        values[253] = last + ((offset - last) & 0x1F)
      }
      if let time = values[253] { clock = time }
      messages.append(FITMessage(kind: definition.kind, values: values))
    }
    guard start + length + 2 <= bytes.count else { return (messages, .cut) }
    let isWhole = checksum(bytes[..<(start + length + 2)]) == 0
    return (messages, isWhole ? .none : .checksum)
  }

  private static func definition(
    _ bytes: ArraySlice<UInt8>, hasDeveloperFields: Bool
  ) -> (definition: Definition, end: Int)? {
    guard bytes.count >= 5 else { return nil }
    let base = bytes.startIndex
    let isBigEndian = bytes[base + 1] == 1
    let (low, high) = (UInt16(bytes[base + 2]), UInt16(bytes[base + 3]))
    let kind = isBigEndian ? low << 8 | high : high << 8 | low
    let count = Int(bytes[base + 4])
    var place = base + 5
    guard place + 3 * count <= bytes.endIndex else { return nil }
    var fields: [(number: UInt8, size: Int, type: UInt8)] = []
    for _ in 0..<count {
      fields.append((bytes[place], Int(bytes[place + 1]), bytes[place + 2]))
      place += 3
    }
    var size = fields.reduce(0) { $0 + $1.size }
    if hasDeveloperFields {
      guard place < bytes.endIndex else { return nil }
      let more = Int(bytes[place])
      place += 1
      guard place + 3 * more <= bytes.endIndex else { return nil }
      for index in 0..<more { size += Int(bytes[place + 3 * index + 1]) }
      place += 3 * more
    }
    return (
      Definition(kind: kind, isBigEndian: isBigEndian, fields: fields, size: size), place
    )
  }

  private static func values(
    _ bytes: ArraySlice<UInt8>, _ definition: Definition
  ) -> [UInt8: Int64] {
    var values: [UInt8: Int64] = [:]
    var place = bytes.startIndex
    for field in definition.fields {
      let raw = bytes[place..<(place + field.size)]
      place += field.size
      // Types of more bytes than one have the highest bit set.
      guard [1, 2, 4].contains(field.size) else { continue }
      let ordered = definition.isBigEndian ? Array(raw) : Array(raw.reversed())
      let bits = ordered.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let width = UInt64(8 * field.size)
      let isSigned = [0x01, 0x83, 0x85].contains(field.type)
      let none = isSigned ? (1 << (width - 1)) - 1 : (UInt64(1) << width) - 1
      guard bits != none else { continue }
      let isNegative = isSigned && bits >> (width - 1) == 1
      values[field.number] = isNegative ? Int64(bits) - (Int64(1) << Int64(width)) : Int64(bits)
    }
    return values
  }

  /// CRC-16 as the protocol has it; 0 over data with their own checksum behind them.
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
