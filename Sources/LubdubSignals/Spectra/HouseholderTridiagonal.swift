/// The real tridiagonal matrix T of a Hermitian matrix Q D T Dᴴ Qᴴ: D is a diagonal of phases, and Q a product of
/// Householder reflections.
struct HouseholderTridiagonal: Sendable {
  let diagonal: [Double]
  /// The off-diagonal elements of T, not negative; one fewer than the diagonal.
  let offDiagonal: [Double]

  init(_ matrix: [Complex], order: Int) {
    var a = matrix
    for column in 0..<max(0, order - 2) {
      guard let reflection = Self.reflection(a, order: order, column: column) else { continue }
      Self.apply(reflection, to: &a, order: order, from: column)
    }
    diagonal = (0..<order).map { a[$0 * order + $0].real }
    offDiagonal = (1..<max(1, order)).map { a[$0 * order + $0 - 1].magnitude }
  }

  /// The reflection I - factor · u uᴴ that leaves only the elements of a column on and next to the diagonal; `nil` if the
  /// other elements are already zero.
  private static func reflection(
    _ a: [Complex], order: Int, column: Int
  ) -> (u: [Complex], factor: Double)? {
    var u = [Complex](repeating: Complex(0), count: order)
    var below = 0.0
    for row in (column + 1)..<order {
      u[row] = a[row * order + column]
      if row > column + 1 { below += u[row].squaredMagnitude }
    }
    guard below > 0 else { return nil }
    let head = u[column + 1]
    let headSize = head.magnitude
    let size = (headSize * headSize + below).squareRoot()
    // Away from the vector itself, so that nothing cancels.
    u[column + 1] = headSize > 0 ? head * ((headSize + size) / headSize) : Complex(size)
    let square = below + (headSize + size) * (headSize + size)
    return (u, 2 / square)
  }

  /// Applies the reflection to both sides of the matrix: A - u qᴴ - q uᴴ with p = factor · A u and q = p - (factor / 2)(uᴴ p)
  /// u.
  private static func apply(
    _ reflection: (u: [Complex], factor: Double), to a: inout [Complex], order: Int,
    from column: Int
  ) {
    let (u, factor) = reflection
    var q = [Complex](repeating: Complex(0), count: order)
    var overlap = Complex(0)
    for row in column..<order {
      var sum = Complex(0)
      for place in (column + 1)..<order { sum = sum + a[row * order + place] * u[place] }
      q[row] = sum * factor
      overlap = overlap + u[row].conjugate * q[row]
    }
    let half = overlap * (-factor / 2)
    for row in column..<order { q[row] = q[row] + half * u[row] }
    for row in column..<order {
      let (left, right) = (u[row] * -1, q[row] * -1)
      for place in column..<order {
        let change = left * q[place].conjugate + right * u[place].conjugate
        a[row * order + place] = a[row * order + place] + change
      }
    }
  }
}
