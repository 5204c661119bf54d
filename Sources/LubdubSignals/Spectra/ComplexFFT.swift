/// The discrete Fourier transform of complex numbers and its inverse, of any length.
///
/// Bin `k` is the sum of `x[n] * exp(-2πi k n / count)`. The numbers are in the transform itself: write them with its
/// subscript, transform in place, and read the result with the subscript. Nothing is allocated after `init`. The
/// implementation is the same as in `RealFFT`.
@safe public struct ComplexFFT: ~Copyable {
  /// The number of complex numbers.
  public let count: Int
  @usableFromInline let numbers: UnsafeMutablePointer<Complex>
  private let plan: ComplexPlan

  /// Prepares both transforms; all numbers are zero.
  ///
  /// - Throws: `SpectraError` if `count` is not in 1...2^24, or memory runs out.
  public init(count: Int) throws(SpectraError) {
    try SpectraError.require(count, in: 1...1 << 24, "transform length")
    guard let plan = ComplexPlan(complex: count) else {
      throw SpectraError(subject: "transform length", reason: "is \(count): no memory")
    }
    self.count = count
    self.plan = plan
    unsafe numbers = plan.numbers
    clear()
  }

  /// A number by its place.
  @inlinable public subscript(place: Int) -> Complex {
    get {
      precondition(place >= 0 && place < count, "the place lies within the transform")
      return unsafe numbers[place]
    }
    set {
      precondition(place >= 0 && place < count, "the place lies within the transform")
      unsafe numbers[place] = newValue
    }
  }

  /// Sets all numbers to zero.
  public mutating func clear() { unsafe numbers.update(repeating: Complex(0), count: count) }

  /// Fills the transform with numbers, and with zeros after them.
  ///
  /// - Parameter input: At most `count` numbers.
  public mutating func load(_ input: [Complex]) {
    precondition(input.count <= count, "the numbers fit into the transform")
    clear()
    for place in input.indices { unsafe numbers[place] = input[place] }
  }

  /// Replaces the numbers by their transform.
  public mutating func forward() { plan.forward() }

  /// Replaces the numbers by their inverse transform, without the factor 1 / `count`.
  public mutating func inverse() { plan.inverse() }
}
