/// Android's `VibrationEffect.createWaveform(timings, amplitudes, repeat)`: whole milliseconds and
/// amplitudes of 0...255, as JSON.
enum AndroidWaveform {
  static let coder = TimelineCoder(
    fileExtension: "json", timeResolution: 1e-3,
    encode: { encoding throws(FormatError) in
      [.init(bytes: JSONWriter.encode(arguments(try Waveform(&encoding))))]
    }, read: read, marks: [.object { $0["timings"] != nil }], keepsLoop: true,
    law: .linear)

  static let stepBudget = 256

  /// The arguments; `repeat` is the index of the step from which the waveform repeats until it is canceled, or -1.
  private static func arguments(_ waveform: Waveform) -> JSONValue {
    let steps = waveform.preamble + waveform.body
    return [
      "timings": .array(steps.map { .number(Double($0.milliseconds)) }),
      "amplitudes": .array(steps.map { .number(Double(Waveform.amplitude($0.intensity))) }),
      "repeat": .number(waveform.isLoop ? Double(waveform.preamble.count) : -1),
    ]
  }

  private static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log), root.requireObject("the document", &log),
      let timings = numbers("timings", of: root, 0...longestTiming, &log)
    else { return nil }
    // Without amplitudes, pauses and vibrations alternate, and the first step is a pause.
    var amplitudes = timings.indices.map { $0.isMultiple(of: 2) ? 0.0 : -1 }
    if root["amplitudes"] != nil {
      guard let given = numbers("amplitudes", of: root, -1...255, &log) else { return nil }
      amplitudes = given
    }
    guard amplitudes.count == timings.count else {
      return log.fail(
        "amplitude-count", at: "$.amplitudes",
        "there are \(amplitudes.count) amplitudes for \(timings.count) timings")
    }
    let total = timings.reduce(0, +)
    guard total > 0, total <= longestTiming else {
      return log.fail(
        "zero-total", at: "$.timings",
        "the timings last \(number(total)) ms, expected above 0 and at most \(number(longestTiming))"
      )
    }
    let index = root.number("repeat") ?? -1
    guard let first = Int(exactly: index), (-1..<timings.count).contains(first) else {
      return log.fail(
        "repeat-index", at: "$.repeat",
        "\"repeat\" is \(number(index)), must be -1 or the index of a timing")
    }
    let steps = zip(timings, amplitudes).map { timing, amplitude in
      if amplitude < 0, timing > 0 { log.loss.note(.assumed, of: .continuous) }
      return WaveformSteps.Step(
        milliseconds: Int(timing), intensity: amplitude < 0 ? 1 : amplitude / 255)
    }
    let timeline = WaveformSteps.timeline(steps)
    WaveformSteps.noteAssumptions(&log)
    let start = timings.prefix(max(first, 0)).reduce(0, +)
    guard first >= 0, total > start else { return TimelineDocument(timeline) }
    let loop = SteadyLoop(start: start / 1000, period: (total - start) / 1000)
    return TimelineDocument(timeline, annotations: ["loop": loop.annotation])
  }

  /// 104 days in milliseconds, the longest timeline.
  static let longestTiming = Timeline.longestTime * 1000

  private static func numbers(
    _ name: String, of root: JSONPlace, _ range: ClosedRange<Double>, _ log: inout ReadingLog
  ) -> [Double]? {
    guard let places = root.array(name, &log) else { return nil }
    var values: [Double] = []
    for place in places {
      guard let value = place.value.number, range.contains(value), value == value.rounded() else {
        return log.fail(
          "value-range", at: place.path,
          "\"\(name)\" holds whole numbers of \(number(range.lowerBound)) to "
            + "\(number(range.upperBound))")
      }
      values.append(value)
    }
    return values
  }
}

struct Waveform {
  private(set) var preamble: [WaveformSteps.Step] = []
  private(set) var body: [WaveformSteps.Step] = []
  var isLoop: Bool { !body.isEmpty }

  init(_ encoding: inout TimelineEncoding) throws(FormatError) {
    let timeline = encoding.timeline
    for event in timeline.events {
      let error = Self.levels.nearest(event.intensity) - event.intensity
      if abs(error) > 1e-12 { encoding.loss.note(.roundedIntensity, of: event.subject, by: error) }
    }
    var whole = encoding.loss.cleared
    preamble = try WaveformSteps(timeline, levels: Self.levels, loss: &whole).steps
    guard
      let (loop, round) = encoding.loop(count: preamble.count, budget: AndroidWaveform.stepBudget)
    else {
      if preamble.isEmpty { preamble = [.init(milliseconds: 1, intensity: 0)] }
      encoding.loss.merge(whole)
      return
    }
    try fill(timeline.first(round, of: loop), loop, round, loss: &encoding.loss)
  }

  private mutating func fill(
    _ pass: Timeline, _ loop: SteadyLoop, _ round: SteadyLoop.Round, loss: inout LossReport
  ) throws(FormatError) {
    let steps = try WaveformSteps(pass, levels: Self.levels, loss: &loss)
    let start = try Ticks.index(of: loop.start)
    let end = start + round.milliseconds
    preamble = []
    var position = 0
    for step in steps.steps {
      let next = min(position + step.milliseconds, end)
      let before = min(next, start) - position
      let after = next - max(position, start)
      if before > 0 { preamble.append(.init(milliseconds: before, intensity: step.intensity)) }
      if after > 0 { body.append(.init(milliseconds: after, intensity: step.intensity)) }
      position = next
    }
    if position < end { body.append(.init(milliseconds: end - max(position, start), intensity: 0)) }
  }

  static func amplitude(_ intensity: Double) -> Int {
    Int((levels.nearest(intensity) * 255).rounded())
  }

  private static var levels: WaveformSteps.Levels { .init(count: 255, least: 1) }
}
