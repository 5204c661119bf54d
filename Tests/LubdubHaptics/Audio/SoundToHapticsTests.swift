import Foundation
import LubdubHaptics
import TestSupport
import Testing

@testable import LubdubHaptics

/// Haptics from sound: rendered patterns are recovered, drums are found, and steady sounds cause no bursts.
@Suite struct SoundToHapticsTests {
  private static let rate = 48_000.0

  @Test func `A rendered pattern gives onsets within 3 ms and intensities within 0.05`() throws {
    var random = SeededGenerator(seed: 5)
    for round in 0..<4 {
      var time = round == 0 ? 0 : random.unit()
      let events = (0..<20).map { index in
        defer { time += 0.15 + random.unit() * 0.5 }
        return HapticEvent(
          time: Seconds(time), intensity: index == 0 ? 1 : 0.2 + 0.8 * random.unit(),
          sharpness: random.unit())
      }
      let pattern = Timeline(duration: Seconds(time + 0.5), events: events)
      let sound = try WAVFile(try renderWAVBytes(pattern))
      let heard = try SoundToHaptics(mode: .beats).timeline(of: sound)
      let missed = events.filter { event in
        !heard.events.contains { abs($0.time.value - event.time.value) <= 0.003 }
      }
      try #require(missed.isEmpty, "round \(round): \(missed)")
      #expect(heard.events.count == events.count, "round \(round)")
      for (one, other) in zip(heard.events, events) {
        let error = abs(one.time.value - other.time.value)
        #expect(error <= 0.003, "round \(round), at \(other.time): \(error) s")
        #expect(abs(one.intensity - other.intensity) <= 0.05, "round \(round), at \(other.time)")
      }
      #expect(try SoundToHaptics(mode: .beats).timeline(of: sound) == heard)
    }
  }

  @Test func `A rendered vibration is detected as one continuous event of its level`() throws {
    let sound = try WAVFile(try renderWAVBytes(steady(1, intensity: 0.6, at: 0.5)))
    let heard = try SoundToHaptics(mode: .envelope).timeline(of: sound)
    #expect(heard.events.count == 1)
    let event = try #require(heard.events.first)
    #expect(abs(event.time.value - 0.5) <= 0.02)
    #expect(abs(event.duration.value - 1) <= 0.05)
    #expect(abs(event.intensity - 0.6) <= 0.05)
  }

  private enum Drum: CaseIterable { case kick, snare, hat }

  /// Adds a drum: a falling tone, a tone in noise, or noise.
  private func add(
    _ drum: Drum, at time: Double, _ level: Double, to samples: inout [Double],
    _ random: inout SeededGenerator
  ) {
    let decay = [Drum.kick: 0.09, .snare: 0.06, .hat: 0.02][drum] ?? 0.05
    let start = Int(time * Self.rate)
    var (phase, last) = (0.0, 0.0)
    for index in 0..<Int(6 * decay * Self.rate) where start + index < samples.count {
      let t = Double(index) / Self.rate
      let noise = 2 * random.unit() - 1
      phase += (drum == .kick ? 50 + 90 * exp(-t / 0.03) : 190) / Self.rate
      let tone = sin(2 * .pi * phase)
      let high = (noise - last) / 2
      last = noise
      let value = drum == .kick ? tone : drum == .snare ? 0.4 * tone + 0.6 * noise : high
      samples[start + index] += level * value * exp(-t / decay) * min(1, t / 0.001)
    }
  }

  /// An eight-second loop of drums, and the time of each stroke.
  private func loop(seed: UInt64) -> (samples: [Double], hits: [(time: Double, drum: Drum)]) {
    var random = SeededGenerator(seed: seed)
    let step = 60 / (90 + 60 * random.unit()) / 2
    var samples = [Double](repeating: 0, count: Int(8 * Self.rate))
    var hits: [(time: Double, drum: Drum)] = []
    var (time, index) = (0.2, 0)
    while time < 7.5 {
      let drum: Drum = index % 4 == 0 ? .kick : index % 4 == 2 ? .snare : .hat
      if drum != .hat || random.unit() < 0.7 {
        let levels: [Drum: Double] = [.kick: 0.6, .snare: 0.5, .hat: 0.25]
        let level = levels[drum] ?? 0
        add(drum, at: time, level, to: &samples, &random)
        hits.append((time, drum))
      }
      (time, index) = (time + step, index + 1)
    }
    return (samples, hits)
  }

  @Test(arguments: [nil, 20.0, 10, 0])
  func `Onsets of drum loops in noise are found within 25 ms`(ratio: Double?) throws {
    var (hits, found, made, hats, heardHats) = (0, 0, 0, 0, 0)
    for seed in 0..<6 as Range<UInt64> {
      var (samples, truth) = loop(seed: seed)
      if let ratio {
        var random = SeededGenerator(seed: 100 + seed)
        let power = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
        // Uniform noise has a third of its peak's square as power.
        let peak = (3 * power * pow(10, -ratio / 10)).squareRoot()
        for index in samples.indices { samples[index] += peak * (2 * random.unit() - 1) }
      }
      let heard = try SoundToHaptics(mode: .beats).timeline(
        of: [samples], sampleRate: Self.rate)
      found += heard.events.count
      made += truth.count
      hats += truth.count { $0.drum == .hat }
      for event in heard.events {
        let match = truth.firstIndex { abs($0.time - event.time.value) <= 0.025 }
        guard let match else { continue }
        heardHats += truth.remove(at: match).drum == .hat ? 1 : 0
        hits += 1
      }
    }
    let (precision, recall) = (Double(hits) / Double(found), Double(hits) / Double(made))
    let measure = 2 * precision * recall / (precision + recall)
    print(
      "drums, \(ratio.map { "\($0) dB" } ?? "no noise"): \(made) hits, precision \(precision), "
        + "recall \(recall), F \(measure), hats \(heardHats) of \(hats)")
    #expect(measure >= 0.93)
    #expect(heardHats == hats)
  }

