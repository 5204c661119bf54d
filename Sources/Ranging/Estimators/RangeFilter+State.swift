internal import Quantities

extension RangeFilter {
  /// The parameters as the recursion uses them: bare numbers, squared once.
  struct Constants: Sendable {
    let whiteVariance: Double
    let correlatedVariance: Double
    let correlationTime: Double
    let velocityVariance: Double
    let velocityTime: Double
    let studentDegrees: Double
    let longSideDoubt: Double
    let gateSquared: Double
    let challengerCount: Int
    let challengerTime: Double
    let slowChallengerTime: Double
    let challengerSpeed: Double
    let lostCount: Int
    let lostTime: Double
    let adaptationTime: Double
    let motionThreshold: Double
    let farLimit: Double
    let noiseScaleLimit: Double
    let motionScaleLimit: Double

    init(_ parameters: Parameters) {
      let white = parameters.whiteDeviation.value
      let correlated = parameters.correlatedDeviation.value
      let velocity = parameters.velocityDeviation.value
      whiteVariance = white * white
      correlatedVariance = correlated * correlated
      correlationTime = parameters.correlationTime.value
      velocityVariance = velocity * velocity
      velocityTime = parameters.velocityTime.value
      studentDegrees = parameters.studentDegrees
      longSideDoubt = parameters.longSideDoubt
      gateSquared = parameters.gate * parameters.gate
      challengerCount = parameters.challengerCount
      challengerTime = parameters.challengerTime.value
      slowChallengerTime = parameters.slowChallengerTime.value
      challengerSpeed = parameters.challengerSpeed.value
      lostCount = parameters.lostCount
      lostTime = parameters.lostTime.value
      adaptationTime = parameters.adaptationTime.value
      motionThreshold = parameters.motionThreshold
      farLimit = parameters.farLimit
      noiseScaleLimit = parameters.noiseScaleLimit
      motionScaleLimit = parameters.motionScaleLimit
    }

    /// Variance of one reading on its own.
    var readingVariance: Double { whiteVariance + correlatedVariance }
  }

  /// What depends on the time step alone; computed anew only when the step changes.
  struct Coefficients: Sendable {
    let step: Double
    /// exp(-h / tau): what is left of the velocity.
    let memory: Double
    /// How far a unit of velocity carries before it is forgotten.
    let reach: Double
    let distanceNoise: Double
    let crossNoise: Double
    let velocityNoise: Double
    /// White equivalent of an error that is correlated over time and sampled every h:
    /// r² + s² coth(h / 2 tau).
    let effectiveVariance: Double
    /// e to the step in units of the adaptation time, and powers of it.
    let noiseGrowth: Double
    let noiseDecay: Double
    let motionGrowth: Double
    let motionDecay: Double

    init(step: Double, _ constants: Constants) {
      self.step = step
      let tau = constants.velocityTime
      let ratio = step / tau
      let p = exponential(-ratio)
      let forgotten = 1 - p
      let spread = constants.velocityVariance
      memory = p
      reach = tau * forgotten
      velocityNoise = spread * (1 - p * p)
      crossNoise = spread * tau * forgotten * forgotten
      // The closed form loses all digits for short steps.
      let series = 2.0 / 3.0 * ratio * ratio * ratio
      let closed = 2 * ratio - 3 + 4 * p - p * p
      distanceNoise = spread * tau * tau * (ratio < 1e-3 ? series : max(0, closed))
      let e = exponential(-max(step, 0.001) / constants.correlationTime)
      let coth = (1 + e) / (1 - e)
      effectiveVariance = constants.whiteVariance + constants.correlatedVariance * coth
      let pace = min(step / constants.adaptationTime, 0.2)
      let half = exponential(-0.1 * pace)  // Every growth below is a power of this one.
      let quarter = half * half
      let decay = quarter * quarter * half  // exp(-0.5 pace)
      motionDecay = decay
      noiseGrowth = 1 / (decay * decay)
      noiseDecay = decay * decay * quarter
      let fourth = noiseGrowth * noiseGrowth * noiseGrowth * noiseGrowth
      motionGrowth = fourth * fourth
    }
  }

  /// Everything that changes from reading to reading.
  struct State: Sendable {
    var time = -Double.infinity
    var distance = 0.0
    var velocity = 0.0
    var distanceVariance = 0.0
    var covariance = 0.0
    var velocityVariance = 0.0
    var noiseScale = 1.0
    var motionScale = 1.0
    /// Smoothed innovation with its sign, in standard deviations.
    var drift = 0.0
    /// Readings in a row that support the present distance; below two it is on probation.
    var confirmations = 0
    var acceptTime = -Double.infinity
    /// The last accepted reading as it came, for rebasing.
    var reading = 0.0
    var isObstructed = false
    var rejected = 0
    /// A run of rejected readings that agree with each other.
    var challenger = 0.0
    var challengerTime = 0.0
    var challengerStart = 0.0
    var challengerCount = 0

