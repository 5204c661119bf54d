package import Link

/// What a row is, as one byte: the numbers of the C interface. The lowest bit is the radio, 0 for
/// ultra-wideband and 1 for Bluetooth; the rest is 0 for a sample, or the place of the event among
/// `LinkEvent.allCases`, counted from 1.
package struct RowKind: Hashable, Sendable {
  /// The radio of the sample, or that reported the event.
  package let radio: Radio
  /// The event; `nil` for a sample.
  package let event: LinkEvent?

  /// The kind of an observation.
  package init(_ observation: Observation) {
    radio = observation.radio
    event = observation.event
  }

  /// The kind of a byte; `nil` for a byte that is none.
  package init?(byte: UInt8) {
    let event = Int(byte >> 1)
    guard event <= LinkEvent.allCases.count else { return nil }
    radio = byte & 1 == 0 ? .uwb : .ble
    self.event = event == 0 ? nil : LinkEvent.allCases[event - 1]
  }

  /// The byte.
  package var byte: UInt8 {
    let place = event.flatMap { LinkEvent.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return UInt8(place << 1) | (radio == .uwb ? 0 : 1)
  }
}
