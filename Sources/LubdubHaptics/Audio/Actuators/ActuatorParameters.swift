/// One number of an actuator model, by its name in configuration files.
public struct ActuatorField: Sendable, Hashable {
  /// The name, such as `resonance`.
  public let name: String
  /// The meaning, with its unit.
  public let meaning: String
  /// The value.
  public let value: Double
}

protocol ActuatorParameters {
  static var parameters: [ActuatorParameter<Self>] { get }
}

struct ActuatorParameter<Model> {
  let name: String
  let meaning: String
  let range: ClosedRange<Double>
  let unit: String
  /// Sets the number, unless it is `nil`, and returns the current number.
  let visit: (inout Model, Double?) -> Double

  /// Creates a number whose property is passed as `{ $1(&$0.resonance) }`.
  init<Number: SettingNumber>(
    _ name: String, _ meaning: String, _ range: ClosedRange<Double>, unit: String? = nil,
    _ place: @escaping (inout Model, (inout Number) -> Void) -> Void
  ) {
    (self.name, self.meaning, self.range) = (name, meaning, range)
    self.unit = unit ?? Number.settingUnit ?? ""
    visit = { model, new in
      var held = 0.0
      place(&model) { number in
        if let new { number = Number(settingNumber: new) }
        held = number.settingNumber
      }
      return held
    }
  }

  func value(in model: Model) -> Double {
    var model = model
    return visit(&model, nil)
  }
}

extension ActuatorParameters {
  func validate() throws(AudioError) {
    for parameter in Self.parameters {
      try AudioError.require(
        parameter.value(in: self), in: parameter.range, parameter.name, parameter.unit)
    }
  }

  var fields: [ActuatorField] {
    Self.parameters.map {
      let unit = $0.unit.isEmpty ? "" : ", \($0.unit)"
      return ActuatorField(name: $0.name, meaning: $0.meaning + unit, value: $0.value(in: self))
    }
  }

  func setting(_ name: String, to value: Double) -> Self? {
    guard let parameter = Self.parameters.first(where: { $0.name == name }) else { return nil }
    var copy = self
    _ = parameter.visit(&copy, value)
    return copy
  }
}

extension ActuatorModel {
  /// The model's numbers, in the order in which they are documented.
  public var fields: [ActuatorField] {
    switch self {
    case .wideband(let model): model.fields
    case .lra(let model): model.fields
    case .erm(let model): model.fields
    case .speaker(let model): model.fields
    }
  }

  /// The model with one number changed, unchecked; `nil` if it has no number with the name.
  public func setting(_ name: String, to value: Double) -> ActuatorModel? {
    switch self {
    case .wideband(let model): model.setting(name, to: value).map(Self.wideband)
    case .lra(let model): model.setting(name, to: value).map(Self.lra)
    case .erm(let model): model.setting(name, to: value).map(Self.erm)
    case .speaker(let model): model.setting(name, to: value).map(Self.speaker)
    }
  }
}
