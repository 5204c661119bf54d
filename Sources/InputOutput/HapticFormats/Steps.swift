internal import Haptics
internal import Quantities

/// A timeline as steps of constant intensity in whole milliseconds, for players that know no more.
struct Steps {
  struct Step: Hashable {
    var milliseconds: Int
    var intensity: Double
  }

  /// How long a transient sounds: the rise time of a common linear resonant actuator.
  static let pulse = 0.02
  /// How long one step of a ramp lasts (the step of the Meta haptics SDK's Android export).
  static let rampStep = 0.01

  /// Steps without a gap from 0 to the end of the timeline.
  private(set) var steps: [Step] = []

  /// Steps from a timeline.
  ///
  /// - Parameters:
  ///   - timeline: What is played; its times and levels are checked before.
  ///   - pulse: How long a transient sounds, in seconds.
  ///   - rampStep: The longest step of a ramp, in seconds.
  ///   - loss: Where losses are counted.
  ///   - quantize: Rounds an intensity to what the player knows.
  /// - Throws: `FormatError` when the timeline is longer than can be counted in milliseconds.
  init(
    _ timeline: Timeline, pulse: Double = Steps.pulse, rampStep: Double = Steps.rampStep,
    loss: inout LossReport, quantize: (Double) -> Double
  ) throws(FormatError) {
    let course = Self.course(timeline, pulse: pulse, rampStep: rampStep, loss: &loss)
    var position = 0
    for ramp in course.ramps {
      let count = ramp.isConstant ? 1 : Int(((ramp.end - ramp.start) / rampStep).rounded(.up))
      let length = (ramp.end - ramp.start) / Double(count)
      for index in 0..<count {
        let start = ramp.start + length * Double(index)
        let end = index == count - 1 ? ramp.end : start + length
        let (first, last) = (try Self.tick(start), try Self.tick(end))
        guard last > first else { continue }
        append(first - position, 0)
        append(last - first, quantize(ramp.level(at: (start + end) / 2).intensity))
        position = last
      }
    }
    append(try Self.tick(timeline.duration.value) - position, 0)
  }

  private mutating func append(_ milliseconds: Int, _ intensity: Double) {
    guard milliseconds > 0 else { return }
    if let last = steps.last, last.intensity == intensity {
      steps[steps.count - 1].milliseconds += milliseconds
    } else {
      steps.append(Step(milliseconds: milliseconds, intensity: intensity))
    }
  }

  private static func tick(_ time: Double) throws(FormatError) -> Int {
    var ticks = Ticks(perSecond: 1000)
    return try ticks.require(time)
  }

  /// The course of all events, transients as pulses, and what that loses.
  private static func course(
    _ timeline: Timeline, pulse: Double, rampStep: Double, loss: inout LossReport
  ) -> EnvelopeCurve {
    var (sharp, dull) = (Ticks(perSecond: 1000), Ticks(perSecond: 1000))
    var pieces: [[EnvelopeSegment]] = []
    for event in timeline.events {
      loss.note(.droppedSharpness, of: event.subject)
      guard case .transient = event.kind else {
        _ = dull.index(of: event.time.value)
        let ramps = ramps(of: event)
        if ramps.contains(where: { !$0.isConstant }) {
          loss.note(.resampledCurve, of: .continuous, by: rampStep)
        }
        pieces.append(ramps)
        continue
      }
      _ = sharp.index(of: event.time.value)
      loss.note(.pulse, of: .transient, by: pulse)
      let level = Level(intensity: event.intensity, sharpness: event.sharpness)
      let end = toNanosecond(event.time.value + pulse)
      pieces.append([EnvelopeSegment(start: event.time.value, end: end, from: level, to: level)])
    }
    loss.note(sharp, of: .transient)
    loss.note(dull, of: .continuous)
    let course = EnvelopeCurve(pieces)
    loss.note(.mergedOverlap, of: .timeline, count: course.overlapCount)
    return course
  }

  private static func ramps(of event: HapticEvent) -> [EnvelopeSegment] {
    EnvelopeCurve.ramps(of: event)
  }

  /// The timeline that steps stand for: each run of sounding steps is one event, and a run that is one
  /// pulse long is a transient.
  static func timeline(_ steps: [Step], pulse: Double = Steps.pulse) -> Timeline {
    var events: [HapticEvent] = []
    var position = 0
    var run: [(start: Int, step: Step)] = []
    for step in steps {
      if step.intensity > 0 {
        run.append((position, step))
      } else if step.milliseconds > 0 {
        if let event = event(run, pulse) { events.append(event) }
        run = []
      }
      position += step.milliseconds
    }
    if let event = event(run, pulse) { events.append(event) }
    return Timeline(duration: Seconds(Double(position) / 1000), events: events)
  }

  private static func event(_ run: [(start: Int, step: Step)], _ pulse: Double) -> HapticEvent? {
    let run = run.filter { $0.step.milliseconds > 0 }
    guard let first = run.first, let last = run.last else { return nil }
    let length = last.start + last.step.milliseconds - first.start
    let time = Seconds(Double(first.start) / 1000)
    let isFlat = run.allSatisfy { $0.step.intensity == first.step.intensity }
    if isFlat, Double(length) / 1000 == pulse {
      return HapticEvent(time: time, intensity: first.step.intensity, sharpness: 0.5)
    }
    var curve: [HapticEvent.CurvePoint] = []
    if !isFlat {
      for (start, step) in run {
        for edge in [start, start + step.milliseconds] {
          let time = Seconds(Double(edge - first.start) / 1000)
          curve.append(.init(time: time, intensity: step.intensity, sharpness: 0.5))
        }
      }
    }
    let peak = run.map { $0.step.intensity }.max() ?? 0
    return HapticEvent(
      time: time, intensity: peak, sharpness: 0.5,
      kind: .continuous(duration: Seconds(Double(length) / 1000), curve: curve))
  }
}

extension Ticks {
  /// The nearest tick.
  ///
  /// - Throws: `FormatError` when there are more ticks than can be counted.
  mutating func require(_ time: Double) throws(FormatError) -> Int {
    guard let index = index(of: time) else {
      throw FormatError(rule: "time-too-large", "\(time) s cannot be counted in this format")
    }
    return index
  }
}
