import Foundation
import TestSupport
import Testing

/// The transform by its definition, the oracle of all others.
func naiveTransform(_ samples: [Double]) -> [Complex] {
  let count = samples.count
  return (0...count / 2).map { bin in
    samples.enumerated().reduce(Complex(0)) { sum, item in
      let angle = -2 * Double.pi * Double(bin * item.offset % count) / Double(count)
      return sum + Complex(cos(angle), sin(angle)) * item.element
    }
  }
}

/// Uniform numbers in -1..<1.
func noise(_ count: Int, seed: UInt64) -> [Double] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { _ in 2 * random.unit() - 1 }
}

/// The largest distance of two lists of bins.
func distance(_ left: [Complex], _ right: [Complex]) -> Double {
  zip(left, right).map { ($0 + $1 * -1).magnitude }.max() ?? .infinity
}

@Suite struct RealFFTTests {
  static let lengths = [1, 2, 3, 4, 5, 8, 15, 16, 17, 60, 97, 128, 255, 256]

  @Test func `The oracle transforms a constant, an alternation, and a cosine correctly`() {
    #expect(distance(naiveTransform([1, 1, 1, 1]), [Complex(4), Complex(0), Complex(0)]) < 1e-15)
    #expect(
      distance(naiveTransform([1, -1, 1, -1]), [Complex(0), Complex(0), Complex(4)]) < 1e-15)
    let wave = (0..<12).map { cos(2 * .pi * 3 * Double($0) / 12 + 0.5) }
    var expected = [Complex](repeating: Complex(0), count: 7)
    expected[3] = Complex(6 * cos(0.5), 6 * sin(0.5))
    #expect(distance(naiveTransform(wave), expected) < 1e-14)
  }

  @Test(arguments: lengths)
  func `The real transform matches the oracle`(_ count: Int) throws {
    var transform = try RealFFT(count: count)
    for seed in 1...3 as ClosedRange<UInt64> {
      let samples = noise(count, seed: seed)
      let error = distance(transform.forward(samples), naiveTransform(samples))
      #expect(error < 1e-13 * Double(count), "seed \(seed)")
    }
  }

  @Test(arguments: lengths + [4096, 100_003])
  func `The inverse transform restores the samples`(_ count: Int) throws {
    var transform = try RealFFT(count: count)
    let samples = noise(count, seed: 4)
    let again = transform.inverse(transform.forward(samples))
    #expect(zip(samples, again).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test(arguments: lengths)
  func `The power of the bins equals the power of the samples`(_ count: Int) throws {
    var transform = try RealFFT(count: count)
    let samples = noise(count, seed: 5)
    let power = samples.reduce(0) { $0 + $1 * $1 }
    let bins = transform.forward(samples).enumerated().reduce(0) { sum, bin in
      let isSingle = bin.offset == 0 || 2 * bin.offset == count
      return sum + (isSingle ? 1 : 2) * bin.element.squaredMagnitude
    }
    #expect(abs(bins / Double(count) - power) < 1e-12 * Double(count))
  }

  @Test(arguments: [0, -1, Int.max])
  func `Invalid lengths are rejected`(_ count: Int) {
    #expect(throws: SpectraError.self) { _ = try RealFFT(count: count).count }
  }

  @Test func `Transforms can be created and run on many threads at once`() async {
    await withTaskGroup(of: Double.self) { group in
      for task in 0..<16 {
        group.addTask {
          let samples = noise(60 + task, seed: UInt64(task))
          guard var transform = try? RealFFT(count: samples.count) else { return .infinity }
          return distance(transform.forward(samples), naiveTransform(samples))
        }
      }
      for await error in group { #expect(error < 1e-11) }
    }
  }
}
