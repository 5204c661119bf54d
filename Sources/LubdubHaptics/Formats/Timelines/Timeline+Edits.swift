public import Lubdub
internal import LubdubGround

extension Timeline {
  /// Whether nothing is felt: there is no event, or all have intensity 0.
  public var isSilent: Bool {
    events.allSatisfy { $0.levels.allSatisfy { $0.intensity == 0 } }
  }

  /// How many taps fall on another one: both are felt as one.
  public var coincidingTaps: Int {
    let times = events.transients.map { $0.time.value }
    return zip(times, times.dropFirst()).count { $1 - $0 < 1e-6 }
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

  func moved(by offset: Double) -> Timeline {
    retimed { Seconds(toNanosecond($0.value + offset)) }
  }

  func stretched(by factor: Double) -> Timeline {
    func longer(_ time: Seconds) -> Seconds { Seconds(toNanosecond(time.value * factor)) }
    return retimed(longer, lengths: longer)
  }

  func cut(from start: Double, to end: Double) -> Timeline {
    let keepsEnd = end >= duration.value
    guard start > 0 || !keepsEnd else { return self }
    // A tap at the very end of the timeline is part of it.
    func isKept(_ time: Double) -> Bool { time >= start && (time < end || keepsEnd) }
    let events = events.compactMap { event -> HapticEvent? in
      guard event.kind != .transient else {
        return isKept(event.time.value) ? event : nil
      }
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

  func scaled(_ factor: (Double) -> Double) -> Timeline {
    func scaled(_ value: Double, _ time: Double) -> Double {
      let factor = factor(time)
      return factor == 1 ? value : toPicoUnit(min(max(value * factor, 0), 1))
    }
    var copy = self
    for index in copy.beats.indices {
      let beat = copy.beats[index]
      copy.beats[index].intensity = scaled(beat.intensity, beat.time.value)
    }
    for index in copy.events.indices {
      let start = copy.events[index].time.value
      copy.events[index].intensity = scaled(copy.events[index].intensity, start)
      guard case .continuous(let length, var curve) = copy.events[index].kind else { continue }
      guard !curve.isEmpty else { continue }
      let before = curve
      for point in curve.indices {
        curve[point].intensity = scaled(
          curve[point].intensity, start + curve[point].time.value)
      }
      if curve != before {
        copy.events[index].intensity = curve.map { $0.intensity }.max() ?? 0
      }
      copy.events[index].kind = .continuous(duration: length, curve: curve)
    }
    return copy
  }

  /// Fades both ends, each over at most half of the timeline.
  func faded(over longest: Double) -> Timeline {
    let end = duration.value
    let length = min(longest, end / 2)
    guard length > 0 else { return self }
    func factor(_ time: Double) -> Double { max(0, min(1, time / length, (end - time) / length)) }
    let marks = (0...8).flatMap { step -> [Double] in
      let part = toNanosecond(length * Double(step) / 8)
      return [part, toNanosecond(end - part)]
    }
    return scaled(factor, at: marks) { $0.time.value < length || $0.end > end - length }
  }

  func scaled(by points: [TimelineEdit.GainPoint]) -> Timeline {
    guard let first = points.first, let last = points.last else { return self }
    let course = points.map { Course.Point(time: $0.time.value, value: $0.factor) }
    func factor(_ time: Double) -> Double {
      Course.value(of: course, at: time, fromLeft: false) ?? 1
    }
    let marks = zip(points, points.dropFirst()).flatMap { left, right in
      let length = (right.time - left.time).value
      return (0...8).map { toNanosecond(left.time.value + length * Double($0) / 8) }
    }
    return scaled(factor, at: marks) { $0.time < last.time && $0.end > first.time.value }
  }

  /// Multiplies the intensities by a factor that bends at marks. A course gets points there, for a product of
  /// two slopes is no straight line.
  private func scaled(
    _ factor: (Double) -> Double, at marks: [Double], where isChanged: (HapticEvent) -> Bool
  ) -> Timeline {
    var copy = self
    copy.events = events.map { event in
      guard event.kind != .transient, isChanged(event) else { return event }
      let cut = Self.event(event.ramps.flatMap { $0.cut(at: marks) })
      guard var cut, case .continuous(let duration, var curve) = cut.kind else { return event }
      if curve.isEmpty {
        let inner = marks.filter { $0 > event.time.value && $0 < event.end }.inOrder()
        curve = ([event.time.value] + inner + [event.end]).map {
          .init(
            time: Seconds(toNanosecond($0 - event.time.value)), intensity: event.intensity,
            sharpness: event.sharpness)
        }
      }
      cut.kind = .continuous(duration: duration, curve: curve)
      return cut
    }
    return copy.scaled(factor)
  }

  /// Turns sharpnesses around within a range, that of the whole of which this may be one place.
  func withSwappedSharpness(in range: ClosedRange<Double>) -> Timeline {
    withSharpness { value in
      min(
        max(toPicoUnit(range.lowerBound + range.upperBound - value), range.lowerBound),
        range.upperBound)
    }
  }

  /// The least and the greatest sharpness; `nil` where nothing plays.
  var sharpnessRange: ClosedRange<Double>? {
    let all = events.flatMap { $0.levels.map { $0.sharpness } }
    guard let least = all.min(), let greatest = all.max() else { return nil }
    return least...greatest
  }

  /// With every sharpness held to 0...1, as a sound plays it.
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
