// Eigenvalues, largest first, and vectors of Hermitian matrices: the library's solver, cyclic Jacobi and
// LAPACK, in turns. `tools/bench/experiments/eigen` compiles it with the solver's own files.

/// Eigenvalues and as many vectors as were asked for.
typealias Solution = (values: [Double], vectors: [[Complex]])

/// The covariance of a sum of paths with noise: what MUSIC solves.
func covariance(order: Int, paths: Int, seed: UInt64) -> [Complex] {
  var state = seed
  func uniform() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) * 0x1p-53
  }
  func number() -> Complex { Complex(uniform() - 0.5, uniform() - 0.5) }
  var columns: [[Complex]] = []
  for path in 0..<paths {
    let size = 1 / Double(1 + path)
    columns.append((0..<order).map { _ in number() * size })
  }
  for _ in 0..<2 * order { columns.append((0..<order).map { _ in number() * 0.01 }) }
  return (0..<order * order).map { place in
    columns.reduce(Complex(0)) { $0 + $1[place / order] * $1[place % order].conjugate }
  }
}

func ours(_ matrix: [Complex], _ order: Int, _ vectors: Int) -> Solution {
  guard let eigen = try? HermitianEigen(matrix, order: order) else { return ([], []) }
  return (eigen.values, (0..<vectors).map { eigen.vector($0) })
}

/// Cyclic Jacobi: each rotation makes one number beside the diagonal zero, until all are small.
func jacobi(_ matrix: [Complex], _ order: Int, _ vectors: Int) -> Solution {
  var a = matrix
  var v = (0..<order * order).map { Complex($0 / order == $0 % order ? 1 : 0) }
  let size = matrix.reduce(0) { $0 + $1.squaredMagnitude }
  for _ in 0..<30 {
    var beside = 0.0
    for p in 0..<order {
      for q in (p + 1)..<max(order, p + 1) { beside += a[p * order + q].squaredMagnitude }
    }
    if beside <= 1e-30 * size { break }
    for p in 0..<order {
      for q in (p + 1)..<max(order, p + 1) {
        let off = a[p * order + q]
        let length = off.magnitude
        guard length > 0 else { continue }
        let phase = off * (1 / length)
        let lean = (a[q * order + q].real - a[p * order + p].real) / (2 * length)
        let tangent = (lean < 0 ? -1 : 1) / (abs(lean) + (lean * lean + 1).squareRoot())
        let c = 1 / (tangent * tangent + 1).squareRoot()
        let s = tangent * c
        for k in 0..<order {
          let (x, y) = (a[k * order + p], a[k * order + q] * phase.conjugate)
          a[k * order + p] = x * c + y * -s
          a[k * order + q] = x * s + y * c
          let (left, right) = (v[k * order + p], v[k * order + q] * phase.conjugate)
          v[k * order + p] = left * c + right * -s
          v[k * order + q] = left * s + right * c
        }
        for k in 0..<order {
          let (x, y) = (a[p * order + k], a[q * order + k] * phase)
          a[p * order + k] = x * c + y * -s
          a[q * order + k] = x * s + y * c
        }
      }
    }
  }
  let places = (0..<order).sorted { a[$0 * order + $0].real > a[$1 * order + $1].real }
  return (
    places.map { a[$0 * order + $0].real },
    places.prefix(vectors).map { place in (0..<order).map { v[$0 * order + place] } }
  )
}

