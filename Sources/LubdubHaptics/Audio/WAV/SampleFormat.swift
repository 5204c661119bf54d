/// The storage format of one sample, little-endian.
public enum SampleFormat: String, Sendable, Hashable, CaseIterable {
  /// 16-bit integer.
  case pcm16
  /// 24-bit integer, three bytes.
  case pcm24
  /// 32-bit integer.
  case pcm32
  /// 32-bit IEEE 754.
  case float32

  /// The number of bytes per sample.
  public var bytes: Int {
    switch self {
    case .pcm16: 2
    case .pcm24: 3
    case .pcm32, .float32: 4
    }
  }

  /// Whether samples are floating-point numbers.
  public var isFloat: Bool { self == .float32 }
}

/// The channels of a file, and the channels with haptics.
public enum ChannelLayout: String, Sendable, Hashable, CaseIterable {
  /// One channel.
  case mono
  /// Two channels: left and right if there are such places, otherwise the same signal.
  case stereo
  /// The four channels of a game controller that is a USB sound card: audio, which is silent, on 1 and 2, haptics on 3
  /// (left) and 4 (right). Such controllers need 48 kHz.
  case controller
  /// One channel per place, in the order in which the document names them; no channel has a speaker.
  case places

  /// The speaker positions of the extensible header: front center; front left and right; front and back pairs.
  var speakers: UInt32 {
    switch self {
    case .mono: 0x4
    case .stereo: 0x3
    case .controller: 0x33
    case .places: 0
    }
  }

  /// The voice of a document that each channel plays; `nil` is silence.
  package func voices(of count: Int) -> [Int?] {
    switch self {
    case .mono: [0]
    case .stereo: [0, count - 1]
    case .controller: [nil, nil, 0, count - 1]
    case .places: (0..<count).map { $0 }
    }
  }
}
