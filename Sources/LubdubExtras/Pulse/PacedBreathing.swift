/// How far a heart goes along with a breath that is paced: the share of its power within 0.015 Hz of the pacer, of
/// all power from 0.04 to 0.26 Hz, before the pacer began and while it went on. By Lomb-Scargle.
package struct PacedBreathing: Sendable, Hashable {
  package let pacer: Hertz
  /// When it began, since the first beat.
  package let start: Seconds
  /// The share before; `nil` for less than a minute.
  package let before: Double?
  /// The share while it went on; `nil` for less than a minute.
  package let during: Double?

  /// The frequencies that a breath can be paced at: the least is 2.4 a minute, the most 15.6.
  package static let range: ClosedRange<Double> = 0.04...0.26
  /// How far from the pacer a frequency still belongs to it, in hertz.
  private static let reach = 0.015
  /// The shortest part that can show anything, in seconds.
  private static let shortest = 60.0

  /// The shares of a series, with a pacer of a frequency within `range` that began so long after the first beat.
  package init(_ series: RRSeries, pacer: Hertz, from start: Seconds) throws(SpectraError) {
    self.pacer = pacer
    self.start = start
    before = try Self.share(of: pacer, in: series.part(from: .zero, to: start))
    during = try Self.share(of: pacer, in: series.part(from: start, to: series.duration))
  }

  private static func share(of pacer: Hertz, in part: RRSeries) throws(SpectraError) -> Double? {
    guard part.duration.value >= shortest, let spectrum = try FrequencyDomain(part, .lomb) else {
      return nil
    }
    let all = spectrum.power(from: range.lowerBound, to: range.upperBound)
    let near = spectrum.power(
      from: max(range.lowerBound, pacer.value - reach),
      to: min(range.upperBound, pacer.value + reach))
    return all > 0 ? near / all : nil
  }
}