    var hasStarted: Bool { time.isFinite }

    mutating func start(at z: Double, _ now: Double, _ constants: Constants) {
      self = State()
      time = now
      restart(at: z, variance: constants.readingVariance, confirmations: 1, constants)
    }

    mutating func predict(_ step: Coefficients) {
      distance = max(0, distance + step.reach * velocity)
      let carried = step.reach * velocityVariance
      let growth = covariance + covariance + carried
      distanceVariance += step.reach * growth + motionScale * step.distanceNoise
      covariance = (covariance + carried) * step.memory + motionScale * step.crossNoise
      velocity *= step.memory
      let kept = velocityVariance * step.memory * step.memory
      velocityVariance = kept + motionScale * step.velocityNoise
    }

    mutating func fold(_ z: Double, _ step: Coefficients, _ constants: Constants) -> Bool {
      let innovation = z - distance
      let noise = noiseScale * constants.readingVariance
      let spread = distanceVariance + noise
      let squared = innovation * innovation
      let normalized = innovation / spread.squareRoot()
      adapt(to: normalized, step, constants)
      guard squared <= constants.gateSquared * spread else {
        return challenge(z, spreadOfReading: noise, constants)
      }
      let m = squared / spread
      // 1 / weight; the Student weight never exceeds 1.
      var doubt = max(1, (constants.studentDegrees + m) / (constants.studentDegrees + 1))
      if innovation > 0 { doubt *= 1 + constants.longSideDoubt * m }
      let effective = step.effectiveVariance * noiseScale * doubt
      let total = distanceVariance + effective
      let gain = distanceVariance / total
      let velocityGain = covariance / total
      distance = max(0, distance + gain * innovation)
      velocity += velocityGain * innovation
      velocityVariance -= velocityGain * covariance
      covariance -= gain * covariance
      distanceVariance -= gain * distanceVariance
      let isJump = isFar(innovation, noise)
      confirmations = isJump ? 1 : min(confirmations + 1, 2)
      rejected = 0
      challengerCount = 0
      acceptTime = time
      return true
    }

    /// Whether an accepted innovation is so large that it goes on probation: beyond 0.5 m and three
    /// standard deviations of a reading.
    private func isFar(_ innovation: Double, _ noise: Double) -> Bool {
      let excess = innovation.magnitude - 0.5
      return excess > 0 && excess * excess > 9 * noise
    }

    private mutating func adapt(
      to normalized: Double, _ step: Coefficients, _ constants: Constants
    ) {
      let size = normalized.magnitude
      let isNear = size <= constants.farLimit
      if isNear { drift = 0.7 * drift + 0.3 * min(max(normalized, -2.5), 2.5) }
      if isNear && drift.magnitude > constants.motionThreshold {
        motionScale = min(constants.motionScaleLimit, motionScale * step.motionGrowth)
      } else {
        let factor = size > 0.9 ? step.noiseGrowth : step.noiseDecay
        noiseScale = min(max(noiseScale * factor, 1), constants.noiseScaleLimit)
        motionScale = max(1, motionScale * step.motionDecay)
      }
    }

    /// A reading outside the gate: the start of a challenger, or another of its kind, or the last
    /// straw. Returns whether it took over.
    private mutating func challenge(
      _ z: Double, spreadOfReading noise: Double, _ constants: Constants
    ) -> Bool {
      rejected += 1
      let variance = constants.whiteVariance + constants.correlatedVariance / 4
      let scatter = 5.66 * (noiseScale * variance).squareRoot()
      let travel = constants.challengerSpeed * (time - challengerTime)
      let agrees = challengerCount > 0 && (z - challenger).magnitude <= scatter + travel
      challengerCount = agrees ? challengerCount + 1 : 1
      if !agrees { challengerStart = time }
      challenger = z
      challengerTime = time
      let age = time - challengerStart
      let isSteady = challengerCount >= constants.challengerCount && age >= constants.challengerTime
      let isSlow = challengerCount >= 3 && age >= constants.slowChallengerTime
      let isUnopposed = confirmations <= 1 && challengerCount >= 2
      let silence = time - acceptTime
      let isLost = rejected >= constants.lostCount && silence >= constants.lostTime
      guard isSteady || isSlow || isUnopposed || isLost else { return false }
      restart(
        at: z, variance: isLost ? 4 * noise : constants.readingVariance,
        confirmations: isLost ? 1 : 2, constants)
      return true
    }

    private mutating func restart(
      at z: Double, variance: Double, confirmations: Int, _ constants: Constants
    ) {
      distance = max(0, z)
      velocity = 0
      distanceVariance = variance
      covariance = 0
      velocityVariance = constants.velocityVariance
      self.confirmations = confirmations
      rejected = 0
      challengerCount = 0
      acceptTime = time
    }
  }
}
