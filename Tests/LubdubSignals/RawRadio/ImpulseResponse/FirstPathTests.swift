import Foundation
import LubdubSignals
import Testing

/// Two Gaussian pulses and a weak pattern, rounded as a receiver does.
func twoPulses() -> [Complex] {
  func pulse(_ tap: Double, at place: Double) -> Double {
    exp(-(tap - place) * (tap - place) / (2 * 0.75 * 0.75))
  }
  return (0..<192).map { index in
    let n = Double(index)
    let (first, second) = (5000 * pulse(n, at: 80.37), 9000 * pulse(n, at: 84.9))
    return Complex(
      (first + second * cos(1.2) + 20 * cos(2.3 * n * n)).rounded(),
      (second * sin(1.2) + 20 * sin(1.7 * n * n)).rounded())
  }
}

@Suite struct FirstPathTests {
  @Test(arguments: [(1, 79.368), (4, 79.433), (8, 79.439), (16, 79.440)])
  func `The first path matches the study`(factor: Int, expected: Double) throws {
    let accumulator = try #require(Accumulator(taps: twoPulses()))
    #expect(abs(accumulator.noise - 17.509) < 0.001)
    var interpolation = try EnvelopeInterpolation(count: 192, factor: factor)
    let found = interpolation.envelope(of: accumulator)
    let envelope = try #require(found)
    let place = try #require(FirstPath.place(in: envelope))
    #expect(abs(place - expected) < 0.001)
  }

  @Test func `The window's position in the accumulator is added`() throws {
    var interpolation = try EnvelopeInterpolation(count: 192)
    let near = try #require(Accumulator(taps: twoPulses()))
    let far = try #require(Accumulator(taps: twoPulses(), firstTap: 668))
    let first = interpolation.envelope(of: near).flatMap { FirstPath.place(in: $0) }
    let second = interpolation.envelope(of: far).flatMap { FirstPath.place(in: $0) }
    #expect(abs(try #require(second) - (try #require(first)) - 668) < 1e-9)
  }

  @Test func `A response that is empty, zero, or too short has no first path`() throws {
    var interpolation = try EnvelopeInterpolation(count: 64)
    let zeros = try #require(Accumulator(taps: [Complex](repeating: Complex(0), count: 64)))
    let found = interpolation.envelope(of: zeros)
    let envelope = try #require(found)
    #expect(FirstPath.place(in: envelope) == nil)
    #expect(Accumulator(taps: [Complex(1)]) == nil)
    #expect(Accumulator(taps: [Complex](repeating: Complex(.nan), count: 64)) == nil)
    let other = try #require(Accumulator(taps: twoPulses()))
    let foreign = interpolation.envelope(of: other)
    #expect(foreign == nil)
  }

  @Test(arguments: [0, 1, 190, 191])
  func `A peak at either end of the response does not trap`(_ place: Int) throws {
    var taps = [Complex](repeating: Complex(1, 0.5), count: 192)
    taps[place] = Complex(1000)
    let accumulator = try #require(Accumulator(taps: taps))
    for factor in [1, 4] {
      var interpolation = try EnvelopeInterpolation(count: 192, factor: factor)
      let made = interpolation.envelope(of: accumulator)
      let envelope = try #require(made)
      if let found = FirstPath.place(in: envelope) { #expect((0...192).contains(found)) }
    }
    #expect(accumulator.window.taps.count <= 192)
  }

  @Test func `The window contains the strongest tap and stores the index of its first tap`() throws
  {
    var taps = [Complex](repeating: Complex(1), count: 1016)
    taps[700] = Complex(900)
    let window = try #require(Accumulator(taps: taps)).window
    #expect(window.firstTap == 572)
    #expect(window.taps.count == 256)
    #expect(window.taps[128] == Complex(900))
  }
}

@Suite struct NLOSScoreTests {
  @Test func `A sharp path scores near 0, and a buried first path near 1`() throws {
    func response(first: Double, tail: Double) -> [Complex] {
      (0..<192).map { index in
        var size = 10 + Double(index * 7919 % 13)
        if (60...61).contains(index) { size += first }
        if index > 61 { size += tail * exp(-Double(index - 61) / 25) }
        return Complex(size * cos(Double(index * index)), size * sin(Double(index * index)))
      }
    }
    let sharp = try #require(Accumulator(taps: response(first: 9000, tail: 30)))
    let buried = try #require(Accumulator(taps: response(first: 150, tail: 2000)))
    let low = try #require(NLOSScore(sharp, firstPath: 60)).value
    let high = try #require(NLOSScore(buried, firstPath: 60)).value
    #expect(low < 0.15)
    #expect(high > 0.4)
    #expect((0...1).contains(low) && (0...1).contains(high))
  }

  @Test func `A first path too near an end has no score`() throws {
    let accumulator = try #require(Accumulator(taps: twoPulses()))
    for place in [-1000.0, 0, 1.9, 112, 191, 1e9] {
      #expect(NLOSScore(accumulator, firstPath: place) == nil, "\(place)")
    }
    #expect(NLOSScore(accumulator, firstPath: 79.4) != nil)
  }
}
