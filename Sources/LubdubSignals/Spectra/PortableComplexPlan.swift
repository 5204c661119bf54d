#if !FFTW
/// The complex transforms of a batch of rows, in place, in Swift alone.
@safe final class ComplexPlan {
  let numbers: UnsafeMutablePointer<Complex>
  private let count: Int
  private let rows: Int
  private var transform: PortableTransform

  init?(count: Int, rows: Int) {
    self.count = count
    self.rows = rows
    unsafe numbers = .allocate(capacity: count * rows)
    transform = PortableTransform(count: count)
  }

  deinit { unsafe numbers.deallocate() }

  func forward() {
    for row in 0..<rows {
      for place in 0..<count { transform[place] = unsafe numbers[row * count + place] }
      transform.run()
      for place in 0..<count { unsafe numbers[row * count + place] = transform[place] }
    }
  }

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
