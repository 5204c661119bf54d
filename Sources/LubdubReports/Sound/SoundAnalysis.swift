package import Lubdub
package import LubdubSignals

/// The two pictures of a sound.
package struct SoundAnalysis {
  package let welch: WelchSpectrum
  package let spectrogram: Spectrogram

  /// Most columns of the spectrogram.
  private static let columns = 400

  package init(_ sound: Sound, segment: Int?) throws {
    let rate = sound.sampleRate.value
    welch = try WelchSpectrum(
      sound.samples, sampleRate: sound.sampleRate, segment: segment ?? Self.power(above: rate / 6))
    let column = Self.power(above: rate / 20)
    let hop = max(column / 4, sound.samples.count / Self.columns)
    spectrogram = try Spectrogram(
      sound.samples, sampleRate: sound.sampleRate, segment: column, hop: hop)
  }

  /// The frequency below which all but a thousandth of the power lies, at least 500 Hz.
  package var highest: Hertz {
    let total = welch.density.reduce(0, +)
    var sum = 0.0
    for (index, density) in welch.density.enumerated() {
      sum += density
      if sum >= 0.999 * total, welch.frequencies[index] >= 500 { return welch.frequencies[index] }
    }
    return welch.frequencies.last ?? 500
  }

  private static func power(above count: Double) -> Int {
    var power = 2
    while Double(power) < count { power *= 2 }
    return power
  }
}
