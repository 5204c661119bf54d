extension RangeKernel<Lanes> {
  // A kernel contains only numbers, so a lane is every eighth double of its memory.

  func copy(_ lane: Int, to one: inout RangeKernel<Double>) {
    withUnsafeBytes(of: self) { lanes in
      withUnsafeMutableBytes(of: &one) { one in
        let (lanes, one) = (lanes.bindMemory(to: Double.self), one.bindMemory(to: Double.self))
        for place in one.indices { one[place] = lanes[place * Lanes.scalarCount + lane] }
      }
    }
  }

  mutating func put(_ one: RangeKernel<Double>, into lane: Int) {
    withUnsafeMutableBytes(of: &self) { lanes in
      withUnsafeBytes(of: one) { one in
        let (lanes, one) = (lanes.bindMemory(to: Double.self), one.bindMemory(to: Double.self))
        for place in one.indices { lanes[place * Lanes.scalarCount + lane] = one[place] }
      }
    }
  }
}

extension RangeFilter {
  /// Whether only the motion and its scales decide about a fitting reading: there are no rejected readings, no probation,
  /// and no candidate.
  var isSettled: Bool {
    state.hasStarted && state.rejected == 0 && state.confirmations >= 2
      && state.candidate.count == 0 && !state.isHeldOff
  }

  /// Continues from a settled state of a lane.
  mutating func resume(
    _ lane: Int, of kernel: RangeKernel<Lanes>, rejectedShare share: Double, at time: Double,
    step: Double
  ) {
    kernel.copy(lane, to: &state.kernel)
    state.accepted = state.kernel.latest.reading
    state.rejectedShare = share
    (state.time, state.acceptTime) = (time, time)
    (state.rejected, state.confirmations, state.candidate.count) = (0, 2, 0)
    prepare(step)
  }
}
