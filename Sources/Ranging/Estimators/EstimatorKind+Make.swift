internal import Link

extension EstimatorKind {
  /// A fresh estimator of this kind. The parameters of the default estimator serve all: bias, path
  /// loss, typical distance and times of status mean the same everywhere.
  public func make(_ parameters: FusionFilter.Parameters = .init()) -> any Estimator {
    switch self {
    case .fusion: FusionFilter(parameters: parameters)
    case .rangeFilter: RangeFilter(parameters: parameters.range)
    case .signalStrength: SignalStrengthFilter(parameters: parameters.signal)
    case .constant: ConstantAnswer(parameters: parameters.signal)
    case .uwbWins, .holdLast: makeHandOver(parameters)
    default: radios == [.uwb] ? makeRanging(parameters.range) : makeSignal(parameters.signal)
    }
  }

  private func makeRanging(_ parameters: RangeFilter.Parameters) -> any Estimator {
    switch self {
    case .constantVelocity:
      ConstantVelocityFilter(parameters: constantVelocity(parameters, gate: nil))
    case .gatedConstantVelocity:
      ConstantVelocityFilter(parameters: constantVelocity(parameters, gate: 6.63))
    case .medianOfThree: SmoothedRange(MedianOfThree(), parameters: parameters)
    case .oneEuro: SmoothedRange(OneEuro(), parameters: parameters)
    case .exponentialMean: SmoothedRange(ExponentialMean(), parameters: parameters)
    case .kalmanRoomAssistant: SmoothedRange(OneStateKalman.roomAssistant, parameters: parameters)
    case .kalmanjs: SmoothedRange(OneStateKalman.kalmanjs, parameters: parameters)
    default: SmoothedRange(Identity(), parameters: parameters)
    }
  }

  private func makeSignal(_ parameters: SignalStrengthFilter.Parameters) -> any Estimator {
    switch self {
    case .signalTrimmedMean: InvertedSignalStrength(power: TrimmedMean(), parameters: parameters)
    case .signalIntegerARMA: InvertedSignalStrength(power: IntegerARMA(), parameters: parameters)
    case .signalFloatARMA: InvertedSignalStrength(power: FloatARMA(), parameters: parameters)
    case .signalFencedMean: InvertedSignalStrength(power: FencedMean(), parameters: parameters)
    case .signalMinimumMean:
      InvertedSignalStrength(
        power: Identity(), distance: RunningMinimumMean(), parameters: parameters)
    case .signalMedianOfThree:
      InvertedSignalStrength(power: MedianOfThree(), parameters: parameters)
    case .signalOneEuro:
      InvertedSignalStrength(
        power: Identity(),
        distance: OneEuro(minimumCutoff: 0.1, speedCoefficient: 1e-3, derivativeCutoff: 5e-3),
        parameters: parameters)
    case .signalKalmanRoomAssistant:
      InvertedSignalStrength(power: OneStateKalman.roomAssistant, parameters: parameters)
    case .signalKalmanjs:
      InvertedSignalStrength(power: OneStateKalman.kalmanjs, parameters: parameters)
    default: InvertedSignalStrength(power: Identity(), parameters: parameters)
    }
  }

  private func makeHandOver(_ parameters: FusionFilter.Parameters) -> any Estimator {
    let ranging = SmoothedRange(MedianOfThree(), parameters: parameters.range)
    guard self == .uwbWins else { return ranging }
    return PlainHandOver(
      ranging: ranging,
      signal: InvertedSignalStrength(power: MedianOfThree(), parameters: parameters.signal),
      patience: parameters.handOver.after)
  }

  private func constantVelocity(
    _ parameters: RangeFilter.Parameters, gate: Double?
  ) -> ConstantVelocityFilter.Parameters {
    var plain = ConstantVelocityFilter.Parameters()
    plain.gate = gate
    plain.bias = parameters.bias
    plain.staleAfter = parameters.staleAfter
    return plain
  }
}
