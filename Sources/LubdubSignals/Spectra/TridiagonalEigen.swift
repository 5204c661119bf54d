/// The eigenvalues and eigenvectors of a real symmetric tridiagonal matrix, by the QL iteration with
/// implicit shifts (Dubrulle, Martin and Wilkinson, Numerische Mathematik 12, 1968).
struct TridiagonalEigen: Sendable {
  private(set) var values: [Double]
  /// Vector k stands from k · n on.
  private var vectors: [Double]
  /// What is left beside the diagonal; the last is zero.
  private var off: [Double]

  init(diagonal: [Double], off: [Double]) throws(SpectraError) {
    values = diagonal
    self.off = off + [0]
    let count = diagonal.count
    vectors = [Double](repeating: 0, count: count * count)
    for place in 0..<count { vectors[place * count + place] = 1 }
    for place in 0..<count { try settle(place) }
  }

  func vector(_ place: Int) -> ArraySlice<Double> {
    vectors[place * values.count..<(place + 1) * values.count]
  }

  /// Repeats the iteration until value `first` stands alone.
  private mutating func settle(_ first: Int) throws(SpectraError) {
    for _ in 0..<60 {
      let last = endOfBlock(from: first)
      guard last > first else { return }
      sweep(first, last)
    }
    throw SpectraError(subject: "matrix", reason: "has an eigenvalue that does not settle")
  }

  /// The end of the block of the matrix that begins here and does not fall apart.
  private func endOfBlock(from first: Int) -> Int {
    var last = first
    while last < values.count - 1 {
      let size = abs(values[last]) + abs(values[last + 1])
      if abs(off[last]) <= 0x1p-53 * size { break }
      last += 1
    }
    return last
  }

  private mutating func sweep(_ first: Int, _ last: Int) {
    let lean = (values[first + 1] - values[first]) / (2 * off[first])
    let root = (lean * lean + 1).squareRoot()
    let shift = off[first] / (lean + (lean < 0 ? -root : root))
    var g = values[last] - values[first] + shift
    var (sine, cosine, drop) = (1.0, 1.0, 0.0)
    for place in stride(from: last - 1, through: first, by: -1) {
      let f = sine * off[place]
      let b = cosine * off[place]
      let size = (f * f + g * g).squareRoot()
      off[place + 1] = size
      guard size > 0 else {
        // The block falls apart here.
        values[place + 1] -= drop
        off[last] = 0
        return
      }
      (sine, cosine) = (f / size, g / size)
      g = values[place + 1] - drop
      let turn = (values[place] - g) * sine + 2 * cosine * b
      drop = sine * turn
      values[place + 1] = g + drop
      g = cosine * turn - b
      rotate(place, sine: sine, cosine: cosine)
    }
    values[first] -= drop
    off[first] = g
    off[last] = 0
  }

  /// Turns vectors `place` and `place + 1` in their plane.
  private mutating func rotate(_ place: Int, sine: Double, cosine: Double) {
    let count = values.count
    let start = place * count
    for column in start..<start + count {
      let (low, high) = (vectors[column], vectors[column + count])
      vectors[column + count] = sine * low + cosine * high
      vectors[column] = cosine * low - sine * high
    }
  }
}
