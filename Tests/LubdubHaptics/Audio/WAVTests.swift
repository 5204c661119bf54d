import Foundation
import LubdubHaptics
import TestSupport
import Testing

@Suite struct WAVTests {
  static let variants: [RenderOptions] = [8_000, 44_100, 48_000, 192_000].flatMap { rate in
    SampleFormat.allCases.flatMap { format in
      ChannelLayout.allCases.map { layout in
        RenderOptions(sampleRate: rate, format: format, layout: layout)
      }
    }
  }

  /// The variants that other programs read: each pair of rate, format, and layout, and in a thorough run all.
  static let foreignVariants = variants.indices.filter {
    Thoroughness.isFull || ($0 + $0 / 4 + $0 / 16).isMultiple(of: 4)
  }.map { variants[$0] }

  /// About 70 ms.
  static func oddFrames(_ rate: Int) -> Int { rate / 28 * 2 + 1 }

  /// A length that is odd in samples, so that 24-bit mono needs padding.
  static func timeline(_ rate: Int) -> Timeline {
    let tap = HapticEvent(time: 0.001, intensity: 1, sharpness: 0.7)
    return Timeline(duration: Seconds(Double(oddFrames(rate)) / Double(rate)), events: [tap])
  }

  @Test(arguments: variants)
  func `Every variant is read back as it was written`(_ options: RenderOptions) throws {
    let timeline = Self.timeline(options.sampleRate)
    let bytes = try renderWAVBytes(timeline, options)
    let file = try WAVFile(bytes)
    #expect(file.sampleRate == options.sampleRate)
    #expect(file.channelCount == options.layout.count)
    #expect(file.bitsPerSample == options.format.bytes * 8)
    #expect(file.isFloat == options.format.isFloat)
    let samples = try renderSamples(timeline, options)
    #expect(file.frameCount == samples.count)
    let step = options.format == .pcm16 ? 0.51 / 32_767 : 1e-7
    for channel in 0..<file.channelCount {
      let read = file.samples(channel: channel)
      let isSilent = options.layout == .controller && channel < 2
      let close = zip(read, samples).allSatisfy { abs($0 - (isSilent ? 0 : Double($1))) <= step }
      #expect(close, "channel \(channel)")
    }
    let rules = checkWAV(bytes).map(\.code)
    let isOdd = options.layout == .controller && options.sampleRate != 48_000
    #expect(rules == (isOdd ? ["wav-controller-rate"] : []))
  }

  @Test func `A sound longer than the bound is rejected with the bound`() throws {
    let tap = HapticEvent(time: 0, intensity: 1, sharpness: 0.5)
    let late = HapticEvent(time: 1e9, intensity: 1, sharpness: 0.5)
    for timeline in [
      Timeline(duration: 1e9, events: [tap]), Timeline(duration: 1, events: [tap, late]),
    ] {
      let error = #expect(throws: AudioError.self) { _ = try Renderer(timeline) }
      #expect(error?.description.contains("LUBDUB_BOUNDS=sound=N") == true)
    }
    var bytes = try renderWAVBytes(
      Timeline(duration: 500, events: [tap]), RenderOptions(sampleRate: 8000))
    // The same samples at 100 Hz would be heard for longer than a night.
    for (rate, word) in [(100, "LUBDUB_BOUNDS=sound=N"), (1, "100..."), (2_000_000, "100...")] {
      withUnsafeBytes(of: UInt32(rate).littleEndian) { bytes.replaceSubrange(24..<28, with: $0) }
      let error = #expect(throws: AudioError.self) { _ = try WAVFile(bytes) }
      #expect(error?.description.contains(word) == true)
    }
  }

  @Test("A streamed file with sizes of 0 or the maximum is read with all its samples")
  func streamed() throws {
    let bytes = try renderWAVBytes(Self.timeline(8000), RenderOptions(sampleRate: 8000))
    let whole = try WAVFile(bytes).samples(channel: 0)
    for riff in [UInt32(0), 36, .max] {
      var streamed = bytes
      withUnsafeBytes(of: riff.littleEndian) { streamed.replaceSubrange(4..<8, with: $0) }
      let size: UInt32 = riff == .max ? .max : 0
      withUnsafeBytes(of: size.littleEndian) { streamed.replaceSubrange(40..<44, with: $0) }
      let file = try WAVFile(streamed)
      #expect(file.samples(channel: 0) == whole && file.missingFrameCount == 0)
    }
  }

