import Foundation
import TestSupport
import Testing

@Suite struct SpectrumTests {
  @Test func `A short signal is one segment, and invalid input is rejected`() throws {
    let picture = try Spectrogram([1, 2, 3], sampleRate: 10)
    #expect(picture.times.count == 1 && picture.frequencies.count == 2)
    for bad in [[], [1]] as [[Double]] {
      #expect(throws: SpectraError.self) { try Spectrogram(bad, sampleRate: 10) }
    }
    #expect(throws: SpectraError.self) { try Spectrogram([1, 2], sampleRate: 0) }
    #expect(throws: SpectraError.self) { try Spectrogram([1, 2], sampleRate: 1, segment: 1) }
    #expect(throws: SpectraError.self) { try Spectrogram([1, 2], sampleRate: 1, hop: 0) }
  }

  @Test func `A column's densities times their spacing equal its mean square`() throws {
    // Whole periods in every segment: the Hann window's weighting averages out.
    let samples = (0..<4096).map { sin(2 * .pi * Double($0) / 32) + 0.3 }
    let picture = try Spectrogram(samples, sampleRate: 1, segment: 512, hop: 128)
    let spacing = picture.frequencies[1].value
    for column in picture.times.indices {
      let densities = picture.frequencies.indices.map { picture[time: column, frequency: $0] }
      #expect(abs(densities.reduce(0, +) * spacing - 0.59) < 1e-9)
    }
  }

  @Test func `A spectrogram shows when a frequency sounds`() throws {
    let samples = (0..<4000).map { index in
      sin(2 * .pi * (index < 2000 ? 100 : 300) * Double(index) / 1000)
    }
    let picture = try Spectrogram(samples, sampleRate: 1000, segment: 200, hop: 50)
    #expect(picture.times.count == 77)
    #expect(picture.times[0] == 0.1)
    for (index, time) in picture.times.enumerated() where abs(time.value - 2) > 0.1 {
      let loudest = picture.frequencies.indices.max {
        picture[time: index, frequency: $0] < picture[time: index, frequency: $1]
      }
      #expect(picture.frequencies[loudest ?? 0] == (time < 2 ? 100 : 300))
    }
  }
}

@Suite struct AutocorrelationTests {
  private func naive(_ samples: [Double], _ lags: Int) -> [Double] {
    let mean = samples.reduce(0, +) / Double(samples.count)
    let values = samples.map { $0 - mean }
    let power = values.reduce(0) { $0 + $1 * $1 }
    return (0...lags).map { lag in
      zip(values, values.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 } / power
    }
  }

  @Test(arguments: [2, 3, 10, 101, 1000])
  func `The coefficients match the definition`(_ count: Int) throws {
    let samples = noise(count, seed: 8)
    let lags = min(20, count - 1)
    let found = try Autocorrelation(samples, maximumLag: lags).coefficients
    #expect(zip(found, naive(samples, lags)).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func `White noise passes as white, and correlated noise does not`() throws {
    var state = 0.0
    let correlated = noise(500, seed: 9).map { value in
      state = 0.5 * state + value
      return state
    }
    let result = try Autocorrelation(correlated, maximumLag: 20)
    #expect(abs(result.coefficients[1] - 0.5) < 0.1)
    #expect(result.shareOutside >= 0.15)
    #expect(try Autocorrelation(noise(5000, seed: 1), maximumLag: 200).shareOutside < 0.1)
  }

  @Test func `A constant signal has no correlation, and invalid lags are rejected`() throws {
    #expect(try Autocorrelation([3, 3, 3], maximumLag: 2).coefficients == [0, 0, 0])
    #expect(throws: SpectraError.self) { try Autocorrelation([1], maximumLag: 1) }
    #expect(throws: SpectraError.self) { try Autocorrelation([1, 2], maximumLag: 2) }
    #expect(throws: SpectraError.self) { try Autocorrelation([1, 2], maximumLag: 0) }
  }
}
