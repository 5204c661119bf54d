package import Lubdub
package import LubdubHaptics

/// The samples of one channel, from a WAV file or a rendered timeline.
package struct Sound {
  /// Where they come from, for the summary.
  package let title: String
  package let sampleRate: Hertz
  package let samples: [Double]

  /// Timelines are rendered at a rate that holds all that can be felt.
  private static let renderRate = 8_000

  /// Reads or renders a sound.
  ///
  /// - Parameters:
  ///   - bytes: A WAV file, or a haptic file that holds a timeline.
  ///   - path: Its name, for the title and for messages.
  ///   - channel: The channel of a WAV file, from 1; without it the first that is not silent.
  ///   - actuator: What a timeline is rendered for.
  /// - Throws: `SoundError`, or `AudioError` for a damaged WAV file.
  package init(bytes: [UInt8], path: String, channel: Int?, actuator: ActuatorModel) throws {
    if bytes.starts(with: "RIFF".utf8) || bytes.starts(with: "RF64".utf8) {
      try self.init(WAVFile(bytes), path, channel)
    } else {
      let kind = FileKind.recognize(bytes, name: path)
      guard let format = kind.format else {
        throw SoundError.noTimeline(path: path, kind: kind)
      }
      try self.init(try Self.timeline(bytes, format, path), path, actuator)
    }
  }

  private static func timeline(
    _ bytes: [UInt8], _ format: HapticFormat, _ path: String
  ) throws(SoundError) -> Timeline {
    do throws(FormatError) {
      return try format.decode(bytes).timeline
    } catch {
      throw .damaged(path: path, error)
    }
  }

  private init(_ timeline: Timeline, _ path: String, _ actuator: ActuatorModel) throws {
    guard !timeline.events.isEmpty else { throw SoundError.silent(path: path) }
    let options = RenderOptions(sampleRate: Self.renderRate, actuator: actuator)
    self.init(
      title: "\(path): timeline for \(actuator.name), \(counted(timeline.events.count, "event"))",
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
      throw SoundError.noChannel(channel, count: count)
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

  package var duration: Seconds { Seconds(Double(samples.count) / sampleRate.value) }
  package var peak: Double { samples.reduce(0) { max($0, abs($1)) } }
  package var meanSquare: Double {
    samples.isEmpty ? 0 : samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
  }
}

/// Why there is no sound to look at.
package enum SoundError: Error, CustomStringConvertible {
  /// The file is neither WAV nor a haptic file that is read.
  case noTimeline(path: String, kind: FileKind)
  /// The haptic file is damaged.
  case damaged(path: String, FormatError)
  /// The timeline holds no events.
  case silent(path: String)
  /// The WAV file has no such channel; channels count from 1.
  case noChannel(Int, count: Int)

  package var description: String {
    switch self {
    case .noTimeline(let path, let kind):
      "\(path): \(kind.name) holds no timeline, expected WAV or a haptic file"
    case .damaged(let path, let error): "\(path): \(error)"
    case .silent(let path): "\(path): the timeline holds no events, so there is no spectrum to show"
    case .noChannel(let channel, let count): "the channel is \(channel), expected 1...\(count)"
    }
  }
}