  @Test func `The same input gives the same bytes, also with dither`() throws {
    for dither in [RenderOptions.Dither.none, .triangular(seed: 7)] {
      let options = RenderOptions(sampleRate: 8000, dither: dither)
      let first = try renderWAVBytes(Self.timeline(8000), options)
      #expect(try renderWAVBytes(Self.timeline(8000), options) == first)
    }
    let one = try renderWAVBytes(
      Self.timeline(8000), RenderOptions(sampleRate: 8000, dither: .triangular(seed: 1)))
    let two = try renderWAVBytes(
      Self.timeline(8000), RenderOptions(sampleRate: 8000, dither: .triangular(seed: 2)))
    #expect(one != two)
  }

  @Test func `Dither decorrelates the rounding error and leaves silence unchanged`() throws {
    let tone = steady(2, intensity: 0.000_012, sharpness: 0.3)
    func amplitude(_ dither: RenderOptions.Dither) throws -> Double {
      let options = RenderOptions(
        sampleRate: 8000, sharpness: .linear(100...100), headroom: 0, dither: dither)
      let samples = try WAVFile(renderWAVBytes(tone, options)).samples(channel: 0)
      let sum = samples.enumerated().reduce(0) { sum, item in
        sum + item.element * sine(100 * Double(item.offset) / 8000)
      }
      return 2 * sum / Double(samples.count)
    }
    // 0.4 of a step: without dither nothing is left of it.
    #expect(try abs(amplitude(.triangular(seed: 3)) - 0.000_012) < 0.000_002)
    #expect(try amplitude(.none) == 0)
    let silence = Timeline(duration: 1, events: [])
    let bytes = try renderWAVBytes(silence, RenderOptions(dither: .triangular(seed: 3)))
    #expect(bytes.dropFirst(44).allSatisfy { $0 == 0 })
  }

  @Test func `Only a file of more than 4 GiB gets 64-bit sizes`() throws {
    let most = (Int(UInt32.max) - 36) / 2
    func header(_ frames: Int) throws -> WAVHeader {
      try WAVHeader(
        sampleRate: 48_000, format: .pcm16, channelCount: 1, speakers: 4, frames: frames)
    }
    let small = try header(most)
    #expect(!small.isRF64)
    #expect(small.fileBytes - 8 <= Int(UInt32.max))
    let large = try header(most + 1)
    #expect(large.isRF64)
    let bytes = large.bytes
    #expect(bytes.count == 80)
    #expect(large.fileBytes == 80 + 2 * (most + 1))
    #expect(String(decoding: bytes[..<4], as: UTF8.self) == "RF64")
    #expect(bytes[4..<8].allSatisfy { $0 == 0xFF })
    func number(_ offset: Int) -> Int {
      (0..<8).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    #expect(number(20) == large.fileBytes - 8)
    #expect(number(28) == large.dataBytes)
    #expect(number(36) == most + 1)
    #expect(bytes[76..<80].allSatisfy { $0 == 0xFF })
  }

  @Test func `An impossible length is rejected before anything is written`() {
    for frames in [Int.max, Int.max / 2, -1] {
      #expect(throws: AudioError.self) {
        try WAVHeader(
          sampleRate: 48_000, format: .pcm32, channelCount: 2, speakers: 3, frames: frames)
      }
    }
  }

  @Test func `A failed rendering keeps the old file`() throws {
    let path = scratchFile("old.wav")
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    let bad = Timeline(duration: 1, events: [HapticEvent(time: 0, intensity: 2, sharpness: 0)])
    #expect(throws: AudioError.self) { try renderWAV(bad, to: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    let report = try renderWAV(heartbeat(interval: 1, beats: 1), to: path)
    #expect(report.frames == 48_000)
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(size == 44 + 2 * report.frames)
  }

