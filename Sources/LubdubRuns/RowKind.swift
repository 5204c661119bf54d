/// The kind of a row as one byte, as in the C interface. The lowest two bits and the highest bit, whose value is four,
/// contain the index of the radio in `Radio.allCases`. The other bits are 0 for a sample, or the index of the event in
/// `LinkEvent.allCases`, counted from 1.
package struct RowKind: Hashable, Sendable {
  package let radio: Radio
  package let event: LinkEvent?

  package init(_ sample: Sample) { self.init(radio: sample.radio, event: sample.event) }

  package init(radio: Radio, event: LinkEvent?) {
    self.radio = radio
    self.event = event
  }

  package init?(byte: UInt8) {
    guard let radio = Radio(byte: byte & 3 | (byte >> 7) << 2) else { return nil }
    self.radio = radio
    let byte = byte & 0x7F
    guard byte > 3 else {
      event = nil
      return
    }
    let place = Int(byte >> 2) - 1
    guard place < LinkEvent.allCases.count else { return nil }
    event = LinkEvent.allCases[place]
  }

  package var byte: UInt8 {
    let radio = radio.byte & 3 | (radio.byte >> 2) << 7
    guard let event else { return radio }
    let place = LinkEvent.allCases.firstIndex(of: event).map { $0 + 1 } ?? 0
    return UInt8(place << 2) | radio
  }
}

extension Radio {
  /// The index among all radios: the number of the C interface.
  package var byte: UInt8 { entry.number }

  init?(byte: UInt8) {
    guard Int(byte) < Radio.allCases.count else { return nil }
    self = Radio.allCases[Int(byte)]
  }
}
