#if !FFTW
/// The complex transforms of a batch of rows, in place, in Swift alone.
@safe
final class ComplexPlan {
  /// All rows, one behind the other.
  let numbers: UnsafeMutablePointer<Complex>
  private let count: Int
  private let rows: Int
  private var transform: PortableTransform

  /// Prepares both transforms.
  init?(count: Int, rows: Int) {
    self.count = count
    self.rows = rows
    unsafe numbers = .allocate(capacity: count * rows)
    transform = PortableTransform(count: count)
  }

  deinit { unsafe numbers.deallocate() }

  /// Every row becomes its transform.
  func forward() {
    for row in 0..<rows {
      for place in 0..<count { transform[place] = unsafe numbers[row * count + place] }
      transform.run()
      for place in 0..<count { unsafe numbers[row * count + place] = transform[place] }
    }
  }

  /// Every row becomes its inverse transform, as many times too large as a row is long.
  func inverse() {
    // The inverse of a spectrum is the conjugate of the transform of its conjugate.
    for row in 0..<rows {
      for place in 0..<count { transform[place] = unsafe numbers[row * count + place].conjugate }
      transform.run()
      for place in 0..<count { unsafe numbers[row * count + place] = transform[place].conjugate }
    }
  }
}
#endif
