import Foundation
import Haptics
import Quantities
import TestSupport
import Testing

@testable import HapticAudio

/// Haptics from sound: what was rendered comes back, drums are found, and steady sounds give no bursts.
@Suite struct SoundToHapticsTests {
  private static let rate = 48_000.0

  @Test("A rendered pattern gives its onsets within 3 ms and its intensities within 0.05")
  func roundTrip() throws {
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
      #expect(heard.events.count == events.count, "round \(round)")
      for (one, other) in zip(heard.events, events) {
        let error = abs(one.time.value - other.time.value)
        #expect(error <= 0.003, "round \(round), at \(other.time): \(error) s")
        #expect(abs(one.intensity - other.intensity) <= 0.05, "round \(round), at \(other.time)")
      }
      #expect(try SoundToHaptics(mode: .beats).timeline(of: sound) == heard)
    }
  }

  @Test("A rendered vibration comes back as one continuous event of its level")
  func vibration() throws {
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

  @Test("Onsets of drum loops: F-measure at least 0.9 within 25 ms")
  func drums() throws {
    var (hits, found, made) = (0, 0, 0)
    for seed in 0..<6 {
      var random = SeededGenerator(seed: UInt64(seed))
      let step = 60 / (90 + 60 * random.unit()) / 2
      var samples = [Double](repeating: 0, count: Int(8 * Self.rate))
      var truth: [Double] = []
      var time = 0.2
      var index = 0
      while time < 7.5 {
        var isHit = true
        switch index % 4 {
        case 0: add(.kick, at: time, 0.6, to: &samples, &random)
        case 2: add(.snare, at: time, 0.5, to: &samples, &random)
        default:
          isHit = random.unit() < 0.7
          if isHit { add(.hat, at: time, 0.25, to: &samples, &random) }
        }
        if isHit { truth.append(time) }
        (time, index) = (time + step, index + 1)
      }
      let heard = try SoundToHaptics(mode: .beats).timeline(of: samples, sampleRate: Self.rate)
      var left = truth
      for event in heard.events {
        guard let match = left.firstIndex(where: { abs($0 - event.time.value) <= 0.025 }) else {
          continue
        }
        left.remove(at: match)
        hits += 1
      }
      found += heard.events.count
      made += truth.count
    }
    let (precision, recall) = (Double(hits) / Double(found), Double(hits) / Double(made))
    let measure = 2 * precision * recall / (precision + recall)
    print("drums: \(made) hits, precision \(precision), recall \(recall), F \(measure)")
    #expect(measure >= 0.9)
  }

  @Test("Noise and a voice give no bursts")
  func steadySounds() throws {
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
      let heard = try SoundToHaptics(mode: .beats).timeline(of: samples, sampleRate: Self.rate)
      print("\(name): \(heard.events.count) transients in 8 s")
      // The beginning of the sound itself is an onset.
      #expect(heard.events.count { $0.time > 0.3 } <= 1, "\(name)")
    }
  }

  @Test("No more beats a second than are allowed, and silence gives none")
  func limits() throws {
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
      of: [Double](repeating: 0, count: 48_000), sampleRate: Self.rate)
    #expect(silence.events.isEmpty && silence.duration == 1)
    #expect(try SoundToHaptics().timeline(of: [], sampleRate: Self.rate).events.isEmpty)
  }
}
