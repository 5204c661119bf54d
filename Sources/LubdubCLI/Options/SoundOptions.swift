struct SoundOptions: ParsableArguments {
  @Option(help: "WAV: samples a second, 8000 to 192000.") var sampleRate = 48_000

  @Option(help: "WAV: how a sample is stored.") var sampleFormat = SampleFormat.pcm16

  @Option(help: "WAV: the channels; controller: haptics on 3 and 4 of 4; places: one each.")
  var channels = ChannelLayout.mono

  @Option(
    help: ArgumentHelp(
      "WAV: what it is played on: wideband, lra, erm, speaker, or FILE.yaml:NAME; lubdub preset "
        + "--actuators prints a file to start from.",
      valueName: "actuator"))
  var actuator = "wideband"

  @Flag(help: "WAV: filter the drive by the inverse of the actuator's resonance.")
  var compensate = false

  @Flag(help: "WAV: what the actuator does with the drive, simulated, in place of the drive.")
  var acceleration = false

  @Option(
    help: ArgumentHelp(
      "WAV: from sharpness to frequency: \(SharpnessMap.names.joined(separator: ", ")).",
      valueName: "map"))
  var sharpnessMap: String?

  @Option(help: ArgumentHelp("WAV: from intensity to amplitude.", valueName: "map"))
  var intensityMap = IntensityMap.linear

  @Option(help: ArgumentHelp("WAV: how far the true peak stays below full scale.", valueName: "dB"))
  var headroom = 1.0

  @Option(help: "WAV: automatic, or absolute: one gain for clips that are played in turn.")
  var gain = RenderOptions.Gain.automatic

  @Option(help: ArgumentHelp("WAV: dither before rounding, from this seed.", valueName: "seed"))
  var dither: UInt64?

  func validate() throws {
    guard let sharpnessMap, !SharpnessMap.names.contains(sharpnessMap) else { return }
    let names = SharpnessMap.names.joined(separator: ", ")
    throw ValidationError("--sharpness-map is \"\(sharpnessMap)\", expected one of \(names)")
  }

  func resolve() throws -> RenderOptions {
    let model = try ActuatorModel.chosen(actuator)
    let options = RenderOptions(
      sampleRate: sampleRate, format: sampleFormat, layout: channels, actuator: model,
      signal: acceleration ? .acceleration : .drive, compensates: compensate,
      sharpness: sharpnessMap.flatMap { SharpnessMap.named($0, for: model) },
      intensity: intensityMap, headroom: Decibels(headroom), gain: gain,
      dither: dither.map { .triangular(seed: $0) } ?? .none)
    try options.validate()
    return options
  }
}

extension ActuatorModel {
  /// The model of a built-in name, or of a name in a file: `FILE.yaml:NAME`.
  static func chosen(_ actuator: String) throws -> ActuatorModel {
    if let model = ActuatorModel.named(actuator) { return model }
    let parts = actuator.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts[0].hasSuffix(".yaml") || parts[0].hasSuffix(".yml") else {
      let names = ActuatorModel.names.joined(separator: ", ")
      throw ValidationError("--actuator is \"\(actuator)\", expected \(names) or FILE.yaml:NAME")
    }
    let bytes = try readFile(at: parts[0], limit: 1 << 20)
    let models: [(name: String, model: ActuatorModel)]
    do throws(SettingsFileError) {
      models = try ActuatorFile.read(String(decoding: bytes, as: UTF8.self), source: parts[0])
    } catch {
      throw CommandFailure("\(error); `lubdub preset --actuators` prints an example")
    }
    if parts.count == 1, models.count == 1 { return models[0].model }
    guard parts.count == 2, let found = models.first(where: { $0.name == parts[1] }) else {
      let names = models.map(\.name).joined(separator: ", ")
      throw ValidationError(
        "--actuator is \"\(actuator)\", expected \(parts[0]):NAME with one of \(names)")
    }
    return found.model
  }
}
