extension RangeKernel<Lanes> {
  /// One lane. Every member of a kernel is a number, so that a lane is every eighth double of it.
  subscript(lane lane: Int) -> RangeKernel<Double> {
    get {
      var one = RangeKernel<Double>()
      withUnsafeBytes(of: self) { lanes in
        withUnsafeMutableBytes(of: &one) { one in
          let (lanes, one) = (lanes.bindMemory(to: Double.self), one.bindMemory(to: Double.self))
          for place in one.indices { one[place] = lanes[place * Lanes.scalarCount + lane] }
        }
      }
      return one
    }
    set {
      withUnsafeMutableBytes(of: &self) { lanes in
        withUnsafeBytes(of: newValue) { one in
          let (lanes, one) = (lanes.bindMemory(to: Double.self), one.bindMemory(to: Double.self))
          for place in one.indices { lanes[place * Lanes.scalarCount + lane] = one[place] }
        }
      }
    }
  }
}

extension RangeFilter {
  /// Whether nothing but the motion and its scales decides about a reading that fits: no rejected
  /// readings, no probation, no candidate.
  var isSettled: Bool {
    state.hasStarted && state.rejected == 0 && state.confirmations >= 2 && state.candidateCount == 0
      && !state.isHeldOff
  }

  /// Goes on from a settled state that was computed elsewhere.
  mutating func resume(
    _ kernel: RangeKernel<Double>, rejectedShare share: Double, at time: Double, step: Double
  ) {
    (state.kernel, state.rejectedShare) = (kernel, share)
    (state.time, state.acceptTime) = (time, time)
    (state.rejected, state.confirmations, state.candidateCount) = (0, 2, 0)
    prepare(step)
  }
}
