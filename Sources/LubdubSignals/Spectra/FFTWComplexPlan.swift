#if FFTW
internal import CFFTW3
internal import Synchronization

/// The complex transforms of a batch of rows, in place, by FFTW.
@safe final class ComplexPlan {
  private let plans: Plans

  /// Prepares both transforms; `nil` when there is no memory.
  init?(count: Int, rows: Int) {
    guard let plans = FFTPlan.planner.withLock({ _ in Plans(count: count, rows: rows) }) else {
      return nil
    }
    self.plans = plans
  }

  deinit {
    let plans = plans
    FFTPlan.planner.withLock { _ in plans.destroy() }
  }

  /// All rows, one behind the other, aligned for vector instructions.
  var numbers: UnsafeMutablePointer<Complex> { unsafe plans.numbers }

  func forward() { unsafe fftw_execute(plans.forward) }

  /// Every row becomes its inverse transform, as many times too large as a row is long.
  func inverse() { unsafe fftw_execute(plans.inverse) }
}

@safe private struct Plans: @unchecked Sendable {
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
