/// The discrete Fourier transform of complex numbers and its inverse, of any length, for one row or
/// for a batch of rows of one length.
///
/// Bin `k` of a row is the sum of `x[n] * exp(-2πi k n / count)`. The numbers stand in the transform
/// itself: fill it by its subscript, transform in place, read the result by the subscript. This way
/// nothing is allocated after `init`. The work is done as in `RealFFT`.
@safe public struct ComplexFFT: ~Copyable {
  /// Number of complex numbers in a row.
  public let count: Int
  /// Number of rows, which are transformed together.
  public let rows: Int
  @usableFromInline let numbers: UnsafeMutablePointer<Complex>
  private let plan: ComplexPlan

  /// Prepares both transforms; all numbers are zero.
  ///
  /// - Throws: `SpectraError` when `count` or `rows` is not in 1...2^24, their product is above 2^26,
  ///   or there is no memory.
  public init(count: Int, rows: Int = 1) throws(SpectraError) {
    try SpectraError.require(count, in: 1...1 << 24, "transform length")
    try SpectraError.require(rows, in: 1...1 << 24, "number of rows")
    try SpectraError.require(count * rows, in: 1...1 << 26, "transform length times rows")
    guard let plan = ComplexPlan(count: count, rows: rows) else {
      throw SpectraError(subject: "transform length", reason: "is \(count): no memory")
    }
    self.count = count
    self.rows = rows
    self.plan = plan
    unsafe numbers = plan.numbers
    clear()
  }

  /// A number by its place: row r begins at r · `count`.
  @inlinable public subscript(place: Int) -> Complex {
    get {
      precondition(place >= 0 && place < count * rows, "the place lies within the rows")
      return unsafe numbers[place]
    }
    set {
      precondition(place >= 0 && place < count * rows, "the place lies within the rows")
      unsafe numbers[place] = newValue
    }
  }

  /// Sets all numbers to zero.
  public mutating func clear() { unsafe numbers.update(repeating: Complex(0), count: count * rows) }

  /// Fills row 0 with numbers, and with zeros behind them.
  ///
  /// - Parameter input: At most `count` numbers.
  public mutating func load(_ input: [Complex]) {
    precondition(input.count <= count, "the numbers fit into a row")
    clear()
    for place in input.indices { unsafe numbers[place] = input[place] }
  }

  /// Every row becomes its transform.
  public mutating func forward() { plan.forward() }

  /// Every row becomes its inverse transform, without the factor 1 / `count`.
  public mutating func inverse() { plan.inverse() }

  /// The transform of one row.
  public mutating func forward(_ input: [Complex]) -> [Complex] {
    load(input)
    forward()
    return (0..<count).map { unsafe numbers[$0] }
  }

  /// The inverse transform of one row, with the factor 1 / `count`.
  public mutating func inverse(_ input: [Complex]) -> [Complex] {
    load(input)
    inverse()
    let scale = 1 / Double(count)
    return (0..<count).map { unsafe numbers[$0] * scale }
  }
}
