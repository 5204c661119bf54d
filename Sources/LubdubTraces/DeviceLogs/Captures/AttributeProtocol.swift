/// The attribute protocol of Bluetooth LE in the data packets of a controller (Core Specification, Vol 3, Part F).
package struct AttributeProtocol: Sendable {
  package enum Message: Equatable, Sendable {
    case value(handle: UInt16, ArraySlice<UInt8>)
    /// Attributes and their kinds: the 16 bits of a characteristic's assigned number.
    case characteristics([Characteristic])
    case other
  }

  package struct Characteristic: Equatable, Sendable {
    package let handle: UInt16
    package let number: UInt16
  }

  private struct Part: Sendable {
    var bytes: [UInt8]
    let size: Int
  }

  private var parts: [UInt16: Part] = [:]
  private static let mostParts = 64
  private static let attributeChannel: UInt16 = 4

  package init() {}

  package mutating func read(_ data: ArraySlice<UInt8>) -> (connection: UInt16, message: Message)? {
    var cursor = ByteCursor(data)
    guard let head = cursor.little(UInt16.self), let count = cursor.little(UInt16.self),
      let piece = cursor.take(min(Int(count), cursor.rest.count))
    else { return nil }
    let connection = head & 0x0FFF
    var part = Part(bytes: [], size: 0)
    if (head >> 12) & 0x03 == 1 {
      guard let begun = parts.removeValue(forKey: connection) else { return nil }
      part = begun
      part.bytes += piece
    } else {
      parts[connection] = nil
      var header = ByteCursor(piece)
      guard let size = header.little(UInt16.self),
        header.little(UInt16.self) == Self.attributeChannel
      else { return nil }
      part = Part(bytes: Array(header.rest), size: Int(size))
    }
    guard part.bytes.count >= part.size else {
      if parts.count < Self.mostParts { parts[connection] = part }
      return nil
    }
    return (connection, Self.message(part.bytes.prefix(part.size)))
  }

  private static func message(_ content: ArraySlice<UInt8>) -> Message {
    var cursor = ByteCursor(content)
    switch cursor.byte() {
    // Handle Value Notification and Indication.
    case 0x1B, 0x1D:
      guard let handle = cursor.little(UInt16.self) else { return .other }
      return .value(handle: handle, cursor.rest)
    // Read By Type Response: handle of the declaration, properties, handle of the value, UUID.
    case 0x09:
      guard let size = cursor.byte(), size == 7 || size == 21 else { return .other }
      var found: [Characteristic] = []
      while cursor.skip(3), let handle = cursor.little(UInt16.self),
        let identifier = cursor.take(Int(size) - 5)
      {
        // A long identifier has the assigned number four bytes before its end.
        var number = ByteCursor(size == 7 ? identifier : identifier.dropFirst(12))
        if let number = number.little(UInt16.self) {
          found.append(Characteristic(handle: handle, number: number))
        }
      }
      return .characteristics(found)
    default: return .other
    }
  }
}
