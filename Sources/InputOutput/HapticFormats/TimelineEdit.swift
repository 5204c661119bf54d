public import Haptics
public import Quantities

/// Changes of a timeline, applied in order. Times are held to whole nanoseconds.
public enum TimelineEdit: Sendable, Hashable {
  /// Keeps what lies at or after a time, which becomes time 0. Continuous events are cut there.
  case from(Seconds)
  /// Keeps what lies before a time, counted from the start of the timeline as it is now.
  case to(Seconds)
  /// Multiplies intensities; the result is held to 0...1, which `loss(in:)` reports.
  case gain(Double)
  /// Multiplies all times and lengths; above zero.
  case stretch(Double)
  /// Plays the timeline so many times, at least once.
  case repetition(Int)
  /// Plays another timeline after this one.
  case join(Timeline)
  /// Plays another timeline together with this one.
  case layer(Timeline)
  /// Fades the start in and the end out over a length.
  case fade(Seconds)

  /// Why an edit cannot be done.
  private var fault: FormatError? {
    switch self {
    case .from(let time), .to(let time), .fade(let time):
      guard time.value.isFinite, time.value >= 0 else {
        return FormatError(rule: "edit-time", "a time is \(time.value) s, must be 0 or more")
      }
    case .gain(let factor) where !factor.isFinite || factor < 0:
      return FormatError(rule: "edit-gain", "the gain is \(factor), must be 0 or more")
    case .stretch(let factor) where !factor.isFinite || factor <= 0:
      return FormatError(rule: "edit-stretch", "the stretch is \(factor), must be above 0")
    case .repetition(let count) where !(1...100_000).contains(count):
      return FormatError(
        rule: "edit-repeat", "the timeline is repeated \(count) times, must be 1...100000")
    case .gain, .stretch, .repetition, .join, .layer: break
    }
    return nil
  }

  /// The changed timeline. Heartbeats are moved and cut as transients are.
  ///
  /// - Throws: `FormatError` for a number out of its range.
  public func applied(to timeline: Timeline) throws(FormatError) -> Timeline {
    if let fault { throw fault }
    switch self {
    case .from(let time):
      let cut = timeline.cut(from: time.value, to: timeline.duration.value)
      return cut.moved(by: -min(time.value, timeline.duration.value))
    case .to(let time): return timeline.cut(from: 0, to: min(time.value, timeline.duration.value))
    case .gain(let factor): return timeline.scaled { _ in factor }
    case .stretch(let factor): return timeline.stretched(by: factor)
    case .repetition(let count):
      guard count * max(timeline.events.count, 1) <= 10_000_000 else {
        throw FormatError(
          rule: "edit-repeat", "\(count) repetitions are more than 10 million events")
      }
      var (events, beats): ([HapticEvent], [Beat]) = ([], [])
      for index in 0..<count {
        let pass = timeline.moved(by: timeline.duration.value * Double(index))
        events += pass.events
        beats += pass.beats
      }
      let end = toNanosecond(timeline.duration.value * Double(count))
      return Timeline(duration: Seconds(end), beats: beats, events: events)
    case .join(let other):
      let next = other.moved(by: timeline.duration.value)
      return Timeline(
        duration: next.duration, beats: timeline.beats + next.beats,
        events: timeline.events + next.events)
    case .layer(let other):
      return Timeline(
        duration: max(timeline.duration, other.duration), beats: timeline.beats,
        events: timeline.events + other.events)
    case .fade(let length): return timeline.faded(over: length.value)
    }
  }
}

extension TimelineEdit {
  /// What the edit takes from a timeline besides what it is asked to: a gain holds intensities to 1.
  ///
  /// The amount is by how much the largest intensity is above 1.
  public func loss(in timeline: Timeline) -> LossReport {
    var loss = LossReport()
    guard case .gain(let factor) = self else { return loss }
    for event in timeline.events {
      var peak = event.intensity
      if case .continuous(_, let curve) = event.kind {
        peak = curve.map { $0.intensity }.max() ?? peak
      }
      let excess = peak * factor - 1
      if excess > 1e-12 { loss.note(.clampedValue, of: event.subject, by: excess) }
    }
    return loss
  }
}

extension TimelineDocument {
  /// Applies an edit.
  ///
  /// A loop stays a loop after a gain and a stretch. Any other edit changes what would be repeated: the
  /// result is played once, which is counted.
  ///
  /// - Parameters:
  ///   - edit: The change.
  ///   - loss: Counts what is lost besides what the edit is asked to take.
  /// - Throws: `FormatError` for a number out of its range.
  public mutating func apply(
    _ edit: TimelineEdit, loss: inout LossReport
  ) throws(FormatError) {
    let edited = try edit.applied(to: timeline)
    loss.merge(edit.loss(in: timeline))
    timeline = edited
    guard let loop = annotations["loop"] else { return }
    annotations["loop"] = SteadyLoop(annotation: loop)?.edited(edit)?.annotation
    if annotations["loop"] == nil { loss.note(.onePass, of: .timeline) }
  }
}

extension Timeline {
  /// Whether nothing is felt: there is no event, or all have intensity 0.
  public var isSilent: Bool {
    events.allSatisfy { event in
      guard case .continuous(_, let curve) = event.kind, !curve.isEmpty else {
        return event.intensity == 0
      }
      return curve.allSatisfy { $0.intensity == 0 }
    }
  }

  /// The timeline after all edits, in their order.
  ///
  /// - Throws: `FormatError` for a number out of its range.
  public func edited(_ edits: [TimelineEdit]) throws(FormatError) -> Timeline {
    var timeline = self
    for edit in edits { timeline = try edit.applied(to: timeline) }
    return timeline
  }

  /// The timeline with all its times changed by one rule, lengths by another.
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

  fileprivate func stretched(by factor: Double) -> Timeline {
    func longer(_ time: Seconds) -> Seconds { Seconds(toNanosecond(time.value * factor)) }
    return retimed(longer, lengths: longer)
  }

  /// What lies between two times; times stay as they are.
  fileprivate func cut(from start: Double, to end: Double) -> Timeline {
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

  /// The continuous event of a course.
  private static func event(_ ramps: [EnvelopeSegment]) -> HapticEvent? {
    guard let first = ramps.first, let last = ramps.last, last.end > first.start else { return nil }
    var points: [EnvelopePoint] = []
    for point in ramps.flatMap({ $0.points }) where point != points.last { points.append(point) }
    return HapticEvent(through: points)
  }

  /// Multiplies the intensities by a factor that depends on the time.
  fileprivate func scaled(_ factor: (Double) -> Double) -> Timeline {
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

  /// Fades both ends. A course gets points where a fade begins and ends; a product of two slopes is
  /// followed in eight steps.
  fileprivate func faded(over length: Double) -> Timeline {
    guard length > 0 else { return self }
    let end = duration.value
    func factor(_ time: Double) -> Double { max(0, min(1, time / length, (end - time) / length)) }
    let marks = (0...8).flatMap { step -> [Double] in
      let part = toNanosecond(length * Double(step) / 8)
      return [part, toNanosecond(end - part)]
    }
    var copy = self
    copy.events = events.map { event in
      guard event.kind != .transient, event.time.value < length || event.end > end - length
      else { return event }
      let cut = Self.event(event.ramps.flatMap { $0.cut(at: marks) })
      guard var cut, case .continuous(let duration, var curve) = cut.kind else { return event }
      if curve.isEmpty {
        let inner = marks.filter { $0 > event.time.value && $0 < event.end }.sorted()
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
}
