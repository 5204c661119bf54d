/// An estimator that can be asked for by name.
///
/// A new one is a value of this type, wherever it is declared. Two kinds are equal when their names are.
public struct EstimatorKind: Sendable {
  /// The name in settings, files and tables, such as `range-filter`.
  public let name: String
  /// The radios whose samples the estimator uses.
  public let radios: Set<Radio>
  package let isBaseline: Bool
  /// Whether its zone stays in silence, as its distance does.
  package var holdsZone = false
  private let maker: @Sendable (FusionFilter.Parameters) -> AnyEstimator

  /// A kind from its parts.
  ///
  /// - Parameters:
  ///   - name: A name that no other kind has.
  ///   - radios: The radios whose samples it uses.
  ///   - isBaseline: Whether it is kept only to compare others with.
  ///   - make: Makes a fresh estimator from the parameters of the default one.
  public init(
    _ name: String, radios: Set<Radio>, isBaseline: Bool = false,
    make: @escaping @Sendable (FusionFilter.Parameters) -> some Estimator
  ) {
    (self.name, self.radios, self.isBaseline) = (name, radios, isBaseline)
    maker = { AnyEstimator(make($0)) }
  }

  /// A fresh estimator of this kind. The parameters of the default estimator serve all: bias, path
  /// loss, typical distance and times of status mean the same everywhere.
  package func make(_ parameters: FusionFilter.Parameters = .init()) -> AnyEstimator {
    maker(parameters)
  }
}

extension EstimatorKind: Hashable, CustomStringConvertible {
  /// Whether the names are equal.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }
}

extension EstimatorKind {
  /// The kinds of this module; `fusion` is the default.
  public static let own: [EstimatorKind] = [
    .fusion, .rangeFilter, .signalStrength, .constantVelocity, .gatedConstantVelocity,
  ]

  /// The default: UWB and signal strength in one estimate.
  public static let fusion = EstimatorKind("fusion", radios: Set(Radio.allCases)) {
    FusionFilter(parameters: $0)
  }

  /// The range filter on its own; UWB only.
  public static let rangeFilter = EstimatorKind("range-filter", radios: [.uwb]) {
    RangeFilter(parameters: $0.range)
  }

  /// The signal-strength filter on its own; Bluetooth only.
  public static let signalStrength = EstimatorKind("signal-strength", radios: [.ble]) {
    SignalStrengthFilter(parameters: $0.signal)
  }

  /// Plain constant-velocity Kalman filter, untuned; UWB only.
  package static let constantVelocity = plainFilter("constant-velocity", gate: nil)

  /// The same with a gate and a reset; UWB only. 6.63 is the 99 % point of chi-square with one degree of freedom.
  package static let gatedConstantVelocity = plainFilter("constant-velocity-gated", gate: 6.63)

  private static func plainFilter(_ name: String, gate: Double?) -> EstimatorKind {
    EstimatorKind(name, radios: [.uwb], isBaseline: true) { parameters in
      ConstantVelocityFilter(
        parameters: parameters.constantVelocity, gate: gate, bias: parameters.range.bias,
        staleAfter: parameters.range.silence.stale)
    }
  }
}
