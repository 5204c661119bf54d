#if FFTW
internal import CFFTW3
internal import Synchronization

/// The transforms of real samples or of complex numbers of one length, with FFTW. The library estimates the plan without
/// measuring, so that the plan is the same in every run.
@safe final class FFTPlan {
  private let plans: Plans

  /// The lock for the creation and destruction of plans, which are not thread-safe; running a plan is thread-safe.
  private static let planner = Mutex(())

  private init?(_ make: () -> Plans?) {
    guard let plans = Self.planner.withLock({ _ in make() }) else { return nil }
    self.plans = plans
  }

  /// Transforms `samples` to `bins` and back.
  convenience init?(count: Int) {
    self.init {
      let length = Int32(count)
      guard let samples = unsafe fftw_alloc_real(count),
        let bins = unsafe fftw_alloc_complex(count / 2 + 1)
      else { return nil }
      return unsafe Plans(
        [UnsafeMutableRawPointer(samples), UnsafeMutableRawPointer(bins)],
        fftw_plan_dft_r2c_1d(length, samples, bins, FFTW_ESTIMATE),
        fftw_plan_dft_c2r_1d(length, bins, samples, FFTW_ESTIMATE))
    }
  }

  /// Transforms `numbers` in place.
  convenience init?(complex count: Int) {
    self.init {
      let length = Int32(count)
      guard let memory = unsafe fftw_alloc_complex(count) else { return nil }
      let forward = unsafe fftw_plan_dft_1d(length, memory, memory, FFTW_FORWARD, FFTW_ESTIMATE)
      let inverse = unsafe fftw_plan_dft_1d(length, memory, memory, FFTW_BACKWARD, FFTW_ESTIMATE)
      // Both types are two consecutive doubles, the real part first.
      unsafe UnsafeMutableRawPointer(memory).bindMemory(to: Complex.self, capacity: count)
      return unsafe Plans([UnsafeMutableRawPointer(memory)], forward, inverse)
    }
  }

  deinit {
    let plans = plans
    Self.planner.withLock { _ in plans.destroy() }
  }

  var samples: UnsafeMutablePointer<Double> {
    unsafe plans.memory[0].assumingMemoryBound(to: Double.self)
  }
  var bins: UnsafeMutablePointer<(Double, Double)> {
    unsafe plans.memory[1].assumingMemoryBound(to: (Double, Double).self)
  }
  var numbers: UnsafeMutablePointer<Complex> {
    unsafe plans.memory[0].assumingMemoryBound(to: Complex.self)
  }

  func forward() { unsafe fftw_execute(plans.forward) }

  /// Transforms `bins` to `samples`, or `numbers` to their inverse transform, `count` times too large; destroys the bins.
  func inverse() { unsafe fftw_execute(plans.inverse) }
}

typealias ComplexPlan = FFTPlan

/// The memory and the plans of FFTW for one length. They are created and destroyed under the planner's lock, and used only
/// by their one owner, so that they may cross the lock's boundary.
@safe private struct Plans: @unchecked Sendable {
  let memory: [UnsafeMutableRawPointer]
  let forward: fftw_plan
  let inverse: fftw_plan

  init?(_ memory: [UnsafeMutableRawPointer], _ forward: fftw_plan?, _ inverse: fftw_plan?) {
    guard let forward = unsafe forward, let inverse = unsafe inverse else { return nil }
    unsafe (self.memory, self.forward, self.inverse) = (memory, forward, inverse)
  }

  func destroy() {
    unsafe fftw_destroy_plan(forward)
    unsafe fftw_destroy_plan(inverse)
    unsafe memory.forEach { unsafe fftw_free($0) }
  }
}
#endif
