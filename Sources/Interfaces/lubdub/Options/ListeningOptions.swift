import ArgumentParser
import HapticAudio
import HapticFormats
import Haptics

/// How a file becomes a timeline; a sound by what is heard in it.
struct ListeningOptions: ParsableArguments {
  @Option(help: "A sound: beats, envelope or both.")
  var mode = SoundToHaptics.Mode.both

  @Option(
    help: ArgumentHelp("A sound: the most transients a second.", valueName: "events"))
  var mostBeats = 10.0

  @Option(help: "A .tact file: read this place on the body alone, such as vest-front.")
  var place: String?

  func validate() throws {
    guard mostBeats > 0, mostBeats <= 50 else {
      throw ValidationError("--most-beats is \(mostBeats), expected a number above 0 up to 50")
    }
  }

  /// Reads a haptic file, or listens to a sound.
  ///
  /// - Throws: `CommandFailure` for a file that is neither, or is damaged.
  func decode(
    _ bytes: [UInt8], from: HapticFormat? = nil, name: String
  ) throws -> DecodedTimeline {
    let kind = FileKind.recognize(bytes, name: name)
    if from == nil, kind == .wav || kind == .compressedSound {
      do throws(AudioError) {
        return try listen(to: bytes, isCompressed: kind == .compressedSound)
      } catch {
        throw CommandFailure("\(name): \(error)")
      }
    }
    guard let source = from ?? kind.format else {
      throw CommandFailure(
        "\(name): \(kind == .unknown ? "unknown format" : "\(kind.rawValue) cannot be read"); "
          + "readable formats: wav, "
          + HapticFormat.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return try naming(name) { () throws(FormatError) in
      try source.read(bytes, place: place)
    }
  }

  private static func nothingHeard(_ mode: SoundToHaptics.Mode) -> String {
    switch mode {
    case .beats: "has no beat that can be felt; --mode envelope follows its level"
    case .envelope:
      "has no level that lasts 0.12 s or longer and can be felt; --mode beats hears shorter ones"
    case .both: "has no beat and no lasting level that can be felt"
    }
  }

  private func listen(
    to bytes: [UInt8], isCompressed: Bool
  ) throws(AudioError) -> DecodedTimeline {
    let listener = SoundToHaptics(mode: mode, mostBeats: mostBeats)
    let (timeline, channelCount, missing): (Timeline, Int, Int)
    if isCompressed {
      let sound = try CompressedSound(bytes)
      timeline = try listener.timeline(of: sound)
      (channelCount, missing) = (sound.channelCount, sound.missingFrameCount)
    } else {
      let sound = try WAVFile(bytes)
      timeline = try listener.timeline(of: sound)
      (channelCount, missing) = (sound.channelCount, sound.missingFrameCount)
    }
    guard !timeline.isSilent else {
      throw AudioError(subject: "the sound", reason: Self.nothingHeard(mode))
    }
    var decoded = DecodedTimeline(
      document: TimelineDocument(timeline), ofSoundWith: channelCount)
    decoded.loss.note(.dropped, of: .audio, count: missing)
    return decoded
  }
}
