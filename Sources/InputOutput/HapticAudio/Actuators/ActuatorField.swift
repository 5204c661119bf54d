internal import Quantities

/// One number of an actuator model, by its name in configuration files.
public struct ActuatorField: Sendable, Hashable {
  /// Its name, such as `resonance`.
  public let name: String
  /// What it is, with its unit.
  public let meaning: String
  /// Its value.
  public let value: Double
}

extension ActuatorModel {
  /// The model's numbers, in the order in which they are documented.
  public var fields: [ActuatorField] {
    keys.map { ActuatorField(name: $0.name, meaning: $0.meaning, value: $0.get(self)) }
  }

  /// The model with one number changed, unchecked; `nil` when it has none of that name.
  public func setting(_ name: String, to value: Double) -> ActuatorModel? {
    guard let key = keys.first(where: { $0.name == name }) else { return nil }
    var copy = self
    key.set(&copy, value)
    return copy
  }

  private var keys: [Key] {
    switch self {
    case .wideband: Self.widebandKeys
    case .lra: Self.lraKeys
    case .erm: Self.ermKeys
    case .speaker: Self.speakerKeys
    }
  }

  private struct Key {
    let name, meaning: String
    let get: (ActuatorModel) -> Double
    let set: (inout ActuatorModel, Double) -> Void
  }

  private static var widebandKeys: [Key] {
    [
      wideband(
        "lowestFrequency", "frequency of sharpness 0, Hz",
        get: { $0.lowestFrequency.value }, set: { $0.lowestFrequency = Hertz($1) }),
      wideband(
        "highestFrequency", "frequency of sharpness 1, Hz",
        get: { $0.highestFrequency.value }, set: { $0.highestFrequency = Hertz($1) }),
      wideband(
        "decay", "time in which a tap decays to 1/e, s",
        get: { $0.decay.value }, set: { $0.decay = Seconds($1) }),
      wideband(
        "maximumAcceleration", "acceleration at full drive, G",
        get: { $0.maximumAcceleration }, set: { $0.maximumAcceleration = $1 }),
    ]
  }

  private static var lraKeys: [Key] {
    [
      lra(
        "resonance", "frequency of the resonance, Hz",
        get: { $0.resonance.value }, set: { $0.resonance = Hertz($1) }),
      lra(
        "quality", "quality factor of the resonance",
        get: { $0.quality }, set: { $0.quality = $1 }),
      lra(
        "riseTime", "the shortest time for which a tap is driven, s",
        get: { $0.riseTime.value }, set: { $0.riseTime = Seconds($1) }),
      lra(
        "driveLimit", "the largest drive, of full scale",
        get: { $0.driveLimit }, set: { $0.driveLimit = $1 }),
      lra(
        "lowestFrequency", "frequency of sharpness 0, Hz",
        get: { $0.lowestFrequency.value }, set: { $0.lowestFrequency = Hertz($1) }),
      lra(
        "highestFrequency", "frequency of sharpness 1, Hz",
        get: { $0.highestFrequency.value }, set: { $0.highestFrequency = Hertz($1) }),
      lra(
        "maximumBoost", "the most that compensation may raise the drive, dB",
        get: { $0.maximumBoost.value }, set: { $0.maximumBoost = Decibels($1) }),
      lra(
        "maximumAcceleration", "acceleration at resonance and full drive, G",
        get: { $0.maximumAcceleration }, set: { $0.maximumAcceleration = $1 }),
    ]
  }

  private static var ermKeys: [Key] {
    [
      erm(
        "spinUp", "time constant of speeding up, s",
        get: { $0.spinUp.value }, set: { $0.spinUp = Seconds($1) }),
      erm(
        "spinDown", "time constant of slowing down, s",
        get: { $0.spinDown.value }, set: { $0.spinDown = Seconds($1) }),
      erm(
        "topSpeed", "turns a second at full drive, Hz",
        get: { $0.topSpeed.value }, set: { $0.topSpeed = Hertz($1) }),
      erm(
        "pulse", "how long a tap is driven, s",
        get: { $0.pulse.value }, set: { $0.pulse = Seconds($1) }),
    ]
  }

  private static var speakerKeys: [Key] {
    [
      speaker(
        "lowestFrequency", "fundamental of sharpness 0, Hz",
        get: { $0.lowestFrequency.value }, set: { $0.lowestFrequency = Hertz($1) }),
      speaker(
        "highestFrequency", "fundamental of sharpness 1, Hz",
        get: { $0.highestFrequency.value }, set: { $0.highestFrequency = Hertz($1) }),
      speaker(
        "decay", "time in which a tap decays to 1/e, s",
        get: { $0.decay.value }, set: { $0.decay = Seconds($1) }),
      Key(
        name: "overtones", meaning: "overtones above the fundamental, a whole number",
        get: { if case .speaker(let model) = $0 { Double(model.overtones) } else { 0 } },
        set: { actuator, value in
          guard case .speaker(var model) = actuator else { return }
          model.overtones = Int(exactly: value) ?? -1
          actuator = .speaker(model)
        }),
    ]
  }

  private typealias Get<Model> = (Model) -> Double
  private typealias Set<Model> = (inout Model, Double) -> Void

  private static func wideband(
    _ name: String, _ meaning: String, get: @escaping Get<Wideband>, set: @escaping Set<Wideband>
  ) -> Key {
    Key(
      name: name, meaning: meaning,
      get: { if case .wideband(let model) = $0 { get(model) } else { 0 } },
      set: { actuator, value in
        guard case .wideband(var model) = actuator else { return }
        set(&model, value)
        actuator = .wideband(model)
      })
  }

  private static func lra(
    _ name: String, _ meaning: String, get: @escaping Get<LRA>, set: @escaping Set<LRA>
  ) -> Key {
    Key(
      name: name, meaning: meaning,
      get: { if case .lra(let model) = $0 { get(model) } else { 0 } },
      set: { actuator, value in
        guard case .lra(var model) = actuator else { return }
        set(&model, value)
        actuator = .lra(model)
      })
  }

  private static func erm(
    _ name: String, _ meaning: String, get: @escaping Get<ERM>, set: @escaping Set<ERM>
  ) -> Key {
    Key(
      name: name, meaning: meaning,
      get: { if case .erm(let model) = $0 { get(model) } else { 0 } },
      set: { actuator, value in
        guard case .erm(var model) = actuator else { return }
        set(&model, value)
        actuator = .erm(model)
      })
  }

  private static func speaker(
    _ name: String, _ meaning: String, get: @escaping Get<Speaker>, set: @escaping Set<Speaker>
  ) -> Key {
    Key(
      name: name, meaning: meaning,
      get: { if case .speaker(let model) = $0 { get(model) } else { 0 } },
      set: { actuator, value in
        guard case .speaker(var model) = actuator else { return }
        set(&model, value)
        actuator = .speaker(model)
      })
  }
}
