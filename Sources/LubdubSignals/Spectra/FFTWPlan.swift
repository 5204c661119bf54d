#if FFTW
internal import CFFTW3
internal import Synchronization

/// The transforms of one length, by FFTW.
/// The plan is the library's estimate, which does not measure, so that it is the same in every run.
@safe final class FFTPlan {
  private let plans: Plans

  /// Making and destroying plans is not thread-safe, running them is.
  static let planner = Mutex(())

  /// Prepares both transforms; `nil` when there is no memory.
  init?(count: Int) {
    guard let plans = Self.planner.withLock({ _ in Plans(count: count) }) else { return nil }
    self.plans = plans
  }

  deinit {
    let plans = plans
    Self.planner.withLock { _ in plans.destroy() }
  }

  /// The samples, aligned for vector instructions.
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
#endif
