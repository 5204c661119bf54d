extension Timeline {
  /// Whether the timeline is silent: it has no events, or all events have intensity 0.
  public var isSilent: Bool { events.allSatisfy { $0.levels.allSatisfy { $0.intensity == 0 } } }

  /// The number of taps that coincide with another tap: the two taps feel like one tap.
  public var coincidingTaps: Int {
    let times = events.transients.map { $0.time.value }
    return zip(times, times.dropFirst()).count { $1 - $0 < 1e-6 }
  }

  package var feltTaps: Int {
    events.transients.count { $0.intensity >= LossReport.Tolerance().amplitude }
  }

  /// The timeline after all edits, in their order.
  ///
  /// - Throws: `FormatError` for a number out of its range.
  public func edited(_ edits: [TimelineEdit]) throws(FormatError) -> Timeline {
    var timeline = self
    for edit in edits { timeline = try edit.applied(to: timeline) }
    return timeline
  }

  private func retimed(
    _ time: (Seconds) -> Seconds, lengths: ((Seconds) -> Seconds)? = nil
  ) -> Timeline {
    var copy = self
    copy.duration = time(duration)
    for index in copy.beats.indices {
      copy.beats[index].time = time(copy.beats[index].time)
      if let lengths { copy.beats[index].interval = lengths(copy.beats[index].interval) }
    }
    for index in copy.events.indices {
      copy.events[index].time = time(copy.events[index].time)
      guard let lengths, case .continuous(let length, var curve) = copy.events[index].kind else {
        continue
      }
      for point in curve.indices { curve[point].time = lengths(curve[point].time) }
      copy.events[index].kind = .continuous(duration: lengths(length), curve: curve)
    }
    return copy
  }

  func moved(by offset: Double) -> Timeline { retimed { Seconds(toNanosecond($0.value + offset)) } }

  func stretched(by factor: Double) -> Timeline {
    func longer(_ time: Seconds) -> Seconds { Seconds(toNanosecond(time.value * factor)) }
    return retimed(longer, lengths: longer)
  }

  func cut(from start: Double, to end: Double) -> Timeline {
    let keepsEnd = end >= duration.value
    guard start > 0 || !keepsEnd else { return self }
    // A tap at the end of the timeline is part of the timeline.
    func isKept(_ time: Double) -> Bool { time >= start && (time < end || keepsEnd) }
    let events = events.compactMap { event -> HapticEvent? in
      guard event.kind != .transient else { return isKept(event.time.value) ? event : nil }
      guard event.time.value < start || event.end > end else { return event }
      return Self.event(
        event.ramps.filter { $0.start < end && $0.end > start }.map {
          $0.part(max($0.start, start), min($0.end, end))
        })
    }
    let beats = beats.filter { isKept($0.time.value) }
    return Timeline(duration: Seconds(end), beats: beats, events: events)
  }

  private static func event(_ ramps: [EnvelopeSegment]) -> HapticEvent? {
    guard let first = ramps.first, let last = ramps.last, last.end > first.start else { return nil }
    var points: [EnvelopePoint] = []
    for point in ramps.flatMap({ $0.points }) where point != points.last { points.append(point) }
    return HapticEvent(through: points)
  }

  /// Multiplies intensities by a factor that is straight between its bends, limited to 1; a tap has a separate factor. A
  /// course gets points at the bends, at intensity 1, and where the product of two slopes isn't a straight line.
  func scaled(
    at bends: [Double] = [], by factor: (_ time: Double, _ isTap: Bool) -> Double
  ) -> Timeline {
    func held(_ value: Double) -> Double { toPicoUnit(min(max(value, 0), 1)) }
    func tap(_ value: Double, _ time: Seconds) -> Double { held(value * factor(time.value, true)) }
    func product(_ ramp: EnvelopeSegment) -> [EnvelopeSegment] {
      let factors = (factor(ramp.start, false), factor(ramp.end, false))
      let slopes = (ramp.to.intensity - ramp.from.intensity) * (factors.1 - factors.0)
      // In the middle of a part, the product differs from its line by a quarter of the product of both slopes: at most
      // 0.005.
      let count = Int(min(64, (abs(slopes) / 0.02).squareRoot().rounded(.up)))
      return ramp.cut(into: count).flatMap { ramp in
        var part = ramp
        part.from.intensity *= factor(ramp.start, false)
        part.to.intensity *= factor(ramp.end, false)
        let (from, to) = (part.from.intensity - 1, part.to.intensity - 1)
        let full = toNanosecond(part.start + (part.end - part.start) * from / (from - to))
        return part.cut(at: from * to < 0 ? [full] : [])
      }
    }
    var copy = self
    for index in copy.beats.indices {
      copy.beats[index].intensity = tap(beats[index].intensity, beats[index].time)
    }
    copy.events = events.map { event in
      var copy = event
      copy.intensity = tap(event.intensity, event.time)
      guard event.kind != .transient else { return copy }
      let ramps = event.ramps.flatMap { $0.cut(at: bends) }
      if ramps.allSatisfy({ factor($0.start, false) == 1 && factor($0.end, false) == 1 }) {
        return event
      }
      return Self.event(
        ramps.flatMap(product).map {
          var ramp = $0
          ramp.from.intensity = held(ramp.from.intensity)
          ramp.to.intensity = held(ramp.to.intensity)
          return ramp
        }) ?? copy
    }
    return copy
  }

  /// Fades both ends, each over at most half of the timeline. The whole tap is scaled by the fade at the end of the tap, so
  /// that you can feel the first and the last tap.
  func faded(over longest: Double) -> Timeline {
    let end = duration.value
    let length = min(longest, end / 2)
    guard length > 0 else { return self }
    return scaled(at: [length, end - length].map(toNanosecond)) { time, isTap in
      let tap = isTap ? WaveformSteps.pulse : 0
      return max(0, min(1, (time + tap) / length, (end + tap - time) / length))
    }
  }

  func scaled(by points: [TimelineEdit.GainPoint]) -> Timeline {
    let course = points.map { Course.Point(time: $0.time.value, value: $0.factor) }
    return scaled(at: course.map { $0.time }) { time, _ in
      Course.value(of: course, at: time, fromLeft: false) ?? 1
    }
  }

  /// Reverses sharpnesses within a range: the range of the whole timeline, of which this timeline may be one place.
  func withSwappedSharpness(in range: ClosedRange<Double>) -> Timeline {
    withSharpness { value in
      min(
        max(toPicoUnit(range.lowerBound + range.upperBound - value), range.lowerBound),
        range.upperBound)
    }
  }

  var sharpnessRange: ClosedRange<Double>? {
    let all = events.flatMap { $0.levels.map { $0.sharpness } }
    guard let least = all.min(), let greatest = all.max() else { return nil }
    return least...greatest
  }

  /// The timeline with every sharpness clamped to 0...1, as a sound plays it.
  package var withinBand: Timeline { withSharpness { min(max($0, 0), 1) } }

  private func withSharpness(_ change: (Double) -> Double) -> Timeline {
    var copy = self
    for index in copy.events.indices {
      copy.events[index].sharpness = change(copy.events[index].sharpness)
      guard case .continuous(let length, var curve) = copy.events[index].kind else { continue }
      for point in curve.indices { curve[point].sharpness = change(curve[point].sharpness) }
      copy.events[index].kind = .continuous(duration: length, curve: curve)
    }
    return copy
  }
}
