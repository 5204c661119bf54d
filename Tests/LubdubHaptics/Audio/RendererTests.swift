import Foundation
import LubdubHaptics
import TestSupport
import Testing

@Suite struct RendererTests {
  static let signals: [(ActuatorModel, RenderOptions.Signal, Bool)] = [
    (.wideband(), .drive, false), (.lra(), .drive, false), (.lra(), .acceleration, false),
    (.lra(), .drive, true), (.lra(), .acceleration, true), (.erm(), .drive, false),
    (.erm(), .acceleration, false), (.speaker(), .drive, false),
  ]

  @Test("An event starts at the sample nearest its time, even after a thousand beats")
  func noDrift() throws {
    let interval = 0.500_013
    let samples = try renderSamples(heartbeat(interval: interval, beats: 1001))
    for beat in [0, 1, 10, 500, 1000] {
      let exact = Double(beat) * interval * 48_000
      let first = Int(exact.rounded())
      // A transient begins with the sine of phase 0, a zero, under a raised cosine.
      #expect(beat == 0 || samples[first - 20..<first].allSatisfy { $0 == 0 })
      #expect(samples[first] == 0 && samples[first + 1] != 0, "beat \(beat)")
      #expect(abs(Double(first) - exact) <= 0.5)
    }
  }

  @Test("The samples do not depend on the size of the blocks", arguments: signals)
  func blockSizes(_ actuator: ActuatorModel, _ signal: RenderOptions.Signal, _ compensates: Bool)
    throws
  {
    let seed: UInt64 = 11
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3 {
      let timeline = randomTimeline(&random, duration: 0.5)
      let options = RenderOptions(
        sampleRate: 8000, actuator: actuator, signal: signal, compensates: compensates)
      let whole = try renderSamples(timeline, options)
      for size in [1, 7, 16, 1000] {
        var renderer = try Renderer(timeline, options)
        var pieces: [Float] = []
        var block = [Float](repeating: .nan, count: size)
        while renderer.remaining > 0 {
          let count = block.withUnsafeMutableBufferPointer { renderer.render(into: $0) }
          pieces += block[..<count]
        }
        #expect(pieces == whole, "seed \(seed), blocks of \(size)")
      }
    }
  }

  @Test(arguments: [0.2, 0.5, 2])
  func `Skipped silence is silent`(_ interval: Double) throws {
    let timeline = heartbeat(interval: interval, beats: 5)
    let whole = try renderSamples(timeline)
    var renderer = try Renderer(timeline)
    var position = 0
    var skipped = 0
    var block = [Float](repeating: 0, count: 256)
    while renderer.remaining > 0 {
      let silence = renderer.skipSilence()
      #expect(whole[position..<position + silence].allSatisfy { $0 == 0 })
      position += silence
      skipped += silence
      let count = block.withUnsafeMutableBufferPointer { renderer.render(into: $0) }
      #expect(Array(whole[position..<position + count]) == Array(block[..<count]))
      position += count
    }
    #expect(position == whole.count)
    #expect(interval == 0.2 || skipped > whole.count / 4)
  }

  @Test func `A steady event is a sine with the mapped frequency and amplitude`() throws {
    let options = RenderOptions(sharpness: .linear(100...200), headroom: 0)
    let samples = try renderSamples(steady(1, intensity: 0.5, sharpness: 0.25), options)
    for index in 1000..<40_000 {
      let exact = 0.5 * sine(125 * Double(index) / 48_000)
      #expect(abs(Double(samples[index]) - exact) < 2e-6)
    }
  }

  @Test func `A sweep's phase is the integral of its frequency`() throws {
    let curve = [
      HapticEvent.CurvePoint(time: 0, intensity: 1, sharpness: 0),
      HapticEvent.CurvePoint(time: 1, intensity: 1, sharpness: 1),
    ]
    let options = RenderOptions(sharpness: .linear(50...250), headroom: 0)
    let samples = try renderSamples(steady(1, curve: curve), options)
    for index in stride(from: 1000, to: 47_000, by: 7) {
      let time = Double(index) / 48_000
      let exact = sine(50 * time + 100 * time * time)
      #expect(abs(Double(samples[index]) - exact) < 2e-5)
    }
  }

  @Test("No step between samples exceeds the steps of a full-scale sine", arguments: signals)
  func noClicks(_ actuator: ActuatorModel, _ signal: RenderOptions.Signal, _ compensates: Bool)
    throws
  {
    let rate = 48_000
    let options = RenderOptions(
      sampleRate: rate, actuator: actuator, signal: signal, compensates: compensates)
    let jump = [
      HapticEvent.CurvePoint(time: 0.05, intensity: 0, sharpness: 0.5),
      HapticEvent.CurvePoint(time: 0.05, intensity: 1, sharpness: 0.5),
    ]
    let timelines = [
      heartbeat(interval: 0.2, beats: 3), steady(0.1237), steady(0.003), steady(0.0001),
      steady(0.1, curve: jump),
    ]
    // 300 Hz with overtones has the steepest slope; edges of 5 ms and more add little to it.
    let steepest = 2 * Float.pi * 720 / Float(rate)
    for timeline in timelines {
      let samples = try renderSamples(timeline, options)
      var (largest, previous): (Float, Float) = (abs(samples.last ?? 0), 0)
      for sample in samples {
        largest = max(largest, abs(sample - previous))
        previous = sample
      }
      #expect(largest < steepest, "\(actuator.name)")
    }
  }

