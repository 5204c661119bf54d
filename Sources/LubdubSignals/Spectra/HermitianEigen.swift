/// The eigenvalues of a Hermitian matrix by the cyclic Jacobi iteration: each rotation makes one number outside the diagonal
/// zero (Golub and Van Loan, "Matrix Computations", 8.5).
struct HermitianEigen: Sendable {
  /// All eigenvalues, the largest first.
  let values: [Double]

  /// Solves the eigenproblem of a matrix that equals its conjugate transpose, row by row.
  ///
  /// - Returns: `nil` if a number or its square is not finite.
  init?(_ matrix: [Complex], order: Int) {
    var rest = matrix
    let size = matrix.reduce(0) { $0 + $1.squaredMagnitude }
    guard size.isFinite else { return nil }
    for _ in 0..<30 {
      guard Self.sweep(&rest, order: order, least: size * 0x1p-104) else { break }
    }
    values = (0..<order).map { rest[$0 * order + $0].real }.sorted(by: >)
  }

  /// Rotates every pair of rows and columns once.
  ///
  /// - Returns: Whether the square of a number outside the diagonal was larger than `least`.
  private static func sweep(_ matrix: inout [Complex], order: Int, least: Double) -> Bool {
    var isRotated = false
    for left in 0..<order {
      for right in left + 1..<max(order, left + 1) {
        let beside = matrix[left * order + right]
        guard beside.squaredMagnitude > least else { continue }
        isRotated = true
        let size = beside.magnitude
        let lean = (matrix[right * order + right].real - matrix[left * order + left].real) / 2
        let tangent = size / (lean + (lean < 0 ? -1 : 1) * (lean * lean + size * size).squareRoot())
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let turn = beside * (tangent * cosine / size)
        for row in 0..<order {
          let (x, y) = (matrix[row * order + left], matrix[row * order + right])
          matrix[row * order + left] = x * cosine - y * turn.conjugate
          matrix[row * order + right] = x * turn + y * cosine
        }
        for column in 0..<order {
          let (x, y) = (matrix[left * order + column], matrix[right * order + column])
          matrix[left * order + column] = x * cosine - y * turn
          matrix[right * order + column] = x * turn.conjugate + y * cosine
        }
      }
    }
    return isRotated
  }
}
