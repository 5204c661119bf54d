/// A model that converts a drive signal to acceleration.
///
/// The acceleration of every model is relative: 1 is the maximum of the actuator, at its best frequency with full drive.
public enum ActuatorModel: Sendable, Hashable {
  /// A voice coil with a flat response.
  case wideband(Wideband = Wideband())
  /// A linear resonant actuator.
  case lra(LRA = LRA())
  /// An eccentric rotating mass.
  case erm(ERM = ERM())
  /// A loudspeaker that makes the pattern audible as heart sounds.
  case speaker(Speaker = Speaker())

  private static let defaults: [ActuatorModel] = [.wideband(), .lra(), .erm(), .speaker()]

  /// The names of the models, as configuration files and the tool use them.
  public static let names = defaults.map { $0.name }

  /// The model with a name and its default values; `nil` for an unknown name.
  public static func named(_ name: String) -> ActuatorModel? { defaults.first { $0.name == name } }

  /// The model's name.
  public var name: String {
    switch self {
    case .wideband: "wideband"
    case .lra: "lra"
    case .erm: "erm"
    case .speaker: "speaker"
    }
  }

  /// Checks every number against its range.
  ///
  /// - Throws: `AudioError` that names the first invalid number.
  public func validate() throws(AudioError) {
    switch self {
    case .wideband(let model): try model.validate()
    case .lra(let model): try model.validate()
    case .erm(let model): try model.validate()
    case .speaker(let model): try model.validate()
    }
    try validateBand(ends.lowest, ends.highest)
  }

  /// The default frequencies of sharpness 0 and 1.
  public var band: ClosedRange<Hertz> { ends.lowest...ends.highest }

  private var ends: (lowest: Hertz, highest: Hertz) {
    switch self {
    case .wideband(let model): (model.lowestFrequency, model.highestFrequency)
    case .lra(let model): (model.lowestFrequency, model.highestFrequency)
    case .erm(let model): (model.topSpeed, model.topSpeed)
    case .speaker(let model): (model.lowestFrequency, model.highestFrequency)
    }
  }

  /// The acceleration at full drive and the best frequency, in units of standard gravity (G).
  public var maximumAcceleration: Double {
    switch self {
    case .wideband(let model): model.maximumAcceleration
    case .lra(let model): model.maximumAcceleration
    case .erm, .speaker: 1
    }
  }

  /// The amplitude of steady acceleration at full drive, relative to the best frequency.
  public func relativeResponse(at frequency: Hertz) -> Double {
    guard case .lra(let model) = self else { return 1 }
    return model.relativeResponse(at: frequency)
  }

  /// The largest drive allowed for the actuator, as a fraction of full scale.
  public var driveLimit: Double {
    guard case .lra(let model) = self else { return 1 }
    return model.driveLimit
  }
}

func validateBand(_ low: Hertz, _ high: Hertz) throws(AudioError) {
  try AudioError.require(low.value, in: 1...1000, "lowestFrequency", "Hz")
  try AudioError.require(high.value, in: 1...1000, "highestFrequency", "Hz")
  guard low <= high else {
    throw AudioError(
      subject: "lowestFrequency", reason: "is \(low), above highestFrequency, \(high)")
  }
}