  @Test func `Random timelines do not clip, in samples or in true peaks`() throws {
    // All of them take a minute; a thorough run does them.
    let count = Thoroughness.isFull ? 10_000 : 200
    let seed: UInt64 = 5
    var random = SeededGenerator(seed: seed)
    var loudest: Float = 0
    for number in 0..<count {
      let timeline = randomTimeline(&random, duration: 0.08)
      let (actuator, signal, compensates) = Self.signals[number % 8 == 0 ? (number / 8) % 8 : 0]
      let samples = try renderSamples(
        timeline,
        RenderOptions(
          sampleRate: 8000, actuator: actuator, signal: signal, compensates: compensates,
          headroom: 0.1))
      var meter = TruePeak()
      samples.withUnsafeBufferPointer { meter.add($0) }
      meter.addSilence()
      loudest = max(loudest, meter.value)
      #expect(
        meter.value <= 0.9886,
        "seed \(seed), timeline \(number), \(actuator.name): \(timeline.events)")
    }
    #expect(loudest > 0.98)
  }

  @Test func `Full intensity reaches the headroom, and overlaps are limited to it`() throws {
    let alone = try renderSamples(steady(0.2), RenderOptions(headroom: 6))
    #expect(abs((alone.max() ?? 0) - 0.501_19) < 1e-3)
    let one = steady(0.2, at: 0.1).events + [HapticEvent(time: 1, intensity: 0.5, sharpness: 0.5)]
    let crowd = steady(0.2, intensity: 0.7, at: 0.1).events + steady(0.2, at: 0.1).events + [one[1]]
    #expect(
      try renderSamples(Timeline(duration: 2, events: crowd))
        == renderSamples(Timeline(duration: 2, events: one)))
    // Two at the same frequency half a period apart add up and do not cancel.
    let halves = [0, 0.005].flatMap { steady(0.5, intensity: 0.4, sharpness: 0.4, at: $0).events }
    let both = try renderSamples(
      Timeline(duration: 1, events: halves),
      RenderOptions(sharpness: .linear(100...100.001), headroom: 0))
    #expect(abs((both[9600..<19200].max() ?? 0) - 0.8) < 0.01)
  }

  @Test(arguments: [0.0, 0.0017, 0.004, 0.0063])
  func `The stronger of a tap and a vibration counts in any phase`(_ shift: Double) throws {
    let options = RenderOptions(sharpness: .linear(60...200), headroom: 0)
    func peak(_ events: [HapticEvent], _ range: Range<Int> = 0..<24_000) throws -> Float {
      try renderSamples(Timeline(duration: 0.5, events: events), options)[range]
        .reduce(0) { max($0, abs($1)) }
    }
    func tap(_ time: Double, _ intensity: Double, _ sharpness: Double = 0.8) -> HapticEvent {
      HapticEvent(time: Seconds(time), intensity: intensity, sharpness: sharpness)
    }
    for strong in [0.5, 1] {
      let hum = steady(0.4, intensity: 0.5, sharpness: 0.3).events
      #expect(abs(try peak(hum + [tap(0.2 + shift, strong)]) - Float(strong)) < 0.02)
      #expect(
        abs(try peak([tap(0.2, 0.6, 0.1), tap(0.2 + shift, strong)]) - Float(max(strong, 0.6)))
          < 0.02)
    }
    // The vibration is back when the tap has died away.
    let after = try peak(
      steady(0.4, intensity: 0.5).events + [tap(0.2 + shift, 1)], 14_400..<16_800)
    #expect(abs(after - 0.5) < 0.02)
  }

  @Test func `The file lasts as long as the timeline or its last event`() throws {
    #expect(try Renderer(Timeline(duration: 1.5, events: [])).frameCount == 72_000)
    #expect(try Renderer(Timeline(duration: 0, events: [])).frameCount == 0)
    let late = Timeline(duration: 1, events: [HapticEvent(time: 1, intensity: 1, sharpness: 1)])
    #expect(try Renderer(late).frameCount == 48_000 + 2_880)
  }

  @Test func `Invalid times and levels are rejected with their position`() {
    func reason(_ event: HapticEvent) -> String {
      do {
        _ = try renderSamples(Timeline(duration: 1, events: [event]))
        return "accepted"
      } catch {
        return error.description
      }
    }
    #expect(
      reason(HapticEvent(time: .init(.nan), intensity: 1, sharpness: 1))
        == "event 0: time is nan, expected 0 to 1000000000 s")
    #expect(reason(HapticEvent(time: -1, intensity: 1, sharpness: 1)).contains("event 0: time"))
    #expect(reason(HapticEvent(time: 0, intensity: 1.1, sharpness: 1)).contains("intensity"))
    #expect(reason(HapticEvent(time: 0, intensity: 1, sharpness: .infinity)).contains("sharpness"))
    #expect(
      reason(steady(.infinity).events[0]).contains("duration is inf"))
    let curve = [0.5, 0.4].map {
      HapticEvent.CurvePoint(time: Seconds($0), intensity: 1, sharpness: 1)
    }
    #expect(reason(steady(1, curve: curve).events[0]).contains("curve point 1: time is 0.4"))
  }

  @Test func `Options out of range are rejected by name`() {
    let actuators = [
      ActuatorModel.lra().setting("quality", to: .nan),
      ActuatorModel.wideband().setting("lowestFrequency", to: 301),
      ActuatorModel.erm().setting("spinUp", to: 0),
      ActuatorModel.speaker().setting("overtones", to: 9),
    ].compactMap { $0 }
    #expect(actuators.count == 4)
    let others = [
      RenderOptions(sampleRate: 7999), RenderOptions(sampleRate: 192_001),
      RenderOptions(headroom: -1),
    ]
    for options in others + actuators.map({ RenderOptions(actuator: $0) }) {
      #expect(throws: AudioError.self) { try options.validate() }
    }
  }
}
