/// A Hermitian matrix as Q D T Dᴴ Qᴴ: T is real and tridiagonal, D a diagonal of phases, and Q a product
/// of Householder reflections.
struct HouseholderTridiagonal: Sendable {
  let diagonal: [Double]
  /// What stands beside the diagonal of T, not negative; one fewer.
  let offDiagonal: [Double]
  /// Reflection k is I - factor · u uᴴ; its u is zero up to place k.
  private let reflections: [(u: [Complex], factor: Double)]
  private let phases: [Complex]

  init(_ matrix: [Complex], order: Int) {
    var a = matrix
    var reflections: [(u: [Complex], factor: Double)] = []
    for column in 0..<max(0, order - 2) {
      guard let reflection = Self.reflection(a, order: order, column: column) else { continue }
      Self.apply(reflection, to: &a, order: order, from: column)
      reflections.append(reflection)
    }
    self.reflections = reflections
    diagonal = (0..<order).map { a[$0 * order + $0].real }
    var phases = [Complex(1)]
    var off: [Double] = []
    for row in 1..<max(1, order) {
      let beside = a[row * order + row - 1]
      let size = beside.magnitude
      off.append(size)
      phases.append(size > 0 ? phases[row - 1] * beside * (1 / size) : phases[row - 1])
    }
    offDiagonal = off
    self.phases = phases
  }

  /// The reflection that leaves of a column only what stands on and beside the diagonal; `nil` where
  /// there is nothing else.
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

  /// Puts the reflection on both sides of the matrix: A - u qᴴ - q uᴴ with p = factor · A u and
  /// q = p - (factor / 2)(uᴴ p) u.
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

  /// Q D z for a vector z of T.
  func turnBack(_ vector: ArraySlice<Double>) -> [Complex] {
    var result = zip(phases, vector).map { $0 * $1 }
    for (u, factor) in reflections.reversed() {
      var overlap = Complex(0)
      for place in u.indices { overlap = overlap + u[place].conjugate * result[place] }
      overlap = overlap * -factor
      for place in u.indices { result[place] = result[place] + overlap * u[place] }
    }
    return result
  }
}
