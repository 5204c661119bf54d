import ArgumentParser
import HapticAudio
import HapticFormats
import Haptics
import Quantities
import Spectra

/// The samples of one channel, from a WAV file or a rendered timeline.
struct Sound {
  /// Where they come from, for the summary.
  let title: String
  let sampleRate: Hertz
  let samples: [Double]

  /// Timelines are rendered at a rate that holds all that can be felt.
  private static let renderRate = 8_000

  init(bytes: [UInt8], path: String, channel: Int?, actuator: ActuatorModel) throws {
    if bytes.starts(with: "RIFF".utf8) || bytes.starts(with: "RF64".utf8) {
      try self.init(WAVFile(bytes), path, channel)
    } else {
      let kind = FileKind.recognize(bytes, name: path)
      guard let format = kind.format, format.isReadable else {
        throw CommandFailure(
          "\(path): \(kind.rawValue) holds no timeline, expected WAV or a haptic file")
      }
      let document = try naming(path) { () throws(FormatError) in try format.decode(bytes) }
      try self.init(document.timeline, path, actuator)
    }
  }

  private init(_ timeline: Timeline, _ path: String, _ actuator: ActuatorModel) throws {
    let options = RenderOptions(sampleRate: Self.renderRate, actuator: actuator)
    self.init(
      title: "\(path): timeline for \(actuator.name), \(timeline.events.count) events",
      sampleRate: Hertz(Double(Self.renderRate)),
      samples: try renderSamples(timeline, options).map(Double.init))
  }

  private init(title: String, sampleRate: Hertz, samples: [Double]) {
    self.title = title
    self.sampleRate = sampleRate
    self.samples = samples
  }

  private init(_ file: WAVFile, _ path: String, _ channel: Int?) throws {
    let count = file.channelCount
    if let channel, !(1...count).contains(channel) {
      throw ValidationError("--channel is \(channel), expected 1...\(count)")
    }
    var chosen = channel ?? 1
    var samples = file.samples(channel: chosen - 1)
    if channel == nil {
      while chosen < count, samples.allSatisfy({ $0 == 0 }) {
        chosen += 1
        samples = file.samples(channel: chosen - 1)
      }
    }
    let kind = file.isFloat ? "float" : "integer"
    self.init(
      title: "\(path): channel \(chosen) of \(count), \(file.bitsPerSample)-bit \(kind)",
      sampleRate: Hertz(Double(file.sampleRate)), samples: samples)
  }

  var duration: Seconds { Seconds(Double(samples.count) / sampleRate.value) }
  var peak: Double { samples.reduce(0) { max($0, abs($1)) } }
  var meanSquare: Double {
    samples.isEmpty ? 0 : samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
  }
}

/// The two pictures of a sound.
struct SoundAnalysis {
  let welch: WelchSpectrum
  let spectrogram: Spectrogram

  /// Most columns of the spectrogram.
  private static let columns = 400

  init(_ sound: Sound, segment: Int?) throws {
    let rate = sound.sampleRate.value
    welch = try WelchSpectrum(
      sound.samples, sampleRate: sound.sampleRate, segment: segment ?? Self.power(above: rate / 6))
    let column = Self.power(above: rate / 20)
    let hop = max(column / 4, sound.samples.count / Self.columns)
    spectrogram = try Spectrogram(
      sound.samples, sampleRate: sound.sampleRate, segment: column, hop: hop)
  }

  /// The frequency below which all but a thousandth of the power lies, at least 500 Hz.
  var highest: Hertz {
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
