struct ListeningOptions: ParsableArguments {
  @Option(
    help:
      ArgumentHelp(
        "A sound: settings for drums, speech, music, or an engine. Other options override them.",
        valueName: "name")
  )
  var preset: SoundToHaptics.Preset?

  @Option(help: ArgumentHelp("A sound: beats, envelope, or both (default).", valueName: "name"))
  var mode: SoundToHaptics.Mode?

  @Option(
    help: ArgumentHelp(
      "A sound: maximum number of transients per second; 10 by default.", valueName: "events"))
  var mostBeats: Double?

  @Flag(help: "A sound: give the loudest moment full intensity.")
  var normalize = false

  @Option(
    help: ArgumentHelp(
      "A sound: above 1, detect smaller rises and fainter levels; 1 by default.",
      valueName: "factor"))
  var sensitivity: Double?

  @Option(
    help: ArgumentHelp("A sound: analyze only this band, such as 40-200.", valueName: "Hz-Hz"))
  var band: String?

  @Option(
    help: ArgumentHelp(
      "Read only this place of the file, such as vest-front or left.", valueName: "name"))
  var place: String?

  func validate() throws {
    try expect("--most-beats", mostBeats, "a number above 0 up to 50") { $0 > 0 && $0 <= 50 }
    try expect("--sensitivity", sensitivity, "a number from 0.1 to 10") { (0.1...10).contains($0) }
    try expect(
      band == nil || heardBand != nil,
      "--band is \(band ?? ""), expected two frequencies of at least 20 Hz, such as 40-200")
  }

  private var heardBand: ClosedRange<Hertz>? {
    let ends = (band ?? "").split(separator: "-").compactMap { Double($0) }
    guard ends.count == 2, ends[0] >= 20, ends[1] >= 2 * ends[0] else { return nil }
    return Hertz(ends[0])...Hertz(ends[1])
  }

  private var listener: SoundToHaptics {
    var listener = preset?.listener ?? SoundToHaptics()
    if let mode { listener.mode = mode }
    if let mostBeats { listener.mostBeats = mostBeats }
    if let sensitivity { listener.sensitivity = sensitivity }
    if let heardBand { listener.band = heardBand }
    if normalize { listener.normalizes = true }
    return listener
  }

  func decode(_ bytes: [UInt8], from: HapticFormat? = nil, name: String) throws -> DecodedTimeline {
    let kind = FileKind.recognize(bytes, name: name)
    try require(
      kind != .compressedSound,
      "\(name): this sound is compressed (FLAC, Ogg, or MP3), and Lubdub reads WAV; convert it: "
        + "sox song.flac song.wav")
    if from == nil, kind == .wav {
      return try naming(name) { () throws(AudioError) in try listen(to: bytes) }
    }
    guard let source = from ?? kind.format else {
      try require(
        kind != .trace, "\(name): this is a trace; lubdub run turns a trace into a heartbeat")
      if let other = OtherFile.advice(bytes, name) { throw CommandFailure("\(name): \(other)") }
      if kind == .unknown, bytes.first.map({ "{[".utf8.contains($0) }) ?? false {
        do throws(JSONError) {
          _ = try JSONParser.parse(bytes)
        } catch {
          throw CommandFailure("\(name):\(error.line): this is not JSON: \(error.rule)")
        }
      }
      throw CommandFailure(
        "\(name): \(kind == .unknown ? "unknown format" : "\(kind.name) cannot be read"); "
          + "readable formats: wav, "
          + HapticFormat.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return try naming(name) { () throws(FormatError) in try source.read(bytes, place: place) }
  }

  private var nothingHeard: String {
    let reason =
      switch listener.mode {
      case .beats: "has no beat strong enough to feel; --mode envelope follows its level"
      case .envelope:
        "has no level that you can feel for 0.12 s or longer; --mode beats detects shorter ones"
      case .both: "has no beat and no lasting level strong enough to feel"
      }
    return reason + (listener.normalizes ? "" : "; --normalize raises a faint recording")
  }

  private func listen(to bytes: [UInt8]) throws(AudioError) -> DecodedTimeline {
    let sound = try WAVFile(bytes)
    let timeline = try listener.timeline(of: sound)
    guard !timeline.isSilent else { throw AudioError(subject: "the sound", reason: nothingHeard) }
    var decoded = DecodedTimeline(
      document: TimelineDocument(timeline), ofSoundWith: sound.channelCount)
    decoded.loss.note(.dropped, of: .audio, count: sound.missingFrameCount)
    return decoded
  }
}
