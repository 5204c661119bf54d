internal import RealModule

/// Smooths a whole recording: forward with the range filter, and backward with the Rauch-Tung-Striebel recursion. During
/// times with signal strength only, the default estimator's answers from both directions are combined.
package struct FixedIntervalSmoother: Sendable {
  package var parameters: FusionFilter.Parameters

  package init(parameters: FusionFilter.Parameters = .init()) { self.parameters = parameters }

  /// Smooths samples. Unusable samples are skipped. Channel sounding is skipped if there is ultra-wideband, and signal
  /// strength is skipped if there is channel sounding without ultra-wideband.
  package func smooth(_ samples: [Sample]) -> [DistanceEstimate] {
    let usable = Self.usable(samples)
    guard usable.contains(where: { $0.radio == .uwb }) else {
      for radio in Radio.allCases where radio.standsIn {
        let found = smoothRanges(of: radio, in: samples, parameters.standIns[radio])
        guard found.isEmpty else { return found }
      }
      return bridge(usable, [], hasRanges: false)
    }
    guard usable.contains(where: { $0.radio == .ble }) else { return smoothRanges(usable) }
    return bridge(usable, smoothRanges(usable), hasRanges: true)
  }

  /// Smooths ranges of another radio like ultra-wideband ranges, with the constants of that radio.
  private func smoothRanges(
    of radio: Radio, in samples: [Sample], _ constants: RangeFilter.Parameters
  ) -> [DistanceEstimate] {
    var smoother = self
    smoother.parameters.range = constants
    let ranges = samples.compactMap { row -> Sample? in
      guard row.radio == radio, row.event == nil else { return nil }
      return row.range.map { Sample.uwb($0, at: row.time) }
    }
    return smoother.smoothRanges(Self.usable(ranges)).map { estimate in
      var estimate = estimate
      estimate.radio = radio
      return estimate
    }
  }

  private static func usable(_ samples: [Sample]) -> [Sample] {
    var last = -Double.infinity
    return samples.filter { row in
      guard row.event == nil, row.time.isFinite, row.time.value >= last else { return false }
      switch row.radio {
      case .uwb: guard row.range?.isFinite ?? false else { return false }
      case .cs, .gnss, .reported: return false
      case .ble: guard let rssi = row.rssi, isPlausible(rssi) else { return false }
      }
      last = row.time.value
      return true
    }
  }

  // MARK: - The two passes

  private struct Node {
    let time: Double
    let predicted: RangeFilter.Motion
    let filtered: RangeFilter.Motion
    /// The step from the previous node to this node.
    let step: RangeCoefficients<Double>
    /// Whether the filter restarted at this node, so that earlier nodes do not affect it.
    let isRestart: Bool
    /// Whether the previous readings were rejected, so that they belong to the track after a restart.
    let isRejected: Bool
    let status: DistanceEstimate.Status
    /// The part of the variance that an estimate does not show: the part of the correlated error.
    let hiddenVariance: Double
    let isObstructed: Bool
  }

  private static func backward(_ nodes: [Node]) -> [RangeFilter.Motion] {
    var smoothed = nodes.map(\.filtered)
    // Whether the next node belongs to an abandoned run of readings.
    var isAbandoned = false
    for index in nodes.indices.dropLast().reversed() {
      let next = nodes[index + 1]
      let isCut = next.isRestart || isAbandoned
      // An abandoned node takes the smoothed motion of the next node.
      let node = nodes[index]
      isAbandoned = isCut && (node.status == .confirming || node.isRejected)
      if isAbandoned { smoothed[index] = smoothed[index + 1] }
      guard !isCut else { continue }
      smoothed[index] = nodes[index].filtered.smoothed(
        by: smoothed[index + 1], predicted: next.predicted, next.step)
    }
    return smoothed
  }

  private func smoothRanges(_ samples: [Sample]) -> [DistanceEstimate] {
    var filter = RangeFilter(parameters: parameters.range)
    var nodes: [Node] = []
    for sample in samples {
      let now = sample.time.value
      let isFirst = !filter.state.hasStarted
      if isFirst && sample.radio != .uwb { continue }
      let predicted = filter.predicted(to: now)
      let restarts = filter.state.restarts
      filter.update(sample)
      let filtered = sample.radio == .uwb ? filter.state.motion : predicted
      nodes.append(
        Node(
          time: now, predicted: predicted, filtered: filtered,
          step: filter.step(now - (nodes.last?.time ?? now)),
          isRestart: filter.state.restarts != restarts,
          isRejected: filter.state.rejected > 0, status: filter.status(at: now),
          hiddenVariance: filter.hiddenVariance, isObstructed: filter.state.isObstructed))
    }
    return zip(nodes, Self.backward(nodes)).map { node, posterior in
      let shown = max(0, posterior.distanceVariance - node.hiddenVariance)
      return .normal(
        time: node.time, distance: posterior.distance,
        variance: shown + filter.calibrationVariance(isObstructed: node.isObstructed),
        shortTermVariance: posterior.distanceVariance, velocity: posterior.velocity, radio: .uwb,
        status: node.status)
    }
  }
}