  /// At 5 Hz a tenth remains: for a tone of half amplitude, that is just felt.
  @Test(arguments: [0, 2.0, 4])
  func `Offsets and very slow signals are silent`(hertz: Double) throws {
    let samples = (0..<Int(4 * Self.rate)).map { index -> Double in
      hertz == 0 ? 0.5 : 0.5 * sin(2 * .pi * hertz * Double(index) / Self.rate)
    }
    #expect(try SoundToHaptics().timeline(of: [samples], sampleRate: Self.rate).isSilent)
  }

  @Test func `The loudest channel sets the level, even next to silent channels`() throws {
    let pattern = Timeline(
      duration: 2,
      events: [0.5, 1, 1.5].map { HapticEvent(time: $0, intensity: 0.8, sharpness: 0.5) })
    for layout in [ChannelLayout.mono, .controller] {
      let sound = try WAVFile(try renderWAVBytes(pattern, RenderOptions(layout: layout)))
      let heard = try SoundToHaptics(mode: .beats).timeline(of: sound)
      #expect(heard.events.count == 3, "\(layout)")
      for event in heard.events { #expect(abs(event.intensity - 0.8) <= 0.05, "\(layout)") }
    }
  }

  @Test("A faint recording is detected if normalized, and a band detects only its frequencies")
  func settings() throws {
    let (samples, hits) = loop(seed: 1)
    let faint = samples.map { $0 * 0.01 }
    let plain = SoundToHaptics(mode: .beats)
    #expect(try plain.timeline(of: [faint], sampleRate: Self.rate).events.isEmpty)
    var normalized = plain
    normalized.normalizes = true
    let heard = try normalized.timeline(of: [faint], sampleRate: Self.rate).events
    #expect(heard.count == hits.count)
    #expect(heard.contains { $0.intensity == 1 })
    var low = normalized
    low.band = 20...180
    let kicks = try low.timeline(of: [samples], sampleRate: Self.rate).events
    let expected = hits.filter { $0.drum == .kick }
    #expect(kicks.count { $0.intensity > 0.5 } == expected.count)
    for preset in SoundToHaptics.Preset.allCases {
      #expect(
        try !preset.listener.timeline(of: [samples], sampleRate: Self.rate).isSilent, "\(preset)")
    }
  }

  @Test func `Noise and voice give no bursts of taps`() throws {
    var random = SeededGenerator(seed: 9)
    let count = Int(8 * Self.rate)
    let noise = (0..<count).map { _ in 0.3 * (2 * random.unit() - 1) }
    var phase = 0.0
    let voice = (0..<count).map { index -> Double in
      let t = Double(index) / Self.rate
      phase += (140 + 8 * sin(2 * .pi * 5 * t) + 30 * sin(2 * .pi * 0.4 * t)) / Self.rate
      let level = 0.5 + 0.3 * sin(2 * .pi * 0.7 * t)
      let wave = (1...12).reduce(0.0) { $0 + sin(2 * .pi * phase * Double($1)) / Double($1) }
      return 0.25 * min(1, t / 0.2) * level * wave
    }
    for (name, samples) in [("noise", noise), ("voice", voice)] {
      let heard = try SoundToHaptics(mode: .beats).timeline(of: [samples], sampleRate: Self.rate)
      print("\(name): \(heard.events.count) transients in 8 s")
      // The beginning of the sound itself is an onset.
      #expect(heard.events.count { $0.time > 0.3 } <= 1, "\(name)")
    }
  }

  @Test func `The number of beats per second is limited, and silence gives no beats`() throws {
    let events = (0..<40).map {
      HapticEvent(time: Seconds(Double($0) * 0.07), intensity: 1, sharpness: 0.5)
    }
    let sound = try WAVFile(
      try renderWAVBytes(Timeline(duration: 3, events: events)))
    let heard = try SoundToHaptics(mode: .beats, mostBeats: 4).timeline(of: sound).events
    for (one, other) in zip(heard, heard.dropFirst()) {
      #expect((other.time - one.time).value > 0.2)
    }
    let silence = try SoundToHaptics().timeline(
      of: [[Double](repeating: 0, count: 48_000)], sampleRate: Self.rate)
    #expect(silence.events.isEmpty && silence.duration == 1)
    #expect(try SoundToHaptics().timeline(of: [], sampleRate: Self.rate).events.isEmpty)
  }
}

@Suite struct TurnedChannelTests {
  @Test func `Hits on two channels are detected if one channel is inverted`() throws {
    let rate = 8000.0
    let left = (0..<16_000).map { index -> Double in
      let time = Double(index % 8000) / rate
      return 0.7 * exp(-time / 0.02) * sin(2 * .pi * 150 * time)
    }
    let timeline = try SoundToHaptics(mode: .beats).timeline(
      of: [left, left.map { -$0 }], sampleRate: rate)
    #expect(timeline.events.count == 2)
  }
}
