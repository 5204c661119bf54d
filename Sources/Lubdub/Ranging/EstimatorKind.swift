/// An estimator that can be selected by name.
///
/// To add a kind, declare a value of this type anywhere. Two kinds are equal when their names are equal.
public struct EstimatorKind: Sendable {
  /// The name in settings, files, and tables, such as `range-filter`.
  public let name: String
  /// The radios whose samples the estimator uses.
  public let radios: Set<Radio>
  package let isBaseline: Bool
  /// Whether the estimator keeps its zone during silence, as it keeps its distance.
  package var holdsZone = false
  private let maker: @Sendable (FusionFilter.Parameters) -> AnyEstimator

  /// Creates a kind from its parts.
  ///
  /// - Parameters:
  ///   - name: A name that no other kind has.
  ///   - radios: The radios whose samples the estimator uses.
  ///   - isBaseline: Whether the estimator is kept only for comparison.
  ///   - make: Creates an estimator from the parameters of the default estimator.
  public init(
    _ name: String, radios: Set<Radio>, isBaseline: Bool = false,
    make: @escaping @Sendable (FusionFilter.Parameters) -> some Estimator
  ) {
    (self.name, self.radios, self.isBaseline) = (name, radios, isBaseline)
    maker = { AnyEstimator(make($0)) }
  }

  /// Returns a new estimator of this kind. All kinds use the parameters of the default estimator: bias, path loss, typical
  /// distance, and times of status have the same meaning for all kinds.
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

  /// A plain constant-velocity Kalman filter, untuned; UWB only.
  package static let constantVelocity = plainFilter("constant-velocity", gate: nil)

  /// The constant-velocity filter with a gate and a reset; UWB only. 6.63: 99% point of chi-square, one degree of freedom.
  package static let gatedConstantVelocity = plainFilter("constant-velocity-gated", gate: 6.63)

  private static func plainFilter(_ name: String, gate: Double?) -> EstimatorKind {
    EstimatorKind(name, radios: [.uwb], isBaseline: true) { parameters in
      ConstantVelocityFilter(
        parameters: parameters.constantVelocity, gate: gate, bias: parameters.range.bias,
        staleAfter: parameters.range.silence.stale)
    }
  }
}
