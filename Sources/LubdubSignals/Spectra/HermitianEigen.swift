/// The eigenvalues of a Hermitian matrix.
///
/// Householder reflections make the matrix tridiagonal and real, and the implicit QL iteration makes it diagonal (Golub and Van
/// Loan, "Matrix Computations", 8.3).
public struct HermitianEigen: Sendable {
  /// All eigenvalues, the largest first.
  public let values: [Double]

  /// Solves the eigenproblem.
  ///
  /// - Parameters:
  ///   - matrix: The matrix, row by row; row r, column c is at r · `order` + c. It must equal its conjugate transpose; this
  ///     isn't checked.
  ///   - order: The number of rows, 1...512.
  /// - Throws: `SpectraError` if the order is out of range or does not fit the matrix, or a number is not finite or so large
  ///   that its square is not.
  public init(_ matrix: [Complex], order: Int) throws(SpectraError) {
    try SpectraError.require(order, in: 1...512, "matrix order")
    guard matrix.count == order * order else {
      throw SpectraError(
        subject: "matrix", reason: "has \(matrix.count) numbers, expected \(order * order)")
    }
    let size = matrix.reduce(0) { $0 + $1.squaredMagnitude }
    guard size.isFinite else {
      throw SpectraError(subject: "matrix", reason: "has a number that is not finite or too large")
    }
    let tridiagonal = HouseholderTridiagonal(matrix, order: order)
    let eigen = try TridiagonalEigen(
      diagonal: tridiagonal.diagonal, off: tridiagonal.offDiagonal)
    values = eigen.values.sorted(by: >)
  }
}
