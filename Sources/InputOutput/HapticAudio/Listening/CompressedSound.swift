/// A sound in FLAC, Ogg (Vorbis, Opus) or MP3, its channels averaged.
///
/// It is read with libsndfile when the package trait `SoundFiles` is on; without the trait no such sound is
/// read, and the error tells the way.
public struct CompressedSound: Sendable {
  /// Samples a second.
  public let sampleRate: Int
  /// How many channels the file has.
  public let channelCount: Int
  /// The mean of the channels; full scale is 1.
  public let samples: [Double]
  /// Samples per channel that the file claims and lacks.
  public let missingFrameCount: Int

  /// The longest sound that is read, in seconds: what is compressed may unfold without bound.
  static let longest = 7200

  /// Reads a file.
  ///
  /// - Throws: `AudioError` when it is no such sound, is damaged or longer than two hours, and always when
  ///   the package is built without the trait `SoundFiles`.
  public init(_ bytes: [UInt8]) throws(AudioError) {
    #if SoundFiles
      var reader = try SndFileReader(bytes)
      defer { reader.close() }
      sampleRate = reader.sampleRate
      channelCount = reader.channelCount
      samples = try reader.readMean(limit: Self.longest * reader.sampleRate)
      missingFrameCount = max(0, reader.claimedFrameCount - samples.count)
    #else
      throw AudioError(
        subject: "sound",
        reason: "is compressed (FLAC, Ogg or MP3), and this build reads WAV only; make a WAV of it "
          + "(sox song.flac song.wav), or build with libsndfile: install libsndfile1-dev, then "
          + "swift build -c release --traits FFTW,Tool,SoundFiles")
    #endif
  }
}
