package import Link

/// What a row is, as one byte: the numbers of the C interface. The lowest two bits are the place of the
/// radio among `Radio.allCases`; the rest is 0 for a sample, or the place of the event among
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
    let (event, radio) = (Int(byte >> 2), Int(byte & 3))
    guard event <= LinkEvent.allCases.count, radio < Radio.allCases.count else { return nil }
    self.radio = Radio.allCases[radio]
    self.event = event == 0 ? nil : LinkEvent.allCases[event - 1]
  }

  /// The byte.
  package var byte: UInt8 {
    let place = event.flatMap { LinkEvent.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return UInt8(place << 2) | radio.byte
  }
}

extension Radio {
  /// The place among all radios: the number of the C interface.
  package var byte: UInt8 {
    switch self {
    case .uwb: 0
    case .ble: 1
    case .cs: 2
    }
  }
}
