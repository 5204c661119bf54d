/// The time from one heartbeat to the next, from R peak to R peak.
package struct RRInterval: Sendable, Hashable {
  /// The time of the beat at its start, since the first beat of the series.
  package let start: Milliseconds
  /// The positive length.
  package let length: Milliseconds
  /// Whether the previous interval ends at the start of this interval. Differences never span a gap.
  package let isContinued: Bool

  /// The time of the beat at its end, since the first beat of the series.
  package var end: Milliseconds { start + length }
}

/// The intervals between the beats of a heart, in the order of time.
///
/// Times are sums of the intervals, because devices report intervals more exactly than times. Lost beats are a gap, and
/// times continue after it.
package struct RRSeries: Sendable, Hashable {
  package private(set) var intervals: [RRInterval] = []

  package init() {}

  /// Creates a series without gaps, from the lengths that are positive and finite.
  package init(_ lengths: some Sequence<Milliseconds>) {
    for length in lengths { append(length) }
  }

  /// Adds the next interval. `gap` is the time from the end of the previous interval to the beat at the start of this
  /// interval; `nil` if the previous interval ends at this beat. Length and gap must be finite, the length positive, and the
  /// gap not negative. Otherwise, the interval is rejected.
  @discardableResult
  package mutating func append(_ length: Milliseconds, after gap: Milliseconds? = nil) -> Bool {
    guard length.isFinite, length > .zero, (gap ?? .zero).isFinite, (gap ?? .zero) >= .zero else {
      return false
    }
    intervals.append(
      RRInterval(
        start: end + (gap ?? .zero), length: length, isContinued: gap == nil && !intervals.isEmpty))
    return true
  }

  /// The time of the last beat, since the first beat.
  package var end: Milliseconds { intervals.last?.end ?? .zero }

  package var duration: Seconds { end.seconds }

  var lengths: [Double] { intervals.map { $0.length.value } }

  /// The differences between consecutive intervals, later minus earlier, in milliseconds, without differences across gaps.
  var differences: [Double] {
    intervals.indices.dropFirst().compactMap { index in
      let interval = intervals[index]
      return interval.isContinued ? interval.length.value - intervals[index - 1].length.value : nil
    }
  }

  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for index in intervals.indices.dropFirst() where !intervals[index].isContinued {
      runs.append(start..<index)
      start = index
    }
    if !intervals.isEmpty { runs.append(start..<intervals.count) }
    return runs
  }

  /// The intervals within a time, including both ends. The times count from the first of these intervals.
  func part(from start: Seconds, to end: Seconds) -> RRSeries {
    var part = RRSeries()
    var last: Milliseconds?
    for interval in intervals {
      guard interval.start.seconds >= start, interval.end.seconds <= end else { continue }
      part.append(
        interval.length, after: interval.isContinued ? nil : last.map { interval.start - $0 })
      last = interval.end
    }
    return part
  }

  /// The windows that are entirely within the series and can contain an interval, each with its start since the first beat;
  /// empty if length or step is not positive.
  package func windows(length: Seconds, step: Seconds) -> [(start: Seconds, series: RRSeries)] {
    guard length > .zero, step > .zero, duration >= length else { return [] }
    let last = Int(clamping: (duration - length) / step)
    var windows: [(start: Seconds, series: RRSeries)] = []
    var next = 0
    for interval in intervals {
      // Two intervals may be years apart, so empty windows are skipped.
      next = max(next, Int(clamping: (interval.end.seconds - length) / step))
      let end = min(last, Int(clamping: interval.start.seconds / step))
      while next <= end {
        let start = Double(next) * step
        windows.append((start, part(from: start, to: start + length)))
        next += 1
      }
    }
    return windows
  }
}

/// The usual unit of intervals between heartbeats.
package typealias Milliseconds = Quantity<MillisecondUnit>

package enum MillisecondUnit: LinearUnit {
  package static var symbol: String { "ms" }
}

extension Quantity where Unit == MillisecondUnit {
  package var seconds: Seconds { Seconds(value / 1000) }
}
