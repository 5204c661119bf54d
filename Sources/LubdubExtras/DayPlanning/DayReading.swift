/// One value measured by a phone or a watch.
package struct DayReading: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// SDNN in ms, never RMSSD.
    case hrv
    /// Hours slept; the time is that of waking.
    case sleep
    /// Steps since the previous reading.
    case steps
    /// Light at the eye in lux.
    case light

    /// The plausible ranges, in words: one fault is reported for several rows.
    package static let rule =
      "hrv is a number from 0 to 1000, sleep from 0 to 24, steps and light from 0 to 1000000"

    package var range: ClosedRange<Double> {
      switch self {
      case .hrv: 0...1000
      case .sleep: 0...24
      case .steps, .light: 0...1_000_000
      }
    }
  }

  package var id: String
  package var time: LocalTime
  package var kind: Kind
  /// The value, in the unit of the kind.
  package var value: Double
  /// The device that measured it; empty if not reported.
  package var source = ""
}
