/// A timeline as steps of constant intensity in whole milliseconds, for players that support only such steps.
struct WaveformSteps {
  struct Step: Hashable {
    var milliseconds: Int
    var intensity: Double
  }

  /// The length of a transient: the rise time of a common linear resonant actuator.
  static let pulse = 0.02
  /// The length of one step of a ramp (the step of the Meta haptics SDK's Android export).
  static let rampStep = 0.01

  private(set) var steps: [Step] = []

  /// The levels of a player above rest, up to 1. A motor that is on never drops to 0, which would make it click.
  struct Levels {
    var count: Double, least: Double

    func nearest(_ intensity: Double) -> Double {
      intensity <= 0 ? 0 : max(least, (min(intensity, 1) * count).rounded()) / count
    }
  }

  init(
    _ timeline: Timeline, pulse: Double = WaveformSteps.pulse,
    rampStep: Double = WaveformSteps.rampStep, levels: Levels, loss: inout LossReport
  ) throws(FormatError) {
    let taps = timeline.events.transients.map { [$0.pulse(pulse)] }
    let course = try EnvelopeCurve(timeline, transientLength: pulse, taps: taps, loss: &loss)
    for event in timeline.events {
      loss.noteDroppedSharpness(of: event)
      if event.ramps.contains(where: { !$0.isConstant }) {
        loss.note(.resampledCurve, of: .continuous, by: rampStep)
      }
    }
    var position = 0
    for ramp in course.ramps {
      let count = ramp.isConstant ? 1 : Int(((ramp.end - ramp.start) / rampStep).rounded(.up))
      let length = (ramp.end - ramp.start) / Double(count)
      for index in 0..<count {
        let start = ramp.start + length * Double(index)
        let end = index == count - 1 ? ramp.end : ramp.start + length * Double(index + 1)
        let (first, last) = (try Ticks.index(of: start), try Ticks.index(of: end))
        guard last > first else { continue }
        append(first - position, 0)
        append(last - first, levels.nearest(ramp.level(at: (start + end) / 2).intensity))
        position = last
      }
    }
    append(try Ticks.index(of: timeline.duration.value) - position, 0)
  }

  private mutating func append(_ milliseconds: Int, _ intensity: Double) {
    guard milliseconds > 0 else { return }
    if let last = steps.last, last.intensity == intensity {
      steps[steps.count - 1].milliseconds += milliseconds
    } else {
      steps.append(Step(milliseconds: milliseconds, intensity: intensity))
    }
  }

  /// Counts the assumptions of a reader: steps have no sharpness, and reading a pulse as a tap is a guess.
  static func noteAssumptions(_ log: inout ReadingLog) {
    log.assumeSharpness(of: .transient, .continuous)
    log.assumed.note(.pulse, of: .transient, by: pulse)
  }

  /// The timeline of steps: each run of sounding steps is one event, and a run that is one pulse long is a transient.
  static func timeline(_ steps: [Step]) -> Timeline {
    var events: [HapticEvent] = []
    var position = 0
    var run: [EnvelopePoint] = []
    func close() {
      if let event = HapticEvent(through: run, pulse: pulse) { events.append(event) }
      run = []
    }
    for step in steps where step.milliseconds > 0 {
      let end = position + step.milliseconds
      if step.intensity > 0 {
        let level = Level(intensity: step.intensity, sharpness: 0.5)
        run += [position, end].map { EnvelopePoint(Double($0) / 1000, level) }
      } else {
        close()
      }
      position = end
    }
    close()
    return Timeline(duration: Seconds(Double(position) / 1000), events: events)
  }
}
