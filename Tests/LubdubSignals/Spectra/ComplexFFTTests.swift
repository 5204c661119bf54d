import Foundation
import TestSupport
import Testing

@testable import LubdubSignals

/// The transform by its definition.
private func naive(_ numbers: [Complex], sign: Double = -1) -> [Complex] {
  let count = numbers.count
  return (0..<count).map { bin in
    numbers.enumerated().reduce(Complex(0)) { sum, item in
      let angle = sign * 2 * Double.pi * Double(bin * item.offset % count) / Double(count)
      return sum + Complex(cos(angle), sin(angle)) * item.element
    }
  }
}

/// Uniform complex numbers.
private func complexNoise(_ count: Int, seed: UInt64) -> [Complex] {
  zip(noise(count, seed: seed), noise(count, seed: seed + 1000)).map { Complex($0, $1) }
}

/// The largest distance, relative to the largest number of the oracle.
private func relativeError(_ found: [Complex], _ oracle: [Complex]) -> Double {
  distance(found, oracle) / (oracle.map(\.magnitude).max() ?? 1)
}

extension ComplexFFT {
  fileprivate mutating func forward(_ input: [Complex]) -> [Complex] {
    load(input)
    forward()
    return (0..<count).map { self[$0] }
  }

  /// The inverse with the factor 1 / `count`.
  fileprivate mutating func inverse(_ input: [Complex]) -> [Complex] {
    load(input)
    inverse()
    let scale = 1 / Double(count)
    return (0..<count).map { self[$0] * scale }
  }
}

@Suite struct ComplexFFTTests {
  static let lengths = [1, 2, 3, 5, 8, 16, 25, 60, 75, 97, 128, 192, 255]

  @Test(arguments: lengths)
  func `The complex transform matches the oracle`(_ count: Int) throws {
    var transform = try ComplexFFT(count: count)
    let input = complexNoise(count, seed: 5)
    #expect(relativeError(transform.forward(input), naive(input)) < 1e-9)
    let back = naive(input, sign: 1).map { $0 * (1 / Double(count)) }
    #expect(relativeError(transform.inverse(input), back) < 1e-9)
  }

  @Test(arguments: lengths + [1024, 2048, 10_007])
  func `The inverse transform restores the numbers`(_ count: Int) throws {
    var transform = try ComplexFFT(count: count)
    let input = complexNoise(count, seed: 6)
    #expect(relativeError(transform.inverse(transform.forward(input)), input) < 1e-9)
  }

  @Test func `An invalid length is rejected`() {
    #expect(throws: SpectraError.self) { _ = try ComplexFFT(count: 0) }
    #expect(throws: SpectraError.self) { _ = try ComplexFFT(count: 1 << 25) }
  }
}

@Suite struct EnvelopeInterpolationTests {
  @Test(arguments: [7, 8, 48])
  func `Interpolation gives the trigonometric polynomial of the samples`(_ count: Int) throws {
    let factor = 4
    let samples = complexNoise(count, seed: 8)
    var interpolation = try EnvelopeInterpolation(count: count, factor: factor)
    let fine = interpolation.interpolate(samples)
    let spectrum = naive(samples)
    let oracle = (0..<count * factor).map { place -> Complex in
      let time = Double(place) / Double(factor)
      return spectrum.enumerated().reduce(Complex(0)) { sum, item in
        func wave(_ frequency: Int) -> Complex {
          let angle = 2 * Double.pi * Double(frequency) * time / Double(count)
          return Complex(cos(angle), sin(angle)) * (1 / Double(count))
        }
        let bin = item.offset
        if 2 * bin == count {
          return sum + item.element * (wave(bin) + wave(bin - count)) * 0.5
        }
        return sum + item.element * wave(2 * bin > count ? bin - count : bin)
      }
    }
    #expect(relativeError(fine, oracle) < 1e-9)
    #expect(relativeError((0..<count).map { fine[$0 * factor] }, samples) < 1e-12)
  }

  @Test func `Factor 1 returns the samples, and a smaller factor is rejected`() throws {
    var same = try EnvelopeInterpolation(count: 5, factor: 1)
    let samples = complexNoise(5, seed: 9)
    let again = same.interpolate(samples)
    #expect(again == samples)
    #expect(throws: SpectraError.self) { _ = try EnvelopeInterpolation(count: 5, factor: 0) }
    var one = try EnvelopeInterpolation(count: 1, factor: 3)
    let constant = one.interpolate([Complex(2, 1)])
    #expect(constant.count == 3)
    #expect(constant.allSatisfy { distance([$0], [Complex(2, 1)]) < 1e-15 })
  }
}
