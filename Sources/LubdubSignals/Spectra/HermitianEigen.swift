/// The eigenvalues and eigenvectors of a Hermitian matrix: A v = λ v.
///
/// Householder reflections make the matrix tridiagonal and real, the implicit QL iteration makes it
/// diagonal (Golub and Van Loan, "Matrix Computations", 8.3). Vectors are turned back one by one, so
/// that only those which are asked for cost time.
public struct HermitianEigen: Sendable {
  /// All eigenvalues, the largest first.
  public let values: [Double]
  private let reflections: HouseholderTridiagonal
  private let system: TridiagonalEigen
  /// Which eigenpair of `system` stands at each place of `values`.
  private let order: [Int]

  /// Solves the eigenproblem.
  ///
  /// - Parameters:
  ///   - matrix: The matrix, row by row; row r, column c stands at r · `order` + c. It must equal its
  ///     conjugate transpose; what is not Hermitian in it is not noticed.
  ///   - order: Number of rows, 1...512.
  /// - Throws: `SpectraError` when the order is out of range or does not fit the matrix, or a number is
  ///   not finite or so large that its square is not.
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
    let reflections = HouseholderTridiagonal(matrix, order: order)
    let system = try TridiagonalEigen(diagonal: reflections.diagonal, off: reflections.offDiagonal)
    self.order = (0..<order).sorted { (system.values[$0], $1) > (system.values[$1], $0) }
    values = self.order.map { system.values[$0] }
    self.reflections = reflections
    self.system = system
  }

  /// The eigenvector of a value.
  ///
  /// - Parameter place: The place of the value in `values`.
  /// - Returns: A vector of length 1.
  public func vector(_ place: Int) -> [Complex] {
    reflections.turnBack(system.vector(self.order[place]))
  }
}
