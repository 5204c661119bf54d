import Lubdub
import LubdubTraces
import TestSupport
import Testing

@testable import LubdubBench

@Suite("Noise spectrum")
struct NoiseSpectrumTests {
  /// A link at rest whose errors keep a share of the error before.
  static func still(memory: Double, seed: UInt64, count: Int = 400) -> Recording {
    var random = SeededGenerator(seed: seed)
    var error = 0.0
    let records = (0..<count).map { step in
      let news = (0..<12).reduce(-6.0) { sum, _ in sum + random.unit() }
      error = memory * error + 0.05 * (1 - memory * memory).squareRoot() * news
      return TraceRow(time: Double(step) / 10, range: 4.2 + error, truth: 4).record
    }
    return Recording(dataset: "made", name: "\(seed)", records: records)
  }

  @Test("white noise is flat and has its deviation")
  func white() throws {
    let made = (1...40).map { Self.still(memory: 0, seed: $0) }
    let spectrum = try #require(NoiseSpectrum(made))
    #expect(abs(spectrum.slowOverFast - 1) < 0.1)
    #expect(abs(spectrum.deviation.value / 0.05 - 1) < 0.05)
    #expect(abs(spectrum.whiteDeviation.value / 0.05 - 1) < 0.05)
    #expect(spectrum.recordings == 40)
  }

  @Test("errors that last are slow")
  func coloured() throws {
    let made = (1...40).map { Self.still(memory: 0.8, seed: $0) }
    let spectrum = try #require(NoiseSpectrum(made))
    #expect(spectrum.slowOverFast > 10)
    #expect(spectrum.whiteDeviation < 0.03)
  }

  @Test("what moves, or is too short, has none")
  func none() {
    #expect(NoiseSpectrum([Self.still(memory: 0, seed: 1, count: 60)]) == nil)
    let moving = Recording(
      dataset: "made", name: "walk",
      records: (0..<200).map {
        TraceRow(time: Double($0), range: Double($0), truth: Double($0)).record
      })
    #expect(NoiseSpectrum([moving]) == nil)
  }
}
