/// The eigenvalues of a real symmetric tridiagonal matrix, by the QL iteration with implicit shifts (Dubrulle, Martin, and
/// Wilkinson, Numerische Mathematik 12, 1968).
struct TridiagonalEigen: Sendable {
  private(set) var values: [Double]
  /// The remaining off-diagonal elements; the last element is zero.
  private var off: [Double]

  /// Solves the eigenproblem; `nil` if an eigenvalue does not settle.
  init?(diagonal: [Double], off: [Double]) {
    values = diagonal
    self.off = off + [0]
    for place in diagonal.indices where !settle(place) { return nil }
  }

  /// Repeats the iteration until value `first` is separate from the other values.
  private mutating func settle(_ first: Int) -> Bool {
    for _ in 0..<60 {
      let end = values.count - 1
      let last = (first..<end).first {
        abs(off[$0]) <= 0x1p-53 * (abs(values[$0]) + abs(values[$0 + 1]))
      }
      guard last ?? end > first else { return true }
      sweep(first, last ?? end)
    }
    return false
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
    }
    values[first] -= drop
    off[first] = g
    off[last] = 0
  }
}
