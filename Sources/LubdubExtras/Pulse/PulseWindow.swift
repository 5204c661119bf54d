package struct PulseWindow: Sendable, Hashable {
  /// When it begins, since the first beat.
  package let start: Seconds
  package let series: RRSeries

  /// Windows that lie within a series as a whole; none where length or step is not positive.
  package static func windows(of series: RRSeries, length: Seconds, step: Seconds) -> [PulseWindow]
  {
    guard length > .zero, step > .zero, series.duration >= length else { return [] }
    let count = Int((series.duration - length) / step) + 1
    return (0..<count).map { index in
      let start = Double(index) * step
      return PulseWindow(start: start, series: series.part(from: start, to: start + length))
    }
  }
}
