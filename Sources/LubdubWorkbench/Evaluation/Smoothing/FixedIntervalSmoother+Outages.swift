internal import RealModule

extension FixedIntervalSmoother {
  private enum Knowledge {
    case range
    /// An estimate from signal strength: ln(distance), its variance, and the variance of the link's usual distance.
    case signal(logDistance: Double, variance: Double, usualVariance: Double)
    case near(DistanceEstimate)
    case nothing
  }

  /// Replaces smoothed ranges in outages by estimates from signal strength before and after.
  ///
  /// The default estimator runs forward, and backward over the reversed recording. The two directions use different
  /// readings, so they are weighted by their precision (the two-filter form of a smoother, Fraser and Potter 1969). Both
  /// estimates include the link's usual distance, which counts only once.
  func bridge(
    _ samples: [Sample], _ ranges: [DistanceEstimate], hasRanges: Bool
  ) -> [DistanceEstimate] {
    let before = knowledge(along: samples, hasRanges)
    let mirrored = samples.reversed().map { sample in
      var mirrored = sample
      mirrored.time = -sample.time
      return mirrored
    }
    let after = Array(knowledge(along: mirrored, hasRanges).reversed())
    // Before the first range, signal strength has no smoothed range.
    let lead = samples.count - ranges.count
    return samples.indices.compactMap { index in
      if case .near(let estimate) = before[index] { return estimate }
      let joined = Self.join(before[index], after[index])
      if samples[index].radio == .ble, let (logDistance, variance) = joined {
        return .logNormal(
          time: samples[index].time.value, logDistance: clampedLogDistance(logDistance),
          variance: variance, radio: .ble, status: hasRanges ? .fallback : .tracking,
          nearness: hasRanges ? nil : .apart)
      }
      return index >= lead ? ranges[index - lead] : nil
    }
  }

  private func knowledge(along samples: [Sample], _ hasRanges: Bool) -> [Knowledge] {
    var filter = FusionFilter(parameters: parameters)
    return samples.map { sample in
      filter.update(sample)
      guard sample.radio == .ble, let estimate = filter.estimate(at: sample.time) else {
        return .range
      }
      let usual = filter.usual
      guard usual.isTaught || !hasRanges else { return .nothing }
      guard estimate.shape == .logNormal else { return .range }
      if !hasRanges, estimate.nearness?.isNear == true { return .near(estimate) }
      let logDistance = Double.log(max(estimate.distance.value, 0.03))
      // The whole width of the published interval counts.
      let deviation =
        (Double.log(estimate.high.value) - logDistance) / NormalDistribution.quantile95
      return .signal(
        logDistance: logDistance, variance: deviation * deviation, usualVariance: usual.variance)
    }
  }

  /// The combination of both directions; `nil` if one direction has recent ranges or a near estimate, or if neither
  /// direction has an estimate.
  private static func join(
    _ before: Knowledge, _ after: Knowledge
  ) -> (logDistance: Double, variance: Double)? {
    switch (before, after) {
    case (.range, _), (_, .range), (.nothing, .nothing), (.near, _), (.nothing, .near): return nil
    case (.signal(let x, let p, _), .nothing), (.signal(let x, let p, _), .near),
      (.nothing, .signal(let x, let p, _)):
      return (x, p)
    case (.signal(let x, let p, let q), .signal(let y, let r, let s)):
      let left = 1 / max(p, 1e-6)
      let right = 1 / max(r, 1e-6)
      let joint = max(left + right - 1 / max(q, s), left, right)
      return ((x * left + y * right) / (left + right), 1 / joint)
    }
  }
}
