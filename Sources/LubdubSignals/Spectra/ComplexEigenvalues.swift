/// The eigenvalues of a small complex matrix that need not be Hermitian: Hessenberg form by elimination
/// with pivots, then QR steps with Wilkinson's shift (Golub and Van Loan, "Matrix Computations", 7.4 and
/// 7.5).
public struct ComplexEigenvalues: Sendable, Hashable {
  /// The eigenvalues, in no order.
  public let values: [Complex]

  /// Solves the eigenproblem.
  ///
  /// - Parameters:
  ///   - matrix: The matrix, row by row; row r, column c stands at r · `order` + c.
  ///   - order: Number of rows, 1...64.
  /// - Throws: `SpectraError` when the order is out of range or does not fit the matrix, or a number is
  ///   not finite or so large that its square is not.
  public init(_ matrix: [Complex], order: Int) throws(SpectraError) {
    try SpectraError.require(order, in: 1...64, "matrix order")
    guard matrix.count == order * order else {
      throw SpectraError(
        subject: "matrix", reason: "has \(matrix.count) numbers, expected \(order * order)")
    }
    let size = matrix.reduce(0) { $0 + $1.squaredMagnitude }
    guard size.isFinite else {
      throw SpectraError(subject: "matrix", reason: "has a number that is not finite or too large")
    }
    var iteration = QRIteration(matrix, order: order)
    iteration.makeHessenberg()
    values = try iteration.values()
  }
}

/// A matrix on its way to a triangle.
private struct QRIteration {
  private var a: [Complex]
  private let order: Int

  init(_ matrix: [Complex], order: Int) {
    a = matrix
    self.order = order
  }

  private subscript(row: Int, column: Int) -> Complex {
    get { a[row * order + column] }
    set { a[row * order + column] = newValue }
  }

  /// Makes everything below the diagonal beside the main one zero.
  mutating func makeHessenberg() {
    for column in 0..<max(0, order - 2) {
      let place = column + 1
      let rows = place..<order
      let pivot =
        rows.max { self[$0, column].squaredMagnitude < self[$1, column].squaredMagnitude } ?? place
      guard self[pivot, column].squaredMagnitude > 0 else { continue }
      if pivot != place {
        for other in 0..<order { swap(pivot, other, with: place, other) }
        for other in 0..<order { swap(other, pivot, with: other, place) }
      }
      for row in (place + 1)..<order {
        let factor = self[row, column] / self[place, column]
        for other in 0..<order {
          self[row, other] = self[row, other] - factor * self[place, other]
        }
        for other in 0..<order {
          self[other, place] = self[other, place] + factor * self[other, row]
        }
        self[row, column] = Complex(0)
      }
    }
  }

  private mutating func swap(_ row: Int, _ column: Int, with otherRow: Int, _ otherColumn: Int) {
    a.swapAt(row * order + column, otherRow * order + otherColumn)
  }

  /// Splits eigenvalues off the end, one by one.
  mutating func values() throws(SpectraError) -> [Complex] {
    var last = order - 1
    var steps = 0
    while last > 0 {
      let first = startOfBlock(endingAt: last)
      if first == last {
        last -= 1
        steps = 0
        continue
      }
      steps += 1
      guard steps <= 60 else {
        throw SpectraError(subject: "matrix", reason: "has an eigenvalue that does not settle")
      }
      step(from: first, to: last, isExceptional: steps.isMultiple(of: 10))
    }
    return (0..<order).map { self[$0, $0] }
  }

  /// The first row of the block that ends here and does not fall apart.
  private mutating func startOfBlock(endingAt last: Int) -> Int {
    var first = last
    while first > 0 {
      let beside = self[first - 1, first - 1].magnitude + self[first, first].magnitude
      if self[first, first - 1].magnitude <= 0x1p-53 * beside {
        self[first, first - 1] = Complex(0)
        break
      }
      first -= 1
    }
    return first
  }

  /// One QR step: A - μ = Q R, then A = R Q + μ.
  private mutating func step(from first: Int, to last: Int, isExceptional: Bool) {
    let shift =
      isExceptional ? self[last, last] + Complex(self[last, last - 1].magnitude) : shift(last)
    for place in first...last { self[place, place] = self[place, place] - shift }
    var turns: [(cosine: Double, sine: Complex)] = []
    for place in first..<last {
      let (head, below) = (self[place, place], self[place + 1, place])
      let size = (head.squaredMagnitude + below.squaredMagnitude).squareRoot()
      let headSize = head.magnitude
      // The turn that makes `below` zero; its cosine is real.
      let phase = headSize > 0 ? head * (1 / headSize) : Complex(1)
      let cosine = size > 0 ? headSize / size : 1
      let sine = size > 0 ? phase * below.conjugate * (1 / size) : Complex(0)
      turns.append((cosine, sine))
      for column in place...last {
        let (upper, lower) = (self[place, column], self[place + 1, column])
        self[place, column] = upper * cosine + sine * lower
        self[place + 1, column] = lower * cosine - sine.conjugate * upper
      }
    }
    for (offset, turn) in turns.enumerated() {
      let place = first + offset
      for row in first...min(place + 1, last) {
        let (left, right) = (self[row, place], self[row, place + 1])
        self[row, place] = left * turn.cosine + right * turn.sine.conjugate
        self[row, place + 1] = right * turn.cosine - left * turn.sine
      }
    }
    for place in first...last { self[place, place] = self[place, place] + shift }
  }

  /// The eigenvalue of the last two rows that is nearer to the last number.
  private func shift(_ last: Int) -> Complex {
    let (a, b) = (self[last - 1, last - 1], self[last - 1, last])
    let (c, d) = (self[last, last - 1], self[last, last])
    let half = (a - d) * 0.5
    let root = (half * half + b * c).squareRoot
    let (one, other) = (half + root, half - root)
    let far = one.squaredMagnitude >= other.squaredMagnitude ? one : other
    // d - b c / far is the nearer of the two, without cancellation.
    return far.squaredMagnitude > 0 ? d - b * c / far : d
  }
}
