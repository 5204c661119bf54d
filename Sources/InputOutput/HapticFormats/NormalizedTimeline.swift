internal import Haptics
internal import Quantities

/// Brings a timeline into the form that all encoders rely on.
enum NormalizedTimeline {
  /// 104 days: 2^53 ns.
  static let longestTime = 9_007_199.0

  /// The timeline with finite, ordered times in whole nanoseconds and values in 0...1 to 10^-12.
  ///
  /// Values out of range are clamped and counted, continuous events without a length are dropped and
  /// counted, and the duration is extended to the end of the last event.
  ///
  /// - Throws: `FormatError` for a number that is not finite, a negative time, or curve points that
  ///   are not in the order of time.
  static func normalize(
    _ timeline: Timeline, loss: inout LossReport
  ) throws(FormatError) -> Timeline {
    var events: [HapticEvent] = []
    events.reserveCapacity(timeline.events.count)
    for (index, event) in timeline.events.enumerated() {
      if let event = try normalize(event, at: "$.events[\(index)]", loss: &loss) {
        events.append(event)
      }
    }
    var beats = timeline.beats
    for index in beats.indices {
      let place = "$.beats[\(index)]"
      beats[index].time = Seconds(try time(beats[index].time.value, at: place))
      beats[index].interval = Seconds(try time(beats[index].interval.value, at: place))
      beats[index].intensity = try unit(
        beats[index].intensity, of: .beat, at: place, loss: &loss)
      guard index == 0 || beats[index - 1].time < beats[index].time else {
        throw FormatError(
          rule: "beat-order", at: place, "beats must strictly increase in time")
      }
    }
    let stated = try time(timeline.duration.value, at: "$.duration_s")
    let end = events.map { $0.time.value + $0.duration.value }.max() ?? 0
    let duration = Seconds(max(stated, toNanosecond(end)))
    return Timeline(duration: duration, beats: beats, events: events)
  }

  private static func normalize(
    _ event: HapticEvent, at place: String, loss: inout LossReport
  ) throws(FormatError) -> HapticEvent? {
    var event = event
    let subject = event.subject
    event.time = Seconds(try time(event.time.value, at: place))
    event.intensity = try unit(event.intensity, of: subject, at: place, loss: &loss)
    event.sharpness = try unit(event.sharpness, of: subject, at: place, loss: &loss)
    guard case .continuous(let duration, var curve) = event.kind else { return event }
    let length = try time(duration.value, at: place)
    guard length > 0 else {
      loss.note(.dropped, of: .continuous)
      return nil
    }
    var last = 0.0
    for index in curve.indices {
      let place = "\(place).curve[\(index)]"
      var point = try time(curve[index].time.value, at: place)
      guard point >= last else {
        throw FormatError(
          rule: "curve-order", at: place, "the curve goes back from \(last) s to \(point) s")
      }
      if point > length {
        loss.note(.clampedValue, of: .continuous, by: point - length)
        point = length
      }
      last = point
      curve[index].time = Seconds(point)
      curve[index].intensity = try unit(
        curve[index].intensity, of: subject, at: place, loss: &loss)
      curve[index].sharpness = try unit(
        curve[index].sharpness, of: subject, at: place, loss: &loss)
    }
    event.kind = .continuous(duration: Seconds(length), curve: curve)
    return event
  }

  private static func time(_ value: Double, at place: String) throws(FormatError) -> Double {
    guard value.isFinite else {
      throw FormatError(rule: "time-not-finite", at: place, "a time is \(value) s")
    }
    guard value >= 0 else {
      throw FormatError(rule: "time-negative", at: place, "a time is \(value) s, below 0")
    }
    guard value <= longestTime else {
      throw FormatError(
        rule: "time-too-large", at: place,
        "a time is \(value) s; beyond \(longestTime) s nanoseconds are lost")
    }
    return toNanosecond(value)
  }

  private static func unit(
    _ value: Double, of subject: LossReport.Subject, at place: String, loss: inout LossReport
  ) throws(FormatError) -> Double {
    guard value.isFinite else {
      throw FormatError(
        rule: "value-not-finite", at: place, "an intensity or sharpness is \(value)")
    }
    let clamped = min(max(value, 0), 1)
    if clamped != value { loss.note(.clampedValue, of: subject, by: value - clamped) }
    return clamped == 0 ? 0 : toPicoUnit(clamped)
  }
}

extension HapticEvent {
  /// The loss report's word for this kind of event.
  var subject: LossReport.Subject {
    switch kind {
    case .transient: .transient
    case .continuous: .continuous
    }
  }

  /// When it ends, in seconds.
  var end: Double { time.value + duration.value }
}

extension LossReport {
  /// Counts what every format without beats and annotations drops; a loop is one of the latter, unless
  /// the format can repeat without end.
  mutating func noteAnnotations(of document: TimelineDocument, repeats: Bool = false) {
    let hasLoop = document.annotations["loop"] != nil
    note(.dropped, of: .beat, count: document.timeline.beats.count)
    note(
      .droppedAnnotations, of: .timeline, count: document.annotations.count - (hasLoop ? 1 : 0))
    if hasLoop, !repeats { note(.onePass, of: .timeline) }
  }

  /// Counts the silence after the last event, if it is a nanosecond or more.
  ///
  /// - Parameters:
  ///   - timeline: What is written.
  ///   - end: The end of what the format keeps, in seconds.
  mutating func noteSilence(of timeline: Timeline, after end: Double) {
    let silence = toNanosecond(timeline.duration.value - end)
    if silence > 0 { note(.droppedSilence, of: .timeline, by: silence) }
  }

  /// Counts rounded times of one kind of event.
  mutating func note(_ ticks: Ticks, of subject: Subject) {
    note(.roundedTime, of: subject, by: ticks.largestError, count: ticks.roundedCount)
  }
}
