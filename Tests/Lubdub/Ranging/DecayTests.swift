import Foundation
import TestSupport
import Testing

@testable import Lubdub

@Suite struct DecayTests {
  @Test func `The fast exp(-x) is within two units in the last place of the C library`() {
    var generator = SeededGenerator(seed: 41)
    for _ in 0..<50_000 {
      let x = generator.unit() < 0.5 ? generator.unit() : 700 * generator.unit()
      let expected = exp(-x)
      #expect(abs(x.decay - expected) <= 2 * expected.ulp, "x = \(x), seed 41")
    }
    #expect(0.0.decay == 1)
  }

  @Test func `Beyond 700 the fast exp(-x) keeps its value at 700`() {
    #expect(700.0.decay > 0)
    #expect(1e9.decay == 700.0.decay)
    #expect(Double.infinity.decay == 700.0.decay)
  }

  @Test func `Vector lanes give the same bits as single numbers`() {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<10_000 {
      let numbers = SIMD8<Double>((0..<8).map { _ in 50 * generator.unit() * generator.unit() })
      let decays = numbers.decay
      for lane in 0..<8 {
        #expect(decays[lane].bitPattern == numbers[lane].decay.bitPattern, "seed 42")
      }
    }
  }
}
