/// The eigenvalues of a Hermitian matrix.
///
/// Householder reflections make the matrix tridiagonal and real, and the implicit QL iteration makes it diagonal (Golub and Van
/// Loan, "Matrix Computations", 8.3).
struct HermitianEigen: Sendable {
  /// All eigenvalues, the largest first.
  let values: [Double]

  /// Solves the eigenproblem of a matrix that equals its conjugate transpose, row by row.
  ///
  /// - Returns: `nil` if a number or its square is not finite.
  init?(_ matrix: [Complex], order: Int) {
    guard matrix.reduce(0, { $0 + $1.squaredMagnitude }).isFinite else { return nil }
    let tridiagonal = HouseholderTridiagonal(matrix, order: order)
    guard let eigen = TridiagonalEigen(diagonal: tridiagonal.diagonal, off: tridiagonal.offDiagonal)
    else { return nil }
    values = eigen.values.sorted(by: >)
  }
}
