extension RangeFilter {
  /// The parameters as the recursion uses them: bare numbers, squared once.
  struct Constants: Sendable {
    let whiteVariance: Double
    let correlatedVariance: Double
    let inverseCorrelationTime: Double
    let velocityVariance: Double
    let velocityTime: Double
    let inverseVelocityTime: Double
    /// Student weight: 1 / w = (nu + m) / (nu + 1) = offset + slope m.
    let doubtOffset: Double
    let doubtSlope: Double
    let positiveErrorScale: Double
    let gateSquared: Double
    let candidateCount: Int
    let candidateTime: Double
    let slowCandidateTime: Double
    let candidateSpeed: Double
    let holdOff: Double
    let restartCount: Int
    let restartTime: Double
    let inverseAdaptationTime: Double
    let motionThreshold: Double
    let motionGateSquared: Double
    let noiseScaleLimit: Double
    let noisyLinkThreshold: Double
    let motionScaleLimit: Double

    init(_ parameters: Parameters) {
      let white = parameters.whiteDeviation.value
      let correlated = parameters.correlatedDeviation.value
      let velocity = parameters.velocityDeviation.value
      whiteVariance = white * white
      correlatedVariance = correlated * correlated
      inverseCorrelationTime = 1 / parameters.correlationTime.value
      velocityVariance = velocity * velocity
      velocityTime = parameters.velocityTime.value
      inverseVelocityTime = 1 / parameters.velocityTime.value
      doubtOffset = parameters.studentDegrees / (parameters.studentDegrees + 1)
      doubtSlope = 1 / (parameters.studentDegrees + 1)
      positiveErrorScale = parameters.positiveErrorScale
      gateSquared = parameters.gate * parameters.gate
      candidateCount = Parameters.candidateCount
      candidateTime = Parameters.candidateTime.value
      slowCandidateTime = Parameters.slowCandidateTime.value
      candidateSpeed = Parameters.candidateSpeed.value
      holdOff = Parameters.holdOff.value
      restartCount = Parameters.restartCount
      restartTime = Parameters.restartTime.value
      inverseAdaptationTime = 1 / Parameters.adaptationTime.value
      motionThreshold = Parameters.motionThreshold
      motionGateSquared = Parameters.motionGate * Parameters.motionGate
      noiseScaleLimit = Parameters.noiseScaleLimit
      noisyLinkThreshold = Parameters.noisyLinkThreshold
      motionScaleLimit = Parameters.motionScaleLimit
    }

    /// Variance of one reading on its own.
    var readingVariance: Double { whiteVariance + correlatedVariance }
  }
}
