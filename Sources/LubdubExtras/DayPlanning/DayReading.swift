/// One value measured by a phone or a watch.
package struct DayReading: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The SDNN in ms, never the RMSSD.
    case hrv
    /// The hours of sleep, at the time of waking.
    case sleep
    /// The steps since the previous reading.
    case steps
    /// The light at the eye, in lux.
    case light

    /// The plausible ranges in words, because several rows share one fault.
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
  /// The value in the unit of the kind.
  package var value: Double
  /// The device of the reading; empty if it is not reported.
  package var source = ""
}
