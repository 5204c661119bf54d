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
      wideband("lowestFrequency", "frequency of sharpness 0, Hz", \.lowestFrequency.value),
      wideband("highestFrequency", "frequency of sharpness 1, Hz", \.highestFrequency.value),
      wideband("decay", "time in which a tap decays to 1/e, s", \.decay.value),
      wideband("maximumAcceleration", "acceleration at full drive, G", \.maximumAcceleration),
    ]
  }

  private static var lraKeys: [Key] {
    [
      lra("resonance", "frequency of the resonance, Hz", \.resonance.value),
      lra("quality", "quality factor of the resonance", \.quality),
      lra("riseTime", "the shortest time for which a tap is driven, s", \.riseTime.value),
      lra("driveLimit", "the largest drive, of full scale", \.driveLimit),
      lra("lowestFrequency", "frequency of sharpness 0, Hz", \.lowestFrequency.value),
      lra("highestFrequency", "frequency of sharpness 1, Hz", \.highestFrequency.value),
      lra(
        "maximumBoost", "the most that compensation may raise the drive, dB", \.maximumBoost.value),
      lra(
        "maximumAcceleration", "acceleration at resonance and full drive, G",
        \.maximumAcceleration),
    ]
  }

  private static var ermKeys: [Key] {
    [
      erm("spinUp", "time constant of speeding up, s", \.spinUp.value),
      erm("spinDown", "time constant of slowing down, s", \.spinDown.value),
      erm("topSpeed", "turns a second at full drive, Hz", \.topSpeed.value),
      erm("pulse", "how long a tap is driven, s", \.pulse.value),
    ]
  }

  private static var speakerKeys: [Key] {
    [
      speaker("lowestFrequency", "fundamental of sharpness 0, Hz", \.lowestFrequency.value),
      speaker("highestFrequency", "fundamental of sharpness 1, Hz", \.highestFrequency.value),
      speaker("decay", "time in which a tap decays to 1/e, s", \.decay.value),
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

  private typealias Path<Model> = WritableKeyPath<Model, Double>

  private static func wideband(_ name: String, _ meaning: String, _ path: Path<Wideband>) -> Key {
    Key(
      name: name, meaning: meaning,
      get: { if case .wideband(let model) = $0 { model[keyPath: path] } else { 0 } },
      set: { actuator, value in
        guard case .wideband(var model) = actuator else { return }
        model[keyPath: path] = value
        actuator = .wideband(model)
      })
  }

  private static func lra(_ name: String, _ meaning: String, _ path: Path<LRA>) -> Key {
    Key(
      name: name, meaning: meaning,
      get: { if case .lra(let model) = $0 { model[keyPath: path] } else { 0 } },
      set: { actuator, value in
        guard case .lra(var model) = actuator else { return }
        model[keyPath: path] = value
        actuator = .lra(model)
      })
  }

  private static func erm(_ name: String, _ meaning: String, _ path: Path<ERM>) -> Key {
    Key(
      name: name, meaning: meaning,
      get: { if case .erm(let model) = $0 { model[keyPath: path] } else { 0 } },
      set: { actuator, value in
        guard case .erm(var model) = actuator else { return }
        model[keyPath: path] = value
        actuator = .erm(model)
      })
  }

  private static func speaker(_ name: String, _ meaning: String, _ path: Path<Speaker>) -> Key {
    Key(
      name: name, meaning: meaning,
      get: { if case .speaker(let model) = $0 { model[keyPath: path] } else { 0 } },
      set: { actuator, value in
        guard case .speaker(var model) = actuator else { return }
        model[keyPath: path] = value
        actuator = .speaker(model)
      })
  }
}
