struct SampleEncoder {
  private let format: SampleFormat
  private let channels: [Int?]
  private var noise: TriangularNoise?
  private var steps: [Int32] = []

  init(_ format: SampleFormat, _ channels: [Int?], dither: RenderOptions.Dither) {
    (self.format, self.channels) = (format, channels)
    if case .triangular(let seed) = dither, !format.isFloat { noise = TriangularNoise(seed: seed) }
  }

  var frameBytes: Int { format.bytes * channels.count }

  mutating func encode(
    _ samples: UnsafeBufferPointer<Float>, of voice: Int, into out: UnsafeMutableRawBufferPointer
  ) {
    if format == .pcm16, channels.count == 1, noise == nil {
      return Self.encode16(samples, into: out)
    }
    if steps.count < samples.count { steps = [Int32](repeating: 0, count: samples.count) }
    quantise(samples)
    for channel in channels.indices where channels[channel] == voice {
      steps.withUnsafeBufferPointer { steps in
        var offset = channel * format.bytes
        for index in samples.indices {
          let value = UInt32(bitPattern: steps[index])
          for byte in 0..<format.bytes {
            out[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
          }
          offset += frameBytes
        }
      }
    }
  }

  private mutating func quantise(_ samples: UnsafeBufferPointer<Float>) {
    guard !format.isFloat else {
      for index in samples.indices { steps[index] = Int32(bitPattern: samples[index].bitPattern) }
      return
    }
    let largest = Double((1 << (format.bytes * 8 - 1)) - 1)
    for index in samples.indices {
      var value = Double(samples[index]) * largest
      if value != 0 { value += noise?.next() ?? 0 }
      let rounded = (value + Self.roundingShift) - Self.roundingShift
      steps[index] = Int32(min(max(rounded, -largest), largest))
    }
  }

  /// 1.5 * 2^52: adding and subtracting it rounds to an integer, half to even.
  private static let roundingShift = 6_755_399_441_055_744.0

  private static func encode16(
    _ samples: UnsafeBufferPointer<Float>, into out: UnsafeMutableRawBufferPointer
  ) {
    let shift: Float = 12_582_912
    let bits = Int32(bitPattern: shift.bitPattern)
    for index in 0..<samples.count {
      let scaled = min(max(samples[index] * 32_767, -32_767), 32_767)
      let step = Int32(bitPattern: (scaled + shift).bitPattern) &- bits
      out.storeBytes(
        of: Int16(truncatingIfNeeded: step).littleEndian, toByteOffset: 2 * index, as: Int16.self)
    }
  }
}

/// Noise of triangular distribution over -1...1: the sum of two uniform numbers.
private struct TriangularNoise {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> Double {
    let bits = random.next()
    let (left, right) = (Double(bits >> 32), Double(bits & 0xFFFF_FFFF))
    return (left + right) * 0x1p-32 - 1
  }
}
