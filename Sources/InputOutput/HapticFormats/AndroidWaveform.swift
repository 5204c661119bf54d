internal import JSON
internal import Haptics
internal import Quantities

/// Android's `VibrationEffect.createWaveform(timings, amplitudes, repeat)`: whole milliseconds and
/// amplitudes of 0...255, as JSON.
enum AndroidWaveform {
  static let features = FormatFeatures(
    title: "Android VibrationEffect.createWaveform, as JSON", fileExtension: "json",
    timeResolution: 1e-3, transients: .approximated("pulse of 20 ms"), continuous: .kept,
    intensity: .approximated("255 steps"), sharpness: .dropped,
    curves: .approximated("steps of 10 ms"), overlaps: .approximated("joined"),
    annotations: .dropped, limits: "a steady pattern of more than 256 steps becomes a loop",
    isReadable: true)

  /// A steady pattern with more steps than this is written as a loop unless told otherwise.
  static let stepBudget = 256

  /// What `createWaveform` is called with.
  struct Arguments {
    /// Lengths of the steps in milliseconds.
    let timings: [Int]
    /// Amplitudes of the steps, 0...255.
    let amplitudes: [Int]
    /// The step from which the waveform is repeated until it is cancelled; -1 for none.
    let repeatIndex: Int

    init(
      _ document: TimelineDocument, _ options: ExportOptions, loss: inout LossReport
    ) throws(FormatError) {
      let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
      loss.noteAnnotations(of: document, repeats: true)
      loss.noteAmplitudes(of: timeline)
      let waveform = try Waveform(timeline, of: document, looping: options.looping, loss: &loss)
      let steps = waveform.preamble + waveform.body
      timings = steps.map { $0.milliseconds }
      amplitudes = steps.map { Waveform.amplitude($0.intensity) }
      repeatIndex = waveform.isLoop ? waveform.preamble.count : -1
    }

    var json: JSONValue {
      [
        "timings": .array(timings.map { .number(Double($0)) }),
        "amplitudes": .array(amplitudes.map { .number(Double($0)) }),
        "repeat": .number(Double(repeatIndex)),
      ]
    }
  }

  static let coder = TimelineCoder(features, encode: encode, read: read)

  static func encode(
    _ document: TimelineDocument, _ options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let arguments = try Arguments(document, options, loss: &loss)
    return EncodedTimeline(JSONWriter.encode(arguments.json), loss: loss)
  }
}

/// Steps with amplitudes of 0...255, as Android plays them, with or without a loop.
struct Waveform {
  /// What is played once. All of it, when there is no loop.
  var preamble: [Steps.Step]
  /// What is repeated until it is cancelled; empty without a loop.
  var body: [Steps.Step]
  var isLoop: Bool { !body.isEmpty }

  init(
    _ timeline: Timeline, of document: TimelineDocument, looping: ExportOptions.Looping,
    loss: inout LossReport
  ) throws(FormatError) {
    var whole = LossReport()
    let read = SteadyLoop(annotation: document.annotations["loop"])
    if read == nil {
      let steps = try Steps(timeline, loss: &whole, quantize: Self.quantize)
      let isWanted =
        looping == .always
        || looping == .automatic && steps.steps.count > AndroidWaveform.stepBudget
      guard isWanted, let loop = SteadyLoop(timeline), loop.isExactInMilliseconds else {
        preamble = steps.steps
        body = []
        if preamble.isEmpty { preamble = [Steps.Step(milliseconds: 1, intensity: 0)] }
        loss.merge(whole)
        return
      }
      loss.note(.endless, of: .timeline)
      (preamble, body) = try Self.split(timeline.firstPass(of: loop), at: loop, loss: &loss)
      return
    }
    guard let read, read.isExactInMilliseconds else {
      throw FormatError(rule: "loop-period", "the loop's period is no whole millisecond")
    }
    (preamble, body) = try Self.split(timeline.firstPass(of: read), at: read, loss: &loss)
  }

  private static func split(
    _ pass: Timeline, at loop: SteadyLoop, loss: inout LossReport
  ) throws(FormatError) -> (preamble: [Steps.Step], body: [Steps.Step]) {
    let steps = try Steps(pass, loss: &loss, quantize: quantize)
    var ticks = Ticks(perSecond: 1000)
    let start = try ticks.require(loop.start)
    let end = start + (try ticks.require(loop.period))
    var preamble: [Steps.Step] = []
    var body: [Steps.Step] = []
    var position = 0
    for step in steps.steps {
      let next = min(position + step.milliseconds, end)
      let before = min(next, start) - position
      let after = next - max(position, start)
      if before > 0 {
        preamble.append(Steps.Step(milliseconds: before, intensity: step.intensity))
      }
      if after > 0 { body.append(Steps.Step(milliseconds: after, intensity: step.intensity)) }
      position = next
    }
    if position < end {
      body.append(Steps.Step(milliseconds: end - max(position, start), intensity: 0))
    }
    return (preamble, body)
  }

  /// The nearest of 255 steps; a motor that is on never drops to 0, which would make it click.
  static func amplitude(_ intensity: Double) -> Int {
    intensity <= 0 ? 0 : max(1, Int((min(intensity, 1) * 255).rounded()))
  }

  private static func quantize(_ intensity: Double) -> Double {
    Double(amplitude(intensity)) / 255
  }
}

extension LossReport {
  /// Counts intensities that 255 steps cannot hold.
  mutating func noteAmplitudes(of timeline: Timeline) {
    for event in timeline.events {
      let error = Double(Waveform.amplitude(event.intensity)) / 255 - event.intensity
      if abs(error) > 1e-12 { note(.roundedIntensity, of: event.subject, by: error) }
    }
  }
}
