#if SoundFiles
internal import CSndFile
#endif

/// A sound in FLAC, Ogg (Vorbis, Opus) or MP3.
///
/// libsndfile reads it when the package trait `SoundFiles` is on. Without the trait no such sound is read, and
/// the error says how to get one that is.
public struct CompressedSound: Sendable {
  /// Samples a second.
  public let sampleRate: Int
  /// The samples of each channel; full scale is 1.
  public let channels: [[Double]]
  /// Samples per channel that the file claims and lacks.
  public let missingFrameCount: Int

  /// The longest sound that is read, in seconds: what is compressed may unfold without bound.
  static let longest = 7200

  /// Reads a file.
  ///
  /// - Throws: `AudioError` for other files, for a sound that is damaged or longer than two hours, and always
  ///   when the package is built without the trait `SoundFiles`.
  public init(_ bytes: [UInt8]) throws(AudioError) {
    #if SoundFiles
    var reader = try SndFileReader(bytes)
    defer { reader.close() }
    sampleRate = reader.sampleRate
    channels = try reader.read(limit: Self.longest * reader.sampleRate)
    missingFrameCount = max(0, reader.claimedFrameCount - (channels.first?.count ?? 0))
    #else
    throw AudioError(
      subject: "sound",
      reason: "is compressed (FLAC, Ogg or MP3), and this build reads WAV only; make a WAV of it "
        + "(sox song.flac song.wav), or build with libsndfile: install libsndfile1-dev, then "
        + "swift build -c release --traits FFTW,Tool,SoundFiles")
    #endif
  }
}

#if SoundFiles
/// Reads a sound in memory with libsndfile.
struct SndFileReader {
  let sampleRate: Int
  let channelCount: Int
  /// Samples per channel by the file's own account; 0 when it has none.
  let claimedFrameCount: Int
  private let file: OpaquePointer
  private let source: UnsafeMutablePointer<Source>

  /// The bytes and how far they are read; libsndfile asks for them by the functions below.
  private struct Source {
    let bytes: [UInt8]
    var position = 0
  }

  /// - Throws: `AudioError` with libsndfile's reason. After it there is nothing to close.
  init(_ bytes: [UInt8]) throws(AudioError) {
    source = .allocate(capacity: 1)
    source.initialize(to: Source(bytes: bytes))
    var functions = Self.functions
    var info = SF_INFO()
    guard let file = sf_open_virtual(&functions, Int32(SFM_READ), &info, source) else {
      Self.free(source)
      throw AudioError(
        subject: "sound", reason: "cannot be read: \(String(cString: sf_strerror(nil)))")
    }
    guard info.samplerate > 0, info.channels > 0 else {
      sf_close(file)
      Self.free(source)
      throw AudioError(subject: "sound", reason: "has no sample rate or no channel")
    }
    self.file = file
    sampleRate = Int(info.samplerate)
    channelCount = Int(info.channels)
    claimedFrameCount = info.frames < sf_count_t.max ? Int(info.frames) : 0
  }

  /// The samples of each channel, to the end of the sound.
  ///
  /// - Throws: `AudioError` for more frames than the limit, and for a fault in the file.
  mutating func read(limit: Int) throws(AudioError) -> [[Double]] {
    let frames = 1 << 16
    var block = [Double](repeating: 0, count: frames * channelCount)
    var channels = [[Double]](repeating: [], count: channelCount)
    while true {
      let count = Int(sf_readf_double(file, &block, sf_count_t(frames)))
      guard count > 0 else { break }
      guard channels[0].count + count <= limit else {
        throw AudioError(
          subject: "sound",
          reason: "is longer than \(limit / sampleRate) s, the most that is read")
      }
      for channel in 0..<channelCount {
        for frame in 0..<count { channels[channel].append(block[frame * channelCount + channel]) }
      }
    }
    guard sf_error(file) == SF_ERR_NO_ERROR else {
      throw AudioError(
        subject: "sound", reason: "is damaged: \(String(cString: sf_strerror(file)))")
    }
    return channels
  }

  /// Gives the memory back; nothing may be read afterwards.
  func close() {
    sf_close(file)
    Self.free(source)
  }

  private static func free(_ source: UnsafeMutablePointer<Source>) {
    source.deinitialize(count: 1)
    source.deallocate()
  }

  private static func source(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Source>? {
    data?.assumingMemoryBound(to: Source.self)
  }

  private static var functions: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(SndFileReader.source($0)?.pointee.bytes.count ?? 0) },
      seek: { offset, origin, data in
        guard let source = SndFileReader.source(data) else { return -1 }
        let start =
          switch origin {
          case SEEK_CUR: source.pointee.position
          case SEEK_END: source.pointee.bytes.count
          default: 0
          }
        let (target, overflow) = start.addingReportingOverflow(Int(offset))
        guard !overflow, (0...source.pointee.bytes.count).contains(target) else { return -1 }
        source.pointee.position = target
        return sf_count_t(target)
      },
      read: { target, wanted, data in
        guard let source = SndFileReader.source(data), let target, wanted > 0 else { return 0 }
        let start = source.pointee.position
        let count = min(Int(wanted), source.pointee.bytes.count - start)
        guard count > 0 else { return 0 }
        source.pointee.bytes.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(start: target, count: count)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
        }
        source.pointee.position = start + count
        return sf_count_t(count)
      },
      write: { _, _, _ in 0 },
      tell: { sf_count_t(SndFileReader.source($0)?.pointee.position ?? 0) })
  }
}
#endif