/// LAPACK, with all vectors: `zheev` has no way to ask for some.
func lapack(_ matrix: [Complex], _ order: Int, _ vectors: Int, divides: Bool) -> Solution {
  // Column by column, so that a row of ours, conjugated, is a column.
  var a = matrix.flatMap { [$0.real, -$0.imaginary] }
  var values = [Double](repeating: 0, count: order)
  var (n, fault) = (Int32(order), Int32(0))
  var size = Int32(2 * order + order * order)
  var work = [Double](repeating: 0, count: 2 * Int(size))
  var realSize = Int32(1 + 5 * order + 2 * order * order)
  var realWork = [Double](repeating: 0, count: Int(realSize))
  if divides {
    var wholeSize = Int32(3 + 5 * order)
    var wholeWork = [Int32](repeating: 0, count: Int(wholeSize))
    zheevd_(
      "V", "L", &n, &a, &n, &values, &work, &size, &realWork, &realSize, &wholeWork, &wholeSize,
      &fault, 1, 1)
  } else {
    zheev_("V", "L", &n, &a, &n, &values, &work, &size, &realWork, &fault, 1, 1)
  }
  precondition(fault == 0, "LAPACK reports \(fault)")
  return (
    values.reversed(),
    (0..<vectors).map { place in
      let column = order - 1 - place
      return (0..<order).map { row in
        Complex(a[2 * (column * order + row)], a[2 * (column * order + row) + 1])
      }
    }
  )
}

/// The largest |A v - λ v| over |λ1|, and the largest deviation of vᴴ w from 0 or 1.
func faults(_ solution: Solution, _ matrix: [Complex], _ order: Int) -> (Double, Double) {
  var (residual, angle) = (0.0, 0.0)
  for (place, vector) in solution.vectors.enumerated() {
    for row in 0..<order {
      let image = (0..<order).reduce(Complex(0)) { $0 + matrix[row * order + $1] * vector[$1] }
      residual = max(residual, (image - vector[row] * solution.values[place]).magnitude)
    }
    for (other, second) in solution.vectors.enumerated() {
      let product = zip(vector, second).reduce(Complex(0)) { $0 + $1.0.conjugate * $1.1 }
      angle = max(angle, (product - Complex(other == place ? 1 : 0)).magnitude)
    }
  }
  return (residual / solution.values[0], angle)
}

let solvers: [(name: String, run: ([Complex], Int, Int) -> Solution)] = [
  ("lubdub: Householder, QL", ours), ("cyclic Jacobi", jacobi),
  ("LAPACK zheev", { lapack($0, $1, $2, divides: false) }),
  ("LAPACK zheevd", { lapack($0, $1, $2, divides: true) }),
]

func text(_ value: Double, _ digits: Int) -> String {
  let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
  return "\((value * scale).rounded() / scale)"
}

/// A power of ten that is not below the value.
func bound(_ value: Double) -> String {
  (0...16).reversed().first { value <= (0..<$0).reduce(1.0) { bound, _ in bound / 10 } }
    .map { "1e-\($0)" } ?? "1"
}

/// Seconds that this process has had of a processor.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
}

print(
  "| rows | vectors | solver | processor us, median of 9 rounds "
    + "| A v - λ v, below | vᴴ w, below | values off ours, below |")
print("|---|---|---|---|---|---|---|")
for (order, vectors) in [(10, 2), (25, 4), (25, 25), (64, 6)] {
  let matrices = (1...20).map { covariance(order: order, paths: 4, seed: UInt64($0)) }
  var times = solvers.map { _ in [Double]() }
  let repeats = max(1, 2000 / (order * order))
  for _ in 0..<9 {
    for (place, solver) in solvers.enumerated() {
      let start = processorTime()
      for _ in 0..<repeats { for matrix in matrices { _ = solver.run(matrix, order, vectors) } }
      times[place].append(
        (processorTime() - start) * 1e6 / Double(repeats * matrices.count))
    }
  }
  for (place, solver) in solvers.enumerated() {
    var (residual, angle, away) = (0.0, 0.0, 0.0)
    for matrix in matrices {
      let solution = solver.run(matrix, order, vectors)
      let (one, other) = faults(solution, matrix, order)
      let own = ours(matrix, order, 1).values
      residual = max(residual, one)
      angle = max(angle, other)
      away = max(away, zip(solution.values, own).map { abs($0 - $1) / own[0] }.max() ?? 0)
    }
    print(
      "| \(order) | \(vectors) | \(solver.name) | \(text(times[place].sorted()[4], 1)) "
        + "| \(bound(residual)) | \(bound(angle)) | \(away == 0 ? "-" : bound(away)) |")
  }
}
