import Foundation
import TestSupport
import Testing

@Suite struct FilterTests {
  private func convolved(_ signal: [Double], _ taps: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: signal.count + taps.count - 1)
    for (index, sample) in signal.enumerated() {
      for (tap, weight) in taps.enumerated() { result[index + tap] += sample * weight }
    }
    return result
  }

  /// The whole convolution, block by block.
  private func filtered(_ signal: [Double], _ taps: [Double]) throws -> [Double] {
    var filter = try OverlapSave(taps: taps)
    let total = signal.count + taps.count - 1
    var output: [Double] = []
    while output.count < total {
      var block = Array(signal.dropFirst(output.count).prefix(filter.blockCount))
      block += [Double](repeating: 0, count: filter.blockCount - block.count)
      filter.process(&block)
      output += block.prefix(total - output.count)
    }
    return output
  }

  private func response(_ taps: [Double], at hertz: Double, rate: Double) -> Complex {
    taps.enumerated().reduce(Complex(0)) { sum, tap in
      let angle = -2 * Double.pi * hertz * Double(tap.offset) / rate
      return sum + Complex(cos(angle), sin(angle)) * tap.element
    }
  }

  @Test(arguments: [(1, 1), (1, 300), (5, 3), (100, 31), (1000, 63), (1000, 64), (3000, 257)])
  func `Overlap-save equals plain convolution`(_ count: Int, _ tapCount: Int) throws {
    let signal = noise(count, seed: 1)
    let taps = noise(tapCount, seed: 2)
    let found = try filtered(signal, taps)
    let expected = convolved(signal, taps)
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-12 * Double(tapCount + 10) })
  }

  @Test func `An empty list of taps is rejected`() {
    #expect(throws: SpectraError.self) { try OverlapSave(taps: []).blockCount }
  }

  @Test func `A linear-phase filter has the desired gain and is symmetric`() throws {
    let taps = try FIRDesign.frequencySampling(taps: 401, sampleRate: 8000) {
      Complex($0.value < 1000 ? 1 : 0.1)
    }
    for index in taps.indices { #expect(abs(taps[index] - taps[400 - index]) < 1e-15) }
    for (hertz, gain) in [(100.0, 1.0), (900, 1), (1100, 0.1), (3000, 0.1)] {
      #expect(abs(response(taps, at: hertz, rate: 8000).magnitude - gain) < 0.005)
    }
  }

  @Test func `System and inverse together are a delay, up to the maximum gain`() throws {
    // A one-pole low-pass at 50 Hz.
    let system = { (frequency: Hertz) in
      Complex(1) / Complex(1, frequency.value / 50)
    }
    let taps = try FIRDesign.inverse(
      of: system, band: 100...1000, maximumGain: 20, taps: 801, sampleRate: 8000)
    // At the very edge of the band the corner of the fade is rounded by the window.
    for (hertz, tolerance) in [(100.0, 0.03), (120, 0.01), (200, 0.01), (300, 0.01), (450, 0.01)] {
      let both = response(taps, at: hertz, rate: 8000) * system(Hertz(hertz))
      let angle = 2 * Double.pi * hertz * 400 / 8000
      let aligned = both * Complex(cos(angle), sin(angle))
      #expect((aligned + Complex(-1)).magnitude < tolerance, "\(hertz) Hz")
    }
    #expect(abs(response(taps, at: 900, rate: 8000).magnitude - 10) < 0.1)
    #expect(response(taps, at: 2500, rate: 8000).magnitude < 0.01)
    #expect(response(taps, at: 10, rate: 8000).magnitude < 0.01)
  }

  @Test(arguments: [0, -1, 2, 100])
  func `An even or zero number of taps is rejected`(_ count: Int) {
    #expect(throws: SpectraError.self) {
      try FIRDesign.frequencySampling(taps: count, sampleRate: 8000) { _ in Complex(1) }
    }
  }
}
