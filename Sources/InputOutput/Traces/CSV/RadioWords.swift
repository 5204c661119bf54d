import Observations

/// How the two radios of a trace are written, quotes and blanks included. Others take longer to read.
struct RadioWords: Sendable {
  private(set) var first: (key: UInt64, radio: Radio) = (FieldText.key("uwb"), .uwb)
  private(set) var second: (key: UInt64, radio: Radio) = (FieldText.key("ble"), .ble)

  /// Expects that a radio goes on being written like this.
  mutating func expect(_ field: FieldText, _ radio: Radio) {
    guard let key = field.key else { return }
    if radio == first.radio {
      first.key = key
    } else {
      second = (key, radio)
    }
  }
}
