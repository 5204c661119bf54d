extension RangeFilter {
  package struct State: Sendable {
    package var time = -Double.infinity
    package var kernel = RangeKernel<Double>()
    /// The number of readings in a row that support the present distance; below two, the distance is on probation.
    package var confirmations = 0
    package var acceptTime = -Double.infinity
    /// The last accepted reading, uncorrected, for a change of the bias.
    var reading = 0.0
    /// The last accepted reading without bias or contact level.
    package var accepted = 0.0
    package var isObstructed = false
    package var rejected = 0
    /// The share of rejected readings in the last three seconds.
    package var rejectedShare = 0.0
    package var restarts = 0
    package var candidate = ReacquisitionCandidate()
    /// Whether signal strength contradicts the candidate, which then has to last for `holdOff`.
    package var isHeldOff = false
    var touch: TouchMean?
    var rest = RestMean()

    package var hasStarted: Bool { time > -.infinity }

    package var motion: Motion {
      get { kernel.motion }
      set { kernel.motion = newValue }
    }

    mutating func restart(
      at z: Double, variance: Double, velocityVariance: Double, confirmations: Int
    ) {
      motion = Motion(
        distance: max(0, z), distanceVariance: variance, velocityVariance: velocityVariance)
      kernel.noise.restart(at: z)
      accepted = z
      (self.confirmations, rejectedShare) = (confirmations, 0)
      restarts += 1
      accept()
    }

    /// Accepts the present reading, and drops the candidate unless most readings support it. If every accepted reading
    /// dropped the candidate, a few readings that fit the wrong place by chance would keep the filter there for minutes.
    @inline(__always) mutating func accept() {
      rejected = 0
      acceptTime = time
      if rejectedShare < Self.largestRejectedShare { candidate.count = 0 }
    }

    /// Clearly more than half, so that two places with equal numbers of readings do not alternate.
    private static let largestRejectedShare = 0.55
  }
}
