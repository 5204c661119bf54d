extension Timeline {
  /// 104 days: 2^53 ns.
  static let longestTime = 9_007_199.0

  /// The timeline in the form that all encoders need: finite, ordered times in whole nanoseconds, and values in 0...1 to
  /// 10^-12, or sharpnesses of any frequency if a format keeps them. Values out of range are clamped and counted, continuous
  /// events without a length are dropped and counted, and the duration is extended to the end of the last event.
  func normalized(
    keepsFrequencies: Bool = false, loss: inout LossReport
  ) throws(FormatError) -> Timeline {
    var events: [HapticEvent] = []
    events.reserveCapacity(self.events.count)
    for (index, event) in self.events.enumerated() {
      if let event = try event.normalized(at: "$.events[\(index)]", keepsFrequencies, loss: &loss) {
        events.append(event)
      }
    }
    var beats = beats
    for index in beats.indices {
      let place = "$.beats[\(index)]"
      beats[index].time = try checked(beats[index].time, at: place)
      beats[index].interval = try checked(beats[index].interval, at: place)
      beats[index].intensity = try checked(
        beats[index].intensity, of: .beat, at: place, loss: &loss)
      guard index == 0 || beats[index - 1].time < beats[index].time else {
        throw FormatError(rule: "beat-order", at: place, "beats must strictly increase in time")
      }
    }
    let stated = try checked(duration, at: "$.duration_s")
    let end = Seconds(toNanosecond(events.end))
    return Timeline(duration: max(stated, end), beats: beats, events: events)
  }

  init(_ events: [HapticEvent]) {
    self.init(duration: Seconds(toNanosecond(events.end)), events: events)
  }
}

extension [HapticEvent] {
  var end: Double { reduce(0) { Swift.max($0, $1.end) } }

  var transients: [HapticEvent] { filter { $0.kind == .transient } }
  var continuous: [HapticEvent] { filter { $0.kind != .transient } }
}

extension HapticEvent {
  var subject: LossReport.Subject { kind == .transient ? .transient : .continuous }

  var end: Double { time.value + duration.value }

  fileprivate func normalized(
    at place: String, _ keepsFrequencies: Bool, loss: inout LossReport
  ) throws(FormatError) -> HapticEvent? {
    func tone(
      _ value: Double, at place: String, loss: inout LossReport
    ) throws(FormatError) -> Double {
      guard value.isFinite, !(0...1).contains(value) else {
        return try checked(value, of: subject, at: place, loss: &loss)
      }
      if keepsFrequencies { return toPicoUnit(value) }
      loss.noteClamped(value, of: subject)
      return value < 0 ? 0 : 1
    }

    var event = self
    event.time = try checked(time, at: place)
    event.intensity = try checked(intensity, of: subject, at: place, loss: &loss)
    event.sharpness = try tone(sharpness, at: place, loss: &loss)
    guard case .continuous(let duration, var curve) = kind else { return event }
    let length = try checked(duration, at: place)
    guard length > 0 else {
      loss.note(.dropped, of: .continuous)
      return nil
    }
    var last = Seconds.zero
    for index in curve.indices {
      let place = "\(place).curve[\(index)]"
      var time = try checked(curve[index].time, at: place)
      guard time >= last else {
        throw FormatError(
          rule: "curve-order", at: place,
          "the curve goes back from \(last.value) s to \(time.value) s")
      }
      if time > length {
        loss.note(.clampedValue, of: .continuous, by: time.value - length.value)
        time = length
      }
      last = time
      curve[index] = CurvePoint(
        time: time,
        intensity: try checked(curve[index].intensity, of: subject, at: place, loss: &loss),
        sharpness: try tone(curve[index].sharpness, at: place, loss: &loss))
    }
    event.kind = .continuous(duration: length, curve: curve)
    return event
  }
}

private func checked(_ time: Seconds, at place: String) throws(FormatError) -> Seconds {
  let value = time.value
  guard value.isFinite else {
    throw FormatError(rule: "time-not-finite", at: place, "a time is \(value) s")
  }
  guard value >= 0 else {
    throw FormatError(rule: "time-negative", at: place, "a time is \(value) s, below 0")
  }
  guard value <= Timeline.longestTime else {
    throw FormatError(
      rule: "time-too-large", at: place,
      "a time is \(value) s; beyond \(Timeline.longestTime) s nanoseconds are lost")
  }
  return Seconds(toNanosecond(value))
}

private func checked(
  _ value: Double, of subject: LossReport.Subject, at place: String, loss: inout LossReport
) throws(FormatError) -> Double {
  guard value.isFinite else {
    throw FormatError(rule: "value-not-finite", at: place, "an intensity or sharpness is \(value)")
  }
  let clamped = min(max(value, 0), 1)
  if clamped != value { loss.note(.clampedValue, of: subject, by: value - clamped) }
  return clamped == 0 ? 0 : toPicoUnit(clamped)
}

extension LossReport {
  /// Counts the losses of every format without beats or annotations. A loop that the format cannot repeat without end
  /// becomes one pass; a format without selections omits all effects except the first.
  mutating func noteAnnotations(
    of document: TimelineDocument, keepsLoop: Bool = false, keepsAlternatives: Bool = false
  ) {
    let hasLoop = document.annotations["loop"] != nil
    let effects = document.annotations[AndroidXML.alternatives]?.array ?? []
    if !keepsAlternatives { note(.dropped, of: .effect, count: max(0, effects.count - 1)) }
    note(.dropped, of: .beat, count: document.timeline.beats.count)
    let others = document.annotations.keys.filter { !TimelineDocument.writersNames.contains($0) }
    note(.droppedAnnotations, of: .timeline, count: others.count)
    if hasLoop, !keepsLoop { note(.onePass, of: .timeline) }
  }

  /// Counts the silence after the end of the written content, in seconds; by default after the end of the last event. Less than
  /// a nanosecond does not count.
  mutating func noteSilence(of timeline: Timeline, after end: Double? = nil) {
    let silence = toNanosecond(timeline.duration.value - (end ?? timeline.events.end))
    if silence > 0 {
      note(.droppedSilence, of: .timeline, by: silence, meant: timeline.duration.value)
    }
  }

  mutating func note(_ ticks: Ticks) {
    for (subject, error) in ticks.errors {
      note(.roundedTime, of: subject, by: error.largest, count: error.count)
    }
  }
}
