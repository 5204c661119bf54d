/// Writes packets between a host and its Bluetooth controller as a capture.
package struct CaptureWriter: Sendable {
  /// The framing of a capture.
  package enum Format: String, Sendable, CaseIterable {
    /// btsnoop with packets of H4.
    case btsnoop
    /// pcap with link type 201.
    case pcap
    /// Apple's PacketLogger.
    case pklg
  }

  private let format: Format
  package private(set) var bytes: [UInt8]

  /// The start of captures: seconds from 1970 to 2026-01-01.
  private static let start: UInt64 = 1_767_225_600
  /// Microseconds from the year 0 to 1970-01-01.
  private static let unixEpoch: UInt64 = 0x00DC_DDB3_0F2F_8000

  package init(_ format: Format) {
    self.format = format
    switch format {
    case .btsnoop: bytes = Array("btsnoop\0".utf8) + Self.big(1, 4) + Self.big(1002, 4)
    case .pcap:
      bytes = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8)
      bytes += [0xFF, 0xFF, 0, 0, 201, 0, 0, 0]
    case .pklg: bytes = []
    }
  }

  /// Appends a packet that begins with its type: 4 for an event, 2 for data.
  package mutating func append(_ packet: [UInt8], at microseconds: UInt64) {
    let isEvent = packet.first == 4
    let count = UInt64(packet.count)
    switch format {
    case .btsnoop:
      let stamp = Self.unixEpoch + Self.start * 1_000_000 + microseconds
      bytes += Self.big(count, 4) + Self.big(count, 4) + Self.big(isEvent ? 3 : 1, 4)
      bytes += Self.big(0, 4) + Self.big(stamp, 8) + packet
    case .pcap:
      for word in [
        Self.start + microseconds / 1_000_000, microseconds % 1_000_000, count + 4, count + 4,
      ] {
        bytes += Self.big(word, 4).reversed()
      }
      bytes += Self.big(1, 4) + packet
    case .pklg:
      bytes += Self.big(count + 8, 4) + Self.big(Self.start + microseconds / 1_000_000, 4)
      bytes += Self.big(microseconds % 1_000_000, 4) + [isEvent ? 1 : 3] + packet.dropFirst()
    }
  }

  private static func big(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
