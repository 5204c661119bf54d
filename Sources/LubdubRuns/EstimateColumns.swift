/// The posterior after each row, in columns. NaN marks an unknown number, because the columns are plain doubles.
package struct EstimateColumns: Sendable {
  /// The medians, in m.
  package private(set) var distances: [Double] = []
  /// The lower ends of the 95% intervals, in m.
  package private(set) var lows: [Double] = []
  /// The upper ends of the 95% intervals, in m.
  package private(set) var highs: [Double] = []
  /// The standard deviations, in m.
  package private(set) var deviations: [Double] = []
  /// The velocities, in m/s, positive while the devices move apart.
  package private(set) var velocities: [Double] = []
  /// The status of each estimate, as an index into `DistanceEstimate.Status.allCases`; 255 for no estimate.
  package private(set) var statuses: [UInt8] = []
  /// The radio of each estimate, as an index into `Radio.allCases`; 255 for no estimate.
  package private(set) var radios: [UInt8] = []
  package private(set) var zones: [UInt8] = []
  /// The state of the link after each row, as an index into `LinkState.names`.
  package private(set) var states: [UInt8] = []
  /// The probability that a device has moved, and the probability of the current zone, by signal strength.
  package private(set) var moved: [Double] = []
  package private(set) var zoneProbabilities: [Double] = []
  /// The probability of contact by ranges, or NaN.
  package private(set) var contactProbabilities: [Double] = []

  private static let statuses = DistanceEstimate.Status.allCases

  package init() {}

  package mutating func add(_ estimate: DistanceEstimate?, zone: Int?, _ state: LinkState) {
    distances.append(estimate?.distance.value ?? .nan)
    lows.append(estimate?.low.value ?? .nan)
    highs.append(estimate?.high.value ?? .nan)
    deviations.append(estimate?.standardDeviation.value ?? .nan)
    velocities.append(estimate?.velocity?.value ?? .nan)
    statuses.append(
      estimate.flatMap { Self.statuses.firstIndex(of: $0.status) }.map(UInt8.init) ?? .max)
    radios.append(estimate.map { $0.radio.byte } ?? .max)
    zones.append(zone.flatMap { UInt8(exactly: $0) } ?? .max)
    states.append(state.number)
    moved.append(state.evidence.moved ?? .nan)
    zoneProbabilities.append(state.evidence.zoneProbability ?? .nan)
    contactProbabilities.append(state.evidence.contactProbability ?? .nan)
  }
}
