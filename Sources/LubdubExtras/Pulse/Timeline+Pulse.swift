extension Timeline {
  /// A recorded heart as a timeline: a lub-dub for every beat. The lub has an intensity of 0...1, and the dub follows after
  /// a delay. The first beat is at 0. Each time is the sum of the intervals before it, so that times do not drift.
  package init(_ series: RRSeries, dub: DubDelay, intensity: Double = 1) {
    var beats: [Beat] = []
    for interval in series.intervals {
      // After a gap, an additional beat begins the interval, unless the length of the gap is unknown.
      let isBegun = beats.last?.time == interval.start.seconds
      let begins = !interval.isContinued && !isBegun
      if !begins, !beats.isEmpty { beats[beats.count - 1].interval = interval.length.seconds }
      for time in begins ? [interval.start, interval.end] : [interval.end] {
        beats.append(
          Beat(
            id: Beat.ID(index: beats.count), time: time.seconds, interval: interval.length.seconds,
            intensity: intensity, zone: 0))
      }
    }
    let events = beats.flatMap { beat in
      var pattern = Pattern.lubDub
      if pattern.elements.count > 1 {
        pattern.elements[1].offset = dub.delay(in: beat.interval).value
      }
      return pattern.events(for: beat)
    }
    let end = events.last?.time ?? .zero
    self.init(duration: max(series.duration, end), beats: beats, events: events)
  }
}

/// The time from the lub to the dub.
package enum DubDelay: Sendable, Hashable {
  case fixed(Seconds)
  /// The ejection time of a heart at the current rate, as in `Pattern.TimeBase.systoles`.
  case physiological

  package func delay(in interval: Seconds) -> Seconds {
    switch self {
    case .fixed(let delay): delay
    case .physiological: Seconds(Pattern.TimeBase.systoles.unit(interval: interval))
    }
  }
}
