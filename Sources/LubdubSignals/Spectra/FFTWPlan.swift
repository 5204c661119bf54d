#if FFTW
internal import CFFTW3
internal import Synchronization

/// The transforms of one length, by FFTW.
/// The plan is the library's estimate, which does not measure, so that it is the same in every run.
@safe final class FFTPlan {
  private let plans: Plans

  /// Making and destroying plans is not thread-safe, running them is.
  static let planner = Mutex(())

  init?(count: Int) {
    guard let plans = Self.planner.withLock({ _ in Plans(count: count) }) else { return nil }
    self.plans = plans
  }

  deinit {
    let plans = plans
    Self.planner.withLock { _ in plans.destroy() }
  }

  var samples: UnsafeMutablePointer<Double> { unsafe plans.samples }
  var bins: UnsafeMutablePointer<(Double, Double)> { unsafe plans.bins }

  func forward() { unsafe fftw_execute(plans.forward) }

  /// From `bins` to `samples`, `count` times too large; destroys the bins.
  func inverse() { unsafe fftw_execute(plans.inverse) }
}

/// What FFTW gives for one length. Made and destroyed under the planner's lock, and used by its one
/// owner only, so that it may cross the lock's boundary.
@safe private struct Plans: @unchecked Sendable {
  let samples: UnsafeMutablePointer<Double>
  let bins: UnsafeMutablePointer<(Double, Double)>
  let forward: fftw_plan
  let inverse: fftw_plan

  init?(count: Int) {
    let length = Int32(count)
    guard let samples = unsafe fftw_alloc_real(count),
      let bins = unsafe fftw_alloc_complex(count / 2 + 1),
      let forward = unsafe fftw_plan_dft_r2c_1d(length, samples, bins, FFTW_ESTIMATE),
      let inverse = unsafe fftw_plan_dft_c2r_1d(length, bins, samples, FFTW_ESTIMATE)
    else { return nil }
    unsafe self.samples = samples
    unsafe self.bins = bins
    unsafe self.forward = forward
    unsafe self.inverse = inverse
  }

  func destroy() {
    unsafe fftw_destroy_plan(forward)
    unsafe fftw_destroy_plan(inverse)
    unsafe fftw_free(samples)
    unsafe fftw_free(bins)
  }
}

@safe final class ComplexPlan {
  private let plans: ComplexPlans

  init?(count: Int, rows: Int) {
    guard let plans = FFTPlan.planner.withLock({ _ in ComplexPlans(count: count, rows: rows) })
    else {
      return nil
    }
    self.plans = plans
  }

  deinit {
    let plans = plans
    FFTPlan.planner.withLock { _ in plans.destroy() }
  }

  var numbers: UnsafeMutablePointer<Complex> { unsafe plans.numbers }

  func forward() { unsafe fftw_execute(plans.forward) }

  /// Every row becomes its inverse transform, as many times too large as a row is long.
  func inverse() { unsafe fftw_execute(plans.inverse) }
}

@safe private struct ComplexPlans: @unchecked Sendable {
  let memory: UnsafeMutablePointer<fftw_complex>
  let numbers: UnsafeMutablePointer<Complex>
  let forward: fftw_plan
  let inverse: fftw_plan

  init?(count: Int, rows: Int) {
    guard let memory = unsafe fftw_alloc_complex(count * rows),
      let forward = unsafe Self.plan(memory, count: count, rows: rows, FFTW_FORWARD),
      let inverse = unsafe Self.plan(memory, count: count, rows: rows, FFTW_BACKWARD)
    else { return nil }
    unsafe self.memory = memory
    // Both are two doubles in a row, the real part first.
    unsafe numbers = UnsafeMutableRawPointer(memory)
      .bindMemory(to: Complex.self, capacity: count * rows)
    unsafe self.forward = forward
    unsafe self.inverse = inverse
  }

  private static func plan(
    _ memory: UnsafeMutablePointer<fftw_complex>, count: Int, rows: Int, _ sign: Int32
  ) -> fftw_plan? {
    var length = Int32(count)
    return unsafe fftw_plan_many_dft(
      1, &length, Int32(rows), memory, nil, 1, length, memory, nil, 1, length, sign, FFTW_ESTIMATE)
  }

  func destroy() {
    unsafe fftw_destroy_plan(forward)
    unsafe fftw_destroy_plan(inverse)
    unsafe fftw_free(memory)
  }
}
#endif