  @Test func `Files truncated at any byte are read or rejected without a trap`() throws {
    let options = RenderOptions(sampleRate: 8000, format: .float32, layout: .controller)
    var short = heartbeat(interval: 0.2, beats: 1)
    short.duration = 0.01
    let whole = try renderWAVBytes(short, options)
    for length in 0..<200 {
      let part = Array(whole[..<length])
      _ = try? WAVFile(part).samples(channel: 0)
      #expect(!checkWAV(part).isEmpty, "cut after \(length) bytes")
    }
    let seed: UInt64 = 3
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var broken = Array(whole[..<400])
      for _ in 0..<3 { broken[Int(random.next() % 120)] = UInt8(random.next() & 0xFF) }
      _ = try? WAVFile(broken)
      _ = checkWAV(broken)
    }
  }
}

@Suite struct WAVCheckTests {
  @Test(arguments: [0, 255])
  func `A streamed sound without a length is read to its end`(byte: UInt8) throws {
    let good = try Self.good()
    var streamed = good
    let data = streamed.count - 2 * 4000 - 4
    for place in Array(4..<8) + Array(data..<data + 4) { streamed[place] = byte }
    #expect(try WAVFile(streamed).samples(channel: 0) == WAVFile(good).samples(channel: 0))
    #expect(Self.rules(streamed).contains("wav-riff-size"))
  }

  static func rules(_ bytes: [UInt8]) -> Set<String> { Set(checkWAV(bytes).map(\.code)) }

  static func good(_ format: SampleFormat = .pcm16) throws -> [UInt8] {
    try renderWAVBytes(
      heartbeat(interval: 0.5, beats: 1), RenderOptions(sampleRate: 8000, format: format))
  }

  @Test func `Each error in a header has its rule`() throws {
    let good = try Self.good()
    #expect(Self.rules(good).isEmpty)
    #expect(Self.rules(Array("not a wave file".utf8)) == ["wav-format"])
    #expect(Self.rules([]) == ["wav-format"])
    #expect(Self.rules(good + [0, 0]) == ["wav-riff-size"])
    #expect(Self.rules(good.dropLast(2)) == ["wav-riff-size", "wav-data-size"])
    var rate = good
    rate[28] ^= 1
    #expect(Self.rules(rate) == ["wav-byte-rate"])
    var fact = try Self.good(.float32)
    fact[46] ^= 1
    #expect(Self.rules(fact) == ["wav-fact"])
  }

  @Test func `Clipping, steps, and samples that are not numbers are found`() throws {
    let good = try Self.good(.float32)
    func changed(_ values: [Float], at sample: Int) -> [UInt8] {
      var bytes = good
      let data = good.count - 4 * 4000
      for (index, value) in values.enumerated() {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { raw in
          let start = data + 4 * (sample + index)
          bytes.replaceSubrange(start..<start + 4, with: raw)
        }
      }
      return bytes
    }
    #expect(Self.rules(changed([.nan], at: 100)) == ["wav-not-a-number"])
    #expect(Self.rules(changed([0, 0.99, 0], at: 3900)) == ["wav-step"])
    #expect(Self.rules(changed([0.99], at: 3999)) == ["wav-step"])
    #expect(Self.rules(changed([0.5, 0.9, 1.01, 0.9, 0.5], at: 3900)) == ["wav-clipping"])
  }
}

/// Files that are too long for memory.
@Suite struct LongWAVTests {
  @Test(arguments: [101, 4096, 50_001])
  func `A check in blocks gives the findings of a check in one piece`(size: Int) throws {
    let good = try renderWAVBytes(heartbeat(interval: 0.5, beats: 4))
    var step = good
    step[good.count / 2] = 0x7F
    step[good.count / 2 + 1] = 0x7F
    for bytes in [good, step, Array(good.dropLast(7))] {
      var check = try WAVStreamCheck(start: Array(bytes[..<1000]))
      for start in stride(from: 1000, to: bytes.count, by: size) {
        try check.feed(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(Set(try check.findings().map(\.code)) == Set(checkWAV(bytes).map(\.code)))
    }
  }
}
