struct SoundOptions: ParsableArguments {
  @Option(help: ArgumentHelp("WAV: samples per second, 8000 to 192000.", valueName: "Hz"))
  var sampleRate = 48_000

  @Option(help: ArgumentHelp("WAV: format of a sample.", valueName: "name")) var sampleFormat =
    SampleFormat.pcm16

  @Option(
    help: ArgumentHelp(
      "WAV: channels; controller writes haptics to channels 3 and 4 of 4, and places writes one channel per place.",
      valueName: "layout"))
  var channels = ChannelLayout.mono

  @Option(
    help: ArgumentHelp(
      "WAV: actuator: wideband, lra, erm, speaker, or FILE.yaml:NAME; lubdub preset "
        + "--actuators prints a file to edit.",
      valueName: "name"))
  var actuator = "wideband"

  @Flag(help: "WAV: filter the drive by the inverse of the actuator's resonance.")
  var compensate = false

  @Flag(help: "WAV: write the simulated motion of the actuator instead of the drive.")
  var acceleration = false

  @Option(
    help: ArgumentHelp(
      "WAV: map of sharpness to frequency: \(SharpnessMap.names.joined(separator: ", ")).",
      valueName: "map"))
  var sharpnessMap: String?

  @Option(help: ArgumentHelp("WAV: map of intensity to amplitude.", valueName: "map"))
  var intensityMap = IntensityMap.linear

  @Option(help: ArgumentHelp("WAV: distance of the true peak from full scale.", valueName: "dB"))
  var headroom = 1.0

  @Option(
    help: ArgumentHelp(
      "WAV: automatic, or absolute (the same gain for all clips).", valueName: "mode"))
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
  /// The model with a built-in name, or with a name in a file: `FILE.yaml:NAME`.
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
